//! The act of copying that a step belongs to.

use db::{Conn, params};
use jobs::JobContext;

use super::item::Naming;
use super::store::{self, CopyingId};

#[derive(Clone, Debug)]
pub(super) struct Running {
    pub copying: CopyingId,
    pub naming: Naming,
    pub context: JobContext,
}

impl Running {
    /// Whether it was cancelled, or taken back, by now. Then a step makes nothing more visible.
    pub fn is_stopped(&self, conn: &mut Conn<'_>) -> db::Result<bool> {
        Ok(self.context.is_cancelled(conn)? || !store::goes_on(conn, self.copying)?)
    }

    /// Whether the repository of the copies is closed, because it arrives at another file server.
    pub fn finds_closed(&self, conn: &mut Conn<'_>) -> db::Result<bool> {
        let sql = "SELECT 1 FROM content_copying c
                   JOIN nodes_node n ON n.node_id = c.target_id
                   JOIN storage_move m ON m.repository_id = n.repository_id AND m.state = 'closed'
                   WHERE c.copying_id = $1";
        conn.exists(sql, params![self.copying])
    }
}
