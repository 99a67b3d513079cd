//! Topics: queues that tell waiters their position. Each topic gives out offsets in order; the position of a waiter is
//! their offset minus the current one.

use db::{Conn, Result, Tx, params};

/// The next offset of `topic`, counted from 1, for what this transaction adds to it.
pub fn take_offset(tx: &mut Tx<'_>, topic: &str) -> Result<i64> {
    tx.get(
        "INSERT INTO jobs_topic (topic, given, current) VALUES ($1, 1, 0)
         ON CONFLICT (topic) DO UPDATE SET given = jobs_topic.given + 1
         RETURNING given",
        params![topic],
        |row| row.get(0),
    )
}

/// Marks `offset` as being worked on; false if the topic is further already, or never gave it out.
pub fn advance_topic(tx: &mut Tx<'_>, topic: &str, offset: i64) -> Result<bool> {
    let sql = "UPDATE jobs_topic SET current = $2 WHERE topic = $1 AND current < $2 AND given >= $2";
    Ok(tx.run(sql, params![topic, offset])? == 1)
}

/// The current offset of `topic`; None if nothing was ever added to it.
pub fn current_offset(conn: &mut Conn<'_>, topic: &str) -> Result<Option<i64>> {
    conn.find("SELECT current FROM jobs_topic WHERE topic = $1", params![topic], |row| row.get(0))
}
