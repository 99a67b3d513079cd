//! Downloads of files: `GET /api/file/content/{node_id}` returns the bytes, in ranges if requested, and never in a form
//! that could run as a page of ours.

mod address;
mod again;
mod chunks;
mod conditions;
pub(crate) mod from_store;
pub(crate) mod range;

use std::sync::Arc;

use authz::{Actor, Denied};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, LAST_MODIFIED, RANGE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use blobs::{Opened, SharedStore};
use db::Conn;
use nodes::Node;
use primitives::{NodeId, NodeKind, Seconds};
use rest::{CurrentUser, Path, Problem, Query};
use security::Access;
use serde::Deserialize;
use storage::integrity::{self, Bytes};
use storage::intents;

use crate::{Content, Download, Error, Result, tell_download};
use conditions::Wish;
use range::Wanted;

pub(crate) use address::ByteAddress;
pub(crate) use again::Again;
pub(crate) use chunks::of as chunks_of;
pub(crate) use conditions::Current;

/// A file of a store.
pub(crate) type Stored = (SharedStore, Arc<Opened>);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct ContentQuery {
    /// Download under its name; otherwise it is shown in the page if that is safe.
    #[serde(default)]
    pub(crate) download: bool,
}

/// A file's bytes. One range is supported; the entity tag is the content's hash. `If-Match`, `If-None-Match`,
/// `If-Modified-Since`, `If-Unmodified-Since` and `If-Range` are supported.
#[utoipa::path(get, path = "/api/file/content/{node_id}", tag = "file", operation_id = "file_content",
    params(("node_id" = i64, Path), ContentQuery),
    responses(
        (status = OK, description = "The whole file", content_type = "application/octet-stream"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has the current version"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end"),
        (status = INTERNAL_SERVER_ERROR, description = "The bytes are not those that were stored (`damaged`), or are \
            not there (`bytes_missing`)")))]
pub async fn content(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
    Query(query): Query<ContentQuery>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let answer = send_file(&content, &actor, node, &headers, query.download).await?;
    // What the page shows in place is told as viewed.
    if query.download {
        tell_download(&content.db, (actor.user, &[node]), &method, &answer, content.clock.now());
    }
    Ok(answer)
}

/// The bytes of a file that `actor` may download, or the range of them that `asked` wants; under its name if they are to
/// be kept. Rooms above answer with it to askers who are not `actor`.
pub async fn send_file(
    content: &Content,
    actor: &Arc<Actor>,
    node: NodeId,
    asked: &HeaderMap,
    keep: bool,
) -> Result<Response<Body>, Problem> {
    let (node, file) = open(content, actor, node).await?;
    respond(content, (&node, file), asked, keep)
}

/// As `send_file`, of what `find` permits `actor` to download.
pub async fn send_found(
    content: &Content,
    actor: &Arc<Actor>,
    find: impl Fn(&mut Conn<'_>, &mut Access<'_>) -> security::Result<Node> + Clone + Send + 'static,
    asked: &HeaderMap,
    keep: bool,
) -> Result<Response<Body>, Problem> {
    let (node, file) = open_found(content, actor, find).await?;
    respond(content, (&node, file), asked, keep)
}

/// A file that `actor` may download, and its bytes.
pub(crate) async fn open(content: &Content, actor: &Arc<Actor>, node: NodeId) -> Result<(Node, Stored)> {
    open_found(content, actor, move |c, access| find_file(c, access, node)).await
}

/// A file that `actor` may download.
pub(crate) async fn find(content: &Content, actor: &Arc<Actor>, node: NodeId) -> Result<Node> {
    security::read(&content.db, actor, move |c, access| Ok::<_, Error>(find_file(c, access, node)?)).await
}

