//! The rules of marks as pure functions: when they allow access, when a change gives somebody new access, and how they
//! are shown.

use std::collections::{BTreeMap, BTreeSet};

use crate::MarkId;

/// How the marks of one security group combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MatchType)]
pub enum Match {
    And,
    Or,
    Tree,
}

impl Match {
    pub fn code(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Tree => "tree",
        }
    }

    pub fn parse(code: &str) -> Option<Self> {
        [Self::And, Self::Or, Self::Tree].into_iter().find(|kind| kind.code() == code)
    }
}

pub type Marks = BTreeSet<MarkId>;
/// Each mark's parent; a parent outranks its children.
pub type Parents = BTreeMap<MarkId, MarkId>;

/// Whether somebody cleared for `cleared` satisfies the effective marks of one group.
pub fn passes(kind: Match, effective: &Marks, cleared: &Marks, parents: &Parents) -> bool {
    if effective.is_empty() {
        return true;
    }
    match kind {
        Match::And => effective.is_subset(cleared),
        Match::Or => !effective.is_disjoint(cleared),
        Match::Tree => effective.iter().all(|mark| covers(cleared, *mark, parents)),
    }
}

/// The effective marks of one group that somebody cleared for `cleared` lacks: none exactly if they pass.
pub fn lacking(kind: Match, effective: &Marks, cleared: &Marks, parents: &Parents) -> Marks {
    let lacks = |mark: &MarkId| !clears_for(kind, cleared, *mark, parents);
    let missing: Marks = effective.iter().copied().filter(lacks).collect();
    // One of them is enough.
    if kind == Match::Or && missing.len() < effective.len() { Marks::new() } else { missing }
}

/// Whether `held` clears for this one mark.
pub fn clears_for(kind: Match, held: &Marks, mark: MarkId, parents: &Parents) -> bool {
    match kind {
        Match::And | Match::Or => held.contains(&mark),
        Match::Tree => covers(held, mark, parents),
    }
}

/// Whether somebody new would pass if the effective marks of one group were `new` instead of `old`.
pub fn widens(kind: Match, old: &Marks, new: &Marks, parents: &Parents) -> bool {
    match kind {
        Match::And => !old.is_subset(new),
        Match::Or => !old.is_empty() && (new.is_empty() || !new.is_subset(old)),
        Match::Tree => !old.iter().all(|mark| covers(new, *mark, parents)),
    }
}

/// Whether `held` contains `mark` or one of its ancestors.
pub fn covers(held: &Marks, mark: MarkId, parents: &Parents) -> bool {
    lineage(mark, parents).any(|above| held.contains(&above))
}

/// The mark and its ancestors. Bounded, so that a cycle in the data cannot hang a check.
fn lineage(mark: MarkId, parents: &Parents) -> impl Iterator<Item = MarkId> + '_ {
    std::iter::successors(Some(mark), |below| parents.get(below).copied()).take(64)
}

/// "5 9": the marks in effect, as an ACL's row stores them.
pub fn encode_marks(marks: &Marks) -> String {
    marks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub fn decode_marks(text: &str) -> Option<Marks> {
    text.split_ascii_whitespace().map(|id| id.parse().ok().map(MarkId)).collect()
}

/// The state of a mark on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    SelectedLocal,
    SelectedInherited,
    InheritedOverwritten,
    HigherClearance,
    NotSelected,
}

/// The state of `mark`, given what is set on the node and what it inherits.
pub fn shown(kind: Match, mark: MarkId, local: &Marks, inherited: &Marks, parents: &Parents) -> Shown {
    let effective = if local.is_empty() { inherited } else { local };
    let outranks = |below: &MarkId| *below != mark && lineage(*below, parents).skip(1).any(|above| above == mark);
    if local.contains(&mark) {
        Shown::SelectedLocal
    } else if inherited.contains(&mark) {
        if local.is_empty() { Shown::SelectedInherited } else { Shown::InheritedOverwritten }
    } else if kind == Match::Tree && effective.iter().any(outranks) {
        Shown::HigherClearance
    } else {
        Shown::NotSelected
    }
}

#[cfg(test)]
mod tests {
    use crate::MarkId;

    use super::{Marks, Match, Parents, Shown, decode_marks, encode_marks, lacking, passes, shown, widens};

    fn marks(ids: &[i64]) -> Marks {
        ids.iter().copied().map(MarkId).collect()
    }

    /// Marks 1 > 2 > 3 and the lone root 4.
    fn two_roots() -> Parents {
        [(2, 1), (3, 2)].map(|(below, above)| (MarkId(below), MarkId(above))).into()
    }

