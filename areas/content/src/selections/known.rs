//! What is known of the entries of a step before it begins, and what each of them is to do.

use std::collections::{HashMap, HashSet};

use authz::Denied;
use blobs::TreePath;
use db::{Conn, Tx};
use primitives::{EntryName, NodeId, Seconds};
use security::Access;
use storage::Owner;
use storage::intents::Declared;

use super::batch::{self, BatchAct, BatchId};
use super::ends;
use super::moves::{self, TakenBack};
use super::onto::{self, Apart};
use super::wanted_names::{self, WantedName};
use crate::copies::{self, CopyingId};
use crate::entries::relocate::{self, Moving, Target};
use crate::entries::rename::{self, Renaming};
use crate::entries::widening::Widening;
use crate::entries::{remove, restore};
use crate::{Error, Rename, Result, names};

/// What the second transaction of an entry needs.
pub(super) enum Prepared {
    Remove,
    Restore(TreePath),
    Move(Moving),
    Rename(Renaming),
}

/// What happens with an entry.
pub(super) enum Next {
    /// Its bytes move with those of others.
    Together(Box<(Declared, Prepared)>),
    Apart(Apart),
}

#[derive(Default)]
pub(super) struct Known {
    batch: Option<BatchId>,
    targets: HashMap<NodeId, Target>,
    /// A file that has the name of one in its target gets its content.
    replaces: bool,
    names: HashMap<NodeId, WantedName>,
    /// If the name is taken, the entry gets a number.
    keep_both: bool,
    binned_at: HashMap<NodeId, Seconds>,
    /// The act of copying that is taken back.
    copying: Option<CopyingId>,
    /// Of the act that is taken back: which entry has replaced what.
    replaced: HashMap<NodeId, TakenBack>,
    /// What entries of this step are about to be called: of a taken name, the next number is free.
    given: HashMap<NodeId, HashSet<String>>,
}

impl Known {
    pub fn of(
        conn: &mut Conn<'_>,
        (batch, act, widens): (BatchId, BatchAct, Option<&Widening>),
        entries: &[NodeId],
    ) -> db::Result<Self> {
        let mut known = Self { batch: Some(batch), ..Self::default() };
        match act {
            BatchAct::Move => {
                known.targets = moves::targets(conn, batch, entries)?;
                for target in known.targets.values_mut() {
                    target.widens = widens.cloned();
                }
                known.replaces = batch::replaces(conn, batch)?;
                known.replaced = moves::replaced(conn, batch, entries)?;
            }
            BatchAct::Rename => {
                known.names = wanted_names::known(conn, batch, entries)?;
                known.keep_both = batch::keeps_both(conn, batch)?;
            }
            BatchAct::Restore => known.binned_at = moves::binned_at(conn, batch, entries)?,
            BatchAct::Remove => {
                known.copying = ends::copying_of(conn, batch)?;
                if let Some(copying) = known.copying {
                    let replaced = copies::replaced(conn, copying, entries)?.into_iter();
                    let of_copy = |(file, replaced)| (file, TakenBack { replaced, binned_at: None });
                    known.replaced = replaced.map(of_copy).collect();
                }
            }
            BatchAct::Purge => {}
        }
        Ok(known)
    }

    pub fn declare(
        &mut self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        (act, node): (BatchAct, NodeId),
        (owner, now): (&Owner, Seconds),
    ) -> Result<Next> {
        if let Some(taken_back) = self.replaced.get(&node) {
            return Ok(Next::Apart(Apart::TakeBack(*taken_back)));
        }
        let (declared, prepared) = match act {
            BatchAct::Restore => {
                let wanted = self.binned_at.get(&node);
                if wanted.is_some() && nodes::find(tx, node)?.and_then(|found| found.binned_at) != wanted.copied() {
                    return Err(Error::ChangedSince);
                }
                restore::declare(tx, access, node, (owner, now)).map(|(one, to)| (one, Prepared::Restore(to)))?
            }
            BatchAct::Move => return self.relocate(tx, access, node, (owner, now)),
            BatchAct::Rename => {
                let (one, renaming) = self.rename(tx, access, node, (owner, now))?;
                (one, Prepared::Rename(renaming))
            }
            BatchAct::Remove | BatchAct::Purge => {
                if let Some(copying) = self.copying {
                    copies::refuse_changed(tx, copying, node)?;
                }
                remove::declare(tx, access, node, (owner, now)).map(|one| (one, Prepared::Remove))?
            }
        };
        Ok(Next::Together(Box::new((declared, prepared))))
    }

    fn relocate(
        &mut self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        node: NodeId,
        (owner, now): (&Owner, Seconds),
    ) -> Result<Next> {
        // Where it was is not known any more.
        let target = self.targets.get(&node).ok_or(Denied::Invisible)?;
        if let Some(batch) = self.batch.filter(|_| self.replaces)
            && let Some(file) = onto::to_replace(tx, access, (batch, node), target.folder)?
        {
            return Ok(Next::Apart(Apart::Replace { file, folder: target.folder }));
        }
        let planned = relocate::plan(tx, access, node, target)?;
        if planned.crosses() {
            return Ok(Next::Apart(Apart::Cross(Box::new(target.clone()))));
        }
        let given = self.given.entry(target.folder).or_default();
        let (one, moving) = relocate::declare(tx, access, &planned, (target, given), (owner, now))?;
        given.insert(EntryName::key_of(moving.name()));
        Ok(Next::Together(Box::new((one, Prepared::Move(moving)))))
    }

    fn rename(
        &mut self,
        tx: &mut Tx<'_>,
        access: &mut Access<'_>,
        node: NodeId,
        (owner, now): (&Owner, Seconds),
    ) -> Result<(Declared, Renaming)> {
        let wanted = self.names.get(&node).ok_or(Denied::Invisible)?;
        let permit = access.authorize::<Rename>(tx, node)?;
        wanted.refuse_changed(tx, node)?;
        let folder = permit.parent().ok_or(Denied::WrongKind)?;
        let given = self.given.entry(folder).or_default();
        let declared = match rename::declare(tx, access, node, &wanted.name, (owner, now)) {
            Err(Error::NameTaken(_)) if self.keep_both => {
                let free = names::free(tx, access, (permit.tenant(), folder), &wanted.name, given)?;
                rename::declare(tx, access, node, &free, (owner, now))?
            }
            declared => declared?,
        };
        let (one, renaming) = declared.ok_or(Error::ChangedSince)?;
        given.insert(EntryName::key_of(renaming.name()));
        Ok((one, renaming))
    }
}
