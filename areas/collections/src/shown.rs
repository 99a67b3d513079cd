//! Collections as somebody sees them: with the number of entries that they see, and some of these as covers.

use std::collections::HashMap;

use content::Entry;
use db::{Conn, Value, params};
use nodes::{READY, in_list};
use primitives::{NodeId, NodeKind, UserId};
use security::Access;

use crate::entries::store::{self, Place};
use crate::error::Result;
use crate::found::Found;
use crate::hidden::not_hidden;
use crate::model::{Collection, Person};

/// Entries on the cover of a collection.
const COVERS: usize = 4;
/// Rows that are looked at in one step for covers, and steps.
const LOOKED_AT: usize = 8;
const STEPS: usize = 5;

pub(crate) fn shown(conn: &mut Conn<'_>, access: &mut Access<'_>, found: Vec<Found>) -> Result<Vec<Collection>> {
    let owners = people(conn, &found.iter().map(|one| one.owner).collect::<Vec<_>>())?;
    let mut shown = Vec::with_capacity(found.len());
    for one in found {
        let missing = || Person { users_id: one.owner, name: String::new(), avatar_url: None };
        shown.push(Collection {
            owner: owners.get(&one.owner).cloned().unwrap_or_else(missing),
            item_count: count(conn, access, &one)?,
            covers: covers(conn, access, &one)?,
            collection_id: one.id,
            tenant_id: one.tenant,
            title: one.title,
            description: one.description,
            role: one.role,
            made_at: one.made_at,
            changed_at: one.changed_at,
        });
    }
    Ok(shown)
}

fn people(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<HashMap<UserId, Person>> {
    let (list, values) = in_list(1, users);
    let sql = format!("SELECT u.users_id, u.name, u.avatar_url FROM identity_user u WHERE u.users_id IN ({list})");
    let found = conn.rows(&sql, &values, |row| {
        let users_id = row.get(0)?;
        Ok((users_id, Person { users_id, name: row.get(1)?, avatar_url: row.get(2)? }))
    });
    Ok(found?.into_iter().collect())
}

/// How many of its entries the asker sees: access is a condition of the statement.
fn count(conn: &mut Conn<'_>, access: &mut Access<'_>, collection: &Found) -> Result<i64> {
    let scope = access.scope(conn, collection.tenant)?;
    let acl = access.acl_sql(conn, collection.tenant)?;
    let sql = format!(
        "SELECT n.parent_id, COUNT(*)
         FROM collections_entry e
         CROSS JOIN nodes_node n
         {}
         WHERE e.collection_id = $1 AND n.node_id = e.node_id AND n.tenant_id = $3 AND n.state = {READY}
           AND n.kind > 0 AND {} IS NOT NULL
         GROUP BY n.parent_id",
        security::JOINED,
        scope.role("$2", &format!("({acl})"))
    );
    let values = [Value::from(collection.id), Value::from(scope.set), Value::from(collection.tenant)];
    let counts: Vec<(NodeId, i64)> = conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let shown = if access.walks(conn, collection.tenant)? { not_hidden(conn, counts)? } else { counts };
    Ok(shown.into_iter().map(|(_, count)| count).sum())
}

/// The first files that the asker sees; folders only where there are none among the first entries.
fn covers(conn: &mut Conn<'_>, access: &mut Access<'_>, collection: &Found) -> Result<Vec<Entry>> {
    let (mut files, mut folders, mut place) = (Vec::new(), Vec::new(), Place::FIRST);
    for _ in 0..STEPS {
        let rows = store::page(conn, collection.id, place, LOOKED_AT)?;
        let nodes: Vec<NodeId> = rows.iter().map(|row| row.node).collect();
        for entry in content::entries_of(conn, access, &nodes)? {
            let kind = if entry.node_type == NodeKind::File { &mut files } else { &mut folders };
            kind.push(entry);
        }
        let is_end = rows.len() < LOOKED_AT;
        if let Some(last) = rows.last() {
            place = *last;
        }
        if is_end || files.len() >= COVERS {
            break;
        }
    }
    let mut covers = if files.is_empty() { folders } else { files };
    covers.truncate(COVERS);
    Ok(covers)
}

/// The person of the id.
pub(crate) fn person(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Person>> {
    let sql = "SELECT u.users_id, u.name, u.avatar_url FROM identity_user u WHERE u.users_id = $1";
    conn.find(sql, params![user], |row| {
        Ok(Person { users_id: row.get(0)?, name: row.get(1)?, avatar_url: row.get(2)? })
    })
}
