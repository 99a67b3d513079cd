//! Uploads after a crash: bytes that are in place without their row go back to staging, from where they are sent again or
//! swept. `storage` asks for it, repository by repository.

use std::io;
use std::time::Instant;

use activity::Status;
use blobs::{Applied, Area, Change, SharedStore, Store};
use db::{Db, Tx, params};
use nodes::Node;
use primitives::{NodeId, NodeKind, RepositoryId, Seconds};
use storage::blocking::{discard_bytes, in_time, on_store, run_detached, undo};
use storage::intents::{SubtreeLock, while_locked};
use storage::lease::{LEASE, forget_other_owners, later, while_renewed};
use storage::{Answering, Error, Owner, Result, StagingArea, UnfinishedFiles, disk};

use super::ended;
use super::lease::Held;
use super::pending::{Pending, destination, file_to_replace, still_come, waits};
use crate::Content;

/// What `storage` does not know of the files in its staging areas.
pub(crate) const UNFINISHED_UPLOADS: UnfinishedFiles = UnfinishedFiles {
    reconcile: |area| Box::pin(reconcile(area)),
    forget_other_owners: |tx| forget_other_owners(tx, "content_upload"),
    still_come,
};

/// One-call uploads end with their process: nobody can continue them.
async fn reconcile(area: StagingArea) -> Result<()> {
    let StagingArea { db, repository, store, staged, now } = area;
    let unfinished = db
        .read(move |c| {
            let sql = format!("SELECT {} FROM nodes_node n WHERE n.state = 0 AND n.repository_id = $1", nodes::COLUMNS);
            c.rows(&sql, params![repository], |row| nodes::from_row(row, 0))
        })
        .await?;
    let ending = of_ended_calls(&db, repository).await?;
    for found in unfinished.iter().filter(|found| found.kind == NodeKind::File) {
        let is_staged = staged.contains(&found.id) || take_back(&db, &store, found, now).await?;
        if is_staged && ending.contains(&found.id) {
            end(&db, found.id, now).await?;
        }
    }
    Ok(())
}

/// For a restored database: nobody receives what the backed up server was receiving.
pub(crate) fn forget_owners(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("UPDATE content_upload SET owner = '', lease_until = 0", &[]).map(drop)
}

/// The one-call uploads whose process has ended.
async fn of_ended_calls(db: &Db, repository: RepositoryId) -> Result<Vec<NodeId>> {
    let begun = db.read(move |c| {
        // Few files are on their way, and many are in a repository.
        let files = db::seek(c.engine(), "nodes_node", "n", "n.node_id = u.node_id");
        let sql = format!(
            "SELECT u.node_id, u.owner FROM content_upload u {files} WHERE u.one_call AND n.repository_id = $1"
        );
        c.rows(&sql, params![repository], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))
    });
    // In a restored database the owner is nobody.
    let gone = |owner: &str| owner.is_empty() || Owner::is_gone(owner);
    Ok(begun.await?.into_iter().filter(|(_, owner)| gone(owner)).map(|(node, _)| node).collect())
}

/// Removes a one-call upload whose bytes are in staging, or nowhere. A bucket may have them as well: what was staged goes
/// only once they are there.
async fn end(db: &Db, node: NodeId, now: Seconds) -> Result<()> {
    let ended = db.write(move |tx| {
        if take_over(tx, node, now)?.is_none() {
            return Ok(None);
        }
        ended::delete(tx, node, Status::Error, now)
    });
    match ended.await? {
        Some(store) => discard_bytes(&store, node).await,
        None => Ok(()),
    }
}

