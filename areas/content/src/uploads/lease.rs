//! Which process puts an upload's bytes into place. While it holds the lease, nobody else touches them: recovery of
//! another process would take a file that is in place without its row for one that a crash left there.

use std::future::Future;
use std::time::Duration;

use db::{Engine, params};
use primitives::{NodeId, Seconds};
use storage::{Owner, intents};

use super::pending::Pending;
use crate::{Content, Error, Result};

/// A lease that is valid for less than this is renewed before it is used.
const SPARE: Seconds = 20;
/// A lease is renewed this often while its holder waits for the disk.
const RENEWED_EVERY: Duration = Duration::from_secs(15);

/// While another process looks after a crash, the lease is asked for so often.
const TRIES: u32 = 40;
const RETRY_EVERY: Duration = Duration::from_millis(50);

/// Takes the lease before bytes are received. Only one process writes to the staged file.
pub(super) async fn begin(content: &Content, upload: &mut Pending) -> Result<()> {
    take(content, upload).await?;
    content.storage.config.owner.as_str().clone_into(&mut upload.owner);
    upload.lease_until = content.clock.now() + intents::LEASE;
    Ok(())
}

/// Gives the lease up: what is missing may be sent to another process. SQLite has only one.
pub(super) async fn release(content: &Content, node: NodeId) {
    if content.db.engine() == Engine::Sqlite {
        return;
    }
    let owner = content.storage.config.owner.clone();
    let sql =
        "UPDATE content_upload SET owner = '', lease_until = 0 WHERE node_id = $1 AND owner = $2 AND NOT one_call";
    let released = content.db.write(move |tx| tx.run(sql, params![node, owner.as_str()]));
    if let Err(error) = db::without_precondition(released).await {
        tracing::warn!("The lease of upload {node} could not be released: {error}");
    }
}

/// Takes the lease, unless this process has it.
pub(super) async fn take(content: &Content, upload: &Pending) -> Result<()> {
    for _ in 1..TRIES {
        match try_take(content, upload).await {
            Err(Error::UploadBusy) => tokio::time::sleep(RETRY_EVERY).await,
            other => return other,
        }
    }
    try_take(content, upload).await
}

async fn try_take(content: &Content, upload: &Pending) -> Result<()> {
    let now = content.clock.now();
    let owner = content.storage.config.owner.clone();
    if upload.owner == owner.as_str() && upload.lease_until >= now + SPARE {
        return Ok(());
    }
    let node = upload.node.id;
    let taken = content.db.write(move |tx| {
        let sql = "SELECT owner, lease_until FROM content_upload WHERE node_id = $1";
        let held = tx.find(sql, params![node], |row| Ok((row.get::<String>(0)?, row.get::<Seconds>(1)?)))?;
        let (before, until) = held.ok_or(Error::UploadEnded)?;
        if before != owner.as_str() && !Owner::may_lose(&before, until, now) {
            return Err(Error::UploadBusy);
        }
        let sql = "UPDATE content_upload SET owner = $2, lease_until = $3
                   WHERE node_id = $1 AND owner = $4 AND lease_until = $5";
        Ok(tx.run(sql, params![node, owner.as_str(), now + intents::LEASE, &before, until])?)
    });
    if taken.await? == 0 { Err(Error::UploadBusy) } else { Ok(()) }
}

/// Renews the lease. True if this process still holds the upload, or if somebody has cancelled the upload meanwhile: then
/// only this process knows of its bytes. The update waits for a commit that is not answered yet.
pub(super) async fn is_ours(content: &Content, node: NodeId) -> db::Result<bool> {
    let (owner, until) = (content.storage.config.owner.clone(), content.clock.now() + intents::LEASE);
    let asked = content.db.write(move |tx| {
        let sql = "UPDATE content_upload SET lease_until = $3 WHERE node_id = $1 AND owner = $2";
        Ok(tx.run(sql, params![node, owner.as_str(), until])? > 0 || nodes::find(tx, node)?.is_none())
    });
    db::without_precondition(asked).await
}

/// Waits for `work` and renews the lease meanwhile.
pub(super) async fn held<T>(content: &Content, node: NodeId, work: impl Future<Output = T>) -> T {
    // Futures of uploads are large and nested. On a thread's stack they overflow in debug builds.
    let mut work = Box::pin(work);
    loop {
        match tokio::time::timeout(RENEWED_EVERY, &mut work).await {
            Ok(done) => return done,
            Err(_) => renew(content, node).await,
        }
    }
}

async fn renew(content: &Content, node: NodeId) {
    if let Err(error) = is_ours(content, node).await {
        tracing::warn!("The lease of upload {node} could not be renewed: {error}");
    }
}
