//! `GET /api/file/version/{version_id}`: sends the bytes of a version to people who may download its file.

use authz::{Action, Denied};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use db::Conn;
use nodes::Node;
use primitives::NodeId;
use rest::{CurrentUser, Path, Problem, Query};
use security::Access;
use storage::integrity;

use super::{VersionId, store};
use crate::downloads::{ContentQuery, Stored, open_bytes, open_found, respond};
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
    let find = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        Ok::<_, security::Error>(version_content::<Download>(c, access, version)?.0)
    };
    let (node, file) = open_found(&content, &actor, find).await?;
    respond(&content, (&node, file), &headers, query.download)
}

/// The node that has the content of a version, under the name of its file, for an asker who may do `A` to the file; and
/// whether terms of use withhold its bytes.
pub fn version_content<A: Action>(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    version: VersionId,
) -> security::Result<(Node, bool)> {
    let found = store::find(conn, version)?;
    let seen = access.find_visible_with_terms(conn, store::file_of(found.as_ref()))?;
    seen.permit::<A>()?;
    let is_withheld = seen.require_release().is_err();
    let holder = found.ok_or(Denied::Invisible)?.holder();
    if holder == seen.node.id {
        return Ok((seen.node, is_withheld));
    }
    let kept = nodes::find(conn, holder)?.ok_or(Denied::Invisible)?;
    Ok((Node { name: seen.node.name, ..kept }, is_withheld))
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
    open_bytes(content, &node, bytes).await.map(Some)
}
