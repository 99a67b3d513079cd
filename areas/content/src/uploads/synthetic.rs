//! Entries for load tests: rows, ACL and index as a real file has them, and a few lines as bytes, so that the doctor
//! finds nothing missing. They are fast because files are not synced one by one.

use std::io::Write;
use std::path::{Path, PathBuf};

use authz::Permit;
use blobs::Written;
use db::{Conn, Tx};
use nodes::{Arrived, NewNode, NodeState};
use primitives::{EntryName, NodeId, NodeKind, Seconds};
use storage::{disk, integrity};

use crate::{Result, Upload, search_index};

/// The folder on disk of a folder's files.
pub fn folder_on_disk(conn: &mut Conn<'_>, folder: NodeId) -> Result<PathBuf> {
    Ok(disk::folder_on_host(conn, folder)?)
}

/// One text file, whose bytes are written to `folder`, the folder of `into`.
pub fn synthesise_file(
    tx: &mut Tx<'_>,
    into: &Permit<Upload>,
    folder: &Path,
    name: &EntryName,
    index: usize,
    now: Seconds,
) -> Result<()> {
    let text = format!("{}\n", name.as_str()).repeat(index % 13 + 1);
    let size = i64::try_from(text.len()).unwrap_or(i64::MAX);
    let new = NewNode { kind: NodeKind::File, name, state: NodeState::Staging, size, now };
    let node = nodes::insert(tx, into, &new)?;
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let arrived = Arrived { name: name.as_str(), size, hash: hash.as_str(), mime: "text/plain", now };
    nodes::place(tx, into, node, &arrived)?;
    // A load test writes many files in one transaction, and nobody waits for it.
    let mut file = std::fs::File::create_new(folder.join(name.as_str()))?;
    file.write_all(text.as_bytes())?;
    integrity::note_right(tx, node, Written::of(&file)?.modified_ns, now)?;
    Ok(search_index::index(tx, node, name.as_str())?)
}
