//! `/api/link/{token}/file/{node_id}`: the bytes of an announced file, as tus sends them. An interrupted one goes on where
//! it stopped, if the link still has a place for it.

use authz::Origin;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use content::{ReceivedFile, append_received, await_received, give_up_received, require_ticket, tell_received};
use primitives::NodeId;
use rest::{ClientOrigin, Path, Problem, Query};
use serde::Deserialize;

use super::found::{FoundLink, Visit};
use super::places;
use crate::received::{Begun, begun};
use crate::{Error, Links, Result};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct TicketQuery {
    /// As the announcement was answered.
    ticket: String,
}

/// How many bytes of a file have come.
#[utoipa::path(head, path = "/api/link/{token}/file/{node_id}", tag = "link", operation_id = "link_file_probe",
    params(("token" = String, Path, description = "The end of the link's address"), ("node_id" = i64, Path),
        TicketQuery),
    responses((status = OK, description = "Upload-Offset and Upload-Length; of a file that has come, the whole offset"),
        (status = CONFLICT, description = "An empty file, and the link takes no more files (`link_full`)"),
        (status = GONE, description = ""), (status = LOCKED, description = "")))]
pub async fn probe(
    State(links): State<Links>,
    Path((token, node)): Path<(String, NodeId)>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<TicketQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let (found, begun) = find(&links, &visit, node).await?;
    let file = file(&found, origin, (node, query));
    // An empty file has come when one asks for it.
    if begun.bytes == 0 {
        require_ticket(&links.content, file.clone()).await.map_err(for_visitor)?;
        places::take(&links, begun).await?;
    }
    tell_received(&links.content, file).await.map_err(for_visitor)
}

/// Appends the next bytes of a file. After the last one it has come, and waits until somebody accepts it.
#[utoipa::path(patch, path = "/api/link/{token}/file/{node_id}", tag = "link", operation_id = "link_file_append",
    params(("token" = String, Path, description = "The end of the link's address"), ("node_id" = i64, Path),
        TicketQuery, ("upload-offset" = u64, Header), ("upload-checksum" = Option<String>, Header)),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses((status = NO_CONTENT, description = "Upload-Offset: how many bytes have come"),
        (status = CONFLICT, description = "The part begins elsewhere, or the link takes no more files (`link_full`)"),
        (status = GONE, description = ""),
        (status = UNSUPPORTED_MEDIA_TYPE, description = ""), (status = 460, description = "")))]
pub async fn append(
    State(links): State<Links>,
    Path((token, node)): Path<(String, NodeId)>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<TicketQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let (found, begun) = find(&links, &visit, node).await?;
    let _turn = links.receiving.take(found.row.id, visit.address)?;
    let file = file(&found, origin, (node, query));
    let brought = await_received(&links.content, file.clone(), body).await.map_err(for_visitor)?;
    let body = match brought {
        Some(body) => body,
        None if begun.bytes == 0 => Body::empty(),
        // Nothing comes, and nothing takes a place.
        None => {
            let mut told = tell_received(&links.content, file).await.map_err(for_visitor)?;
            *told.status_mut() = StatusCode::NO_CONTENT;
            return Ok(told);
        }
    };
    places::take(&links, begun).await?;
    append_received(&links.content, file, &headers, body).await.map_err(for_visitor)
}

/// Gives up a file that has not come whole.
#[utoipa::path(delete, path = "/api/link/{token}/file/{node_id}", tag = "link", operation_id = "link_file_give_up",
    params(("token" = String, Path, description = "The end of the link's address"), ("node_id" = i64, Path),
        TicketQuery),
    responses((status = NO_CONTENT, description = "It is forgotten"), (status = GONE, description = "")))]
pub async fn give_up(
    State(links): State<Links>,
    Path((token, node)): Path<(String, NodeId)>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<TicketQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let (found, _) = find(&links, &visit, node).await?;
    give_up_received(&links.content, file(&found, origin, (node, query))).await
}

/// The link by which a file is sent. If it has ended since the file was announced, the file may come all the same.
async fn find(links: &Links, visit: &Visit<'_>, node: NodeId) -> Result<(FoundLink, Begun)> {
    let begun = links.db.read(move |c| begun(c, node)).await?.ok_or(Error::NoLink)?;
    let (found, _) = links.find_asking(visit, begun.at).await?;
    if found.row.id == begun.link { Ok((found, begun)) } else { Err(Error::NoLink) }
}

/// The maker has lost a right meanwhile: what they may not do is not there.
fn for_visitor(problem: Problem) -> Problem {
    let is_of_maker = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&problem.status());
    if is_of_maker { Problem::not_found() } else { problem }
}

fn file(found: &FoundLink, origin: Origin, (node, query): (NodeId, TicketQuery)) -> ReceivedFile {
    ReceivedFile { actor: found.maker.clone(), origin, node, ticket: query.ticket }
}
