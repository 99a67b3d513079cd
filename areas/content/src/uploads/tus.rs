//! tus 1.0: an interrupted upload continues where it stopped.
//!
//! `prepare` or tus's own creation (`create`) makes an upload; HEAD, PATCH, DELETE and OPTIONS are here.

mod concat;
mod create;
mod named;
mod protocol;
mod receive;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Response, StatusCode};
use primitives::NodeId;
use rest::{CurrentUser, Problem, Query};

use super::abandon::abandon;
use super::checksum::ALGORITHMS;
use super::ended::{self, Ended};
use super::partial;
use super::pending::{self, UploadSource};
use super::query::UploadQuery;
use super::recovery;
use crate::{Content, Error, Result};
use protocol::{
    CONCAT, LENGTH, OFFSET, UNCHANGED, answer, brings_bytes, checksum, number, say, say_expiry, say_length,
};
use receive::{Part, Target, finish, take};
use storage::blocking::run_detached;

pub(super) use create::create;
pub(super) use protocol::is_creation;
pub use protocol::{Tus, speak_tus};

const EXTENSIONS: &str =
    "creation,creation-with-upload,creation-defer-length,expiration,checksum,termination,concatenation";

/// The supported version and extensions. Uploads are created by POST at this address.
#[utoipa::path(options, path = "/api/file/upload", tag = "file", operation_id = "file_upload_options",
    responses((status = NO_CONTENT,
        description = "Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Checksum-Algorithm")))]
pub async fn options(State(content): State<Content>) -> Response<Body> {
    let mut response = answer(StatusCode::NO_CONTENT);
    let largest = content.config.max_file_bytes.to_string();
    let said = [
        ("allow", "HEAD, POST, PATCH, DELETE, OPTIONS"),
        ("tus-version", "1.0.0"),
        ("tus-extension", EXTENSIONS),
        ("tus-max-size", largest.as_str()),
        ("tus-checksum-algorithm", ALGORITHMS),
    ];
    for (name, value) in said {
        say(&mut response, HeaderName::from_static(name), value);
    }
    response
}

/// Refuses who does not have the upload's ticket.
pub(crate) async fn require(content: &Content, upload: TusUpload) -> Result<(), Problem> {
    Ok(find(content, &upload.query, upload.source).await.map(drop)?)
}

/// How many bytes have arrived. If all have arrived, the file is completed, unless it was already.
#[utoipa::path(head, path = "/api/file/upload", tag = "file", operation_id = "file_upload_probe",
    params(UploadQuery, ("tus-resumable" = String, Header)),
    responses(
        (status = OK, description = "Upload-Offset, and Upload-Length or Upload-Defer-Length; of an upload that ended, \
            for a day, the whole offset. Upload-Unchanged as of the last part, where this completes the file"),
        (status = CONFLICT, description = ""), (status = GONE, description = ""),
        (status = PRECONDITION_FAILED, description = ""), (status = LOCKED, description = "")))]
pub async fn probe(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<UploadQuery>,
    _tus: Tus,
) -> Result<Response<Body>, Problem> {
    let source = UploadSource::of("file_upload_append", &actor);
    tell(&content, TusUpload { query, source }).await
}

/// Appends the next bytes. The part with the last byte completes the file.
#[utoipa::path(patch, path = "/api/file/upload", tag = "file", operation_id = "file_upload_append",
    params(UploadQuery, ("tus-resumable" = String, Header), ("upload-offset" = u64, Header),
        ("upload-length" = Option<u64>, Header), ("upload-checksum" = Option<String>, Header)),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses(
        (status = NO_CONTENT, description = "Upload-Offset: how many bytes have arrived. Upload-Unchanged: the file \
            that was to be replaced has these bytes already"),
        (status = GONE, description = ""),
        (status = PRECONDITION_FAILED, description = ""), (status = UNSUPPORTED_MEDIA_TYPE, description = ""),
        (status = 460, description = "")))]
pub async fn append(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<UploadQuery>,
    _tus: Tus,
    headers: HeaderMap,
    body: Body,
) -> Result<Response<Body>, Problem> {
    let source = UploadSource::of("file_upload_append", &actor);
    append_to(&content, TusUpload { query, source }, &headers, body).await
}

/// Abandons the upload.
#[utoipa::path(delete, path = "/api/file/upload", tag = "file", operation_id = "file_upload_terminate",
    params(UploadQuery, ("tus-resumable" = String, Header)),
    responses((status = NO_CONTENT, description = "The upload was abandoned"), (status = GONE, description = ""),
        (status = PRECONDITION_FAILED, description = "")))]
pub async fn terminate(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<UploadQuery>,
    _tus: Tus,
) -> Result<Response<Body>, Problem> {
    let source = UploadSource::of("file_upload_append", &actor);
    give_up(&content, TusUpload { query, source }).await
}

/// An upload that is asked for by its address, and who asks.
pub(crate) struct TusUpload {
    pub query: UploadQuery,
    pub source: UploadSource,
}

