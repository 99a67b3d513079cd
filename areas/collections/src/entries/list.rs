//! `GET collection/{collection_id}/entry`: what is in a collection.

use axum::extract::State;
use content::Entry;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, PageLimit};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::store::{self, Place};
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Result};

/// A page that skips many hidden entries ends after this many rows, and goes on with `next`.
const MOST_READ: usize = 600;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CollectionEntriesQuery {
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
}

impl CollectionEntriesQuery {
    fn place(&self) -> Result<Place, Problem> {
        let cursor = rest::cursor("after", self.after.as_deref())?;
        Ok(cursor.map_or(Place::FIRST, |one| Place { place: one.number, node: NodeId(one.id) }))
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionEntryPage {
    items: Vec<Entry>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Lists what is in a collection, in its order: only what the asker may see now.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection/{collection_id}/entry", tag = "collection",
    operation_id = "collection_entries",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path), CollectionEntriesQuery),
    responses((status = OK, body = CollectionEntryPage, description = "One page")))]
pub(crate) async fn list(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Query(query): Query<CollectionEntriesQuery>,
) -> Result<Json<CollectionEntryPage>, Problem> {
    let (place, limit) = (query.place()?, PageLimit::clamp(query.limit).rows());
    let page = security::read_long(&collections.db, &actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        find(c, &asker, id, CollectionRole::Viewer)?;
        page(c, access, id, (place, limit))
    });
    Ok(Json(page.await?))
}

fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    id: CollectionId,
    (mut place, limit): (Place, usize),
) -> Result<CollectionEntryPage> {
    let (mut items, mut rows_read) = (Vec::new(), 0);
    loop {
        let wanted = limit - items.len();
        let mut rows = store::page(conn, id, place, wanted + 1)?;
        let is_end = rows.len() <= wanted;
        rows.truncate(wanted);
        rows_read += rows.len();
        let nodes: Vec<NodeId> = rows.iter().map(|row| row.node).collect();
        items.extend(content::entries_of(conn, access, &nodes)?);
        if let Some(last) = rows.last() {
            place = *last;
        }
        if is_end || items.len() == limit || rows_read >= MOST_READ {
            let next = Cursor { kind: 0, text: String::new(), number: place.place, id: place.node.0 };
            return Ok(CollectionEntryPage { items, next: (!is_end).then(|| next.encode()) });
        }
    }
}
