//! Messages to the pages in a channel, written in the transaction that causes them.

use db::{Conn, Engine, Result, Tx, Wake, params, placeholders};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub id: i64,
    pub room: String,
    pub name: String,
    /// For whoever follows the log and decides who hears of it; it is not sent.
    pub about: Option<String>,
    /// JSON.
    pub body: String,
}

/// Publishes an event to `room`, `about` something if not everybody there may hear of it. Followers hear of it when the
/// transaction is committed.
pub fn publish(tx: &mut Tx<'_>, room: &str, name: &str, about: Option<&str>, body: &serde_json::Value) -> Result<()> {
    tx.wake(Wake::Events);
    let body = body.to_string();
    let sql = "INSERT INTO jobs_event (room, name, about, body) VALUES ($1, $2, $3, $4)";
    tx.run(sql, params![room, name, about, &body])?;
    Ok(())
}

const COLUMNS: &str = "event_id, room, name, about, body";

fn event(row: &db::Row<'_>) -> Result<Event> {
    Ok(Event { id: row.get(0)?, room: row.get(1)?, name: row.get(2)?, about: row.get(3)?, body: row.get(4)? })
}

pub(crate) fn newest(conn: &mut Conn<'_>) -> Result<i64> {
    conn.get("SELECT COALESCE(MAX(event_id), 0) FROM jobs_event", &[], |row| row.get(0))
}

pub(crate) fn after(conn: &mut Conn<'_>, id: i64, limit: i64) -> Result<Vec<Event>> {
    let sql = format!("SELECT {COLUMNS} FROM jobs_event WHERE event_id > $1 ORDER BY event_id LIMIT $2");
    conn.rows(&sql, params![id, limit], event)
}

/// The events of `ids` that exist by now.
pub(crate) fn among(conn: &mut Conn<'_>, ids: &[i64]) -> Result<Vec<Event>> {
    let Some(last) = ids.last() else { return Ok(Vec::new()) };
    // A few lengths only, so that few statements are prepared; repeating an id asks for nothing more.
    let length = ids.len().next_power_of_two();
    let padded = ids.iter().chain(std::iter::repeat(last)).take(length).map(|id| db::Value::Int(*id));
    let params: Vec<_> = padded.collect();
    let ids = placeholders(1, length);
    let sql = format!("SELECT {COLUMNS} FROM jobs_event WHERE event_id IN ({ids}) ORDER BY event_id");
    conn.rows(&sql, &params, event)
}

/// Forgets events older than an hour, by the clock that dated them: the database's.
pub(crate) fn prune(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = match tx.engine() {
        Engine::Sqlite => "DELETE FROM jobs_event WHERE created_at < unixepoch() - 3600",
        Engine::Postgres => "DELETE FROM jobs_event WHERE created_at < extract(epoch FROM now())::BIGINT - 3600",
    };
    tx.run(sql, &[])
}
