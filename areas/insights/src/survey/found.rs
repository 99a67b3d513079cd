//! What a survey finds, within bounds: it grows with the folders at the tops of repositories, accesses and people.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use primitives::{NodeId, RepositoryId, UserId};
use security::AclId;

/// Of more rows, people are left out.
const MOST_ROWS: usize = 20_000;
/// Of files that nobody uses, the largest of a repository.
const MOST_UNUSED: usize = 1_000;

/// Whose files, where, and with which access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Share {
    pub repository: RepositoryId,
    /// At its top, or its own node.
    pub folder: NodeId,
    pub acl: AclId,
    pub person: Option<UserId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    pub files: i64,
    pub bytes: i64,
}

/// The largest come last to be taken out.
type Largest = BinaryHeap<Reverse<(i64, NodeId)>>;

#[derive(Debug, Default)]
pub(super) struct Found {
    amounts: HashMap<Share, Amount>,
    unused: HashMap<RepositoryId, Largest>,
    without_people: bool,
}

impl Found {
    pub fn add(&mut self, share: Share, bytes: i64) {
        let share = if self.without_people { Share { person: None, ..share } } else { share };
        add(&mut self.amounts, share, Amount { files: 1, bytes });
        if !self.without_people && self.amounts.len() > MOST_ROWS {
            self.without_people = true;
            let mut fewer = HashMap::new();
            for (share, amount) in self.amounts.drain() {
                add(&mut fewer, Share { person: None, ..share }, amount);
            }
            self.amounts = fewer;
        }
    }

    pub fn add_unused(&mut self, repository: RepositoryId, node: NodeId, bytes: i64) {
        let largest = self.unused.entry(repository).or_default();
        largest.push(Reverse((bytes, node)));
        if largest.len() > MOST_UNUSED {
            largest.pop();
        }
    }

    /// In one order.
    pub fn amounts(&self) -> Vec<(Share, Amount)> {
        let mut all: Vec<_> = self.amounts.iter().map(|(share, amount)| (*share, *amount)).collect();
        all.sort_unstable_by_key(|(share, _)| *share);
        all
    }

    pub fn unused(&self) -> Vec<(RepositoryId, NodeId, i64)> {
        let files = self.unused.iter().flat_map(|(repository, largest)| {
            largest.iter().map(move |Reverse((bytes, node))| (*repository, *node, *bytes))
        });
        let mut all: Vec<_> = files.collect();
        all.sort_unstable();
        all
    }
}

fn add(amounts: &mut HashMap<Share, Amount>, share: Share, more: Amount) {
    let amount = amounts.entry(share).or_default();
    amount.files += more.files;
    amount.bytes = amount.bytes.saturating_add(more.bytes);
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, RepositoryId, UserId};
    use security::AclId;

    use super::{Amount, Found, MOST_ROWS, MOST_UNUSED, Share};

    const REPOSITORY: RepositoryId = RepositoryId(1);

    #[test]
    fn with_too_many_rows_people_are_left_out_and_no_byte() {
        let mut found = Found::default();
        let most = i64::try_from(MOST_ROWS).unwrap();
        for person in 0..=most {
            let share =
                Share { repository: REPOSITORY, folder: NodeId(2), acl: AclId(3), person: Some(UserId(person)) };
            found.add(share, 10);
        }
        let whole = Share { repository: REPOSITORY, folder: NodeId(2), acl: AclId(3), person: None };
        assert_eq!(found.amounts(), [(whole, Amount { files: most + 1, bytes: 10 * (most + 1) })]);
    }

    #[test]
    fn the_largest_unused_files_are_kept() {
        let mut found = Found::default();
        let most = i64::try_from(MOST_UNUSED).unwrap();
        for node in 0..most + 5 {
            found.add_unused(REPOSITORY, NodeId(node), node);
        }
        let unused = found.unused();
        assert_eq!((unused.len(), unused[0]), (MOST_UNUSED, (REPOSITORY, NodeId(5), 5)));
    }
}
