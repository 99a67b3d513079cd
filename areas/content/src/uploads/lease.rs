//! Which process puts an upload's bytes into place. While it holds the lease, nobody else touches them: recovery of
//! another process would take a file that is in place without its row for one that a crash left there.

use std::future::Future;
use std::time::Duration;

use db::params;
use primitives::{NodeId, Seconds};

use super::pending::Pending;
use crate::{Content, Error, Owner, Result, intents};

/// A lease that is valid for less than this is renewed before it is used.
const SPARE: Seconds = 20;
/// A lease is renewed this often while its holder waits for the disk.
const RENEWED_EVERY: Duration = Duration::from_secs(15);

/// While another process looks after a crash, the lease is asked for so often.
const TRIES: u32 = 40;
const RETRY_EVERY: Duration = Duration::from_millis(50);

/// Takes the lease, unless this process holds it since the upload began.
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
    let owner = content.config.owner.clone();
    if upload.owner == owner.as_str() && upload.lease_until >= now + SPARE {
        return Ok(());
    }
    let (node, before) = (upload.node.id, upload.owner.clone());
    let free = if Owner::is_gone(&before) { before } else { owner.as_str().to_owned() };
    let sql = "UPDATE content_upload SET owner = $2, lease_until = $3
               WHERE node_id = $1 AND (owner = $2 OR owner = $4 OR lease_until <= $5)";
    let taken =
        content.db.write(move |tx| tx.run(sql, params![node, owner.as_str(), now + intents::LEASE, &free, now]));
    if taken.await? == 0 { Err(Error::UploadBusy) } else { Ok(()) }
}

/// Waits for `work` and renews the lease meanwhile.
pub(super) async fn held<T>(content: &Content, node: NodeId, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        match tokio::time::timeout(RENEWED_EVERY, &mut work).await {
            Ok(done) => return done,
            Err(_) => renew(content, node).await,
        }
    }
}

async fn renew(content: &Content, node: NodeId) {
    let (owner, until) = (content.config.owner.clone(), content.clock.now() + intents::LEASE);
    let sql = "UPDATE content_upload SET lease_until = $3 WHERE node_id = $1 AND owner = $2";
    let renewed = content.db.write(move |tx| tx.run(sql, params![node, owner.as_str(), until]));
    if let Err(error) = db::without_precondition(renewed).await {
        tracing::warn!("The lease of upload {node} could not be renewed: {error}");
    }
}
