//! An explanation with the names that the asker may know.

use std::collections::{BTreeMap, BTreeSet};

use db::Conn;
use nodes::{Ancestor, in_list};
use primitives::{GroupId, NodeId};

use super::Explanation;
use super::model::{AccessCheck, CheckedMark, ClearingGroup, DecidingGrant, ReasonNode};
use super::place::Place;
use super::principals::Found;
use crate::classification::mark_keys;
use crate::held_grants::HeldGrant;
use crate::marks::Marks;
use crate::principal::Principal;
use crate::{Access, Error, MarkId, Result};

/// The names that stand in one explanation.
struct Names {
    principal: String,
    groups: BTreeMap<GroupId, String>,
    marks: BTreeMap<MarkId, String>,
    nodes: BTreeMap<NodeId, ReasonNode>,
}

/// The explanation of the access of `found` to `place`, in words for the actor of `access`.
pub(super) fn answer(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    place: &Place,
    found: Found,
    told: &Explanation,
) -> Result<AccessCheck> {
    let active = found.key.is_some();
    let names = Names::of(conn, access, place, found.name, told)?;
    let mark = |mark: &MarkId| names.mark(place, *mark, told.cleared.get(mark));
    Ok(AccessCheck {
        active,
        role: told.role,
        role_without_marks: told.role_without_marks,
        passes: told.passes,
        by_office: told.by_office,
        by: told.by.iter().filter_map(|grant| names.grant(grant)).collect(),
        kept_out_by: told.kept_out_by.iter().filter_map(mark).collect(),
        cleared: told.cleared.keys().filter_map(mark).collect(),
        name: names.principal,
    })
}

impl Names {
    fn of(
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        place: &Place,
        principal: String,
        told: &Explanation,
    ) -> Result<Self> {
        let marks: Marks = told.kept_out_by.iter().chain(told.cleared.keys()).copied().collect();
        let set_on = marks.iter().filter_map(|mark| place.marks.get(mark)).copied();
        let wanted: BTreeSet<NodeId> = told.by.iter().map(|grant| grant.node).chain(set_on).collect();
        let mut nodes = BTreeMap::new();
        for step in place.path.iter().filter(|step| wanted.contains(&step.id)) {
            nodes.insert(step.id, seen(conn, access, step, place.node)?);
        }
        let granted = told.by.iter().filter_map(|grant| match grant.principal {
            Principal::Group(group) => Some(group),
            Principal::User(_) => None,
        });
        let groups: BTreeSet<GroupId> = granted.chain(told.cleared.values().flatten().copied()).collect();
        Ok(Self { principal, groups: titles(conn, &groups)?, marks: mark_keys(conn, &marks)?, nodes })
    }

    fn grant(&self, grant: &HeldGrant) -> Option<DecidingGrant> {
        let (user_group_id, users_id, name) = match grant.principal {
            Principal::Group(group) => (Some(group), None, self.groups.get(&group)?),
            Principal::User(user) => (None, Some(user), &self.principal),
        };
        let set_on = self.nodes.get(&grant.node)?.clone();
        let (grant_id, role) = (grant.id, grant.role);
        Some(DecidingGrant { grant_id, user_group_id, users_id, name: name.clone(), role, set_on })
    }

    fn mark(&self, place: &Place, mark: MarkId, cleared_by: Option<&Vec<GroupId>>) -> Option<CheckedMark> {
        let group = |id: &GroupId| {
            let group_title = self.groups.get(id)?.clone();
            Some(ClearingGroup { user_group_id: *id, group_title })
        };
        Some(CheckedMark {
            security_mark_id: mark,
            security_mark_key: self.marks.get(&mark)?.clone(),
            security_group_id: place.scheme.group_of(mark)?,
            match_type: place.scheme.kind_of(mark)?,
            cleared_by: cleared_by.into_iter().flatten().filter_map(group).collect(),
            set_on: self.nodes.get(place.marks.get(&mark)?)?.clone(),
        })
    }
}

/// A node of the path to `asked`, as far as the asker sees it.
fn seen(conn: &mut Conn<'_>, access: &mut Access<'_>, step: &Ancestor, asked: NodeId) -> Result<ReasonNode> {
    let (is_known, open) = match access.find_visible(conn, step.id) {
        Ok(seen) => (true, seen.facts.role.is_some()),
        Err(Error::Denied(_)) => (false, false),
        Err(error) => return Err(error),
    };
    Ok(ReasonNode {
        node_id: step.id,
        node_name: is_known.then(|| step.name.clone()),
        node_type: step.kind,
        open,
        inherited: step.id != asked,
    })
}

fn titles(conn: &mut Conn<'_>, groups: &BTreeSet<GroupId>) -> db::Result<BTreeMap<GroupId, String>> {
    let groups: Vec<_> = groups.iter().copied().collect();
    let mut titles = BTreeMap::new();
    for some in groups.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!("SELECT user_group_id, group_title FROM tenancy_usergroup WHERE user_group_id IN ({list})");
        titles.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?);
    }
    Ok(titles)
}
