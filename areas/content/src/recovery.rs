//! Recovery after a crash: differences between disk and database are finished or undone, so that no half change stays.
//!
//! A file's staging row is the intent of its upload; items in the bin area are named by their nodes; other changes have
//! an intent row. So everything that may be half done is found without walking the tree. The rows are the truth: the
//! bytes go where their row says.

use std::sync::LazyLock;

use activity::Status;
use blobs::{Area, Change, Found, SharedStore, Store, Tree, TreePath, Within};
use db::{Conn, Db, Tx, params};
use nodes::{Node, NodeState};
use primitives::{DiskName, NodeId, NodeKind, RepositoryId, Seconds, TenantId};

use crate::blocking::{blocking, on_store};
use crate::intents::{LEASE, SubtreeLock, forget, reconcile_entry, reconcile_intent, while_locked};
use crate::{Error, Owner, Result, disk, uploads};

/// Reconciles every repository that can be used; the log names the others. Call it before serving. Other processes may
/// serve the same disks: what they are doing has a lease. It is safe to call at any time.
pub async fn recover(db: &Db, now: Seconds) -> Result<()> {
    reconcile(db, now).await?;
    let repositories = db
        .read(|c| c.rows("SELECT repository_id FROM content_repository", &[], |row| row.get::<RepositoryId>(0)))
        .await?;
    for repository in repositories {
        let tree = db.read(move |c| disk::tree(c, repository)).await?;
        let looked = tree.clone();
        let made = tokio::task::spawn_blocking(move || looked.make_areas()).await;
        if let Err(obstacle) = made.map_err(|panicked| Error::Disk(std::io::Error::other(panicked).into()))? {
            let why = "nothing is reconciled in it, and uploads and deletions in it fail";
            tracing::error!(repository.id = %repository, "Repository {repository} cannot be used: {obstacle}; {why}");
            continue;
        }
        match reconcile_repository(db, &tree, repository, now).await {
            Err(Error::Disk(error)) => {
                let root = tree.root().display();
                tracing::error!(repository.id = %repository, "Repository {repository} in {root} is not reconciled: {error}");
            }
            other => other?,
        }
    }
    Ok(())
}

/// Finishes or undoes what a crash left half done in one repository. Its disk must be mounted.
pub(crate) async fn reconcile_repository(db: &Db, tree: &Tree, repository: RepositoryId, now: Seconds) -> Result<()> {
    reconcile_folders(db, tree, repository).await?;
    let store = blobs::shared(tree.clone());
    reconcile_bins(db, &store, repository).await?;
    reconcile_staging(db, &store, repository, now).await
}

/// An intent as recovery finds it.
struct Left {
    intent: i64,
    repository: RepositoryId,
    owner: String,
    lease_until: Seconds,
}

/// Undoes the changes whose process has ended, and those whose lease has expired: their process could not undo them
/// itself.
pub async fn reconcile(db: &Db, now: Seconds) -> Result<()> {
    let intents = db
        .read(move |c| {
            let sql = "SELECT intent_id, repository_id, owner, lease_until FROM content_intent ORDER BY intent_id DESC";
            c.rows(sql, &[], |row| {
                Ok(Left { intent: row.get(0)?, repository: row.get(1)?, owner: row.get(2)?, lease_until: row.get(3)? })
            })
        })
        .await?;
    for left in intents {
        if left.lease_until > now && !Owner::is_gone(&left.owner) {
            continue;
        }
        let (intent, repository) = (left.intent, left.repository);
        match undo(db, left, now).await {
            Err(Error::Disk(error)) => {
                tracing::warn!(repository.id = %repository, "The unfinished change {intent} in repository {repository} stays for now: {error}");
            }
            other => other?,
        }
    }
    Ok(())
}

/// The owner of an intent that is being undone. It is not the one that makes changes in this process: that one must
/// notice that its intent was taken.
static RECOVERY: LazyLock<String> = LazyLock::new(Owner::recovery);

async fn undo(db: &Db, left: Left, now: Seconds) -> Result<()> {
    let repository = left.repository;
    let store = db.read(move |c| disk::store(c, repository)).await?;
    if !on_store(&store, |store| Ok::<_, Error>(store.is_there())).await? {
        return Ok(());
    }
    let intent = left.intent;
    let taken = db.write(move |tx| {
        // The killed server's last commit may still be on its way: this waits for it, and finds no row any more.
        let sql = "UPDATE content_intent SET owner = $4, lease_until = $5
                   WHERE intent_id = $1 AND owner = $2 AND lease_until = $3";
        tx.run(sql, params![intent, &left.owner, left.lease_until, RECOVERY.as_str(), now + LEASE])
    });
    if taken.await? == 0 {
        return Ok(());
    }
    reconcile_intent(db, store, intent).await?;
    Ok(db.write(move |tx| forget(tx, intent, &RECOVERY)).await?)
}

