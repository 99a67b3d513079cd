//! The grants and marks set on a node, and how its marks change those inherited from above.

use std::collections::BTreeSet;

use primitives::NodeRole;

use crate::MarkId;
use crate::marks::Marks;
use crate::principal::Principal;
use crate::scheme::{PropagationPolicy, Scheme};

/// The grants and marks set on one node itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Local {
    pub grants: Vec<(Principal, NodeRole, bool)>,
    pub marks: Marks,
}

impl Local {
    /// Whether a principal has a stronger grant on the node itself than the one that its content inherits.
    pub fn has_grants_that_stay(&self) -> bool {
        let handed_down = |(principal, role, _): &(Principal, NodeRole, bool)| {
            self.grants.iter().any(|(other, held, recursive)| *recursive && other == principal && held >= role)
        };
        self.grants.iter().any(|grant| !grant.2 && !handed_down(grant))
    }
}

/// "5 9": the marks in effect, as an ACL's row stores them.
pub(crate) fn encode_marks(marks: &Marks) -> String {
    marks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn decode_marks(text: &str) -> Option<Marks> {
    text.split_ascii_whitespace().map(|id| id.parse().ok().map(MarkId)).collect()
}

/// The marks at a node itself, and those that its content inherits: `received` are those that it inherits.
pub(crate) fn combine(received: &Marks, local: &Marks, scheme: &Scheme) -> (Marks, Marks) {
    let (mut own, mut inheritable) = (received.clone(), received.clone());
    for group in scheme.groups_of(local) {
        let set: BTreeSet<_> = local.iter().copied().filter(|mark| scheme.group_of(*mark) == Some(group)).collect();
        own.retain(|mark| scheme.group_of(*mark) != Some(group));
        own.extend(&set);
        if scheme.propagation(group) != Some(PropagationPolicy::NeverCopy) {
            inheritable.retain(|mark| scheme.group_of(*mark) != Some(group));
            inheritable.extend(&set);
        }
    }
    // A mark of an unknown group is kept in both, and closes the node to everybody.
    for mark in local.iter().filter(|mark| scheme.group_of(**mark).is_none()) {
        own.insert(*mark);
        inheritable.insert(*mark);
    }
    (own, inheritable)
}

#[cfg(test)]
mod tests {
    use crate::MarkId;
    use primitives::{GroupId, NodeRole, UserId};

    use super::{Local, decode_marks, encode_marks};
    use crate::principal::Principal;

    #[test]
    fn the_marks_of_an_acl_survive_its_row() {
        let marks = [MarkId(9), MarkId(5)].into();
        assert_eq!(encode_marks(&marks), "5 9");
        assert_eq!(decode_marks("5 9"), Some(marks));
        assert_eq!(decode_marks("x1"), None);
    }

    #[test]
    fn a_grant_stays_where_the_same_principal_is_handed_down_less() {
        let (group, user) = (Principal::Group(GroupId(1)), Principal::User(UserId(1)));
        for (grants, stays) in [
            (vec![], false),
            (vec![(group, NodeRole::Reader, true)], false),
            (vec![(group, NodeRole::Reader, false)], true),
            (vec![(group, NodeRole::Reader, false), (group, NodeRole::Reader, true)], false),
            (vec![(group, NodeRole::Writer, false), (group, NodeRole::Reader, true)], true),
            (vec![(group, NodeRole::Reader, false), (user, NodeRole::Manager, true)], true),
        ] {
            let local = Local { grants, ..Local::default() };
            assert_eq!(local.has_grants_that_stay(), stays, "{local:?}");
        }
    }
}
