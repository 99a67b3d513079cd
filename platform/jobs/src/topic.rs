//! Topics: queues that tell waiters their position, which is their offset minus the current one.

use db::{Conn, Result, params};

/// The current offset of `topic`; None if nothing was ever added to it.
pub fn current_offset(conn: &mut Conn<'_>, topic: &str) -> Result<Option<i64>> {
    conn.find("SELECT current FROM jobs_topic WHERE topic = $1", params![topic], |row| row.get(0))
}
