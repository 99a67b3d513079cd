//! What entries inherit in one folder and in another, and what a closure has read of it already.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use db::Conn;
use primitives::{NodeId, TenantId};

use crate::acls::{marks_of, resolve_at};
use crate::marks::{Marks, covers, widens};
use crate::scheme::Scheme;
use crate::{MarkId, Result};

/// The marks that entries inherit in one folder and in another.
pub(crate) struct Inherited {
    before: Marks,
    after: Marks,
}

impl Inherited {
    pub fn of(conn: &mut Conn<'_>, (from, into): (NodeId, NodeId)) -> Result<Self> {
        let (from, into) = (resolve_at(conn, from)?.inheritable, resolve_at(conn, into)?.inheritable);
        let marks = marks_of(conn, &[from, into].into())?;
        let of_acl = |acl| marks.get(&acl).cloned().unwrap_or_default();
        Ok(Self { before: of_acl(from), after: of_acl(into) })
    }

    /// None if they are the same.
    pub fn differing(conn: &mut Conn<'_>, folders: (NodeId, NodeId)) -> Result<Option<Self>> {
        let inherited = Self::of(conn, folders)?;
        Ok((inherited.before != inherited.after).then_some(inherited))
    }

    /// Those that are lost to an entry with these marks of its own, so that somebody new could pass.
    pub fn lost(&self, scheme: &Scheme, own: &Marks) -> Result<Vec<MarkId>> {
        let (before, after, own) = (&self.before, &self.after, scheme.groups_of(own));
        let mut lost = Vec::new();
        for group in scheme.groups_of(before).difference(&own) {
            let Some((kind, _)) = scheme.groups.get(group) else { continue };
            let (old, new) = (scheme.of_group(before, *group), scheme.of_group(after, *group));
            if widens(*kind, &old, &new, &scheme.parents) {
                lost.extend(old);
            }
        }
        Ok(lost)
    }

    /// Of an entry with these marks of its own: those of `kept` that it can do without, and those that it would lose
    /// then. Nobody new passes by either.
    pub fn of_return(&self, scheme: &Scheme, own: &Marks, kept: &Marks) -> (Marks, Marks) {
        let (mut dropped, mut lost) = (Marks::new(), Marks::new());
        for (group, (kind, _)) in &scheme.groups {
            let of = |marks: &Marks| scheme.of_group(marks, *group);
            let (own, kept) = (of(own), of(kept));
            let left: Marks = own.difference(&kept).copied().collect();
            let old = if own.is_empty() { of(&self.before) } else { own.clone() };
            let new = if left.is_empty() { of(&self.after) } else { left };
            if !widens(*kind, &old, &new, &scheme.parents) {
                dropped.extend(own.intersection(&kept));
            } else if own.is_empty() {
                lost.extend(old);
            }
        }
        (dropped, lost)
    }
}

/// The marks of a tenant, and what the asker is cleared for.
pub(crate) struct KnownMarks {
    pub scheme: Scheme,
    pub cleared: Marks,
    pub keys: BTreeMap<MarkId, String>,
}

impl KnownMarks {
    /// Whether the asker is cleared for each of them.
    pub fn clears(&self, marks: &Marks) -> bool {
        marks.iter().all(|mark| covers(&self.cleared, *mark, &self.scheme.parents))
    }
}

/// What a closure has read for moves that take marks away.
#[derive(Default)]
pub(crate) struct Losing {
    pub known: HashMap<TenantId, Arc<KnownMarks>>,
    /// What entries inherit in these folders.
    folders: HashMap<NodeId, Marks>,
}

impl Losing {
    /// What entries inherit in these two folders. None if it is the same.
    pub fn inherited(&mut self, conn: &mut Conn<'_>, (from, into): (NodeId, NodeId)) -> Result<Option<Inherited>> {
        let (before, after) = (self.at(conn, from)?, self.at(conn, into)?);
        Ok((before != after).then_some(Inherited { before, after }))
    }

    fn at(&mut self, conn: &mut Conn<'_>, folder: NodeId) -> Result<Marks> {
        if let Some(marks) = self.folders.get(&folder) {
            return Ok(marks.clone());
        }
        let acl = resolve_at(conn, folder)?.inheritable;
        let marks = marks_of(conn, &[acl].into())?.remove(&acl).unwrap_or_default();
        self.folders.insert(folder, marks.clone());
        Ok(marks)
    }

    /// A folder is about to move from one of these folders into the other: what is below it inherits otherwise then.
    pub fn moves(&mut self, (from, into): (NodeId, NodeId)) {
        self.folders.retain(|folder, _| *folder == from || *folder == into);
    }
}