/// How many bytes have arrived. If all have arrived, the file is completed, unless it was already.
pub(crate) async fn tell(content: &Content, upload: TusUpload) -> Result<Response<Body>, Problem> {
    let mut response = answer(StatusCode::OK);
    say(&mut response, axum::http::header::CACHE_CONTROL, "no-store");
    match find(content, &upload.query, upload.source).await? {
        Found::Ended(ended) => {
            say(&mut response, OFFSET, ended.stored.size);
            say(&mut response, LENGTH, ended.stored.size);
            if let Some(concat) = ended.concat {
                say(&mut response, CONCAT, concat);
            }
        }
        Found::UnderWay(target) => {
            let stored = target.staged().length().await?;
            say(&mut response, OFFSET, stored);
            say_length(&mut response, target.expected());
            say_expiry(&mut response, target.seen_at() + content.config.staging_keeps);
            match target {
                Target::Partial(_) => say(&mut response, CONCAT, "partial"),
                Target::File(upload) if upload.expected == Some(stored) => {
                    let content = content.clone();
                    let stored = run_detached(async move { finish(&content, upload).await }).await?;
                    if stored.unchanged {
                        say(&mut response, UNCHANGED, true);
                    }
                }
                Target::File(_) => {}
            }
        }
    }
    Ok(response)
}

/// Appends the next bytes; the part with the last byte completes the file.
pub(crate) async fn append_to(
    content: &Content,
    upload: TusUpload,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response<Body>, Problem> {
    if !brings_bytes(headers)? {
        return Err(Error::MediaType.into());
    }
    let part = Part {
        offset: number(headers, &OFFSET)?.ok_or(Error::Unreadable)?,
        length: number(headers, &LENGTH)?,
        checksum: checksum(headers)?,
    };
    let keeps = content.clock.now() + content.config.staging_keeps;
    let (total, unchanged) = match find(content, &upload.query, upload.source).await? {
        Found::Ended(Ended { concat: Some(_), .. }) => return Err(Error::IsFinal.into()),
        Found::Ended(ended) if part.offset == ended.stored.size => {
            receive::nothing_more(body).await?;
            (part.offset, false)
        }
        Found::Ended(ended) => {
            return Err(Error::Offset { sent: part.offset, stored: ended.stored.size }.into());
        }
        Found::UnderWay(target) => {
            let content = content.clone();
            let taken = run_detached(async move { take(&content, target, part, body).await }).await?;
            (taken.bytes, taken.unchanged)
        }
    };
    let mut response = answer(StatusCode::NO_CONTENT);
    say(&mut response, OFFSET, total);
    if unchanged {
        say(&mut response, UNCHANGED, true);
    }
    say_expiry(&mut response, keeps);
    Ok(response)
}

/// Abandons the upload.
pub(crate) async fn give_up(content: &Content, upload: TusUpload) -> Result<Response<Body>, Problem> {
    let TusUpload { query, source } = upload;
    match find(content, &query, source).await? {
        Found::Ended(_) => return Err(Error::UploadEnded.into()),
        Found::UnderWay(Target::File(upload)) => {
            abandon(content, upload.node.id, &activity::Status::Cancelled).await?;
        }
        Found::UnderWay(Target::Partial(partial)) => {
            let _lock = content.uploads.lock(partial.key()).await?;
            partial.give_up(content, query.callback.as_deref().unwrap_or(""), source.user).await?;
        }
    }
    Ok(answer(StatusCode::NO_CONTENT))
}

/// The upload that an address names, for the person who asks.
#[expect(clippy::large_enum_variant, reason = "there is one for each request, and it is not moved about")]
enum Found {
    UnderWay(Target),
    Ended(Ended),
}

async fn find(content: &Content, query: &UploadQuery, upload_source: UploadSource) -> Result<Found> {
    let ticket = query.callback.clone().ok_or(Error::Ticket)?;
    if let Some(id) = query.partial_id {
        let config = content.config.clone();
        let partial = content.db.read(move |c| {
            ended::find(c, ended::PARTIAL, &ticket, upload_source.user)?;
            partial::find(c, &config, id, &ticket, upload_source.user)
        });
        return Ok(Found::UnderWay(Target::Partial(partial.await?)));
    }
    let node = query.node_id.ok_or(Error::Ticket)?;
    let found = content.db.read(move |c| file(c, node, &ticket, upload_source)).await?;
    if let Found::UnderWay(Target::File(upload)) = &found {
        Box::pin(recovery::take_left(content, upload)).await?;
    }
    Ok(found)
}

fn file(conn: &mut db::Conn<'_>, node: NodeId, ticket: &str, upload_source: UploadSource) -> Result<Found> {
    match pending::find(conn, node, ticket, upload_source) {
        Err(Error::Ticket) => match ended::find(conn, node, ticket, upload_source.user)? {
            Some(ended) => Ok(Found::Ended(ended)),
            None => Err(Error::Ticket),
        },
        found => Ok(Found::UnderWay(Target::File(found?))),
    }
}
