//! Which process receives an upload and puts its bytes into place. While it holds the lease, nobody else touches them: recovery of
//! another process would take a file that is in place without its row for one that a crash left there.
//!
//! An installation on SQLite has one server, so the lease costs no write there: it is enough that nobody has touched the
//! row since it was read. The doctor may, beside the server.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use db::{Db, Engine, Tx, params};
use primitives::{Clock, Seconds};
use storage::Owner;
use storage::lease::{LEASE, while_renewed};
use tokio_util::sync::CancellationToken;

use super::locks::UploadKey;
use crate::{Content, Error, Result};

/// A lease that is valid for less than this is renewed before it is used.
const SPARE: Seconds = 20;
/// While another process looks after a crash, the lease is asked for so often.
const TRIES: u32 = 40;
const RETRY_EVERY: Duration = Duration::from_millis(50);

/// Which process holds an upload, as its row was read.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub key: UploadKey,
    pub owner: String,
    /// Until then nobody else puts its bytes into place.
    pub until: Seconds,
    /// This request has begun it, and nobody else knows its ticket.
    pub is_ours_alone: bool,
}

/// An upload that this process receives or puts into place.
#[derive(Clone)]
pub(crate) struct Lease {
    db: Db,
    clock: Clock,
    owner: Owner,
    key: UploadKey,
    form: Form,
    /// Disconnects its sender.
    stop: Option<CancellationToken>,
}

/// How others are kept away.
#[derive(Clone)]
enum Form {
    /// There is one server: the owner and the end of the lease are still as they were read.
    Alone(String, Seconds),
    /// The row names this process, until then.
    Row(Arc<Mutex<End>>),
}

/// A process that was suspended finds out by one of two clocks: one may stand still meanwhile, the other may be set.
#[derive(Clone, Copy)]
struct End {
    at: Seconds,
    known: Instant,
    lasts: Duration,
}

impl End {
    fn new(at: Seconds, now: Seconds) -> Self {
        Self { at, known: Instant::now(), lasts: Duration::from_secs(u64::try_from(at - now).unwrap_or(0)) }
    }
}

/// Takes the lease, unless this request has it from the beginning. The caller has locked the upload in this process: since
/// its row was read, another request may have released it or completed it.
pub(super) async fn take(content: &Content, held: &Held) -> Result<Lease> {
    let (db, clock, owner) = (content.db.clone(), content.clock.clone(), content.storage.config.owner.clone());
    let is_alone = db.engine() == Engine::Sqlite;
    let new = |form| Lease { db, clock, owner, key: held.key, form, stop: None };
    let (mut before, mut until) = (held.owner.clone(), held.until);
    if held.is_ours_alone && is_alone {
        return Ok(new(Form::Alone(before, until)));
    }
    let now = content.clock.now();
    if held.is_ours_alone && until >= now + SPARE {
        return Ok(new(Form::row(until, now)));
    }
    for tried in 0..TRIES {
        if is_alone || tried > 0 {
            (before, until) = read(content, held.key).await?;
        }
        // The file that another process has left, recovery takes first.
        let is_free = match held.key {
            UploadKey::File(_) => until <= 0,
            UploadKey::Partial(_) => until <= content.clock.now(),
        };
        if before == content.storage.config.owner.as_str() || is_free {
            if is_alone {
                return Ok(new(Form::Alone(before, until)));
            }
            if let Some(form) = try_take(content, held.key, &before, until).await? {
                return Ok(new(form));
            }
        }
        tokio::time::sleep(RETRY_EVERY).await;
    }
    Err(Error::UploadBusy)
}

async fn read(content: &Content, key: UploadKey) -> Result<(String, Seconds)> {
    let (table, id) = key.table();
    let sql = format!("SELECT owner, lease_until FROM {table} WHERE {id} = $1");
    let found = content.db.read(move |c| c.find(&sql, params![key.id()], |row| Ok((row.get(0)?, row.get(1)?))));
    found.await?.ok_or(Error::UploadEnded)
}

/// `before`, `until`: the lease as it was read. None if it has changed.
async fn try_take(content: &Content, key: UploadKey, before: &str, until: Seconds) -> Result<Option<Form>> {
    let (now, owner) = (content.clock.now(), content.storage.config.owner.clone());
    let (before, end) = (before.to_owned(), now + LEASE);
    let (table, id) = key.table();
    let sql =
        format!("UPDATE {table} SET owner = $2, lease_until = $3 WHERE {id} = $1 AND owner = $4 AND lease_until = $5");
    let taken = content.db.write(move |tx| tx.run(&sql, params![key.id(), owner.as_str(), end, &before, until]));
    // It changes nothing that anybody sees; rights are checked at the end.
    let is_taken = db::without_precondition(taken).await? > 0;
    Ok(is_taken.then(|| Form::row(end, now)))
}

