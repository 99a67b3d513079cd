//! The rows of saved searches.

use db::{Conn, Row, Tx, params};
use primitives::{AppInstanceId, UserId};
use tenancy::Title;

use super::model::{SavedSearch, SavedSearchId};
use crate::error::{Error, Result};

/// The most of one person in one library.
const MOST: i64 = 100;

/// Saves a search, or gives the same search another title.
pub(super) fn save(
    tx: &mut Tx<'_>,
    (user, instance): (UserId, AppInstanceId),
    title: &Title,
    query: &str,
) -> Result<SavedSearchId> {
    let id = tx.get(
        "INSERT INTO home_saved_search (users_id, application_instance_id, title, query) VALUES ($1, $2, $3, $4)
         ON CONFLICT (users_id, application_instance_id, query) DO UPDATE SET title = excluded.title
         RETURNING saved_search_id",
        params![user, instance, title.as_str(), query],
        |row| row.get(0),
    )?;
    let count = "SELECT COUNT(*) FROM home_saved_search WHERE users_id = $1 AND application_instance_id = $2";
    if tx.get(count, params![user, instance], |row| row.get::<i64>(0))? > MOST {
        return Err(Error::TooManySavedSearches);
    }
    Ok(id)
}

/// None: the person has no such search. Of two searches for the same, the changed one stays.
pub(super) fn change(
    tx: &mut Tx<'_>,
    (user, instance): (UserId, AppInstanceId),
    id: SavedSearchId,
    (title, query): (&Title, Option<&str>),
) -> db::Result<Option<SavedSearch>> {
    tx.run(
        "DELETE FROM home_saved_search
         WHERE users_id = $1 AND application_instance_id = $2 AND query = $3 AND saved_search_id <> $4
           AND EXISTS (SELECT 1 FROM home_saved_search
                       WHERE saved_search_id = $4 AND users_id = $1 AND application_instance_id = $2)",
        params![user, instance, query, id],
    )?;
    tx.find(
        "UPDATE home_saved_search SET title = $4, query = COALESCE($5, query)
         WHERE saved_search_id = $1 AND users_id = $2 AND application_instance_id = $3
         RETURNING saved_search_id, title, query",
        params![id, user, instance, title.as_str(), query],
        read,
    )
}

pub(super) fn remove(tx: &mut Tx<'_>, (user, instance): (UserId, AppInstanceId), id: SavedSearchId) -> db::Result<()> {
    tx.run(
        "DELETE FROM home_saved_search
         WHERE saved_search_id = $1 AND users_id = $2 AND application_instance_id = $3",
        params![id, user, instance],
    )?;
    Ok(())
}

/// The person's searches of a library, in the order in which they were saved.
pub(super) fn list(conn: &mut Conn<'_>, user: UserId, instance: AppInstanceId) -> db::Result<Vec<SavedSearch>> {
    let sql = "SELECT s.saved_search_id, s.title, s.query
               FROM home_saved_search s
               WHERE s.users_id = $1 AND s.application_instance_id = $2
               ORDER BY s.saved_search_id";
    conn.rows(sql, params![user, instance], read)
}

fn read(row: &Row<'_>) -> db::Result<SavedSearch> {
    Ok(SavedSearch { saved_search_id: row.get(0)?, title: row.get(1)?, query: row.get(2)? })
}
