//! Whether tree and bucket agree.

use std::collections::{HashMap, HashSet};

use crate::harness::TestServer;
use crate::objects::Library;

struct File {
    node: i64,
    size: i64,
    hash: Option<String>,
}

/// Every inconsistency, in words.
pub async fn faults(server: &TestServer, library: &Library) -> Vec<String> {
    let mut expected: HashMap<String, File> =
        files(server, library.top).await.into_iter().map(|file| (Library::key(file.node), file)).collect();
    let (purged, left) = (purged(server).await, left_behind(server, library.top).await);
    let mut faults = Vec::new();
    for key in library.objects.keys() {
        match expected.remove(&key) {
            Some(file) => faults.extend(difference(library, &key, &file)),
            None if key.ends_with("/.vitrine/repository") || purged.contains(&key) || left.contains(&key) => {}
            None => faults.push(format!("{key} has bytes and no row")),
        }
    }
    faults.extend(expected.into_keys().map(|key| format!("{key} is missing in the bucket")));
    if library.objects.unfinished() > 0 {
        faults.push("an upload in parts was not ended in the bucket".to_owned());
    }
    faults
}

/// What a purge that was cut off will delete: the sweep goes on with it.
async fn purged(server: &TestServer) -> HashSet<String> {
    let sql = "SELECT node_id FROM content_purging";
    let marked = server.app.db.read(move |c| c.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap();
    marked.into_iter().map(Library::key).collect()
}

/// What entries that moved onto the disk have left in the bucket for an hour, and what is there of those that come.
async fn left_behind(server: &TestServer, top: i64) -> HashSet<String> {
    let sql = "SELECT f.node_id FROM storage_crossing_file f
               JOIN storage_crossing c ON c.crossing_id = f.crossing_id
               JOIN nodes_node top ON top.repository_id = c.at_id
               WHERE top.node_id = $1 AND c.state <> 'dropped'";
    let found = server.app.db.read(move |c| c.rows(sql, db::params![top], |row| row.get::<i64>(0))).await.unwrap();
    found.into_iter().map(Library::key).collect()
}

/// The files of its repository that have all their bytes.
async fn files(server: &TestServer, top: i64) -> Vec<File> {
    let sql = "SELECT n.node_id, n.size_bytes, n.content_hash
               FROM nodes_node n
               JOIN nodes_node top ON top.repository_id = n.repository_id
               WHERE top.node_id = $1 AND n.kind = 2 AND n.state <> 0";
    let read = server.app.db.read(move |c| {
        c.rows(sql, db::params![top], |row| Ok(File { node: row.get(0)?, size: row.get(1)?, hash: row.get(2)? }))
    });
    read.await.unwrap()
}

fn difference(library: &Library, key: &str, file: &File) -> Option<String> {
    let bytes = library.objects.bytes(key).unwrap_or_default();
    let same = i64::try_from(bytes.len()) == Ok(file.size)
        && file.hash.as_deref() == Some(blake3::hash(&bytes).to_hex().as_str());
    (!same).then(|| format!("{key} differs from the hash of its file"))
}