impl Form {
    fn row(end: Seconds, now: Seconds) -> Self {
        Self::Row(Arc::new(Mutex::new(End::new(end, now))))
    }
}

impl Lease {
    /// If another process cancels the upload meanwhile, `stop` is cancelled when the lease is renewed.
    pub fn disconnecting(self, stop: &CancellationToken) -> Self {
        Self { stop: Some(stop.clone()), ..self }
    }

    /// Whether another process may have taken the upload by now.
    pub fn may_be_over(&self) -> bool {
        let Form::Row(end) = &self.form else { return false };
        let end = *end.lock().unwrap_or_else(PoisonError::into_inner);
        end.at <= self.clock.now() || end.known.elapsed() >= end.lasts
    }

    /// Asks the database if the lease may be over. Who has lost it changes nothing any more.
    pub async fn check(&self) -> Result<()> {
        if !self.may_be_over() || self.is_ours().await? { Ok(()) } else { Err(Error::UploadBusy) }
    }

    /// Renews it. True if this process still holds the upload, or if somebody has cancelled the upload meanwhile: then
    /// only this process knows of its bytes. The update waits for a commit that is not answered yet.
    pub async fn is_ours(&self) -> db::Result<bool> {
        let Form::Row(end) = &self.form else { return Ok(true) };
        let (key, owner, now) = (self.key, self.owner.clone(), self.clock.now());
        let until = now + LEASE;
        let renewed = End::new(until, now);
        let asked = self.db.write(move |tx| {
            let (table, id) = key.table();
            let sql = format!("UPDATE {table} SET lease_until = $3 WHERE {id} = $1 AND owner = $2");
            let is_held = tx.run(&sql, params![key.id(), owner.as_str(), until])? > 0;
            Ok::<_, db::Error>((is_held, !is_held && is_gone(tx, key)?))
        });
        let (is_held, is_gone) = db::without_precondition(asked).await?;
        if let Some(stop) = self.stop.as_ref().filter(|_| is_gone) {
            stop.cancel();
        }
        let is_ours = is_held || is_gone;
        if is_ours {
            *end.lock().unwrap_or_else(PoisonError::into_inner) = renewed;
        }
        Ok(is_ours)
    }

    /// Waits for `work` and renews the lease meanwhile.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        while_renewed(|| self.is_ours(), work).await
    }

    /// Gives it up: what is missing may be sent to another process. If the database is away, it ends by itself.
    pub async fn release(&self) {
        let Form::Row(_) = self.form else { return };
        let (key, owner) = (self.key, self.owner.clone());
        let sql = match key {
            UploadKey::File(_) => {
                "UPDATE content_upload SET owner = '', lease_until = 0
                 WHERE node_id = $1 AND owner = $2 AND NOT one_call"
            }
            UploadKey::Partial(_) => {
                "UPDATE content_partial_upload SET owner = '', lease_until = 0 WHERE partial_id = $1 AND owner = $2"
            }
        };
        let released = self.db.write(move |tx| tx.run(sql, params![key.id(), owner.as_str()]));
        if let Err(error) = db::without_precondition(released).await {
            tracing::warn!("The lease of {key:?} could not be released: {error}");
        }
    }

    /// Deletes the row of an upload whose file is complete. False if another process has taken the upload.
    pub fn complete(&self, tx: &mut Tx<'_>) -> db::Result<bool> {
        let deleted = match &self.form {
            Form::Alone(owner, until) => {
                let sql = "DELETE FROM content_upload WHERE node_id = $1 AND owner = $2 AND lease_until = $3";
                tx.run(sql, params![self.key.id(), owner, *until])
            }
            Form::Row(_) => {
                let sql = "DELETE FROM content_upload WHERE node_id = $1 AND owner = $2";
                tx.run(sql, params![self.key.id(), self.owner.as_str()])
            }
        };
        Ok(deleted? > 0)
    }
}

/// Whether somebody has cancelled the upload.
fn is_gone(tx: &mut Tx<'_>, key: UploadKey) -> db::Result<bool> {
    match key {
        UploadKey::File(node) => Ok(nodes::find(tx, node)?.is_none()),
        UploadKey::Partial(partial) => {
            Ok(!tx.exists("SELECT 1 FROM content_partial_upload WHERE partial_id = $1", params![partial])?)
        }
    }
}
