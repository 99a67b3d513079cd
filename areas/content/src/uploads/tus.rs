//! tus 1.0 on the prepared address: an upload that was cut off goes on where it stopped.
//!
//! `prepare` is the creation; here are HEAD, PATCH with checksum, DELETE (termination) and OPTIONS.

use activity::Status;
use authz::Origin;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use futures_util::StreamExt;
use rest::{Problem, Query, Visitor};

use super::Turn;
use super::checksum::{ALGORITHMS, Announced};
use super::complete::complete;
use super::multipart::{UploadQuery, set_status, to_the_end};
use super::pending::{self, Arrival, Pending};
use super::sink::{Received, Sink};
use crate::{Content, Error, Result};

const OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const LENGTH: HeaderName = HeaderName::from_static("upload-length");
const CHECKSUM: HeaderName = HeaderName::from_static("upload-checksum");
const VERSION: (HeaderName, HeaderValue) =
    (HeaderName::from_static("tus-resumable"), HeaderValue::from_static("1.0.0"));

/// What this server speaks.
#[utoipa::path(options, path = "/api/file/upload", tag = "file", operation_id = "file_upload_options",
    responses((status = NO_CONTENT, description = "Tus-Version, Tus-Extension, Tus-Checksum-Algorithm")))]
pub async fn options() -> Response<Body> {
    let mut response = answer(StatusCode::NO_CONTENT);
    let said =
        [("tus-version", "1.0.0"), ("tus-extension", "checksum,termination"), ("tus-checksum-algorithm", ALGORITHMS)];
    for (name, value) in said {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// How many bytes have arrived.
#[utoipa::path(head, path = "/api/file/upload", tag = "file", operation_id = "file_upload_probe",
    params(UploadQuery), responses((status = OK, description = "Upload-Offset, and Upload-Length if known")))]
pub async fn probe(
    State(content): State<Content>,
    Query(query): Query<UploadQuery>,
    Visitor(origin): Visitor,
) -> Result<Response<Body>, Problem> {
    let upload = query.pending(&content, arrival(origin)).await?;
    let mut response = answer(StatusCode::OK);
    response.headers_mut().insert(OFFSET, HeaderValue::from(stored(&upload)?));
    if let Some(length) = upload.expected {
        response.headers_mut().insert(LENGTH, HeaderValue::from(length));
    }
    response.headers_mut().insert("cache-control", HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The next bytes. The part that makes the file whole places it.
#[utoipa::path(patch, path = "/api/file/upload", tag = "file", operation_id = "file_upload_append",
    params(UploadQuery, ("upload-offset" = u64, Header), ("upload-length" = Option<u64>, Header),
        ("upload-checksum" = Option<String>, Header)),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses((status = NO_CONTENT, description = "Upload-Offset: how many bytes have arrived")))]
pub async fn append(
    State(content): State<Content>,
    Query(query): Query<UploadQuery>,
    Visitor(origin): Visitor,
    headers: HeaderMap,
    body: Body,
) -> Result<Response<Body>, Problem> {
    let part = Part {
        offset: number(&headers, &OFFSET).ok_or(Error::Field("upload-offset"))?,
        length: number(&headers, &LENGTH),
        checksum: checksum(&headers)?,
    };
    let total = to_the_end(async move { take(&content, &query, arrival(origin), part, body).await }).await?;
    let mut response = answer(StatusCode::NO_CONTENT);
    response.headers_mut().insert(OFFSET, HeaderValue::from(total));
    Ok(response)
}

/// What the headers of a part say.
struct Part {
    offset: u64,
    /// Of the whole file; it may come with the first part.
    length: Option<u64>,
    checksum: Option<Announced>,
}

fn checksum(headers: &HeaderMap) -> Result<Option<Announced>, Problem> {
    let Some(value) = headers.get(CHECKSUM) else { return Ok(None) };
    let announced = value.to_str().ok().and_then(Announced::parse);
    announced.map(Some).ok_or_else(Problem::bad_request)
}

/// Takes a part and says how many bytes have arrived in all.
async fn take(content: &Content, query: &UploadQuery, arrival: Arrival, part: Part, body: Body) -> Result<u64> {
    let upload = query.pending(content, arrival).await?;
    let turn = content.uploads.turn(upload.node.id)?;
    let upload = with_length(content, upload, part.length).await?;
    let at = stored(&upload)?;
    if at != part.offset {
        return Err(Error::Offset { sent: part.offset, stored: at });
    }
    let action = upload.action.clone();
    let taken = append_to(content, upload, &turn, part, body).await;
    if taken.is_err() && !turn.stop.is_cancelled() {
        set_status(content, &action, Status::Error).await?;
    }
    taken
}