/// For a restored database: what the backed up server was doing is nobody's here, and its disk is filled as the rows say.
pub(crate) async fn forget_all(db: &Db) -> Result<()> {
    let forgotten = db.write(|tx| {
        let sql = "SELECT intent_id, owner FROM content_intent";
        for (intent, owner) in tx.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))? {
            forget(tx, intent, &owner)?;
        }
        tx.run("UPDATE content_upload SET owner = '', lease_until = 0", &[])
    });
    forgotten.await?;
    Ok(())
}

/// Folders that an earlier version recorded beside the tree before it made them: those without a row are removed if
/// they are empty and belong to nothing else.
async fn reconcile_folders(db: &Db, tree: &Tree, repository: RepositoryId) -> Result<()> {
    let listed = tree.clone();
    for (node, names) in blocking(move || listed.announced_folders()).await? {
        let (top, tenant) = db
            .read(move |c| {
                let sql = "SELECT node_id, tenant_id FROM content_repository WHERE repository_id = $1";
                c.get(sql, params![repository], |row| Ok((row.get::<NodeId>(0)?, row.get::<TenantId>(1)?)))
            })
            .await?;
        let (tree, place) = (tree.clone(), TreePath::of(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        let lock = SubtreeLock { node: top, tenant, repository, name: None };
        while_locked(db, lock, async || {
            let is_known = db
                .read(move |c| Ok::<_, Error>(nodes::find(c, node)?.is_some() || leads_somewhere(c, top, &names)?))
                .await?;
            blocking(move || {
                if let Some(place) = place.filter(|_| !is_known) {
                    match tree.commit(node, &Change::RemoveFolder(place)) {
                        // It was not made, or it is not empty.
                        Ok(_) | Err(blobs::Error::Missing | blobs::Error::Exists) => {}
                        Err(error) => return Err(error),
                    }
                }
                tree.forget_folder(node)
            })
            .await
        })
        .await?;
    }
    Ok(())
}

/// Whether rows lead from `top` along `names`.
fn leads_somewhere(conn: &mut Conn<'_>, top: NodeId, names: &[String]) -> db::Result<bool> {
    let mut at = top;
    for name in names {
        let sql = "SELECT node_id FROM nodes_node
                   WHERE parent_id = $1 AND state < 2 AND (name = $2 AND NOT duplicate OR node_id = $3 AND duplicate)";
        match conn.find(sql, params![at, name.as_str(), DiskName::duplicate(name)], |row| row.get(0))? {
            Some(child) => at = child,
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// Moves entries whose row and bytes disagree about the bin, and removes what is in the bin without a row.
async fn reconcile_bins(db: &Db, store: &SharedStore, repository: RepositoryId) -> Result<()> {
    let there = nodes_in(store, Area::Bin).await?;
    for node in there.iter().copied() {
        match db.read(move |c| nodes::find(c, node)).await? {
            None => {
                on_store(store, move |store| store.discard(Area::Bin, node)).await?;
            }
            Some(found) if found.state == NodeState::Binned => {}
            Some(found) => reconcile_entry(db, store, &found).await?,
        }
    }
    let binned = db
        .read(move |c| {
            let sql = format!("SELECT {} FROM nodes_node n WHERE n.repository_id = $1 AND n.state = 2", nodes::COLUMNS);
            c.rows(&sql, params![repository], |row| nodes::from_row(row, 0))
        })
        .await?;
    for found in binned.iter().filter(|found| !there.contains(&found.id)) {
        reconcile_entry(db, store, found).await?;
    }
    Ok(())
}

async fn nodes_in(store: &SharedStore, area: Area) -> Result<Vec<NodeId>> {
    let found = on_store(store, move |store| store.walk(Within::Area(area))).await?;
    Ok(found.iter().filter_map(Found::node).collect())
}

/// Uploads that are in place on disk but not in the tree go back to staging, from where they are sent again or swept;
/// staged bytes without a row are removed. One-call uploads end with their process: nobody can continue them.
async fn reconcile_staging(db: &Db, store: &SharedStore, repository: RepositoryId, now: Seconds) -> Result<()> {
    let there = nodes_in(store, Area::Staging).await?;
    for node in there.iter().copied() {
        let waiting = db.read(move |c| nodes::find(c, node)).await?;
        if waiting.is_none_or(|found| found.state != NodeState::Staging) {
            on_store(store, move |store| store.discard(Area::Staging, node)).await?;
        }
    }
    let staging = db
        .read(move |c| {
            let sql = format!("SELECT {} FROM nodes_node n WHERE n.state = 0 AND n.repository_id = $1", nodes::COLUMNS);
            c.rows(&sql, params![repository], |row| nodes::from_row(row, 0))
        })
        .await?;
    let ending = of_ended_calls(db, repository).await?;
    for found in staging.iter().filter(|found| found.kind == NodeKind::File) {
        let is_staged = there.contains(&found.id) || take_back(db, store, found, now).await?;
        if is_staged && ending.contains(&found.id) {
            end(db, found.id, now).await?;
        }
    }
    Ok(())
}

/// The one-call uploads whose process has ended.
async fn of_ended_calls(db: &Db, repository: RepositoryId) -> Result<Vec<NodeId>> {
    let begun = db.read(move |c| {
        let sql = "SELECT u.node_id, u.owner FROM content_upload u JOIN nodes_node n ON n.node_id = u.node_id
                   WHERE u.one_call AND n.repository_id = $1";
        c.rows(sql, params![repository], |row| Ok((row.get::<NodeId>(0)?, row.get::<String>(1)?)))
    });
    // In a restored database the owner is nobody.
    let gone = |owner: &str| owner.is_empty() || Owner::is_gone(owner);
    Ok(begun.await?.into_iter().filter(|(_, owner)| gone(owner)).map(|(node, _)| node).collect())
}

/// Removes a one-call upload whose bytes are in staging, or nowhere.
async fn end(db: &Db, node: NodeId, now: Seconds) -> Result<()> {
    let ended = db.write(move |tx| {
        if !take_over(tx, node, now)? {
            return Ok(None);
        }
        uploads::delete(tx, node, Status::Error, now)
    });
    match ended.await? {
        Some(store) => on_store(&store, move |store| store.discard(Area::Staging, node)).await,
        None => Ok(()),
    }
}

/// Takes an upload's bytes back to staging. False if a living process is at them.
async fn take_back(db: &Db, store: &SharedStore, found: &Node, now: Seconds) -> Result<bool> {
    let node = found.id;
    if !db.write(move |tx| take_over(tx, node, now)).await? {
        return Ok(false);
    }
    let taken = while_locked(db, SubtreeLock::of(found), async || {
        let place = db.read(move |c| disk::place(c, node)).await?;
        on_store(store, move |store| {
            match store.commit(node, &Change::Take { from: place, area: Area::Staging }) {
                // It is in staging, or nowhere.
                Ok(_) | Err(blobs::Error::Exists | blobs::Error::Missing) => Ok(()),
                Err(error) => Err(error),
            }
        })
        .await
    });
    let taken = taken.await;
    let sql = "UPDATE content_upload SET lease_until = 0 WHERE node_id = $1 AND owner = $2";
    db.write(move |tx| tx.run(sql, params![node, RECOVERY.as_str()])).await?;
    match taken {
        Ok(()) => Ok(true),
        Err(Error::Moving) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Takes an upload from a process that has ended, or that has not renewed its lease: that process cannot complete it any
/// more. False if a living process may be putting the bytes into place, or if there is nothing to take.
fn take_over(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<bool> {
    let sql = "SELECT owner, lease_until FROM content_upload WHERE node_id = $1";
    let held = tx.find(sql, params![node], |row| Ok((row.get::<String>(0)?, row.get::<Seconds>(1)?)))?;
    let Some((owner, lease_until)) = held else { return Ok(true) };
    if lease_until > now && !Owner::is_gone(&owner) {
        return Ok(false);
    }
    // The killed server's last commit may still be on its way: this waits for it, and finds no row any more.
    let sql = "UPDATE content_upload SET owner = $4, lease_until = $5
               WHERE node_id = $1 AND owner = $2 AND lease_until = $3";
    Ok(tx.run(sql, params![node, &owner, lease_until, RECOVERY.as_str(), now + LEASE])? > 0)
}
