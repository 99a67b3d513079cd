//! Recovery after a crash: differences between disk and database are finished or undone, so that no half change stays.
//!
//! A file's staging row is the intent of its upload; items in the bin area are named by their nodes; other changes have
//! an intent row. So everything that may be half done is found without walking the tree. The rows are the truth: the
//! bytes go where their row says.

mod staging;

pub(crate) use staging::put_home;

use std::time::Duration;

use blobs::{Area, Change, Found, Obstacle, SharedStore, Store, Tree, TreePath, Within};
use db::{Conn, Db, Engine, params};
use nodes::{BINNED, NodeState};
use primitives::{DiskName, NodeId, RepositoryId, Seconds, TenantId};
use tokio::task::JoinError;
use tokio::time::Instant;

use crate::blocking::{self, WAIT, blocking, in_time, on_store, run_detached};
use crate::intents::{SubtreeLock, forget, reconcile_entry, reconcile_intent, while_locked};
use crate::lease::{LEASE, forget_other_owners, later, while_renewed};
use crate::unfinished::unfinished_files;
use crate::{Answering, Error, Owner, Result, crossings, disk, intents};

/// A start waits this long for one repository. A large bin takes its time.
const LONGEST: Duration = Duration::from_secs(60);

/// What a disk says when its own folders are made.
type Made = Result<Result<Vec<Area>, Obstacle>, JoinError>;

/// Reconciles every repository that can be used; the log names the others. Call it before serving. Other processes may
/// serve the same disks: what they are doing has a lease. It is safe to call at any time. A disk that does not answer is
/// not waited for: its repositories are reconciled when it does.
pub async fn recover(db: &Db, owner: &Owner, now: Seconds) -> Result<()> {
    let begun = Instant::now();
    forget_owners_of_a_locked_database(db).await?;
    reconcile(db, owner, now).await?;
    let stores = db.read(|c| {
        let all = c.rows("SELECT repository_id FROM content_repository", &[], |row| row.get::<RepositoryId>(0))?;
        all.into_iter().map(|id| Ok((id, disk::store(c, id)?))).collect::<db::Result<Vec<_>>>()
    });
    let ask = |(repository, store): (RepositoryId, SharedStore)| {
        let asked = store.clone();
        (repository, store, tokio::task::spawn_blocking(move || asked.make_areas()))
    };
    // All at once, so that several disks that do not answer take no longer than one.
    let asked: Vec<_> = stores.await?.into_iter().map(ask).collect();
    let until = Instant::now() + WAIT;
    for (repository, store, mut asked) in asked {
        let db = db.clone();
        let recover =
            async move |made| recover_repository(&db, &store, repository, made, later(now, begun.into())).await;
        let Ok(made) = tokio::time::timeout_at(until, &mut asked).await else {
            tracing::error!(repository.id = %repository, "The disk of repository {repository} does not answer; it is reconciled when it does");
            tokio::spawn(async move {
                if let Err(error) = recover(asked.await).await {
                    tracing::error!(repository.id = %repository, "Repository {repository} is not reconciled: {error}");
                }
            });
            continue;
        };
        match tokio::time::timeout(LONGEST, run_detached(async move { recover(made).await })).await {
            Ok(done) => done?,
            Err(_) => {
                tracing::warn!(repository.id = %repository, "Repository {repository} is still being reconciled while others are used");
            }
        }
    }
    Ok(())
}

async fn recover_repository(
    db: &Db,
    store: &SharedStore,
    repository: RepositoryId,
    made: Made,
    now: Seconds,
) -> Result<()> {
    if let Err(obstacle) = made.map_err(|panicked| Error::Disk(std::io::Error::other(panicked).into()))? {
        let why = "nothing is reconciled in it, and uploads and deletions in it fail";
        tracing::error!(repository.id = %repository, "Repository {repository} cannot be used: {obstacle}; {why}");
        return Ok(());
    }
    match reconcile_repository(db, store, repository, now).await {
        Err(Error::Disk(error)) => {
            let root = store.name();
            tracing::error!(repository.id = %repository, "Repository {repository} in {root} is not reconciled: {error}");
            Ok(())
        }
        other => other,
    }
}

/// Only one process serves a SQLite database, and it holds a lock. So every other owner has ended, even one of another
/// machine or of an earlier boot.
async fn forget_owners_of_a_locked_database(db: &Db) -> Result<()> {
    if db.engine() != Engine::Sqlite {
        return Ok(());
    }
    let forgotten = db.write(|tx| {
        forget_other_owners(tx, "content_intent")?;
        unfinished_files(tx).iter().try_for_each(|files| (files.forget_other_owners)(tx))
    });
    Ok(forgotten.await?)
}

