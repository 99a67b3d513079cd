//! What the store is given: whole, in parts, or as a copy of what it has.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::Answer;
use super::request::{self, Request};
use super::{BUCKET, Object, Objects, Upload, etag};

pub(super) fn put(request: &Request, objects: &mut Objects, key: String) -> Answer {
    let object = match copied(request, objects) {
        // However it was sent, a copy in one request is one whole.
        Ok(Some(from)) => Object { etag: etag(&from.bytes), ..from },
        Ok(None) => Object::whole(request.body.clone(), request.noted()),
        Err(refusal) => return refusal,
    };
    let etag = objects.keep(key, object);
    Answer::of(200).with("etag", &etag).body(format!("<CopyObjectResult>{}</CopyObjectResult>", said(&etag)).as_bytes())
}

/// The object that is to be copied, if one is.
fn copied(request: &Request, objects: &Objects) -> Result<Option<Object>, Answer> {
    let Some(from) = request.header("x-amz-copy-source").map(request::decoded) else { return Ok(None) };
    let from = from.strip_prefix(&format!("/{BUCKET}/")).and_then(|from| objects.all.get(from).cloned());
    let from = from.ok_or_else(|| Answer::error(404, "NoSuchKey"))?;
    match request.header("x-amz-copy-source-if-match") {
        Some(wanted) if wanted != from.etag => Err(Answer::error(412, "PreconditionFailed")),
        _ => Ok(Some(from)),
    }
}

/// A tag in a document.
fn said(etag: &str) -> String {
    format!("<ETag>{}</ETag>", etag.replace('"', "&quot;"))
}

pub(super) fn begin_parts(request: &Request, objects: &mut Objects, key: String) -> Answer {
    objects.made += 1;
    let id = format!("upload-{}", objects.made);
    objects.parts.insert(id.clone(), Upload { key, noted: request.noted(), parts: BTreeMap::new() });
    Answer::document("InitiateMultipartUploadResult", &format!("<UploadId>{id}</UploadId>"))
}

pub(super) fn put_part(request: &Request, objects: &mut Objects) -> Answer {
    let id = request.query("uploadId").unwrap_or_default();
    let number = request.query("partNumber").and_then(|number| number.parse().ok()).unwrap_or(0);
    let bytes = match copied(request, objects) {
        Ok(Some(from)) => match stretch(request, &from.bytes) {
            Some(bytes) => bytes,
            None => return Answer::error(416, "InvalidRange"),
        },
        Ok(None) => request.body.clone(),
        Err(refusal) => return refusal,
    };
    let Some(upload) = objects.parts.get_mut(&id) else { return Answer::error(404, "NoSuchUpload") };
    let etag = etag(&bytes);
    upload.parts.insert(number, bytes);
    Answer::of(200).with("etag", &etag).body(format!("<CopyPartResult>{}</CopyPartResult>", said(&etag)).as_bytes())
}

/// What of an object is copied as a part.
fn stretch(request: &Request, bytes: &[u8]) -> Option<Vec<u8>> {
    let Some(range) = request.header("x-amz-copy-source-range") else { return Some(bytes.to_vec()) };
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    Some(bytes.get(first.parse().ok()?..=last.parse().ok()?)?.to_vec())
}

pub(super) fn end_parts(request: &Request, objects: &mut Objects) -> Answer {
    let id = request.query("uploadId").unwrap_or_default();
    let Some(upload) = objects.parts.remove(&id) else { return Answer::error(404, "NoSuchUpload") };
    let named = String::from_utf8_lossy(&request.body).into_owned();
    if !upload.parts.values().all(|part| named.contains(etag(part).trim_matches('"'))) {
        return Answer::error(400, "InvalidPart");
    }
    let tags: String = upload.parts.values().map(|part| etag(part)).collect();
    let etag = format!("{}-{}\"", etag(tags.as_bytes()).trim_end_matches('"'), upload.parts.len());
    let bytes: Vec<u8> = upload.parts.into_values().flatten().collect();
    let etag = objects.keep(upload.key, Object { bytes: Arc::new(bytes), etag, noted: upload.noted });
    Answer::document("CompleteMultipartUploadResult", &said(&etag))
}
