//! A multipart form with a file in it, field by field as it arrives.

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use futures_util::{Stream, StreamExt as _, stream};
use multer::{Field, Multipart};
use primitives::{NodeId, whole_number};
use rest::Problem;
use storage::blocking::blocking;
use storage::disk;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};

use super::late_end::LateEnd;
use crate::{Content, Error, Result};

/// The fields that are read, each of which may come once; others are passed over.
pub(crate) struct Form {
    form: Multipart<'static>,
    read: &'static [&'static str],
    seen: Vec<&'static str>,
}

impl Form {
    /// The form that is sent; anything else is said to be of a kind that is not taken.
    pub fn of(request: Request, read: &'static [&'static str]) -> Result<Self, Problem> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("").trim_start();
        if !kind.to_ascii_lowercase().starts_with("multipart/form-data") {
            return Err(Problem::unsupported_media_type());
        }
        let boundary = multer::parse_boundary(kind).map_err(|_| Problem::bad_request())?;
        let body = LateEnd::of(request.with_limited_body().into_body().into_data_stream().fuse());
        Ok(Self { form: Multipart::new(body, boundary), read, seen: Vec::new() })
    }

    /// The next field that is read, and its name.
    pub async fn next(&mut self) -> Result<Option<(&'static str, Field<'static>)>> {
        while let Some(field) = self.form.next_field().await.map_err(|_| Error::CutOff)? {
            let Some(name) = self.read.iter().find(|name| field.name() == Some(**name)) else {
                text(field).await?;
                continue;
            };
            if self.seen.contains(name) {
                return Err(Error::Malformed(name));
            }
            self.seen.push(name);
            return Ok(Some((name, field)));
        }
        Ok(None)
    }
}

/// A short field; a longer one is none of ours.
pub(crate) async fn text(mut field: Field<'_>) -> Result<String> {
    let mut found = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|_| Error::CutOff)? {
        found.extend_from_slice(&chunk);
        if found.len() > 4096 {
            return Err(Error::TooLarge);
        }
    }
    String::from_utf8(found).map_err(|_| Error::CutOff)
}

/// A node's number, in its one spelling.
pub(crate) async fn node(name: &'static str, field: Field<'_>) -> Result<NodeId> {
    match text(field).await?.as_str() {
        "" => Err(Error::Field(name)),
        written => whole_number(written).map(NodeId).ok_or(Error::Malformed(name)),
    }
}

/// So much of a file is kept while its place is not known; nobody may fill the disk before access is checked.
const MOST_KEPT: u64 = 256 * 1024 * 1024;

/// A file of no name, gone when it is closed. A longer one is refused for want of the field `place`.
pub(crate) async fn keep(content: &Content, mut field: Field<'_>, place: &'static str) -> Result<tokio::fs::File> {
    disk::refuse_without_room(&content.db)?;
    let roots = content.storage.config.roots.clone();
    let mut file = tokio::fs::File::from_std(blocking(move || roots.nameless()).await?);
    let mut bytes = 0;
    while let Some(chunk) = field.chunk().await.map_err(|_| Error::CutOff)? {
        bytes += chunk.len() as u64;
        if bytes > MOST_KEPT {
            return Err(Error::Field(place));
        }
        file.write_all(&chunk).await?;
    }
    file.rewind().await?;
    Ok(file)
}

/// Where a file's bytes come from.
pub(crate) enum Source {
    /// The form as it arrives. The bytes are whole when nothing else in it is wrong.
    Form(Form, Option<Field<'static>>),
    /// What was kept of it until its place was known.
    Kept(tokio::fs::File),
}

/// Bytes of a kept file that are read at once.
const CHUNK: usize = 64 * 1024;

impl Source {
    pub fn chunks(self) -> impl Stream<Item = Result<Bytes>> {
        stream::try_unfold(self, |mut source| async move {
            let chunk = source.chunk().await?;
            Ok(chunk.map(|chunk| (chunk, source)))
        })
    }

    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        match self {
            Self::Form(form, arriving) => {
                if let Some(field) = arriving {
                    if let Some(chunk) = field.chunk().await.map_err(|_| Error::CutOff)? {
                        return Ok(Some(chunk));
                    }
                    *arriving = None;
                }
                while let Some((_, field)) = form.next().await? {
                    text(field).await?;
                }
                Ok(None)
            }
            Self::Kept(file) => {
                let mut chunk = vec![0; CHUNK];
                let read = file.read(&mut chunk).await?;
                chunk.truncate(read);
                Ok((read > 0).then(|| Bytes::from(chunk)))
            }
        }
    }
}
