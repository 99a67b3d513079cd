//! The rows of pins.

use db::{Conn, Tx, params};
use primitives::{NodeId, Seconds, UserId};

use crate::error::{Error, Result};
use crate::latest::{Place, Remembered};

/// The most of one person: they are all offered at once.
pub(super) const MOST: usize = 100;

/// Pins the node, once. Whether the person may see it is not asked.
pub(super) fn pin(tx: &mut Tx<'_>, user: UserId, node: NodeId, now: Seconds) -> Result<()> {
    let added = tx.run(
        "INSERT INTO home_pin (users_id, node_id, pinned_at) VALUES ($1, $2, $3)
         ON CONFLICT (users_id, node_id) DO NOTHING",
        params![user, node, now],
    )?;
    if added == 0 {
        return Ok(());
    }
    let count: i64 = tx.get("SELECT COUNT(*) FROM home_pin WHERE users_id = $1", params![user], |row| row.get(0))?;
    if usize::try_from(count).is_ok_and(|count| count > MOST) {
        return Err(Error::TooManyPins);
    }
    Ok(())
}

pub(super) fn unpin(tx: &mut Tx<'_>, user: UserId, node: NodeId) -> db::Result<()> {
    tx.run("DELETE FROM home_pin WHERE users_id = $1 AND node_id = $2", params![user, node]).map(drop)
}

/// The person's pins, the latest first.
pub(super) fn latest(
    conn: &mut Conn<'_>,
    user: UserId,
    after: Place,
    limit: usize,
) -> db::Result<Vec<Remembered<Seconds>>> {
    let sql = "SELECT p.node_id, p.pinned_at
               FROM home_pin p
               WHERE p.users_id = $1 AND (p.pinned_at, p.node_id) < ($2, $3)
               ORDER BY p.pinned_at DESC, p.node_id DESC
               LIMIT $4";
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    conn.rows(sql, params![user, after.at, after.id, most], Remembered::from_row)
}
