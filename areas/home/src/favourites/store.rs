//! The rows of favourites.

use db::{Conn, Tx, params};
use primitives::{NodeId, Seconds, UserId};

use crate::error::{Error, Result};
use crate::latest::{Place, Remembered};

/// The most of one person.
pub(crate) const MOST: i64 = 1000;

/// Gives the node a star, once. Whether the person may see it is not asked.
pub fn choose(tx: &mut Tx<'_>, user: UserId, node: NodeId, now: Seconds) -> Result<()> {
    let added = tx.run(
        "INSERT INTO home_favourite (users_id, node_id, chosen_at) VALUES ($1, $2, $3)
         ON CONFLICT (users_id, node_id) DO NOTHING",
        params![user, node, now],
    )?;
    let count = "SELECT COUNT(*) FROM home_favourite WHERE users_id = $1";
    if added > 0 && tx.get(count, params![user], |row| row.get::<i64>(0))? > MOST {
        return Err(Error::TooManyFavourites);
    }
    Ok(())
}

pub(crate) fn forget(tx: &mut Tx<'_>, user: UserId, node: NodeId) -> db::Result<()> {
    tx.run("DELETE FROM home_favourite WHERE users_id = $1 AND node_id = $2", params![user, node])?;
    Ok(())
}

/// The person's favourites, the latest first.
pub(crate) fn latest(
    conn: &mut Conn<'_>,
    user: UserId,
    after: Place,
    limit: usize,
) -> db::Result<Vec<Remembered<Seconds>>> {
    let sql = "SELECT f.node_id, f.chosen_at
               FROM home_favourite f
               WHERE f.users_id = $1 AND (f.chosen_at, f.node_id) < ($2, $3)
               ORDER BY f.chosen_at DESC, f.node_id DESC
               LIMIT $4";
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    conn.rows(sql, params![user, after.at, after.id, most], |row| {
        let (node, at): (NodeId, Seconds) = (row.get(0)?, row.get(1)?);
        Ok(Remembered { node, place: Place { at, id: node.0 }, known: at })
    })
}

pub(crate) fn ids(conn: &mut Conn<'_>, user: UserId) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT f.node_id FROM home_favourite f WHERE f.users_id = $1 ORDER BY f.node_id LIMIT $2";
    conn.rows(sql, params![user, MOST], |row| row.get(0))
}
