//! `GET collection_of/{node_id}`: the asker's collections that an entry is in.

use axum::extract::State;
use db::{Conn, Value};
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use security::See;
use serde::Serialize;

use crate::asker::{Asker, Parts};
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Error};

/// So many are named.
const MOST: i64 = 200;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionsOfEntry {
    /// By title; at most 200.
    items: Vec<CollectionOfEntry>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionOfEntry {
    collection_id: CollectionId,
    title: String,
    /// What the asker may do with it.
    role: CollectionRole,
}

/// The collections of the asker that an entry is in.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection_of/{node_id}", tag = "collection",
    operation_id = "collection_of_entry",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = CollectionsOfEntry, description = "The collections")))]
pub(crate) async fn list(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<CollectionsOfEntry>, Problem> {
    let read = security::read(&collections.db, &actor, move |c, access| {
        access.authorize::<See>(c, node)?;
        let asker = Asker::of(c, access.actor(), instance)?;
        Ok::<_, Error>(CollectionsOfEntry { items: with_entry(c, &asker, node)? })
    });
    Ok(Json(read.await?))
}

fn with_entry(conn: &mut Conn<'_>, asker: &Asker, node: NodeId) -> db::Result<Vec<CollectionOfEntry>> {
    let Parts { role, is_here, mut values, .. } = asker.parts();
    let at = values.len() + 1;
    values.extend([Value::from(node), Value::from(MOST)]);
    let sql = format!(
        "SELECT c.collection_id, c.title, {role}
         FROM collections_entry e
         JOIN collections_collection c ON c.collection_id = e.collection_id
         WHERE e.node_id = ${at} AND {is_here} AND {role} IS NOT NULL
         ORDER BY c.folded, c.collection_id
         LIMIT ${}",
        at + 1
    );
    conn.rows(&sql, &values, |row| {
        let role = CollectionRole::from_code(row.get(2)?).unwrap_or(CollectionRole::Viewer);
        Ok(CollectionOfEntry { collection_id: row.get(0)?, title: row.get(1)?, role })
    })
}