/// Finishes or undoes what a crash left half done in one repository. Its disk must be mounted.
pub(crate) async fn reconcile_repository(
    db: &Db,
    store: &SharedStore,
    repository: RepositoryId,
    now: Seconds,
) -> Result<()> {
    if let Some(tree) = db.read(move |c| disk::tree(c, repository)).await? {
        reconcile_folders(db, &tree, repository).await?;
    }
    if !store.names_by_node() {
        reconcile_bins(db, store, repository).await?;
    }
    staging::reconcile(db, store, repository, now).await
}

/// An intent as recovery finds it.
struct Left {
    intent: i64,
    repository: RepositoryId,
    owner: String,
    lease_until: Seconds,
}

/// Undoes the changes of processes that have ended, the changes of other machines whose lease ended long ago, and the
/// changes that this process (`owner`) no longer works on.
pub async fn reconcile(db: &Db, owner: &Owner, now: Seconds) -> Result<()> {
    let intents = db
        .read(move |c| {
            let sql = "SELECT intent_id, repository_id, owner, lease_until FROM content_intent ORDER BY intent_id DESC";
            c.rows(sql, &[], |row| {
                Ok(Left { intent: row.get(0)?, repository: row.get(1)?, owner: row.get(2)?, lease_until: row.get(3)? })
            })
        })
        .await?;
    let mut answering = Answering::default();
    for left in intents {
        if !Owner::may_lose(&left.owner, left.lease_until, now) || owner.works_on(left.intent) {
            continue;
        }
        let (intent, repository) = (left.intent, left.repository);
        let store = db.read(move |c| disk::store(c, repository)).await?;
        if !answering.is_there(&store).await {
            continue;
        }
        let db = db.clone();
        match in_time(run_detached(async move { undo(&db, store, left, now).await })).await {
            Err(Error::Disk(error)) => {
                tracing::warn!(repository.id = %repository, "The unfinished change {intent} in repository {repository} stays for now: {error}");
            }
            other => other?,
        }
    }
    Ok(())
}

async fn undo(db: &Db, store: SharedStore, left: Left, now: Seconds) -> Result<()> {
    let intent = left.intent;
    let taken = db.write(move |tx| {
        // The killed server's last commit may still be on its way: this waits for it, and finds no row any more.
        let sql = "UPDATE content_intent SET owner = $4, lease_until = $5
                   WHERE intent_id = $1 AND owner = $2 AND lease_until = $3";
        tx.run(sql, params![intent, &left.owner, left.lease_until, Owner::recovery_name(), now + LEASE])
    });
    if taken.await? == 0 {
        return Ok(());
    }
    let begun = Instant::now();
    let renew = || intents::renew(db, intent, Owner::recovery_name(), later(now, begun.into()));
    let applied = while_renewed(renew, reconcile_intent(db, store.clone(), intent)).await?;
    if !renew().await? {
        // It took too long, and a third process did it.
        return blocking::undo(&store, applied).await;
    }
    Ok(db.write(move |tx| forget(tx, intent, Owner::recovery_name())).await?)
}

/// For a restored database: what the backed up server was doing is nobody's here, and its disk is filled as the rows say.
pub(crate) async fn forget_all(db: &Db) -> Result<()> {
    let forgotten = db.write(|tx| {
        let sql = "SELECT intent_id, owner FROM content_intent";
        for (intent, owner) in tx.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))? {
            forget(tx, intent, &owner)?;
        }
        crossings::forget_all(tx)?;
        // Repositories stay where they were, and what was copied elsewhere is not this installation's.
        for action in tx.rows("DELETE FROM storage_move RETURNING bg_action_id", &[], |row| row.get::<String>(0))? {
            activity::settle(tx, &action, &activity::Status::InProgress, &activity::Status::Error)?;
        }
        Ok::<_, db::Error>(())
    });
    Ok(forgotten.await?)
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
        let sql = concat!(
            "SELECT node_id FROM nodes_node
                   WHERE parent_id = $1 AND state < ",
            nodes::state!(Binned),
            " AND (name = $2 AND NOT duplicate OR node_id = $3 AND duplicate)"
        );
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
        let found = db.read(move |c| nodes::find(c, node)).await?;
        match found.filter(|found| found.repository == repository) {
            // It moves between repositories.
            None if db.read(move |c| crossings::has_bytes_in(c, repository, node)).await? => {}
            None => {
                on_store(store, move |store| store.discard(Area::Bin, node)).await?;
            }
            Some(found) if found.state == NodeState::Binned => {}
            Some(found) => reconcile_entry(db, store, &found).await?,
        }
    }
    let binned = db
        .read(move |c| {
            let sql = format!(
                "SELECT {} FROM nodes_node n WHERE n.repository_id = $1 AND n.state = {BINNED}",
                nodes::COLUMNS
            );
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
