//! `POST /api/file/upload`: the whole file in one multipart request.

use activity::Status;
use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, Response};
use axum::response::IntoResponse;
use rest::{CurrentUser, Json, Problem, Query};
use storage::blocking::run_detached;
use storage::{ChangeError, disk};

use super::complete::complete;
use super::ended::Ended;
use super::form::{Form, Source, keep, node, text};
use super::lease::{self, Lease};
use super::locks::UploadLock;
use super::pending::{Pending, UploadSource};
use super::query::UploadQuery;
use super::receive::pour;
use super::sink::{Begin, Received, Sink};
use super::status::set_status;
use super::stored::Stored;
use super::tus;
use crate::{Content, Error, Result};

/// The fields of an upload; `raw_data` is the file. A file of more than 256 MiB must come after `node_id` and
/// `callback`, unless the address has them.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the multipart body, which is read field by field")]
pub struct UploadBody {
    parent_id: String,
    node_id: i64,
    file_name: String,
    callback: String,
    #[schema(value_type = String, format = Binary)]
    raw_data: Vec<u8>,
}

/// Sends a whole prepared file; or, with tus headers, creates an upload at this one address for all files.
///
/// tus's creation: `Upload-Length` or `Upload-Defer-Length: 1`, and `Upload-Metadata` with `filename` and
/// `folder_parent_id`. The first bytes may be included (`application/offset+octet-stream`). `Upload-Concat` makes
/// partial uploads and joins them into one file.
#[utoipa::path(post, path = "/api/file/upload", tag = "file", operation_id = "file_upload",
    params(UploadQuery, ("tus-resumable" = Option<String>, Header), ("upload-length" = Option<u64>, Header),
        ("upload-defer-length" = Option<u8>, Header), ("upload-metadata" = Option<String>, Header),
        ("upload-concat" = Option<String>, Header)),
    request_body(content = UploadBody, content_type = "multipart/form-data"),
    responses(
        (status = OK, body = Stored, description = "The file is stored"),
        (status = CREATED, description = "Location: the upload's address; Upload-Offset, Upload-Expires"),
        (status = GONE, description = ""), (status = PRECONDITION_FAILED, description = ""),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn upload(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Query(query): Query<UploadQuery>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response<Body>, Problem> {
    if tus::is_creation(&headers) {
        let (mut parts, body) = request.into_parts();
        tus::Tus::from_request_parts(&mut parts, &()).await?;
        return Ok(run_detached(async move { tus::create(&content, &actor, headers, body).await }).await?);
    }
    let form = Form::of(request, &["node_id", "callback", "raw_data"])?;
    let upload_source = UploadSource::of("file_upload", &actor);
    Ok(Json(run_detached(async move { receive(&content, query, upload_source, form).await }).await?).into_response())
}

async fn receive(
    content: &Content,
    mut query: UploadQuery,
    upload_source: UploadSource,
    mut form: Form,
) -> Result<Stored> {
    let mut kept = None;
    while let Some((name, field)) = form.next().await? {
        match name {
            "node_id" => query.node_id = Some(node(name, field).await?),
            "callback" => query.callback = Some(text(field).await?),
            _ if query.named().is_ok() => {
                return fill(content, &query, upload_source, Source::Form(form, Some(field))).await;
            }
            _ => kept = Some(keep(content, field, "node_id").await?),
        }
    }
    fill(content, &query, upload_source, Source::Kept(kept.ok_or(Error::Field("raw_data"))?)).await
}

async fn fill(content: &Content, query: &UploadQuery, upload_source: UploadSource, source: Source) -> Result<Stored> {
    match query.pending(content, upload_source).await {
        Ok(upload) => Box::pin(take(content, upload, source)).await,
        Err(Error::Ticket) => {
            let ended = query.ended(content, upload_source).await?;
            again(ended.ok_or(Error::Ticket)?, source).await
        }
        Err(error) => Err(error),
    }
}

/// Who lost the answer sends the file once more: the same bytes get the same answer, others find the ticket used.
async fn again(ended: Ended, mut source: Source) -> Result<Stored> {
    let mut hasher = blake3::Hasher::new();
    while let Some(chunk) = source.chunk().await? {
        hasher.update(&chunk);
    }
    if hasher.finalize().to_hex().as_str() == ended.stored.hash { Ok(ended.stored) } else { Err(Error::TicketSpent) }
}

/// Takes the file's bytes, from the beginning whatever came before. Cut off, the upload waits for another try.
pub(crate) async fn take(content: &Content, upload: Pending, source: Source) -> Result<Stored> {
    disk::refuse_without_room(&content.db)?;
    let lock = content.uploads.try_lock(upload.key())?;
    let lease = lease::take(content, &upload.held).await?.disconnecting(&lock.stop);
    let action = upload.action.clone();
    if !upload.under_way {
        set_status(content, action.as_deref(), Status::InProgress).await?;
    }
    let received = match lease.during(drain(content, &upload, &lock, &lease, source)).await {
        Ok(Received { file, whole, bytes, .. }) => {
            Box::pin(complete(content, upload, &lease, file, whole, Some(bytes))).await
        }
        Err(error) => Err(error),
    };
    // Until the database tells whether the file is in place, nobody else goes on with it.
    if received.as_ref().is_err_and(|error| !error.may_have_committed()) {
        lease.release().await;
    }
    let given_up = lock.stop.is_cancelled();
    drop(lock);
    if let Err(error) = &received
        && !given_up
        && !error.is_lost_upload()
    {
        set_status(content, action.as_deref(), Status::Error).await?;
    }
    received
}

async fn drain(
    content: &Content,
    upload: &Pending,
    lock: &UploadLock,
    lease: &Lease,
    source: Source,
) -> Result<Received> {
    let limit = upload.expected.unwrap_or(content.config.max_file_bytes);
    let sink = Sink::new(upload.staged(), Some(lease.clone()), Begin::Anew, Some(blake3::Hasher::new()), None);
    let ended = pour(source.chunks(), &sink, lock, limit).await;
    let received = match sink.finish().await {
        // The next try starts over; the bytes of this one would only fill the disk.
        Err(full @ Error::Storage(storage::Error::Disk(blobs::Error::Full))) => {
            upload.staged().cut(Some(lease), 0).await?;
            return Err(full);
        }
        other => other?,
    };
    ended?;
    if upload.expected.is_some_and(|expected| expected != received.bytes) {
        return Err(Error::CutOff);
    }
    Ok(received)
}
