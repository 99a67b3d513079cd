//! Backs up all content by its hash while the server is in use, and restores it.
//!
//! Names change and move while a backup is made; content does not. So a backup holds every content once, under its
//! hash. A restored tree gets its content from there, as its rows say.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use blobs::{Area, SharedStore, Store, TreePath, copy_hashed};
use db::{Conn, Db, params};
use primitives::{NodeId, RepositoryId};

use crate::blocking::blocking;
use crate::printed::Printed;
use crate::{Result, disk, recovery};

/// The result for one content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackedUp {
    /// It was copied into the backup.
    Copied { bytes: u64 },
    /// An earlier backup in the same folder has it.
    Already,
    /// It was purged meanwhile.
    Gone,
    /// Rows refer to it, but its bytes are missing.
    Lost,
    /// Files have it, but their disks cannot read them.
    Unreadable(Vec<Unreadable>),
}

/// A file that its disk cannot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    repository: RepositoryId,
    node: NodeId,
    place: TreePath,
    why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { repository, node, place, why } = self;
        let place = place.to_string();
        write!(f, "repository {repository}: {} (node {node}) cannot be read ({why})", Printed(&place))
    }
}

/// The hashes of all content that a snapshot of the database refers to.
pub fn contents(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = concat!(
        "SELECT DISTINCT content_hash FROM nodes_node WHERE content_hash IS NOT NULL AND state IN (",
        nodes::state!(Ready, Binned),
        ")"
    );
    conn.rows(sql, &[], |row| row.get(0))
}

/// The path of a content in a backup.
pub(crate) fn kept_path(store: &Path, hash: &str) -> PathBuf {
    store.join(hash.get(..2).unwrap_or("00")).join(hash)
}

/// The file is looked for this many times: an entry that is being renamed or moved is for a moment at neither path.
const TRIES: usize = 20;

/// Copies one content into `store` and checks it. A file that cannot be read does not end the backup; a failed write
/// does.
pub async fn back_up(db: &Db, store: &Path, hash: &str) -> Result<BackedUp> {
    let target = kept_path(store, hash);
    if target.exists() {
        return Ok(BackedUp::Already);
    }
    let mut unreadable = Vec::new();
    for attempt in 0..TRIES {
        let wanted = hash.to_owned();
        let holders = db.read(move |c| holders(c, &wanted)).await?;
        if holders.is_empty() {
            return Ok(BackedUp::Gone);
        }
        unreadable.clear();
        let all = holders.len();
        for Holder { repository, node, disk, place } in holders {
            let (at, target, wanted) = (place.clone(), target.clone(), hash.to_owned());
            match blocking(move || copy(&*disk, &at, &target, &wanted)).await? {
                Copied::Whole { bytes } => return Ok(BackedUp::Copied { bytes }),
                Copied::Otherwise => {}
                Copied::Unreadable(why) => unreadable.push(Unreadable { repository, node, place, why }),
            }
        }
        if unreadable.len() == all {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10 * (attempt as u64 + 1))).await;
    }
    Ok(if unreadable.is_empty() { BackedUp::Lost } else { BackedUp::Unreadable(unreadable) })
}

/// A file with a content, and its path.
struct Holder {
    repository: RepositoryId,
    node: NodeId,
    disk: SharedStore,
    place: TreePath,
}

/// The files that have a content now.
fn holders(conn: &mut Conn<'_>, hash: &str) -> Result<Vec<Holder>> {
    let sql = concat!(
        "SELECT node_id, repository_id FROM nodes_node WHERE content_hash = $1 AND state IN (",
        nodes::state!(Ready, Binned),
        ") LIMIT 8"
    );
    let nodes = conn.rows(sql, params![hash], |row| Ok((row.get::<NodeId>(0)?, row.get::<RepositoryId>(1)?)))?;
    let mut found = Vec::new();
    for (node, repository) in nodes {
        if let Some(place) = disk::place_anywhere(conn, node)? {
            found.push(Holder { repository, node, disk: disk::store(conn, repository)?, place });
        }
    }
    Ok(found)
}

/// The result of copying one file.
enum Copied {
    Whole {
        bytes: u64,
    },
    /// The file at its path is another one by now.
    Otherwise,
    Unreadable(String),
}

fn copy(disk: &dyn Store, place: &TreePath, target: &Path, hash: &str) -> Result<Copied> {
    let file = match disk.open(place) {
        Ok(file) => file,
        Err(blobs::Error::Missing) => return Ok(Copied::Otherwise),
        Err(error) => return Ok(Copied::Unreadable(error.to_string())),
    };
    let mut from = Source { bytes: file.bytes(), why: None };
    let folder = target.parent().unwrap_or(target);
    std::fs::create_dir_all(folder)?;
    let mut to = tempfile::Builder::new().prefix(".copying").tempfile_in(folder)?;
    let copied = copy_hashed(&mut from, to.as_file_mut());
    if let Some(why) = from.why {
        return Ok(Copied::Unreadable(why));
    }
    if copied? != hash {
        return Ok(Copied::Otherwise);
    }
    let bytes = to.as_file().metadata()?.len();
    to.persist(target).map_err(|error| error.error)?;
    Ok(Copied::Whole { bytes })
}

/// Records that reading failed, so that it is not taken for a failed write.
struct Source<R> {
    bytes: R,
    why: Option<String>,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(into).inspect_err(|error| self.why = Some(error.to_string()))
    }
}

/// Every file server's directory, replaced by the result of `place`. Those that are buckets get a prefix of their own,
/// named `restored-` and this: what the backed up server has there stays its own.
pub async fn move_file_servers(
    db: &Db,
    restored: String,
    place: impl Fn(&str) -> String + Send + 'static,
) -> Result<()> {
    db.write(move |tx| {
        let sql = "UPDATE storage_bucket
                   SET prefix = CASE prefix WHEN '' THEN '' ELSE prefix || '/' END || $1
                   WHERE prefix <> $1 AND prefix NOT LIKE '%/' || $1";
        tx.run(sql, params![&format!("restored-{restored}")])?;
        let sql = "SELECT file_server_id, url FROM content_file_server WHERE type = 'posix'";
        for (id, url) in tx.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))? {
            tx.run("UPDATE content_file_server SET url = $2 WHERE file_server_id = $1", params![id, &place(&url)])?;
        }
        Ok(())
    })
    .await
}

/// Begins a restore: nobody is at work here, and every repository gets an empty store. `fill` gives the entries their
/// bytes.
pub async fn clear_for_restore(db: &Db) -> Result<()> {
    recovery::forget_all(db).await?;
    let repositories = db
        .read(|c| c.rows("SELECT repository_id FROM content_repository", &[], |row| row.get::<RepositoryId>(0)))
        .await?;
    for repository in repositories {
        let store = db.read(move |c| disk::store(c, repository)).await?;
        blocking(move || store.prepare()).await?;
    }
    Ok(())
}

/// Copies a content from `store` into staging and checks it; false if it is missing or damaged.
pub(crate) fn stage_from(store: &Path, disk: &dyn Store, node: NodeId, hash: &str) -> Result<bool> {
    let Ok(from) = File::open(kept_path(store, hash)) else { return Ok(false) };
    disk.discard(Area::Staging, node)?;
    Ok(copy_hashed(from, &mut disk.stage(node)?)? == hash)
}
