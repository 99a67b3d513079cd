//! `GET usage/request/{node_id}`: who waits for an answer at a folder.

use axum::extract::State;
use primitives::{AppInstanceId, Cursor, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::GrantAccess;
use serde::{Deserialize, Serialize};

use super::model::{AskedRequest, RequestedEntry, UsageRequestId, WaitingRequest};
use super::store;
use crate::{Error, Usage};

const MOST: usize = 50;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct RequestsQuery {
    /// `next` of the page before.
    after: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct WaitingRequests {
    /// The first to ask first.
    items: Vec<WaitingRequest>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Lists who has asked to download from a folder and waits for an answer, for its managers.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/usage/request/{node_id}", tag = "usage",
    operation_id = "download_requests",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), RequestsQuery),
    responses((status = OK, body = WaitingRequests, description = "One page")))]
pub(crate) async fn list(
    State(usage): State<Usage>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<RequestsQuery>,
) -> Result<Json<WaitingRequests>, Problem> {
    let after = UsageRequestId(rest::cursor("after", query.after.as_deref())?.map_or(0, |cursor| cursor.id));
    let now = usage.clock.now();
    let read = security::read(&usage.db, &actor, move |c, access| {
        let tenant = access.authorize::<GrantAccess>(c, node)?.tenant();
        let mut rows = store::waiting(c, node, after, MOST + 1)?;
        let has_more = rows.len() > MOST;
        rows.truncate(MOST);
        let next = rows
            .last()
            .filter(|_| has_more)
            .map(|last| Cursor { kind: 0, text: String::new(), number: 0, id: last.id.0 }.encode());
        let nodes: Vec<NodeId> = rows.iter().map(|row| row.node).collect();
        let open = access.open_nodes(c, tenant, &nodes)?;
        let told = |row: AskedRequest| {
            let entry = open.get(&row.node).map(|open| RequestedEntry { node_id: open.id, name: open.name.clone() });
            WaitingRequest { request: row.told(now), entry }
        };
        let items = rows.into_iter().map(told).collect();
        Ok::<_, Error>(WaitingRequests { items, next })
    });
    Ok(Json(read.await?))
}
