//! An object that is read: by ranges, and what is read on from there comes with the same request.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use outbound::Url;
use reqwest::Response;
use rusty_s3::S3Action;
use tokio::time::timeout;

use super::client::{Client, chunk, late};
use super::copying::Source;
use super::failure::Failure;
use super::head::Head;
use super::sending::limit;
use super::staged::Staged;
use super::waiting::wait;
use crate::hash::copy_unsynced;
use crate::{Error, Written};

/// The first request asks for so much, or for what is wanted. Each that goes on from there asks for four times as much.
const FIRST: u64 = 256 * 1024;
const LONGEST: u64 = 16 << 20;

pub(crate) struct Remote {
    client: Arc<Client>,
    key: String,
    head: Head,
    staged: Staged,
    /// The answer that is being read, if nobody reads it now.
    window: Mutex<Option<Window>>,
    local: OnceLock<File>,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Remote").field(&self.key).finish()
    }
}

/// A part of an object that comes in.
struct Window {
    answer: Response,
    /// What came and was not read yet.
    rest: Vec<u8>,
    at: u64,
    end: u64,
    length: u64,
}

impl Remote {
    pub fn new(client: Arc<Client>, key: String, head: Head, staged: Staged) -> Self {
        Self { client, key, head, staged, window: Mutex::new(None), local: OnceLock::new() }
    }

    /// What the store of `client` is asked to copy; none if it cannot copy from here.
    pub fn source_for(&self, client: &Client) -> Option<Source> {
        let bucket = self.client.signing().ok()?.0.name().to_owned();
        client.has_account_of(&self.client).then(|| Source { bucket, key: self.key.clone(), head: self.head.clone() })
    }

    pub fn written(&self) -> Written {
        self.head.written
    }

    /// An address at the store that gives anybody what has this key, for so long, to be kept and under no other type. It
    /// shows the bucket, the key of the object with its prefix, and the id of the access key; not the secret.
    pub fn address(&self, disposition: &str, valid: Duration) -> Option<Url> {
        let (bucket, credentials) = self.client.signing().ok()?;
        let mut action = bucket.get_object(credentials, &self.key);
        action.query_mut().insert("response-content-disposition", disposition.to_owned());
        action.query_mut().insert("response-content-type", "application/octet-stream");
        Some(action.sign(valid))
    }

    /// Reads from `at` on; nothing at the end. The error is `NotFound` once it was replaced or deleted.
    pub fn read_at(&self, into: &mut [u8], at: u64) -> io::Result<usize> {
        let size = self.head.written.size;
        let wanted = (into.len() as u64).min(size.saturating_sub(at));
        if wanted == 0 {
            return Ok(0);
        }
        let before = self.window.lock().unwrap_or_else(PoisonError::into_inner).take();
        let asked = (self.client.clone(), self.key.clone(), self.head.etag.clone());
        let read = async move {
            let length = before.as_ref().filter(|window| window.at == at).map_or(FIRST, |window| window.length);
            let mut window = match before.filter(|window| window.at == at && window.at < window.end) {
                Some(window) => window,
                None => Window::open(asked, at, size.min(at + length.max(wanted)), length).await?,
            };
            let read = window.read(wanted).await?;
            Ok::<_, Failure>((window, read))
        };
        let read = wait(async move { timeout(limit(wanted), read).await.unwrap_or_else(|_| Err(late())) });
        let (window, read) = read.map_err(|failure| {
            let kind = if failure.is_of_what_is_gone() { ErrorKind::NotFound } else { ErrorKind::Other };
            io::Error::new(kind, Error::from(failure))
        })?;
        *self.window.lock().unwrap_or_else(PoisonError::into_inner) = Some(window);
        into[..read.len()].copy_from_slice(&read);
        Ok(read.len())
    }

    /// A file of this host with these bytes, made when it is first asked for. None if the store gives bytes of another
    /// hash, whatever it says of them: pictures of a content are shared by all who have it.
    pub fn local(&self, bytes: impl Read, hash: &str) -> io::Result<Option<&File>> {
        if let Some(file) = self.local.get() {
            return Ok(Some(file));
        }
        let mut file = self.staged.nameless().map_err(io::Error::other)?;
        let right = copy_unsynced(bytes, &mut file)? == hash;
        Ok(right.then(|| self.local.get_or_init(|| file)))
    }
}

impl Window {
    /// Of other bytes than those that were opened, nothing is read.
    async fn open(
        (client, key, etag): (Arc<Client>, String, Option<String>),
        at: u64,
        end: u64,
        length: u64,
    ) -> Result<Self, Failure> {
        let (bucket, credentials) = client.signing()?;
        let mut headers = vec![("range", format!("bytes={at}-{}", end - 1))];
        headers.extend(etag.map(|etag| ("if-match", etag)));
        let answer = client.ask(bucket.get_object(credentials, &key), &headers).await?;
        // A store that knows no ranges would begin at the beginning.
        if answer.status() != 206 && at > 0 {
            return Err(Failure::Garbled);
        }
        Ok(Self { answer, rest: Vec::new(), at, end, length: (length * 4).min(LONGEST) })
    }

    /// `wanted` bytes, or those that are left.
    async fn read(&mut self, wanted: u64) -> Result<Vec<u8>, Failure> {
        let wanted = usize::try_from(wanted.min(self.end - self.at)).unwrap_or(usize::MAX);
        while self.rest.len() < wanted {
            let Some(more) = chunk(&mut self.answer).await? else {
                return Err(Failure::Silent("it sent less than it has".to_owned()));
            };
            self.rest.extend(more);
        }
        let later = self.rest.split_off(wanted);
        let read = std::mem::replace(&mut self.rest, later);
        self.at += read.len() as u64;
        Ok(read)
    }
}
