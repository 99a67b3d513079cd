//! Which process puts an upload's bytes into place. While it holds the lease, nobody else touches them: recovery of
//! another process would take a file that is in place without its row for one that a crash left there.
//!
//! An installation on SQLite has one server, so the lease costs no write there: it is enough that nobody has touched the
//! row since it was read. The doctor may, beside the server.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use db::{Db, Engine, Tx, params};
use primitives::{Clock, NodeId, Seconds};
use storage::{Owner, intents};

use crate::{Content, Error, Result};

/// A lease that is valid for less than this is renewed before it is used.
const SPARE: Seconds = 20;
/// A lease is renewed this often while its holder waits for the disk.
const RENEWED_EVERY: Duration = Duration::from_secs(15);

/// While another process looks after a crash, the lease is asked for so often.
const TRIES: u32 = 40;
const RETRY_EVERY: Duration = Duration::from_millis(50);

/// Which process holds an upload, as its row was read.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub node: NodeId,
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
    node: NodeId,
    /// The owner and the end of the lease as they were read.
    read: (String, Seconds),
    end: Arc<Mutex<End>>,
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
    let Held { node, mut owner, mut until, is_ours_alone } = held.clone();
    let has_one_server = content.db.engine() == Engine::Sqlite;
    if is_ours_alone && (has_one_server || until >= content.clock.now() + SPARE) {
        return Ok(Lease::new(content, node, (owner, until), until));
    }
    for tried in 0..TRIES {
        if has_one_server || tried > 0 {
            (owner, until) = read(content, node).await?;
        }
        if let Some(lease) = try_take(content, node, &owner, until).await? {
            return Ok(lease);
        }
        tokio::time::sleep(RETRY_EVERY).await;
    }
    Err(Error::UploadBusy)
}

async fn read(content: &Content, node: NodeId) -> Result<(String, Seconds)> {
    let found = content.db.read(move |c| {
        let sql = "SELECT owner, lease_until FROM content_upload WHERE node_id = $1";
        c.find(sql, params![node], |row| Ok((row.get(0)?, row.get(1)?)))
    });
    found.await?.ok_or(Error::UploadEnded)
}

/// `before`, `until`: the lease as it was read. None if it is another process's, or has changed. What another process has
/// left, recovery takes first.
async fn try_take(content: &Content, node: NodeId, before: &str, until: Seconds) -> Result<Option<Lease>> {
    let (now, owner) = (content.clock.now(), content.storage.config.owner.clone());
    if before != owner.as_str() && until > 0 {
        return Ok(None);
    }
    let read = (before.to_owned(), until);
    if content.db.engine() == Engine::Sqlite {
        return Ok(Some(Lease::new(content, node, read, until)));
    }
    let (before, end) = (before.to_owned(), now + intents::LEASE);
    let taken = content.db.write(move |tx| {
        let sql = "UPDATE content_upload SET owner = $2, lease_until = $3
                   WHERE node_id = $1 AND owner = $4 AND lease_until = $5";
        tx.run(sql, params![node, owner.as_str(), end, &before, until])
    });
    // It changes nothing that anybody sees; rights are checked at the end.
    let is_taken = db::without_precondition(taken).await? > 0;
    Ok(is_taken.then(|| Lease::new(content, node, read, end)))
}

impl Lease {
    fn new(content: &Content, node: NodeId, read: (String, Seconds), end: Seconds) -> Self {
        let (db, clock, owner) = (content.db.clone(), content.clock.clone(), content.storage.config.owner.clone());
        let end = End::new(end, clock.now());
        Self { db, clock, owner, node, read, end: Arc::new(Mutex::new(end)) }
    }

    /// Whether another process may have taken the upload by now.
    pub fn may_be_over(&self) -> bool {
        let end = *self.end.lock().unwrap_or_else(PoisonError::into_inner);
        self.db.engine() == Engine::Postgres && (end.at <= self.clock.now() || end.known.elapsed() >= end.lasts)
    }

    /// Asks the database if the lease may be over. Who has lost it changes nothing any more.
    pub async fn check(&self) -> Result<()> {
        if !self.may_be_over() || self.is_ours().await? { Ok(()) } else { Err(Error::UploadBusy) }
    }

    /// Renews it. True if this process still holds the upload, or if somebody has cancelled the upload meanwhile: then
    /// only this process knows of its bytes. The update waits for a commit that is not answered yet.
    pub async fn is_ours(&self) -> db::Result<bool> {
        if self.db.engine() == Engine::Sqlite {
            return Ok(true);
        }
        let (node, owner, now) = (self.node, self.owner.clone(), self.clock.now());
        let until = now + intents::LEASE;
        let end = End::new(until, now);
        let asked = self.db.write(move |tx| {
            let sql = "UPDATE content_upload SET lease_until = $3 WHERE node_id = $1 AND owner = $2";
            Ok::<_, db::Error>(
                tx.run(sql, params![node, owner.as_str(), until])? > 0 || nodes::find(tx, node)?.is_none(),
            )
        });
        let is_ours = db::without_precondition(asked).await?;
        if is_ours {
            *self.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
        }
        Ok(is_ours)
    }

    /// Waits for `work` and renews the lease meanwhile.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        // Futures of uploads are large and nested. On a thread's stack they overflow in debug builds.
        let mut work = Box::pin(work);
        loop {
            match tokio::time::timeout(RENEWED_EVERY, &mut work).await {
                Ok(done) => return done,
                Err(_) => self.renew().await,
            }
        }
    }

    async fn renew(&self) {
        if let Err(error) = self.is_ours().await {
            tracing::warn!("The lease of upload {} could not be renewed: {error}", self.node);
        }
    }

    /// Gives it up: what is missing may be sent to another process. If the database is away, it ends by itself.
    pub async fn release(&self) {
        if self.db.engine() == Engine::Sqlite {
            return;
        }
        let (node, owner) = (self.node, self.owner.clone());
        let sql =
            "UPDATE content_upload SET owner = '', lease_until = 0 WHERE node_id = $1 AND owner = $2 AND NOT one_call";
        let released = self.db.write(move |tx| tx.run(sql, params![node, owner.as_str()]));
        if let Err(error) = db::without_precondition(released).await {
            tracing::warn!("The lease of upload {node} could not be released: {error}");
        }
    }

    /// Deletes the row of the upload, whose file is complete. False if it is not this process's any more.
    pub fn complete(&self, tx: &mut Tx<'_>) -> db::Result<bool> {
        let deleted = if self.db.engine() == Engine::Sqlite {
            let sql = "DELETE FROM content_upload WHERE node_id = $1 AND owner = $2 AND lease_until = $3";
            tx.run(sql, params![self.node, &self.read.0, self.read.1])
        } else {
            let sql = "DELETE FROM content_upload WHERE node_id = $1 AND owner = $2";
            tx.run(sql, params![self.node, self.owner.as_str()])
        };
        Ok(deleted? > 0)
    }
}
