//! Which marks of a node keep a principal out, and by which groups they are cleared for the others.

use std::collections::BTreeMap;

use db::Conn;
use primitives::GroupId;

use super::place::Place;
use crate::MarkId;
use crate::marks::Marks;
use crate::principal_key::PrincipalKey;
use crate::scheme::clearances_by_group;

#[derive(Clone, Debug, Default)]
pub(super) struct Clearance {
    pub kept_out_by: Marks,
    /// With the groups that clear for it.
    pub cleared: BTreeMap<MarkId, Vec<GroupId>>,
}

impl Clearance {
    pub fn of(conn: &mut Conn<'_>, place: &Place, key: &PrincipalKey) -> db::Result<Self> {
        if place.marks.is_empty() {
            return Ok(Self::default());
        }
        let held = clearances_by_group(conn, &key.groups)?;
        let all: Marks = held.values().flatten().copied().collect();
        let effective: Marks = place.marks.keys().copied().collect();
        let clearing = |mark: MarkId| {
            let clears = |(group, marks): (&GroupId, &Marks)| place.scheme.clears_for(marks, mark).then_some(*group);
            held.iter().filter_map(clears).collect::<Vec<_>>()
        };
        let cleared = effective.iter().map(|mark| (*mark, clearing(*mark)));
        Ok(Self {
            kept_out_by: place.scheme.keeping_out(&effective, &all),
            cleared: cleared.filter(|(_, groups)| !groups.is_empty()).collect(),
        })
    }
}
