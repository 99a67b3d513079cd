//! The rows of collections.

use db::{Conn, Tx, params};
use primitives::{Seconds, TenantId, UserId, fold};

use crate::error::{Error, Result};
use crate::model::CollectionId;

/// So many collections one person owns.
const MOST: i64 = 1_000;

/// What its owner writes about a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub title: String,
    pub description: String,
}

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    (tenant, owner): (TenantId, UserId),
    words: &Words,
    now: Seconds,
) -> Result<CollectionId> {
    let id = tx.get(
        "INSERT INTO collections_collection (tenant_id, users_id, title, folded, description, made_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         RETURNING collection_id",
        params![tenant, owner, &words.title, &fold(&words.title), &words.description, now],
        |row| row.get(0),
    )?;
    refuse_too_many(tx, owner)?;
    Ok(id)
}

fn refuse_too_many(conn: &mut Conn<'_>, owner: UserId) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM collections_collection WHERE users_id = $1";
    let owned: i64 = conn.get(sql, params![owner], |row| row.get(0))?;
    if owned > MOST { Err(Error::TooManyCollections(MOST)) } else { Ok(()) }
}

pub(crate) fn change(tx: &mut Tx<'_>, id: CollectionId, words: &Words, now: Seconds) -> db::Result<()> {
    let sql = "UPDATE collections_collection SET title = $2, folded = $3, description = $4, changed_at = $5
               WHERE collection_id = $1";
    tx.run(sql, params![id, &words.title, &fold(&words.title), &words.description, now])?;
    Ok(())
}

/// Holds a collection until the end of the transaction: nobody changes what is in it, or who sees it, meanwhile.
pub fn hold(tx: &mut Tx<'_>, id: CollectionId) -> db::Result<()> {
    tx.run("UPDATE collections_collection SET made_at = made_at WHERE collection_id = $1", params![id])?;
    Ok(())
}

/// Notes that its entries have changed.
pub(crate) fn touch(tx: &mut Tx<'_>, id: CollectionId, now: Seconds) -> db::Result<()> {
    tx.run("UPDATE collections_collection SET changed_at = $2 WHERE collection_id = $1", params![id, now])?;
    Ok(())
}

pub(crate) fn set_owner(tx: &mut Tx<'_>, id: CollectionId, owner: UserId) -> Result<()> {
    tx.run("UPDATE collections_collection SET users_id = $2 WHERE collection_id = $1", params![id, owner])?;
    refuse_too_many(tx, owner)
}

pub(crate) fn delete(tx: &mut Tx<'_>, id: CollectionId) -> db::Result<()> {
    tx.run("DELETE FROM collections_collection WHERE collection_id = $1", params![id])?;
    Ok(())
}
