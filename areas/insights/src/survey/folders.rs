//! The folders of a tenant, and which of them is at the top of its repository.

use std::collections::HashMap;

use db::{Db, params};
use nodes::{EntryType, READY};
use primitives::{NodeId, TenantId};

/// So many are read at once.
const STEP: i64 = 2_000;

/// Folders and repositories that nothing hides, with what they are in.
pub(super) struct Folders {
    parents: HashMap<NodeId, Option<NodeId>>,
    tops: HashMap<NodeId, Option<NodeId>>,
}

impl Folders {
    pub async fn of(db: &Db, tenant: TenantId) -> db::Result<Self> {
        let mut parents = HashMap::new();
        for kind in [EntryType::REPOSITORY, EntryType::FOLDER] {
            let mut node = NodeId(0);
            loop {
                let after = node;
                let read = db.read_long(move |c| {
                    let sql = format!(
                        "SELECT n.node_id, n.parent_id FROM nodes_node n
                         WHERE n.tenant_id = $1 AND n.entry_type = $2 AND n.node_id > $3 AND n.state = {READY}
                         ORDER BY n.node_id
                         LIMIT $4"
                    );
                    c.rows(&sql, params![tenant, kind, after, STEP], |row| Ok((row.get(0)?, row.get(1)?)))
                });
                let found: Vec<(NodeId, Option<NodeId>)> = read.await?;
                let Some((last, _)) = found.last().copied() else { break };
                node = last;
                parents.extend(found);
            }
        }
        Ok(Self { parents, tops: HashMap::new() })
    }

    /// The folder at the top of the repository that `folder` is, or is in; the repository's node for itself. None if
    /// something above hides it.
    pub fn top_of(&mut self, folder: NodeId) -> Option<NodeId> {
        let (mut path, mut at) = (Vec::new(), folder);
        let top = loop {
            if let Some(known) = self.tops.get(&at) {
                break *known;
            }
            match self.parents.get(&at).copied() {
                None => break None,
                Some(None) => break Some(at),
                Some(Some(parent)) if self.parents.get(&parent) == Some(&None) => break Some(at),
                Some(Some(parent)) => {
                    path.push(at);
                    at = parent;
                }
            }
        };
        path.push(at);
        self.tops.extend(path.into_iter().map(|step| (step, top)));
        top
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use primitives::NodeId;

    use super::Folders;

    #[test]
    fn a_folder_is_below_the_top_of_its_repository_unless_something_hides_it() {
        // 1 is a repository with the folder 2, which has 3, which has 4; 9 is in a folder that is in the bin.
        let pairs = [(1, None), (2, Some(1)), (3, Some(2)), (4, Some(3)), (9, Some(8))];
        let parents = pairs.map(|(node, parent)| (NodeId(node), parent.map(NodeId)));
        let mut folders = Folders { parents: HashMap::from(parents), tops: HashMap::new() };
        let tops = [4, 2, 1, 3, 9, 8].map(|node| folders.top_of(NodeId(node)).map(|top| top.0));
        assert_eq!(tops, [Some(2), Some(2), Some(1), Some(2), None, None]);
    }
}
