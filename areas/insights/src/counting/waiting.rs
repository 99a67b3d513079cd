//! Counts that are not written yet.

use std::collections::HashMap;

use content::UseKind;
use links::LinkId;
use primitives::NodeId;
use rates::Count;

use crate::days::Day;

/// So many entries and links, each on one day, wait at most; further ones are not counted until these are written.
const MOST: usize = 50_000;

/// How often something was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UseCount {
    pub views: i64,
    pub downloads: i64,
    pub shares: i64,
}

impl UseCount {
    pub fn one(kind: UseKind) -> Self {
        let of = |this: UseKind| i64::from(kind == this);
        Self { views: of(UseKind::Viewed), downloads: of(UseKind::Downloaded), shares: of(UseKind::Shared) }
    }

    pub fn and(self, more: Self) -> Self {
        Self {
            views: self.views + more.views,
            downloads: self.downloads + more.downloads,
            shares: self.shares + more.shares,
        }
    }
}

/// The counts of an entry, or of a link, on a day.
pub(super) type OfEntry = ((NodeId, Day), UseCount);
pub(super) type OfLink = ((LinkId, Day), UseCount);

/// A use that another process may have counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsure {
    pub count: Count,
    pub node: NodeId,
    pub day: Day,
    pub kind: UseKind,
}

#[derive(Debug, Default)]
pub(super) struct Waiting {
    unsure: Vec<Unsure>,
    entries: HashMap<(NodeId, Day), UseCount>,
    links: HashMap<(LinkId, Day), UseCount>,
}

impl Waiting {
    pub fn add_unsure(&mut self, used: Unsure) {
        if self.unsure.len() < MOST {
            self.unsure.push(used);
        } else {
            metrics::counter!("insights_uses_dropped_total").increment(1);
        }
    }

    pub fn take_unsure(&mut self) -> Vec<Unsure> {
        std::mem::take(&mut self.unsure)
    }

    pub fn add(&mut self, node: NodeId, day: Day, count: UseCount) {
        add(&mut self.entries, (node, day), count);
    }

    pub fn add_to_link(&mut self, link: LinkId, day: Day, count: UseCount) {
        add(&mut self.links, (link, day), count);
    }

    /// Descending: they are written from the end, and two processes that write several of the same do it in one order.
    pub fn take_sorted(&mut self) -> (Vec<OfEntry>, Vec<OfLink>) {
        let (mut entries, mut links): (Vec<_>, Vec<_>) = (
            std::mem::take(&mut self.entries).into_iter().collect(),
            std::mem::take(&mut self.links).into_iter().collect(),
        );
        entries.sort_unstable_by(|(one, _), (other, _)| other.cmp(one));
        links.sort_unstable_by(|(one, _), (other, _)| other.cmp(one));
        (entries, links)
    }
}

fn add<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, UseCount>, key: K, more: UseCount) {
    if counts.len() >= MOST && !counts.contains_key(&key) {
        metrics::counter!("insights_uses_dropped_total").increment(1);
        return;
    }
    let count = counts.entry(key).or_default();
    *count = count.and(more);
}

#[cfg(test)]
mod tests {
    use content::UseKind;
    use primitives::NodeId;

    use super::{MOST, UseCount, Waiting};
    use crate::days::Day;

    #[test]
    fn what_waits_is_bounded_and_comes_in_one_order() {
        let mut waiting = Waiting::default();
        let most = i64::try_from(MOST).unwrap();
        for node in 0..=most {
            waiting.add(NodeId(node), Day(1), UseCount::one(UseKind::Viewed));
        }
        waiting.add(NodeId(3), Day(1), UseCount::one(UseKind::Downloaded));
        let (entries, links) = waiting.take_sorted();
        assert_eq!((entries.len(), links.len()), (MOST, 0));
        let (last, count) = entries[MOST - 4];
        assert_eq!((last, count), ((NodeId(3), Day(1)), UseCount { views: 1, downloads: 1, shares: 0 }));
    }
}
