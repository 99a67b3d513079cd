//! What a guard says, as a value: the grants and marks in effect, and how a node's own change what it receives.

use std::collections::{BTreeMap, BTreeSet};

use primitives::{GroupId, MarkId, NodeRole, UserId};

use crate::marks::Marks;
use crate::scheme::{Propagation, Scheme};

/// To whom access is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Principal {
    Group(GroupId),
    User(UserId),
}

/// The grants and marks in effect at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    pub grants: BTreeMap<Principal, NodeRole>,
    pub marks: Marks,
}

/// What is set on one node itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Local {
    pub grants: Vec<(Principal, NodeRole, bool)>,
    pub marks: Marks,
}

impl Content {
    fn give(&mut self, principal: Principal, role: NodeRole) {
        let held = self.grants.entry(principal).or_insert(role);
        *held = role.max(*held);
    }

    /// "g12:2 u7:3" and "5 9": how a guard's row keeps it.
    pub(crate) fn encode(&self) -> (String, String) {
        let grant = |(principal, role): (&Principal, &NodeRole)| match principal {
            Principal::Group(id) => format!("g{id}:{}", role.code()),
            Principal::User(id) => format!("u{id}:{}", role.code()),
        };
        let grants: Vec<_> = self.grants.iter().map(grant).collect();
        let marks: Vec<_> = self.marks.iter().map(ToString::to_string).collect();
        (grants.join(" "), marks.join(" "))
    }

    pub(crate) fn decode(grants: &str, marks: &str) -> Option<Self> {
        Some(Self { grants: decode_grants(grants).collect::<Option<_>>()?, marks: decode_marks(marks)? })
    }
}

/// The grants in a guard's row, one after the other; None for what is none.
pub(crate) fn decode_grants(text: &str) -> impl Iterator<Item = Option<(Principal, NodeRole)>> {
    text.split_ascii_whitespace().map(|grant| {
        let (principal, role) = grant.split_once(':')?;
        let role = NodeRole::from_code(role.parse().ok()?)?;
        let principal = match principal.split_at_checked(1)? {
            ("g", id) => Principal::Group(GroupId(id.parse().ok()?)),
            ("u", id) => Principal::User(UserId(id.parse().ok()?)),
            _ => return None,
        };
        Some((principal, role))
    })
}

pub(crate) fn decode_marks(text: &str) -> Option<Marks> {
    text.split_ascii_whitespace().map(|id| id.parse().ok().map(MarkId)).collect()
}

/// What holds at a node itself, and what it hands down: `received` is what its parent hands down.
pub(crate) fn combine(received: &Content, local: &Local, scheme: &Scheme) -> (Content, Content) {
    let (mut own, mut flow) = (received.clone(), received.clone());
    for (principal, role, recursive) in &local.grants {
        own.give(*principal, *role);
        if *recursive {
            flow.give(*principal, *role);
        }
    }
    for group in scheme.groups_of(&local.marks) {
        let set: BTreeSet<_> =
            local.marks.iter().copied().filter(|mark| scheme.group_of(*mark) == Some(group)).collect();
        own.marks.retain(|mark| scheme.group_of(*mark) != Some(group));
        own.marks.extend(&set);
        if scheme.propagation(group) != Some(Propagation::NeverCopy) {
            flow.marks.retain(|mark| scheme.group_of(*mark) != Some(group));
            flow.marks.extend(&set);
        }
    }
    // A mark whose group is not known is kept on both, where it closes the node to everybody.
    let unknown = local.marks.iter().filter(|mark| scheme.group_of(**mark).is_none());
    for mark in unknown {
        own.marks.insert(*mark);
        flow.marks.insert(*mark);
    }
    (own, flow)
}

#[cfg(test)]
mod tests {
    use primitives::{GroupId, MarkId, NodeRole, UserId};

    use super::{Content, Principal};

    #[test]
    fn a_guard_s_content_survives_its_row() {
        let mut content = Content::default();
        content.give(Principal::Group(GroupId(12)), NodeRole::Reader);
        content.give(Principal::Group(GroupId(12)), NodeRole::Writer);
        content.give(Principal::User(UserId(7)), NodeRole::Manager);
        content.marks = [MarkId(9), MarkId(5)].into();
        let (grants, marks) = content.encode();
        assert_eq!((grants.as_str(), marks.as_str()), ("g12:2 u7:3", "5 9"));
        assert_eq!(Content::decode(&grants, &marks), Some(content));
        assert_eq!(Content::decode("x1:2", ""), None);
    }
}
