//! Recovery after a crash: differences between disk and database are finished or undone, so that no half change stays.
//!
//! A file's staging row is the intent of its upload; items in the bin area are named by their nodes; a rename has an
//! intent row. So everything that may be half done is found without walking the tree.

use blobs::{Area, Tree, TreePath};
use db::{Conn, Db, Engine, Tx, params};
use nodes::NodeState;
use primitives::{DiskName, EntryName, NodeId, RepositoryId, Seconds};

use crate::{Error, Owner, Result, disk};

/// For this long no other process undoes the rename of a living process: much longer than a rename takes.
pub(crate) const LEASE: Seconds = 60;

/// Reconciles every repository that can be used; the log names the others. Call it before serving. Other processes may
/// serve the same disks only if their renames have a lease. It is safe to call at any time.
pub async fn recover(db: &Db, now: Seconds) -> Result<()> {
    reconcile(db, now).await?;
    let repositories = db
        .read(|c| c.rows("SELECT repository_id FROM content_repository", &[], |row| row.get::<RepositoryId>(0)))
        .await?;
    for repository in repositories {
        let tree = db.read(move |c| disk::tree(c, repository)).await?;
        if let Err(obstacle) = tree.make_areas() {
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
    reconcile_bins(db, tree, repository).await?;
    reconcile_staging(db, tree, repository, now).await
}

/// Undoes the renames whose process has ended, and those whose lease has expired: their process could not undo them
/// itself.
pub async fn reconcile(db: &Db, now: Seconds) -> Result<()> {
    let intents = db
        .read(move |c| {
            let sql = "SELECT intent_id, repository_id, owner, lease_until FROM content_intent ORDER BY intent_id DESC";
            c.rows(sql, &[], |row| {
                Ok((row.get::<i64>(0)?, row.get::<RepositoryId>(1)?, row.get::<String>(2)?, row.get::<Seconds>(3)?))
            })
        })
        .await?;
    for (intent, repository, owner, lease_until) in intents {
        if lease_until > now && !Owner::is_gone(&owner) {
            continue;
        }
        if !db.read(move |c| disk::tree(c, repository)).await?.is_mounted() {
            continue;
        }
        match undo_rename(db, intent).await {
            Err(Error::Disk(error)) => {
                tracing::warn!(repository.id = %repository, "An unfinished rename in repository {repository} stays for now: {error}");
            }
            other => other?,
        }
    }
    Ok(())
}

/// An intent that still exists was not committed: the old name is restored on disk.
pub(crate) async fn undo_rename(db: &Db, intent: i64) -> Result<()> {
    db.write(move |tx| {
        let sql = "SELECT node_id, repository_id, target FROM content_intent WHERE intent_id = $1";
        let found = tx.find(sql, params![intent], |row| {
            Ok((row.get::<NodeId>(0)?, row.get::<RepositoryId>(1)?, row.get::<String>(2)?))
        })?;
        let Some((node, repository, target)) = found else { return Ok(()) };
        // Zero: the killed server's last commit was still on its way and carried the rename out.
        if tx.run("DELETE FROM content_intent WHERE intent_id = $1", params![intent])? == 0 {
            return Ok(());
        }
        let Ok(place) = disk::place(tx, node) else { return Ok(()) };
        let tree = disk::tree(tx, repository)?;
        // Restores the name in the row: another rename may have happened in between.
        if tree.exists(&place)? {
            return Ok(());
        }
        for new in places_of(tx, node, &place, &target)? {
            if tree.exists(&new)? {
                tree.rename(&new, &place)?;
                break;
            }
        }
        Ok::<_, Error>(())
    })
    .await
}

/// Folders with an intent: those without a row are removed if they are empty and belong to nothing else.
async fn reconcile_folders(db: &Db, tree: &Tree, repository: RepositoryId) -> Result<()> {
    for (node, names) in tree.announced_folders()? {
        let tree = tree.clone();
        db.write(move |tx| {
            let sql = "SELECT node_id, tenant_id FROM content_repository WHERE repository_id = $1";
            let (top, tenant) = tx.get(sql, params![repository], |row| Ok((row.get(0)?, row.get(1)?)))?;
            // A request that makes a folder holds this until its row is committed or not.
            disk::hold(tx, tenant)?;
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let is_known = nodes::find(tx, node)?.is_some() || leads_somewhere(tx, top, &names)?;
            if let Some(place) = TreePath::of(&names).filter(|_| !is_known) {
                match tree.remove_empty_folder(&place) {
                    // It was not made, or it is not empty.
                    Ok(()) | Err(blobs::Error::Missing | blobs::Error::Exists) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok::<_, Error>(tree.forget_folder(node)?)
        })
        .await?;
    }
    Ok(())
}

/// Whether rows lead from `top` along `names`.
fn leads_somewhere(conn: &mut Conn<'_>, top: NodeId, names: &[&str]) -> db::Result<bool> {
    let mut at = top;
    for name in names {
        let sql = "SELECT node_id FROM nodes_node
                   WHERE parent_id = $1 AND state < 2 AND (name = $2 AND NOT duplicate OR node_id = $3 AND duplicate)";
        match conn.find(sql, params![at, *name, DiskName::duplicate(name)], |row| row.get(0))? {
            Some(child) => at = child,
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The possible paths of `node` called `name`: with its id, if it was to be a duplicate, and by the name alone, unless
/// that is another entry's, whose bytes must not be moved.
fn places_of(conn: &mut Conn<'_>, node: NodeId, place: &TreePath, name: &str) -> Result<Vec<TreePath>> {
    let mut names = vec![DiskName::of(name, node, true)];
    let sql = "SELECT 1 FROM nodes_node n JOIN nodes_node me ON me.node_id = $1 AND n.parent_id = me.parent_id
               WHERE n.name_key = $2 AND n.state < 2 AND NOT n.duplicate AND n.node_id <> $1";
    if !conn.exists(sql, params![node, &EntryName::key_of(name)])? {
        names.push(name.to_owned());
    }
    Ok(names.iter().filter_map(|name| DiskName::parse(name)).map(|name| place.beside(&name)).collect())
}

async fn reconcile_bins(db: &Db, tree: &Tree, repository: RepositoryId) -> Result<()> {
    for node in tree.in_area(Area::Bin)? {
        reconcile_bin(db, node).await?;
        let is_known = db.read(move |c| nodes::find(c, node)).await?.is_some();
        if !is_known {
            tree.discard(Area::Bin, node)?;
        }
    }
    let binned = db
        .read(move |c| {
            let sql = "SELECT node_id FROM nodes_node WHERE repository_id = $1 AND state = 2";
            c.rows(sql, params![repository], |row| row.get::<NodeId>(0))
        })
        .await?;
    for node in binned {
        reconcile_bin(db, node).await?;
    }
    Ok(())
}

/// Moves one entry's bytes to where its row says: into the bin, or to its path.
pub(crate) async fn reconcile_bin(db: &Db, node: NodeId) -> Result<()> {
    db.write(move |tx| {
        hold(tx, node)?;
        let Some(found) = nodes::find(tx, node)? else { return Ok(()) };
        let tree = disk::tree(tx, found.repository)?;
        let Ok(place) = disk::place(tx, node) else { return Ok(()) };
        let in_bin = tree.is_in(Area::Bin, node)?;
        match found.state {
            NodeState::Binned if !in_bin => {
                for place in places_of(tx, node, &place, &found.name)? {
                    if tree.exists(&place)? {
                        tree.take(&place, Area::Bin, node)?;
                        break;
                    }
                }
            }
            NodeState::Ready if in_bin && !tree.exists(&place)? => {
                tree.put(Area::Bin, node, &place)?;
            }
            NodeState::Binned | NodeState::Ready | NodeState::Staging => {}
        }
        Ok::<_, Error>(())
    })
    .await
}

/// Waits for a commit of the killed server that PostgreSQL may still be carrying out, so that its outcome is visible.
fn hold(tx: &mut Tx<'_>, node: NodeId) -> db::Result<()> {
    if tx.engine() == Engine::Postgres {
        tx.exists("SELECT 1 FROM nodes_node WHERE node_id = $1 FOR UPDATE", params![node])?;
    }
    Ok(())
}

/// Uploads that are in place on disk but not in the tree go back to staging, from where they are sent again or swept;
/// staged bytes without a row are removed.
async fn reconcile_staging(db: &Db, tree: &Tree, repository: RepositoryId, now: Seconds) -> Result<()> {
    for node in tree.in_area(Area::Staging)? {
        let waiting = db.read(move |c| nodes::find(c, node)).await?;
        if waiting.is_none_or(|found| found.state != NodeState::Staging) {
            tree.discard(Area::Staging, node)?;
        }
    }
    let sql = "SELECT node_id FROM nodes_node WHERE state = 0 AND repository_id = $1";
    let staging = db.read(move |c| c.rows(sql, params![repository], |row| row.get::<NodeId>(0))).await?;
    for node in staging {
        db.write(move |tx| {
            let still_staging = |found: &nodes::Node| found.state == NodeState::Staging;
            let Some(found) = nodes::find(tx, node)?.filter(still_staging) else { return Ok(()) };
            disk::hold(tx, found.tenant)?;
            if !take_over(tx, node, now)? {
                return Ok(());
            }
            let tree = disk::tree(tx, found.repository)?;
            let place = disk::place(tx, node)?;
            if !tree.is_in(Area::Staging, node)? && tree.exists(&place)? {
                tree.take(&place, Area::Staging, node)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    }
    Ok(())
}

/// Takes an upload from a process that has ended, or that has not renewed its lease: that process cannot complete it any
/// more. False if a living process may be putting the bytes into place.
fn take_over(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<bool> {
    let sql = "SELECT owner, lease_until FROM content_upload WHERE node_id = $1";
    let held = tx.find(sql, params![node], |row| Ok((row.get::<String>(0)?, row.get::<Seconds>(1)?)))?;
    let Some((owner, lease_until)) = held else { return Ok(true) };
    if lease_until > now && !Owner::is_gone(&owner) {
        return Ok(false);
    }
    // The killed server's last commit may still be on its way: this waits for it, and finds no row any more.
    let sql = "UPDATE content_upload SET owner = '', lease_until = 0
               WHERE node_id = $1 AND owner = $2 AND lease_until = $3";
    Ok(tx.run(sql, params![node, &owner, lease_until])? > 0)
}
