//! Topics: queues whose waiters are told their place. Each gives out offsets one after the other; the place of one who
//! waits is their offset minus the current one.

use db::{Conn, Result, Tx, params};

/// The next offset of `topic`, counted from 1, for what this transaction puts into it.
pub fn take_offset(tx: &mut Tx<'_>, topic: &str) -> Result<i64> {
    tx.get(
        "INSERT INTO jobs_topic (topic, given, current) VALUES ($1, 1, 0)
         ON CONFLICT (topic) DO UPDATE SET given = jobs_topic.given + 1
         RETURNING given",
        params![topic],
        |row| row.get(0),
    )
}

/// What has `offset` is being worked on now; false where the topic has come further already, or never gave it out.
pub fn advance_topic(tx: &mut Tx<'_>, topic: &str, offset: i64) -> Result<bool> {
    let sql = "UPDATE jobs_topic SET current = $2 WHERE topic = $1 AND current < $2 AND given >= $2";
    Ok(tx.run(sql, params![topic, offset])? == 1)
}

/// The offset that `topic` has come to; nothing where nobody ever put anything into it.
pub fn current_offset(conn: &mut Conn<'_>, topic: &str) -> Result<Option<i64>> {
    conn.find("SELECT current FROM jobs_topic WHERE topic = $1", params![topic], |row| row.get(0))
}
