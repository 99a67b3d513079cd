//! Whether tree, disk and the answers that people got agree, checked from outside without the server's own code.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use db::Row;

use super::work::Told;
use crate::harness::TestServer;

struct Entry {
    parent: Option<i64>,
    is_file: bool,
    name: String,
    state: i64,
    size: i64,
    hash: Option<String>,
}

const STAGING: i64 = 0;
const BINNED: i64 = 2;

/// Every inconsistency, in words.
pub async fn faults(server: &TestServer, told: &Mutex<Told>) -> Vec<String> {
    let entries = entries(server).await;
    let mut expected: HashMap<PathBuf, i64> = HashMap::new();
    for node in entries.keys().filter(|node| is_below(&entries, **node, server.top)) {
        expected.insert(place(server, &entries, *node), *node);
    }
    let mut faults = Vec::new();
    let left = left_behind(server).await;
    for path in found(&server.disk) {
        match expected.remove(&path) {
            _ if left.iter().any(|left| path.starts_with(left)) => {}
            Some(node) => faults.extend(difference(&path, node, &entries[&node])),
            // A folder that a crash left without its row is empty, and the next one of its name takes it over.
            None if std::fs::read_dir(&path).is_ok_and(|mut inside| inside.next().is_none()) => {}
            None => faults.push(format!("{} has bytes and no row", path.display())),
        }
    }
    let waiting = |node: &i64| entries[node].state == STAGING;
    let gone = expected.into_iter().filter(|(_, node)| !waiting(node));
    faults.extend(gone.map(|(path, node)| format!("{node} has no bytes at {}", path.display())));
    faults.extend(losses(&entries, &told.lock().unwrap()));
    for (sql, fault) in [
        ("SELECT COUNT(*) FROM content_intent", "an intent is left"),
        (
            "SELECT COUNT(*) FROM nodes_node n WHERE n.state = 0
             AND NOT EXISTS (SELECT 1 FROM content_upload u WHERE u.node_id = n.node_id)",
            "a staging row has no ticket",
        ),
        (
            "SELECT COUNT(*) FROM content_upload u
             WHERE NOT EXISTS (SELECT 1 FROM nodes_node n WHERE n.node_id = u.node_id AND n.state = 0)",
            "a ticket has no staging row",
        ),
    ] {
        if server.count(sql).await > 0 {
            faults.push(fault.to_owned());
        }
    }
    faults
}

/// What entries that moved into a bucket have left on the disk for an hour, and what is there of those that come.
async fn left_behind(server: &TestServer) -> Vec<PathBuf> {
    let folders = "SELECT '.vitrine/moving/' || c.crossing_id FROM storage_crossing c
                   JOIN nodes_node top ON top.repository_id = c.at_id
                   WHERE top.node_id = $1 AND c.state <> 'dropped'";
    let others = "SELECT f.place FROM storage_crossing_file f
                  JOIN storage_crossing c ON c.crossing_id = f.crossing_id
                  JOIN nodes_node top ON top.repository_id = c.at_id
                  WHERE top.node_id = $1 AND c.state <> 'dropped' AND f.place IS NOT NULL";
    let top = server.top;
    let found = server.app.db.read(move |c| {
        let mut found = c.rows(folders, db::params![top], |row| row.get::<String>(0))?;
        found.extend(c.rows(others, db::params![top], |row| row.get::<String>(0))?);
        Ok::<_, db::Error>(found)
    });
    found.await.unwrap().into_iter().map(|path| server.disk.join(path)).collect()
}

/// Files that people were told are stored, but are not.
fn losses(entries: &HashMap<i64, Entry>, told: &Told) -> Vec<String> {
    // What was replaced is kept as an earlier version, below the file.
    let is_kept = |node: &i64, hash: &String| {
        let has_it = |entry: &Entry| entry.hash.as_ref() == Some(hash);
        entries.get(node).is_some_and(has_it)
            || entries.values().any(|entry| entry.parent == Some(*node) && entry.state == BINNED && has_it(entry))
    };
    let lost = told.stored.iter().filter(|(node, hash)| !is_kept(node, hash) && !was_purged(told, **node));
    lost.map(|(node, hash)| format!("{node} was stored with the hash {hash} and is lost")).collect()
}

async fn entries(server: &TestServer) -> HashMap<i64, Entry> {
    let sql = "SELECT node_id, parent_id, kind, name, state, size_bytes, content_hash FROM nodes_node";
    let entry = |row: &Row<'_>| {
        let (parent, is_file) = (row.get(1)?, row.get::<i64>(2)? == 2);
        let (name, state, size, hash) = (row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?);
        Ok((row.get::<i64>(0)?, Entry { parent, is_file, name, state, size, hash }))
    };
    server.app.db.read(move |c| c.rows(sql, &[], entry)).await.unwrap().into_iter().collect()
}

fn is_below(entries: &HashMap<i64, Entry>, node: i64, top: i64) -> bool {
    entries[&node].parent.is_some_and(|parent| parent == top || is_below(entries, parent, top))
}

/// The expected path of a node's bytes, by its row and those of its ancestors.
fn place(server: &TestServer, entries: &HashMap<i64, Entry>, node: i64) -> PathBuf {
    let entry = &entries[&node];
    match (entry.state, entry.parent) {
        (BINNED, _) => server.disk.join(".vitrine/bin").join(node.to_string()),
        (STAGING, _) => server.disk.join(".vitrine/staging").join(node.to_string()),
        (_, Some(parent)) => place(server, entries, parent).join(&entry.name),
        (_, None) => server.disk.clone(),
    }
}

/// Every file and folder, except for the areas themselves and the sentinel.
fn found(disk: &Path) -> Vec<PathBuf> {
    let ours = [".vitrine", ".vitrine/bin", ".vitrine/moving", ".vitrine/staging", ".vitrine/repository"]
        .map(|path| disk.join(path));
    let (mut all, mut open) = (Vec::new(), vec![disk.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path.clone());
            }
            if !ours.contains(&path) {
                all.push(path);
            }
        }
    }
    all
}

fn difference(path: &Path, node: i64, entry: &Entry) -> Option<String> {
    if path.is_file() != entry.is_file {
        return Some(format!("{node} is another kind of thing at {}", path.display()));
    }
    if !entry.is_file || entry.state == STAGING {
        return None;
    }
    let bytes = std::fs::read(path).unwrap();
    let same = i64::try_from(bytes.len()) == Ok(entry.size)
        && entry.hash.as_deref() == Some(blake3::hash(&bytes).to_hex().as_str());
    (!same).then(|| format!("{node} differs from its hash at {}", path.display()))
}

/// Whether it may have been deleted for good, by itself or with a folder that it was in at some time.
fn was_purged(told: &Told, node: i64) -> bool {
    let (mut open, mut seen) = (vec![node], HashSet::new());
    while let Some(node) = open.pop() {
        if told.purged.contains(&node) {
            return true;
        }
        if seen.insert(node) {
            open.extend(told.parents.get(&node).into_iter().flatten());
        }
    }
    false
}