/// Takes an upload's bytes back to staging. False if a living process is at them.
async fn take_back(db: &Db, store: &SharedStore, found: &Node, now: Seconds) -> Result<bool> {
    let node = found.id;
    let Some(before) = db.write(move |tx| take_over(tx, node, now)).await? else { return Ok(false) };
    let begun = Instant::now();
    let renew = || is_ours(db, node, later(now, begun));
    let taken = while_renewed(renew, take_from_place(db, store, found)).await;
    let taken = match taken {
        Ok(taken) if Owner::may_go_on(&before) => own_file(renew, store, node).await.map(|()| taken),
        taken => taken,
    };
    // Nobody's again, and not as it was: who read the row before does not complete the upload. Or it is tried again.
    let (owner, until) = if taken.is_ok() || before.is_empty() { (String::new(), -now) } else { (before, 1) };
    let sql = "UPDATE content_upload SET owner = $3, lease_until = $4 WHERE node_id = $1 AND owner = $2";
    let taken_by = Owner::recovery_name();
    let is_ours = db.write(move |tx| tx.run(sql, params![node, taken_by, &owner, until])).await? > 0;
    match taken {
        Ok(_) if is_ours => Ok(true),
        // It took too long, and a third process did it.
        Ok(taken) => undo(store, taken).await.map(|()| false),
        Err(Error::Moving) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives staged bytes a file of their own. A process that was suspended may have the old one open; when it goes on, what
/// it writes there belongs to nothing.
async fn own_file<R>(renew: impl Fn() -> R, store: &SharedStore, node: NodeId) -> Result<()>
where
    R: Future<Output = db::Result<bool>>,
{
    // This process, too, may have been suspended.
    if !renew().await? {
        return Ok(());
    }
    while_renewed(renew, on_store(store, move |store| copy(store, node))).await
}

fn copy(store: &dyn Store, node: NodeId) -> Result<()> {
    let mut old = store.stage(node)?;
    store.discard(Area::Staging, node)?;
    // If this is interrupted, the sender continues where the copy ends.
    io::copy(&mut old, &mut store.stage(node)?)?;
    Ok(())
}

/// Renews recovery's lease of an upload; false if somebody else has it by now.
async fn is_ours(db: &Db, node: NodeId, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE content_upload SET lease_until = $3 WHERE node_id = $1 AND owner = $2";
    Ok(db.write(move |tx| tx.run(sql, params![node, Owner::recovery_name(), now + LEASE])).await? > 0)
}

/// Moves bytes that are in place without their row back to staging. Those that replace a file have no place of their own:
/// the file's intent brings them back.
async fn take_from_place(db: &Db, store: &SharedStore, found: &Node) -> Result<Applied> {
    let node = found.id;
    while_locked(db, SubtreeLock::of(found), async || {
        let above = found.clone();
        let place = db.read(move |c| match file_to_replace(c, &above)? {
            Some(_) => Ok(None),
            None => {
                let waits = waits(c, node)?;
                destination(c, node, waits)?.place().map(Some)
            }
        });
        let Some(place) = place.await? else { return Ok(Applied::as_it_was()) };
        on_store(store, move |store| {
            match store.commit(node, &Change::MoveOut { from: place, area: Area::Staging }) {
                // It is in staging, or nowhere.
                Err(blobs::Error::Exists | blobs::Error::Missing) => Ok(Applied::as_it_was()),
                other => other,
            }
        })
        .await
    })
    .await
}

/// Before an upload goes on: bytes that a process put into place before it ended go back to staging.
pub(crate) async fn take_left(content: &Content, upload: &Pending) -> Result<()> {
    let now = content.clock.now();
    let Held { owner, until, .. } = &upload.held;
    let is_left = !owner.is_empty() && *until > 0 && !Owner::is_own(owner) && Owner::may_lose(owner, *until, now);
    if is_left {
        let is_back = take_back(&content.db, &upload.store, &upload.node, now).await?;
        if !is_back && upload.replaces.is_some() {
            // What was sent may still be in the place of the file.
            return Err(Error::Moving);
        }
    }
    Ok(())
}

/// Ends one-call uploads that nobody receives any more, so that their names become free. Leases of this process that could
/// not be released end, so that other processes may go on with those uploads.
pub(crate) async fn end_dropped_calls(content: &Content) -> Result<()> {
    let (db, now, ours) = (&content.db, content.clock.now(), content.storage.config.owner.as_str().to_owned());
    let begun = db.read(move |c| {
        let sql = "SELECT node_id, owner, lease_until, one_call FROM content_upload
                   WHERE one_call OR (owner = $1 AND lease_until <= $2)";
        c.rows(sql, params![&ours, now], |row| {
            Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?, row.get::<Seconds>(2)?, row.get::<bool>(3)?))
        })
    });
    let mut answering = Answering::default();
    for (node, owner, lease_until, one_call) in begun.await? {
        let is_received = Owner::is_own(&owner) && content.uploads.is_receiving(node);
        if is_received || !Owner::may_lose(&owner, lease_until, now) {
            continue;
        }
        let Some(found) = db.read(move |c| nodes::find(c, node)).await? else { continue };
        let store = db.read(move |c| disk::store(c, found.repository)).await?;
        if !answering.is_there(&store).await {
            continue;
        }
        let db = db.clone();
        let ended = run_detached(async move {
            match take_back(&db, &store, &found, now).await? {
                true if one_call => end(&db, node, now).await,
                _ => Ok(()),
            }
        });
        match in_time(ended).await {
            Err(Error::Disk(error)) => tracing::warn!("The dropped upload {node} stays for now: {error}"),
            other => other?,
        }
    }
    Ok(())
}

/// Takes an upload from a process that has ended, or that has not renewed its lease: that process cannot complete it any
/// more. Returns that process; None if a living one may be putting the bytes into place, or if there is nothing to take.
fn take_over(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<Option<String>> {
    let sql = "SELECT owner, lease_until FROM content_upload WHERE node_id = $1";
    let held = tx.find(sql, params![node], |row| Ok((row.get::<String>(0)?, row.get::<Seconds>(1)?)))?;
    let Some((owner, lease_until)) = held else { return Ok(Some(String::new())) };
    if !Owner::may_lose(&owner, lease_until, now) {
        return Ok(None);
    }
    // The killed server's last commit may still be on its way: this waits for it, and finds no row any more.
    let sql = "UPDATE content_upload SET owner = $4, lease_until = $5
               WHERE node_id = $1 AND owner = $2 AND lease_until = $3";
    let taken = tx.run(sql, params![node, &owner, lease_until, Owner::recovery_name(), now + LEASE])? > 0;
    Ok(taken.then_some(owner))
}