    #[test]
    fn the_marks_of_an_acl_survive_its_row() {
        let marks = [MarkId(9), MarkId(5)].into();
        assert_eq!(encode_marks(&marks), "5 9");
        assert_eq!(decode_marks("5 9"), Some(marks));
        assert_eq!(decode_marks("x1"), None);
    }

    #[test]
    fn each_match_type_compares_marks_with_clearances_by_its_rule() {
        let none = Parents::new();
        for (kind, outcomes) in [
            (Match::And, [false, false, false, true]),
            (Match::Or, [false, true, true, true]),
            (Match::Tree, [false, false, false, true]),
        ] {
            for (cleared, passed) in [marks(&[]), marks(&[1]), marks(&[2]), marks(&[1, 2])].iter().zip(outcomes) {
                assert_eq!(passes(kind, &marks(&[1, 2]), cleared, &none), passed, "{kind:?} {cleared:?}");
            }
            assert!(passes(kind, &marks(&[]), &marks(&[]), &none), "no marks close nothing");
        }
    }

    #[test]
    fn in_a_tree_a_parent_outranks_its_children() {
        let tree = two_roots();
        for (effective, cleared, passed) in [
            (&[2][..], &[3][..], false),
            (&[2], &[2], true),
            (&[2], &[1], true),
            (&[3], &[1], true),
            (&[1], &[2], false),
            (&[2, 4], &[1], false),
            (&[2, 4], &[1, 4], true),
        ] {
            assert_eq!(passes(Match::Tree, &marks(effective), &marks(cleared), &tree), passed);
        }
    }

    #[test]
    fn a_change_widens_if_a_set_of_clearances_passes_only_after_it() {
        let sets: Vec<Marks> =
            (0..16).map(|bits| (1..=4).filter(|mark| bits >> (mark - 1) & 1 == 1).map(MarkId).collect()).collect();
        for (kind, parents) in [(Match::And, Parents::new()), (Match::Or, Parents::new()), (Match::Tree, two_roots())] {
            for (old, new) in sets.iter().flat_map(|old| sets.iter().map(move |new| (old, new))) {
                let is_new = |cleared| !passes(kind, old, cleared, &parents) && passes(kind, new, cleared, &parents);
                let somebody_new = sets.iter().any(is_new);
                assert_eq!(widens(kind, old, new, &parents), somebody_new, "{kind:?} {old:?} {new:?}");
            }
        }
    }

    #[test]
    fn what_somebody_lacks_is_told_for_each_match_type() {
        let (tree, none) = (two_roots(), Parents::new());
        for (kind, parents, effective, cleared, lacks) in [
            (Match::And, &none, &[1, 2][..], &[1][..], &[2][..]),
            (Match::And, &none, &[1, 2], &[], &[1, 2]),
            (Match::And, &none, &[1, 2], &[1, 2, 3], &[]),
            (Match::Or, &none, &[1, 2], &[2], &[]),
            (Match::Or, &none, &[1, 2], &[3], &[1, 2]),
            (Match::Or, &none, &[], &[], &[]),
            (Match::Tree, &tree, &[2, 4], &[1], &[4]),
            (Match::Tree, &tree, &[1], &[2], &[1]),
            (Match::Tree, &tree, &[3], &[1], &[]),
        ] {
            let (effective, cleared) = (marks(effective), marks(cleared));
            let found = lacking(kind, &effective, &cleared, parents);
            assert_eq!(found, marks(lacks), "{kind:?} {effective:?} {cleared:?}");
            assert_eq!(found.is_empty(), passes(kind, &effective, &cleared, parents));
        }
    }

    #[test]
    fn the_shown_state_of_a_mark_follows_from_local_and_inherited_marks() {
        let tree = two_roots();
        let none = Parents::new();
        for (kind, parents, local, inherited, mark, state) in [
            (Match::And, &none, &[][..], &[][..], 1, Shown::NotSelected),
            (Match::And, &none, &[], &[1], 1, Shown::SelectedInherited),
            (Match::And, &none, &[2], &[1], 1, Shown::InheritedOverwritten),
            (Match::And, &none, &[2], &[1], 2, Shown::SelectedLocal),
            (Match::And, &none, &[1, 2], &[1], 1, Shown::SelectedLocal),
            (Match::Tree, &tree, &[3], &[], 1, Shown::HigherClearance),
            (Match::Tree, &tree, &[3], &[], 2, Shown::HigherClearance),
            (Match::Tree, &tree, &[1], &[], 3, Shown::NotSelected),
            (Match::Tree, &tree, &[], &[3], 1, Shown::HigherClearance),
            (Match::Tree, &tree, &[3], &[], 4, Shown::NotSelected),
        ] {
            assert_eq!(shown(kind, MarkId(mark), &marks(local), &marks(inherited), parents), state);
        }
    }
}
