//! Into which folders a set sees: for what looks through whole trees, and passes over what is closed a folder at a time.

use db::{Conn, params};
use primitives::NodeId;

use crate::{Access, Result, Sight, guards};

impl Access<'_> {
    /// Whether the set sees what is in a folder and has no guard of its own.
    pub fn sees_into(&mut self, conn: &mut Conn<'_>, sight: Sight, folder: NodeId) -> Result<bool> {
        if self.is_fenced(conn, sight.tenant)? {
            let flow = guards::truth_at(conn, folder)?.flow;
            return Ok(sight.role_at(conn, flow)?.is_some());
        }
        let role = sight.role("$1", "g.flow_guard_id");
        let sql = format!("SELECT 1 FROM security_guarded g WHERE g.node_id = $2 AND {role} IS NOT NULL");
        Ok(conn.exists(&sql, params![sight.set, folder])?)
    }

    /// All folders in which the set sees anything, perhaps with some more nodes, in the order of their numbers. None
    /// where they are more than `most`, or while a subtree is being rewritten.
    pub fn folders_to_see_into(
        &mut self,
        conn: &mut Conn<'_>,
        sight: Sight,
        most: usize,
    ) -> Result<Option<Vec<NodeId>>> {
        if self.is_fenced(conn, sight.tenant)? {
            return Ok(None);
        }
        // The outer table of a crossed join is read first: the guards that are open, and then what is under each.
        let sql = format!(
            "SELECT some.node_id FROM (
               SELECT g.node_id FROM ({open}) v CROSS JOIN security_guarded g WHERE g.flow_guard_id = v.guard_id
               UNION ALL
               SELECT n.parent_id FROM ({open}) v CROSS JOIN security_guard g CROSS JOIN nodes_node n
               WHERE g.guard_id = v.guard_id AND n.node_id = g.node_id AND n.parent_id IS NOT NULL
             ) some
             LIMIT $2",
            open = sight.open_guards("$1")
        );
        let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let mut folders = conn.rows(&sql, params![sight.set, limit], |row| row.get::<NodeId>(0))?;
        if folders.len() > most {
            return Ok(None);
        }
        folders.sort_unstable();
        folders.dedup();
        Ok(Some(folders))
    }
}
