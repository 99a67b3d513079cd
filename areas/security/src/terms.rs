//! Terms of use: what keeps the readers of an entry from its bytes although they may see it. A room above keeps them, and
//! contributes how they are read (`Room::with`); without one, everything is free.

use std::collections::{HashMap, HashSet};

use authz::Withheld;
use db::Conn;
use primitives::{NodeId, Seconds, TenantId, UserId};

/// The terms at a node: of each kind, those of the nearest node from it upwards that has some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// From then on its readers do not get its bytes.
    pub usable_until: Option<Seconds>,
    /// The folder that its readers ask before they download.
    pub asks_at: Option<NodeId>,
}

impl Terms {
    /// The terms of what lies in a folder with these, and has `own`.
    #[must_use]
    pub fn with(self, own: Self) -> Self {
        Self { usable_until: own.usable_until.or(self.usable_until), asks_at: own.asks_at.or(self.asks_at) }
    }

    /// Whether what has these is bound as much with the other ones.
    pub fn are_kept_by(self, other: Self) -> bool {
        let ends = self.usable_until.is_none_or(|until| other.usable_until.is_some_and(|theirs| theirs <= until));
        ends && (self.asks_at.is_none() || other.asks_at.is_some())
    }

    pub fn have_ended(self, now: Seconds) -> bool {
        self.usable_until.is_some_and(|until| until <= now)
    }

    /// Why a reader does not get the bytes, who may download from the folders in `allowed`.
    pub(crate) fn withhold(self, allowed: &HashSet<NodeId>, now: Seconds) -> Option<Withheld> {
        if self.have_ended(now) {
            return Some(Withheld::Ended);
        }
        self.asks_at.filter(|folder| !allowed.contains(folder)).map(|_| Withheld::AsksFirst)
    }
}

/// The own terms of nodes, without those that have none.
pub type TermsByNode = HashMap<NodeId, Terms>;

/// How the terms are read.
#[derive(Clone, Copy, Debug)]
pub struct TermsSource {
    /// Whether any node of the tenant has terms: otherwise nothing more is asked.
    pub has_any: fn(&mut Conn<'_>, TenantId) -> db::Result<bool>,
    /// Those at a node.
    pub at: fn(&mut Conn<'_>, NodeId) -> db::Result<Terms>,
    /// The own ones of nodes, without those that have none.
    pub own: fn(&mut Conn<'_>, &[NodeId]) -> db::Result<TermsByNode>,
    /// The folders that somebody has asked and that let them download now.
    pub allowed: fn(&mut Conn<'_>, UserId, Seconds) -> db::Result<HashSet<NodeId>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: NodeId = NodeId(7);

    fn terms(usable_until: Option<Seconds>, asks_at: Option<NodeId>) -> Terms {
        Terms { usable_until, asks_at }
    }

    #[test]
    fn the_nearest_terms_of_each_kind_count() {
        let above = terms(Some(10), Some(FOLDER));
        assert_eq!(above.with(Terms::default()), above);
        assert_eq!(above.with(terms(Some(99), None)), terms(Some(99), Some(FOLDER)));
        assert_eq!(above.with(terms(None, Some(NodeId(8)))), terms(Some(10), Some(NodeId(8))));
    }

    #[test]
    fn terms_are_kept_by_those_that_bind_as_much() {
        let bound = terms(Some(10), Some(FOLDER));
        assert!(terms(None, None).are_kept_by(terms(None, None)));
        assert!(bound.are_kept_by(terms(Some(9), Some(NodeId(8)))));
        for weaker in [terms(Some(11), Some(FOLDER)), terms(None, Some(FOLDER)), terms(Some(10), None)] {
            assert!(!bound.are_kept_by(weaker), "{weaker:?}");
        }
    }

    #[test]
    fn what_has_ended_stays_ended_for_whoever_was_let() {
        let (nobody, asker) = (HashSet::new(), HashSet::from([FOLDER]));
        assert_eq!(terms(Some(10), None).withhold(&nobody, 9), None);
        assert_eq!(terms(Some(10), None).withhold(&nobody, 10), Some(Withheld::Ended));
        assert_eq!(terms(None, Some(FOLDER)).withhold(&nobody, 9), Some(Withheld::AsksFirst));
        assert_eq!(terms(Some(10), Some(FOLDER)).withhold(&asker, 9), None);
        assert_eq!(terms(Some(10), Some(FOLDER)).withhold(&asker, 10), Some(Withheld::Ended));
    }
}
