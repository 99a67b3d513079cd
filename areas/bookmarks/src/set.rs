//! Bookmarks an entry.

use authz::{Actor, Permit};
use db::{Tx, params};
use events::{Header, publish};
use primitives::Seconds;

use crate::{Bookmark, Bookmarked, Error, Result};

/// The bookmarks of one person.
const MOST: i64 = 1000;

/// Bookmarks an entry for the actor. Without a title, the one that they gave it before stays.
pub fn set(tx: &mut Tx<'_>, actor: &Actor, permit: &Permit<Bookmark>, title: Option<&str>, now: Seconds) -> Result<()> {
    let (node, user) = (permit.node(), permit.actor());
    let sql = "SELECT COUNT(*) FROM bookmarks_bookmark WHERE users_id = $1 AND node_id <> $2";
    if tx.get(sql, params![user, node], |row| row.get::<i64>(0))? >= MOST {
        return Err(Error::TooMany { most: MOST });
    }
    tx.run(
        "INSERT INTO bookmarks_bookmark (users_id, node_id, title, made_at) VALUES ($1, $2, COALESCE($3, ''), $4)
         ON CONFLICT (users_id, node_id) DO UPDATE SET title = COALESCE($3, bookmarks_bookmark.title)",
        params![user, node, title, now],
    )?;
    let header = Header::by(actor, permit.tenant(), now);
    Ok(publish(tx, &Bookmarked { header, node, user })?)
}
