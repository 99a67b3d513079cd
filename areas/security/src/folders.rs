//! Into which folders a set sees: for what looks through whole trees, and passes over what is closed a folder at a time.

use db::{Conn, params};
use primitives::NodeId;

use crate::{Access, Result, Sight, guards};

/// SQL for what is open, perhaps with some more nodes and some twice.
pub struct Open {
    /// Folders in which everything is open but what has a guard of its own.
    pub folders: String,
    /// Nodes with a guard of their own.
    pub nodes: String,
}

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

    /// What is open to a set, for PostgreSQL; `set` is the parameter with the set. None while a subtree is being
    /// rewritten.
    pub fn what_is_open(&mut self, conn: &mut Conn<'_>, sight: Sight, set: &str) -> Result<Option<Open>> {
        if self.is_fenced(conn, sight.tenant)? {
            return Ok(None);
        }
        // Kept apart, so that what is under each guard is looked up instead of all of it read.
        let guards = sight.open_guards(set);
        let under = |table: &str, guard: &str| {
            format!(
                "SELECT g.node_id FROM ({guards}) v
                 CROSS JOIN LATERAL (SELECT u.node_id FROM {table} u WHERE u.{guard} = v.guard_id OFFSET 0) g"
            )
        };
        Ok(Some(Open {
            folders: under("security_guarded", "flow_guard_id"),
            nodes: under("security_guard", "guard_id"),
        }))
    }

    /// SQL for all folders in which the set sees anything, perhaps with some more nodes and some twice; `set` is the
    /// parameter with the set. None while a subtree is being rewritten.
    pub fn folders_to_see_into(&mut self, conn: &mut Conn<'_>, sight: Sight, set: &str) -> Result<Option<String>> {
        if self.is_fenced(conn, sight.tenant)? {
            return Ok(None);
        }
        // The outer table of a crossed join is read first: the guards that are open, and then what is under each.
        let open = sight.open_guards(set);
        Ok(Some(format!(
            "SELECT g.node_id FROM ({open}) v CROSS JOIN security_guarded g WHERE g.flow_guard_id = v.guard_id
             UNION ALL
             SELECT n.parent_id FROM ({open}) v CROSS JOIN security_guard g CROSS JOIN nodes_node n
             WHERE g.guard_id = v.guard_id AND n.node_id = g.node_id AND n.parent_id IS NOT NULL"
        )))
    }
}
