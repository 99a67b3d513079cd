//! What a person has selected, as a page says it: entries one by one, or everything in a place with exceptions.

use authz::Denied;
use db::Conn;
use primitives::{NodeId, Seconds, TenantId};
use rest::{Problem, Rule};
use security::Access;
use serde::Deserialize;

use super::batch::BatchAct;
use super::selected::{MOST, Place, Selected};
use super::{in_bin, in_folder};
use crate::entries::bin::Part;
use crate::entries::relocate::may_move;
use crate::filter::FilterQuery;
use crate::{Error, Purge, Remove, Rename, Restore, Result};

/// So many entries may be named one by one.
pub(super) const NAMED: usize = 1_000;
/// So many may be left out.
const EXCEPTED: usize = 10_000;

/// Entries: those named, or everything in a folder, or everything in the bin.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct Selection {
    /// These entries.
    #[schema(max_items = 1_000)]
    node_ids: Option<Vec<NodeId>>,
    /// Everything in this folder that the asker sees, but not what is in folders below.
    parent_id: Option<NodeId>,
    /// Everything in the bin that the asker may restore.
    #[serde(default)]
    in_bin: bool,
    /// Of the bin: only what has this in its name.
    term: Option<String>,
    /// Of the bin: only what the asker removed.
    #[serde(default)]
    mine: bool,
    /// Of a folder: only what its list shows when it is narrowed so.
    filter: Option<FilterQuery>,
    /// Of a folder or the bin: without these.
    #[serde(default)]
    #[schema(max_items = 10_000)]
    except: Vec<NodeId>,
    /// Of a folder or the bin: without what has come since this time, `as_of` of a sum.
    as_of: Option<Seconds>,
    /// The group of background actions this belongs to; the page may choose it.
    pub(super) bg_group_id: Option<String>,
}

impl Selection {
    /// What is in the bin cannot move.
    pub(super) fn refuse_bin(&self) -> Result<(), Problem> {
        if self.in_bin { Err(Problem::invalid("in_bin", "invalid")) } else { Ok(()) }
    }

    pub(super) fn parse(self, now: Seconds) -> Result<Selected, Problem> {
        if self.node_ids.as_ref().is_some_and(|named| named.len() > NAMED) {
            return Err(Problem::refused(vec![Rule::MaxLength(NAMED).of("node_ids")]));
        }
        if self.except.len() > EXCEPTED {
            return Err(Problem::refused(vec![Rule::MaxLength(EXCEPTED).of("except")]));
        }
        let place = match (self.node_ids, self.parent_id, self.in_bin) {
            (Some(named), None, false) => Place::Named(named),
            (None, Some(folder), false) => Place::Folder(folder),
            (None, None, true) => Place::Bin(Part::of(self.term.as_deref(), self.mine)),
            (None, None, false) => return Err(Problem::invalid("node_ids", "form_rules.mandatory")),
            _ => return Err(Problem::invalid("node_ids", "invalid")),
        };
        refuse_unless_bin(&place, (self.term.is_some(), self.mine))?;
        if self.filter.is_some() && !matches!(place, Place::Folder(_)) {
            return Err(Problem::invalid("filter", "invalid"));
        }
        let filter = self.filter.map(|filter| filter.parse()).transpose()?.unwrap_or_default();
        let as_of = self.as_of.unwrap_or(now);
        Ok(Selected { place, filter, except: self.except.into_iter().collect(), as_of })
    }
}

/// Elsewhere nothing is narrowed by a term or by who removed it: more than what was wanted would be selected.
fn refuse_unless_bin(place: &Place, (term, mine): (bool, bool)) -> Result<(), Problem> {
    if matches!(place, Place::Bin(_)) {
        return Ok(());
    }
    match [("term", term), ("mine", mine)].into_iter().find(|(_, is_said)| *is_said) {
        Some((field, _)) => Err(Problem::invalid(field, "invalid")),
        None => Ok(()),
    }
}

impl Selected {
    /// The selected entries with which the asker may do `act`, with their tenants: at most `MOST`. If some are selected
    /// and the asker may do it with none of them, it is refused as for one. Those that others have locked stay among
    /// them, so that the asker is told which ones stay and why.
    pub fn ids(&self, conn: &mut Conn<'_>, access: &mut Access<'_>, act: BatchAct) -> Result<Vec<(TenantId, NodeId)>> {
        let mut found = match &self.place {
            Place::Named(named) => self.of_named(conn, access, named, act)?,
            Place::Folder(folder) => in_folder::ids(conn, access, *folder, self, act.rule())?,
            Place::Bin(part) => in_bin::ids(conn, access, part, self, act.rule())?,
        };
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST);
        Ok(found)
    }

    fn of_named(
        &self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        named: &[NodeId],
        act: BatchAct,
    ) -> Result<Vec<(TenantId, NodeId)>> {
        let (mut found, mut locked, mut refusal) = (Vec::new(), Vec::new(), None);
        for node in named.iter().copied().filter(|node| !self.except.contains(node)) {
            let tenant = match act {
                BatchAct::Remove => {
                    access.authorize::<Remove>(conn, node).map(|permit| permit.tenant()).map_err(Error::from)
                }
                BatchAct::Move => may_move(conn, access, node).map(|permit| permit.tenant()),
                BatchAct::Rename => {
                    access.authorize::<Rename>(conn, node).map(|permit| permit.tenant()).map_err(Error::from)
                }
                BatchAct::Restore => in_bin::one::<Restore>(conn, access, node),
                BatchAct::Purge => in_bin::one::<Purge>(conn, access, node),
            };
            match tenant {
                Ok(tenant) => found.push((tenant, node)),
                // What the asker does not see is not selected.
                Err(error) if is_invisible(&error) => {}
                Err(error) if is_refusal(&error) => {
                    if is_locked(&error) {
                        locked.push((access.find_visible(conn, node)?.node.tenant, node));
                    }
                    refusal = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        match refusal {
            Some(error) if found.is_empty() => Err(error),
            _ => Ok([found, locked].concat()),
        }
    }
}

pub(crate) fn is_invisible(error: &Error) -> bool {
    use security::AsAccess as _;
    matches!(error.as_access(), Some(security::Error::Denied(Denied::Invisible)))
}

/// Whether somebody else holds the lock of the entry.
pub(super) fn is_locked(error: &Error) -> bool {
    use security::AsAccess as _;
    matches!(error.as_access(), Some(security::Error::Denied(Denied::Locked)))
}

fn cannot_be_there(error: &Error) -> bool {
    use security::AsAccess as _;
    let is_place = matches!(
        error.as_access(),
        Some(security::Error::Nodes(
            nodes::Error::OtherRepository
                | nodes::Error::IntoItself
                | nodes::Error::TooDeep
                | nodes::Error::NameTaken(_)
        ))
    );
    is_place
        || matches!(
            error,
            Error::NameTaken(_)
                | Error::AlreadyThere
                | Error::ChangedSince
                | Error::VersionGone
                | Error::LosesMarks
                | Error::LosesTerms
                | Error::OtherMarks
                | Error::Storage(storage::Error::InvalidName(_))
        )
}

/// Whether the error says something about one entry, and the others go on.
pub(super) fn is_refusal(error: &Error) -> bool {
    use security::AsAccess as _;
    let is_denied = matches!(error.as_access(), Some(security::Error::Denied(_) | security::Error::NotCleared));
    is_denied || cannot_be_there(error)
}
