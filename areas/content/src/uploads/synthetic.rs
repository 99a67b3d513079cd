//! Entries for load tests: rows, ACL and words as a real file has them, and a few lines for bytes, so that a doctor
//! finds nothing missing. What makes them quick is that nothing is made durable file by file.

use std::io::Write;
use std::path::{Path, PathBuf};

use authz::{Permit, Upload};
use db::{Conn, Tx};
use nodes::{Facts, NewNode, NodeState, PreviewState};
use primitives::{EntryName, NodeId, NodeKind, Seconds};

use crate::integrity::{self, Written};
use crate::{Result, disk, search};

/// Where the files of a folder lie.
pub fn folder_on_disk(conn: &mut Conn<'_>, folder: NodeId) -> Result<PathBuf> {
    let found = nodes::find(conn, folder)?.ok_or(db::Error::Missing)?;
    let mut path = disk::tree(conn, found.repository)?.root().to_owned();
    for step in nodes::ancestors(conn, folder)?.iter().rev().filter(|step| step.kind != NodeKind::Repository) {
        path.push(&step.disk_name);
    }
    Ok(path)
}

/// One text file, whose bytes are written to `folder`, where those of `into` lie.
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
    let hash = Some(blake3::hash(text.as_bytes()).to_hex().to_string());
    let facts = Facts { mime: Some("text/plain".into()), hash, ..Facts::default() };
    nodes::place(tx, into, node, size, &facts, PreviewState::Unsupported, now)?;
    let mut file = std::fs::File::create_new(folder.join(name.as_str()))?;
    file.write_all(text.as_bytes())?;
    integrity::note_right(tx, node, Written::of(&file)?.modified_ns, now)?;
    Ok(search::index(tx, node, name.as_str())?)
}