fn find_file(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<Node> {
    let seen = access.find_visible_with_terms(conn, node)?;
    let permit = seen.permit::<Download>()?;
    if permit.kind() != NodeKind::File {
        return Err(Denied::WrongKind.into());
    }
    Ok(seen.node)
}

/// The node that `find` permits the actor to download, and its bytes. It is looked for again if it is replaced between its
/// row and its bytes.
pub(crate) async fn open_found(
    content: &Content,
    actor: &Arc<Actor>,
    find: impl Fn(&mut Conn<'_>, &mut Access<'_>) -> security::Result<Node> + Clone + Send + 'static,
) -> Result<(Node, Stored)> {
    intents::with_retries(|| async {
        let find = find.clone();
        let found = security::read(&content.db, actor, move |c, access| {
            let node = find(c, access)?;
            let bytes = integrity::look(c, node.repository, &node)?;
            Ok::<_, Error>((node, bytes))
        });
        let (node, bytes) = found.await?;
        let stored = open_bytes(content, &node, bytes).await?;
        Ok((node, stored))
    })
    .await
}

pub(crate) async fn open_bytes(content: &Content, node: &Node, bytes: Bytes) -> Result<Stored> {
    let store = bytes.store();
    let file = integrity::right(&content.db, node, bytes, content.clock.now()).await?;
    Ok((store, file))
}

pub(crate) fn respond(
    content: &Content,
    (node, file): (&Node, Stored),
    asked: &HeaderMap,
    keep: bool,
) -> Result<Response<Body>, Problem> {
    let length = file.1.written().map_err(Error::from)?.size;
    let tag = format!("\"{}\"", node.facts.hash.as_deref().unwrap_or("none"));
    let mut response = Response::new(Body::empty());
    describe(response.headers_mut(), node, &tag, keep);
    let current = Current { tag: &tag, modified: node.modified_at };
    if let Some((first, count)) = wanted_part(asked, current, length, content.clock.now(), &mut response)? {
        let again = Again::of_node(content, node);
        *response.body_mut() = Body::from_stream(chunks_of(file, again, first, count));
    }
    Ok(response)
}

/// The first byte and the number of bytes that a request wants of `length` bytes, with the headers that tell so. None if
/// it gets no bytes.
pub(crate) fn wanted_part(
    asked: &HeaderMap,
    current: Current<'_>,
    length: u64,
    now: Seconds,
    response: &mut Response<Body>,
) -> Result<Option<(u64, u64)>, Problem> {
    match conditions::weigh(asked, current) {
        Wish::Failed => return Err(Problem::changed_meanwhile()),
        Wish::NotModified => {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return Ok(None);
        }
        Wish::Fulfilled => {}
    }
    let fresh = conditions::continues(asked, current, now);
    let header = asked.get(RANGE).filter(|_| fresh).and_then(|value| value.to_str().ok());
    let (first, count) = match range::wanted(header, length) {
        Wanted::Everything => (0, length),
        Wanted::Part { first, last } => {
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            set(response.headers_mut(), CONTENT_RANGE, &format!("bytes {first}-{last}/{length}"));
            (first, last - first + 1)
        }
        Wanted::Impossible => {
            *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            set(response.headers_mut(), CONTENT_RANGE, &format!("bytes */{length}"));
            return Ok(None);
        }
    };
    set(response.headers_mut(), CONTENT_LENGTH, &count.to_string());
    Ok(Some((first, count)))
}

/// What was made of an entry's content, to be downloaded in its place.
pub struct MadeFile<'m> {
    pub name: &'m str,
    pub mime: &'m str,
    /// Of its bytes, in quotation marks.
    pub tag: &'m str,
    pub file: (blobs::SharedStore, Arc<blobs::Opened>),
}

/// Sends it, or the range that is requested.
pub fn send_made(asked: &HeaderMap, made: MadeFile<'_>, now: Seconds) -> Result<Response<Body>, Problem> {
    let length = made.file.1.written().map_err(Error::from)?.size;
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    set(headers, CONTENT_TYPE, made.mime);
    set(headers, CONTENT_DISPOSITION, &disposition(made.name, false));
    set(headers, ETAG, made.tag);
    set(headers, ACCEPT_RANGES, "bytes");
    set(headers, CACHE_CONTROL, "private, no-cache");
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'");
    // A date says nothing of how it was made.
    let current = Current { tag: made.tag, modified: Seconds::MAX };
    if let Some((first, count)) = wanted_part(asked, current, length, now, &mut response)? {
        *response.body_mut() = Body::from_stream(chunks_of(made.file, None, first, count));
    }
    Ok(response)
}

fn describe(headers: &mut HeaderMap, node: &Node, tag: &str, keep: bool) {
    let mime = node.facts.mime.as_deref().unwrap_or("application/octet-stream");
    let inline = !keep && is_harmless(mime);
    set(headers, CONTENT_TYPE, if inline { mime } else { "application/octet-stream" });
    set(headers, CONTENT_DISPOSITION, &disposition(&node.name, inline));
    set(headers, ETAG, tag);
    set(headers, LAST_MODIFIED, &rest::http_date(node.modified_at));
    set(headers, ACCEPT_RANGES, "bytes");
    set(headers, CACHE_CONTROL, "private, no-cache");
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; style-src 'unsafe-inline'");
}

pub(crate) fn set(headers: &mut HeaderMap, name: axum::http::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Types that a browser shows without running anything in them.
fn is_harmless(mime: &str) -> bool {
    let pictures = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp", "image/avif"];
    pictures.contains(&mime)
        || ["application/pdf", "text/plain"].contains(&mime)
        || mime.starts_with("video/")
        || mime.starts_with("audio/")
}

/// RFC 6266: an ASCII stand-in, and the real name percent-encoded.
pub(crate) fn disposition(name: &str, inline: bool) -> String {
    let kind = if inline { "inline" } else { "attachment" };
    let plain: String =
        name.chars().map(|c| if c.is_ascii_graphic() && !"\"\\%".contains(c) || c == ' ' { c } else { '_' }).collect();
    let encoded: String = name
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::{disposition, is_harmless};

    #[test]
    fn a_name_cannot_break_out_of_its_header() {
        let header = disposition("Açaí \"x\"\r\nSet-Cookie: a=b.jpg", false);
        assert!(header.starts_with("attachment; filename=\"A_a_ _x___Set-Cookie: a=b.jpg\""), "{header}");
        assert!(header.ends_with("filename*=UTF-8''A%C3%A7a%C3%AD%20%22x%22%0D%0ASet-Cookie%3A%20a%3Db.jpg"));
    }

    #[test]
    fn nothing_that_could_run_is_shown_in_place() {
        for mime in ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/javascript"] {
            assert!(!is_harmless(mime), "{mime}");
        }
    }
}
