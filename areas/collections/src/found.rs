//! Finds collections for somebody, with what they may do with each.

use db::{Conn, Row, Value};
use primitives::{Seconds, TenantId, UserId};

use crate::asker::{Asker, Parts};
use crate::error::{Error, Result};
use crate::model::{CollectionId, CollectionRole};

/// A collection that the asker is a member of.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub id: CollectionId,
    pub tenant: TenantId,
    pub owner: UserId,
    pub title: String,
    pub description: String,
    pub made_at: Seconds,
    pub changed_at: Seconds,
    pub role: CollectionRole,
}

const COLUMNS: &str = "c.collection_id, c.tenant_id, c.users_id, c.title, c.description, c.made_at, c.changed_at";

fn found(row: &Row<'_>) -> db::Result<Option<Found>> {
    let Some(role) = row.get::<Option<i64>>(7)?.and_then(CollectionRole::from_code) else { return Ok(None) };
    Ok(Some(Found {
        id: row.get(0)?,
        tenant: row.get(1)?,
        owner: row.get(2)?,
        title: row.get(3)?,
        description: row.get(4)?,
        made_at: row.get(5)?,
        changed_at: row.get(6)?,
        role,
    }))
}

/// The collection, if the asker is a member with at least this role. Who is none, and who asks for one that is missing,
/// get one answer.
pub(crate) fn find(conn: &mut Conn<'_>, asker: &Asker, id: CollectionId, least: CollectionRole) -> Result<Found> {
    let Parts { role, is_here, mut values, .. } = asker.parts();
    values.push(Value::from(id));
    let sql = format!(
        "SELECT {COLUMNS}, {role} FROM collections_collection c WHERE c.collection_id = ${} AND {is_here}",
        values.len()
    );
    let seen = conn.find(&sql, &values, found)?.flatten().ok_or(Error::NoCollection)?;
    if seen.role >= least {
        Ok(seen)
    } else if least == CollectionRole::Owner {
        Err(Error::NotOwner)
    } else {
        Err(Error::NotEditor)
    }
}

/// Whether the asker is an editor, and the owner is switched off or has left the tenant.
pub(crate) fn may_take_over(conn: &mut Conn<'_>, collection: &Found) -> Result<bool> {
    if collection.role != CollectionRole::Editor {
        return Ok(false);
    }
    let owner = accounts::find_actor(conn, collection.owner)?;
    Ok(owner.is_none_or(|owner| !owner.belongs_to(collection.tenant)))
}

/// Where a page of the list begins: after a collection of that time and id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub changed_at: Seconds,
    pub id: CollectionId,
}

impl Before {
    pub const FIRST: Self = Self { changed_at: i64::MAX, id: CollectionId(i64::MAX) };
}

/// Which of somebody's collections a list has.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Patterns that the folded title has.
    pub titled: Vec<String>,
    pub least: CollectionRole,
}

/// Up to `limit` collections of the asker, those that changed last first.
pub(crate) fn page(
    conn: &mut Conn<'_>,
    asker: &Asker,
    wanted: &Wanted,
    before: Before,
    limit: usize,
) -> db::Result<Vec<Found>> {
    let Parts { role, theirs, is_here, values } = asker.parts();
    let mut values: Vec<Value<'_>> = values;
    let first = values.len() + 1;
    values.extend([
        Value::from(before.changed_at),
        Value::from(before.id),
        Value::from(i64::try_from(limit).unwrap_or(i64::MAX)),
        Value::from(wanted.least.code()),
    ]);
    let mut titled = String::new();
    for pattern in &wanted.titled {
        values.push(Value::Text(pattern));
        titled += &format!(" AND c.folded LIKE ${} ESCAPE '!'", values.len());
    }
    let sql = format!(
        "SELECT {COLUMNS}, {role}
         FROM collections_collection c
         WHERE c.collection_id IN ({theirs}) AND {is_here} AND {role} >= ${} {titled}
           AND (c.changed_at, c.collection_id) < (${first}, ${})
         ORDER BY c.changed_at DESC, c.collection_id DESC
         LIMIT ${}",
        first + 3,
        first + 1,
        first + 2
    );
    Ok(conn.rows(&sql, &values, found)?.into_iter().flatten().collect())
}
