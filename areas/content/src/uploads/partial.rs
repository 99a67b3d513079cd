//! Partial uploads: parts of a file that are sent in parallel. They are in no tree: their bytes are in the data folder
//! until they are joined into one file.

use std::collections::HashSet;
use std::fs::{DirEntry, File};
use std::io::ErrorKind;
use std::path::PathBuf;

use db::{Conn, Tx, params};
use primitives::{Seconds, UserId, random_hex};
use storage::blocking::blocking;

use super::ended;
use super::lease::Held;
use super::locks::UploadKey;
use super::staged::Staged;
use super::ticket::ticket_hash;
use crate::{Config, Content, Error, Result};

#[derive(Clone, Debug)]
pub(crate) struct PartialUpload {
    pub id: i64,
    pub path: PathBuf,
    /// The expected number of bytes, if the sender announced it.
    pub expected: Option<u64>,
    pub seen_at: Seconds,
    pub held: Held,
}

impl PartialUpload {
    pub fn key(&self) -> UploadKey {
        UploadKey::Partial(self.id)
    }

    pub fn staged(&self) -> Staged {
        Staged::Partial(self.path.clone())
    }

    /// Its bytes. A missing file is not made: another process has joined it, or the sweep has removed it.
    pub fn open_complete(&self) -> Result<File> {
        match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::UploadEnded),
            opened => Ok(opened?),
        }
    }

    /// As `remove`; a later use of the ticket learns that it has ended.
    pub async fn give_up(self, content: &Content, ticket: &str, user: UserId) -> Result<()> {
        let (ticket_hash, now) = (ticket_hash(ticket), content.clock.now());
        content.db.write(move |tx| ended::note_given_up(tx, ended::PARTIAL, (&ticket_hash, user), now)).await?;
        self.remove(content).await
    }

    /// Its row is deleted first: the sweep removes bytes without a row.
    pub async fn remove(self, content: &Content) -> Result<()> {
        let id = self.id;
        content.db.write(move |tx| delete(tx, id)).await?;
        let removed = move || match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        Ok(blocking(removed).await?)
    }
}

/// A new partial upload and its ticket.
pub(crate) fn create(tx: &mut Tx<'_>, user: UserId, expected: Option<u64>, now: Seconds) -> db::Result<(i64, String)> {
    let ticket = random_hex(24);
    let expected = expected.and_then(|bytes| i64::try_from(bytes).ok());
    let sql = "INSERT INTO content_partial_upload (users_id, ticket_hash, expected_bytes, seen_at)
               VALUES ($1, $2, $3, $4) RETURNING partial_id";
    let id = tx.get(sql, params![user, &ticket_hash(&ticket), expected, now], |row| row.get(0))?;
    Ok((id, ticket))
}

pub(crate) fn find(conn: &mut Conn<'_>, config: &Config, id: i64, ticket: &str, user: UserId) -> Result<PartialUpload> {
    let found = conn.find(
        "SELECT expected_bytes, seen_at, owner, lease_until FROM content_partial_upload
         WHERE partial_id = $1 AND ticket_hash = $2 AND users_id = $3",
        params![id, &ticket_hash(ticket), user],
        |row| Ok((row.get::<Option<i64>>(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
    )?;
    let (expected, seen_at, owner, until) = found.ok_or(Error::Ticket)?;
    let expected = expected.and_then(|bytes| u64::try_from(bytes).ok());
    let held = Held { key: UploadKey::Partial(id), owner, until, is_ours_alone: false };
    Ok(PartialUpload { id, path: path_of(config, id), expected, seen_at, held })
}

fn path_of(config: &Config, id: i64) -> PathBuf {
    config.partial_uploads.join(id.to_string())
}

/// False if there is none, any more.
pub(crate) fn delete(tx: &mut Tx<'_>, id: i64) -> db::Result<bool> {
    Ok(tx.run("DELETE FROM content_partial_upload WHERE partial_id = $1", params![id])? > 0)
}

/// Removes partial uploads that received nothing since `before`, and bytes without a partial upload.
pub(crate) async fn sweep(content: &Content, before: Seconds) -> Result<()> {
    // The files are listed before the rows are read, because a row exists before its file.
    let folder = content.config.partial_uploads.clone();
    let files = move || Ok::<Vec<_>, Error>(std::fs::read_dir(folder).into_iter().flatten().flatten().collect());
    let files = blocking(files).await?;
    let known = content.db.write(move |tx| {
        tx.run("DELETE FROM content_partial_upload WHERE seen_at < $1", params![before])?;
        tx.rows("SELECT partial_id FROM content_partial_upload", &[], |row| row.get::<i64>(0))
    });
    let known: HashSet<i64> = known.await?.into_iter().collect();
    let removed = move || {
        let id = |file: &DirEntry| file.file_name().to_str().and_then(|name| name.parse().ok());
        let unknown = files.iter().filter(|file| id(file).is_some_and(|id| !known.contains(&id)));
        // Another process may sweep at the same time.
        unknown.map(DirEntry::path).try_for_each(|path| match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    };
    Ok(blocking(removed).await?)
}
