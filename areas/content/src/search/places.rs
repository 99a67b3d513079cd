//! The folders in which hits may lie: below the searched folder, and not below a folder that hides its content.

use std::collections::HashMap;

use db::{Conn, params};
use nodes::{NodeState, READY, Step};
use primitives::NodeId;

pub(crate) struct Places {
    below: Option<NodeId>,
    /// Some folders of the tenant hide their content.
    some_hide: bool,
    known: HashMap<NodeId, bool>,
}

impl Places {
    pub fn new(below: Option<NodeId>, some_hide: bool) -> Self {
        Self { below, some_hide, known: HashMap::new() }
    }

    /// Whether hits may lie everywhere.
    pub fn are_all(&self) -> bool {
        self.below.is_none() && !self.some_hide
    }

    /// Finds out for `folders` whether hits may lie in them.
    pub fn learn(&mut self, conn: &mut Conn<'_>, folders: impl Iterator<Item = NodeId>) -> db::Result<()> {
        if self.are_all() {
            return Ok(());
        }
        let mut unknown: Vec<_> = folders.filter(|folder| !self.known.contains_key(folder)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        let steps = nodes::above(conn, &unknown)?;
        for folder in unknown {
            let path = std::iter::successors(Some(folder), |step| steps.get(step).and_then(|step: &Step| step.parent));
            let is_inside = self.below.is_none_or(|below| path.clone().any(|step| step == below));
            let is_shown = |step: NodeId| steps.get(&step).is_some_and(|step| step.state == NodeState::Ready);
            self.known.insert(folder, is_inside && (!self.some_hide || path.clone().all(is_shown)));
        }
        Ok(())
    }

    /// For a folder that was learnt before.
    pub fn admit(&self, folder: NodeId) -> bool {
        self.are_all() || self.known.get(&folder).copied().unwrap_or(false)
    }
}

/// A folder and all folders below it, if they are at most `most`.
pub(super) fn folders_below(conn: &mut Conn<'_>, folder: NodeId, most: usize) -> db::Result<Option<Vec<NodeId>>> {
    let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
    let is_in_it = format!("n.parent_id = down.node_id AND n.state = {READY} AND n.kind = 1");
    let sql = format!(
        "WITH RECURSIVE down (node_id) AS (
           SELECT CAST($1 AS BIGINT)
           UNION ALL
           SELECT n.node_id FROM down {}
         )
         SELECT node_id FROM down LIMIT $2",
        db::seek(conn.engine(), "nodes_node", "n", &is_in_it)
    );
    let mut found = conn.rows(&sql, params![folder, limit], |row| row.get::<NodeId>(0))?;
    found.sort_unstable();
    Ok((found.len() <= most).then_some(found))
}
