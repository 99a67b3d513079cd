//! What of a link its maker may share now.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use authz::Actor;
use content::{Download, Upload};
use db::Conn;
use nodes::Ancestor;
use primitives::{Application, NodeId, TenantId};
use security::{Access, VisibleNode};

use crate::acts::{AskForFiles, ShareLink};
use crate::store::LinkRow;
use crate::{Error, Result};

/// Whether the maker still has the instance in which they made it.
pub(crate) fn has_instance(maker: &Actor, link: &LinkRow) -> bool {
    maker.has_instance(link.instance, Application::Content)
}

/// The entries of a link. Each is asked about once, as whom `access` asks, and only if the answer matters: a link has
/// up to 200, and a picture lies below one.
#[derive(Clone)]
pub(crate) struct Roots {
    tenant: TenantId,
    /// Visitors send files to them, and see nothing of them.
    asks: bool,
    entries: Vec<NodeId>,
    asked: HashMap<NodeId, Option<VisibleNode>>,
}

impl Roots {
    pub fn of(link: &LinkRow, entries: Vec<NodeId>) -> Self {
        Self { tenant: link.tenant, asks: link.terms.request.is_some(), entries, asked: HashMap::new() }
    }

    /// Those that the maker may share and download, or to which they may ask for files.
    pub fn all(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<Vec<VisibleNode>> {
        let mut found = Vec::with_capacity(self.entries.len());
        for entry in self.entries.clone() {
            found.extend(self.ask(conn, access, entry)?.cloned());
        }
        Ok(found)
    }

    /// Whether they may share any.
    pub fn has_any(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<bool> {
        for entry in self.entries.clone() {
            if self.ask(conn, access, entry)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The only entry of the link, if it has one and the maker may share it.
    pub fn single(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<Option<&VisibleNode>> {
        let [entry] = *self.entries.as_slice() else { return Ok(None) };
        self.ask(conn, access, entry)
    }

    /// A node that is shown by one of the entries. What lies elsewhere is not there, and neither is what can be reached
    /// only through a folder that the maker does not see.
    pub fn within(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<Within> {
        let mut way = nodes::ancestors(conn, node)?;
        let mut is_root = Vec::with_capacity(way.len());
        for step in &way {
            is_root.push(self.entries.contains(&step.id) && self.ask(conn, access, step.id)?.is_some());
        }
        let top = is_root.iter().rposition(|is_root| *is_root).ok_or(Error::NoLink)?;
        let seen = access.find_visible_with_terms(conn, node).map_err(|error| Error::from(error).for_visitor())?;
        way.truncate(top + 1);
        let above: Vec<NodeId> = way.iter().skip(1).map(|step| step.id).collect();
        if !above.is_empty() {
            let visible = access.visible_folders(conn, seen.scope, &above)?;
            // An entry of the link may lie below another one of which it is cut off.
            let nearest = is_root.iter().position(|is_root| *is_root).unwrap_or(top);
            let seen_up_to = |top: usize| above.iter().take(top).all(|folder| visible.contains(folder));
            let top = [top, nearest].into_iter().find(|top| seen_up_to(*top)).ok_or(Error::NoLink)?;
            way.truncate(top + 1);
        }
        way.reverse();
        Ok(Within { seen, way })
    }

    fn ask(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>, entry: NodeId) -> Result<Option<&VisibleNode>> {
        let answer = match self.asked.entry(entry) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let found = if self.asks { find_asking(conn, access, entry) } else { find_given(conn, access, entry) };
                unknown.insert(match found {
                    Ok(seen) => Some(seen).filter(|seen| seen.node.tenant == self.tenant),
                    Err(security::Error::Denied(_)) => None,
                    Err(error) => return Err(error.into()),
                })
            }
        };
        Ok(answer.as_ref())
    }
}

/// An entry that the asker may share and download.
fn find_given(conn: &mut Conn<'_>, access: &mut Access<'_>, entry: NodeId) -> security::Result<VisibleNode> {
    let seen = access.find_visible_with_terms(conn, entry)?;
    seen.permit::<ShareLink>()?;
    seen.permit::<Download>()?;
    Ok(seen)
}

/// A folder to which the asker may ask for files.
fn find_asking(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> security::Result<VisibleNode> {
    let seen = access.find_visible_with_inside(conn, folder)?;
    seen.permit::<AskForFiles>()?;
    seen.permit::<Upload>()?;
    Ok(seen)
}

/// An entry of the link, or something in one, with the folders from the link's entry down to it, itself last.
pub(crate) struct Within {
    pub seen: VisibleNode,
    pub way: Vec<Ancestor>,
}