async fn append_to(content: &Content, upload: Pending, turn: &Turn, part: Part, body: Body) -> Result<u64> {
    let (total, received) = receive(content, &upload, turn, part.offset, part.checksum, body).await?;
    if upload.expected == Some(total) {
        complete(content, upload, received.file, received.whole).await?;
    } else {
        turn.remember(total, received.whole);
        if !upload.under_way {
            set_status(content, &upload.action, Status::InProgress).await?;
        }
    }
    Ok(total)
}

/// Gives the upload up.
#[utoipa::path(delete, path = "/api/file/upload", tag = "file", operation_id = "file_upload_terminate",
    params(UploadQuery), responses((status = NO_CONTENT, description = "It is gone")))]
pub async fn terminate(
    State(content): State<Content>,
    Query(query): Query<UploadQuery>,
    Visitor(origin): Visitor,
) -> Result<Response<Body>, Problem> {
    let upload = query.pending(&content, arrival(origin)).await?;
    content.uploads.abandon(&content, upload.node.id, &Status::Cancelled).await?;
    Ok(answer(StatusCode::NO_CONTENT))
}

/// Only a part can place the file.
fn arrival(origin: Origin) -> Arrival {
    Arrival { what: "file_upload_append", origin }
}

fn answer(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response.headers_mut().insert(VERSION.0, VERSION.1);
    response
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Option<u64> {
    headers.get(name)?.to_str().ok()?.parse().ok()
}

fn stored(upload: &Pending) -> Result<u64> {
    Ok(upload.tree.stage(upload.node.id)?.metadata()?.len())
}

/// The length may be told with the first part; it never changes afterwards.
async fn with_length(content: &Content, upload: Pending, told: Option<u64>) -> Result<Pending> {
    match (upload.expected, told) {
        (Some(expected), Some(told)) if expected != told => Err(Error::Field("upload-length")),
        (None, Some(told)) if told > content.config.largest_file => Err(Error::TooLarge),
        (None, Some(told)) => {
            let node = upload.node.id;
            content.db.write(move |tx| pending::set_expected(tx, node, told)).await?;
            Ok(Pending { expected: Some(told), ..upload })
        }
        _ => Ok(upload),
    }
}

/// Appends a part. One that was cut off keeps what arrived, unless a checksum was announced for the whole of it.
async fn receive(
    content: &Content,
    upload: &Pending,
    turn: &Turn,
    offset: u64,
    checksum: Option<Announced>,
    body: Body,
) -> Result<(u64, Received)> {
    let limit = upload.expected.unwrap_or(content.config.largest_file) - offset.min(upload.expected.unwrap_or(0));
    let (digest, announced) = checksum.map(|Announced { digest, value }| (digest, value)).unzip();
    let sink = Sink::new(upload.tree.stage(upload.node.id)?, turn.hashed(offset), digest);
    let mut bytes = 0;
    let mut chunks = body.into_data_stream();
    let mut ended = Ok(());
    loop {
        let chunk = tokio::select! {
            chunk = chunks.next() => chunk,
            () = turn.stop.cancelled() => {
                ended = Err(Error::Ticket);
                break;
            }
        };
        let Some(chunk) = chunk else { break };
        let Ok(chunk) = chunk else {
            ended = Err(Error::CutOff);
            break;
        };
        bytes += chunk.len() as u64;
        if bytes > limit {
            ended = Err(Error::TooLarge);
            break;
        }
        sink.write(chunk).await;
        if sink.has_failed() {
            break;
        }
    }
    let received = sink.finish().await;
    let damaged = match (&received, &announced) {
        (Ok(received), Some(announced)) => received.digest.as_ref() != Some(announced),
        _ => false,
    };
    if damaged || matches!(ended, Err(Error::TooLarge)) || received.is_err() {
        upload.tree.stage(upload.node.id)?.set_len(offset)?;
    }
    if let (Err(Error::CutOff), Ok(received), false) = (&ended, &received, damaged) {
        turn.remember(offset + received.bytes, received.whole.clone());
    }
    ended?;
    let received = received?;
    if damaged {
        return Err(Error::Checksum);
    }
    Ok((offset + received.bytes, received))
}
