//! `GET /api/file/version/{version_id}`: the bytes of a version, for whoever may download the file.

use std::sync::Arc;

use authz::{Action, Actor, Denied};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use db::Conn;
use nodes::Node;
use primitives::NodeId;
use rest::{CurrentUser, Path, Problem, Query};
use security::Access;
use storage::{integrity, intents};

use super::{VersionId, store};
use crate::downloads::{ContentQuery, Stored, respond};
use crate::{Content, Download, Error, Result};

/// The bytes of a version of a file. As for the file itself, a range and conditions are supported.
#[utoipa::path(get, path = "/api/file/version/{version_id}", tag = "file", operation_id = "version_content",
    params(("version_id" = i64, Path), ContentQuery),
    responses(
        (status = OK, description = "The whole version", content_type = "application/octet-stream"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has it already"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end"),
        (status = INTERNAL_SERVER_ERROR, description = "The bytes are not those that were stored (`damaged`), or are \
            not there (`bytes_missing`)")))]
pub async fn content(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(version): Path<VersionId>,
    Query(query): Query<ContentQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, Problem> {
    // It may be taken up between its row and its bytes.
    let (node, file) = intents::with_retries(|| open(&content, &actor, version)).await?;
    respond(&node, file, &headers, query.download, content.clock.now())
}

async fn open(content: &Content, actor: &Arc<Actor>, version: VersionId) -> Result<(Node, Stored)> {
    let opened = security::read(&content.db, actor, move |c, access| {
        let node = version_content::<Download>(c, access, version)?;
        let bytes = integrity::look(c, node.repository, &node)?;
        Ok::<_, Error>((node, bytes))
    });
    let (node, bytes) = opened.await?;
    let store = bytes.store();
    let file = integrity::right(&content.db, &node, bytes, content.clock.now()).await?;
    Ok((node, (store, file)))
}

/// The node that has the content of a version, under the name of its file, for an asker who may do `A` to the file.
pub fn version_content<A: Action>(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    version: VersionId,
) -> security::Result<Node> {
    let found = store::find(conn, version)?;
    let seen = access.find_visible(conn, store::file_of(found.as_ref()))?;
    seen.permit::<A>()?;
    let holder = found.ok_or(Denied::Invisible)?.holder();
    if holder == seen.node.id {
        return Ok(seen.node);
    }
    let kept = nodes::find(conn, holder)?.ok_or(Denied::Invisible)?;
    Ok(Node { name: seen.node.name, ..kept })
}

/// The bytes that a file had, if they are kept. The caller knows that the file may be downloaded.
pub(crate) async fn open_kept(content: &Content, file: NodeId, hash: Option<String>) -> Result<Option<Stored>> {
    let found = content.db.read(move |c| {
        let Some(kept) = nodes::kept_with(c, file, hash.as_deref())? else { return Ok(None) };
        let Some(node) = nodes::find(c, kept)? else { return Ok(None) };
        let bytes = integrity::look(c, node.repository, &node)?;
        Ok::<_, Error>(Some((node, bytes)))
    });
    let Some((node, bytes)) = found.await? else { return Ok(None) };
    let store = bytes.store();
    let opened = integrity::right(&content.db, &node, bytes, content.clock.now()).await?;
    Ok(Some((store, opened)))
}
