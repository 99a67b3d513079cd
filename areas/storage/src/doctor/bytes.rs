//! Compares a file's bytes with its row, and finds other sources for them.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use blobs::{Area, Change, Found, FoundKind, SharedStore, Store, TreePath, Written, copy_hashed};
use db::{Db, params};
use nodes::Node;
use primitives::{NodeId, NodeKind};

use super::Fault;
use crate::blocking::blocking;
use crate::integrity::Flaw;
use crate::{Error, Result, backup, disk};

/// Whether the file can belong to the entry, judged without reading it.
pub(super) fn differs(node: &Node, found: Option<&Found>) -> Option<Fault> {
    let Some(found) = found else { return Some(Fault::NoBytes) };
    let wanted = if node.kind == NodeKind::File { FoundKind::File } else { FoundKind::Folder };
    let same = found.kind == wanted && (wanted == FoundKind::Folder || i64::try_from(found.size) == Ok(node.size));
    (!same).then_some(Fault::OtherBytes)
}

/// The problem of an entry, found while others may have moved it.
#[derive(Clone, Debug)]
pub(super) struct Damage {
    pub fault: Fault,
    pub why: Option<String>,
    /// The state of the file on disk whose bytes were read.
    pub written: Option<Written>,
}

impl Damage {
    fn only(fault: Fault) -> Self {
        Self { fault, why: None, written: None }
    }

    fn unreadable(error: &impl Display) -> Self {
        Self { why: Some(error.to_string()), ..Self::only(Fault::Unreadable) }
    }
}

/// The problem of an entry and the file at its path; None if there is none. `hashes`: read the file too.
pub(super) async fn see(
    disk: &SharedStore,
    hashes: bool,
    node: &Node,
    place: &TreePath,
    found: blobs::Result<Option<Found>>,
) -> Result<Option<Damage>> {
    match found.map(|found| differs(node, found.as_ref())) {
        Ok(None) if node.kind == NodeKind::File => {}
        Ok(fault) => return Ok(fault.map(Damage::only)),
        Err(error) => return Ok(Some(Damage::unreadable(&error))),
    }
    let (disk, place) = (disk.clone(), place.clone());
    let wanted = node.facts.hash.clone();
    let seen = move || {
        let file = match disk.open(&place) {
            Ok(file) => file,
            Err(blobs::Error::Missing) => return Ok(Some(Damage::only(Fault::NoBytes))),
            Err(error) => return Ok(Some(Damage::unreadable(&error))),
        };
        if !hashes {
            return Ok(None);
        }
        let written = Some(file.written()?);
        let seen = match file.hash() {
            Ok(hash) if wanted.as_ref() == Some(&hash) => None,
            Ok(_) => Some(Damage { written, ..Damage::only(Fault::OtherBytes) }),
            Err(error) => Some(Damage { written, ..Damage::unreadable(&error) }),
        };
        Ok::<_, Error>(seen)
    };
    blocking(seen).await
}

/// Copies the bytes of another file with the same hash to staging and checks them; false if there is none.
pub(super) async fn copy_same_content(db: &Db, store: Option<&Path>, disk: &SharedStore, node: &Node) -> Result<bool> {
    let Some(hash) = node.facts.hash.clone() else { return Ok(false) };
    let (id, size, wanted) = (node.id, node.size, hash.clone());
    if let Some(store) = store {
        let (store, disk, wanted) = (store.to_owned(), disk.clone(), hash.clone());
        if or_not(blocking(move || backup::stage_from(&store, &*disk, id, &wanted)).await)? {
            return Ok(true);
        }
    }
    let others = db.read(move |c| {
        let sql = concat!(
            "SELECT node_id FROM nodes_node
                   WHERE content_hash = $1 AND size_bytes = $2 AND state = ",
            nodes::state!(Ready),
            " AND node_id <> $3 LIMIT 8"
        );
        c.rows(sql, params![&wanted, size, id], |row| row.get::<NodeId>(0))
    });
    for other in others.await? {
        if or_not(copy(db, disk, (id, other), &hash).await)? {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn copy(db: &Db, disk: &SharedStore, (id, other): (NodeId, NodeId), hash: &str) -> Result<bool> {
    let found = db.read(move |c| {
        let Some(node) = nodes::find(c, other)? else { return Ok(None) };
        Ok::<_, Error>(Some((disk::store(c, node.repository)?, disk::place(c, other)?)))
    });
    let (Some((from, place)), disk, hash) = (found.await?, disk.clone(), hash.to_owned()) else {
        return Ok(false);
    };
    let copied = blocking(move || {
        let bytes = match from.open(&place) {
            Ok(bytes) => bytes,
            Err(blobs::Error::Missing) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        disk.discard(Area::Staging, id)?;
        Ok::<_, Error>(copy_hashed(bytes.bytes(), &mut disk.stage(id)?)? == hash)
    });
    copied.await
}

/// Bytes that cannot be read or written count as missing: the next source may have them.
fn or_not(copied: Result<bool>) -> Result<bool> {
    match copied {
        Err(Error::Disk(error)) => {
            tracing::warn!("A copy of a file's bytes could not be made: {error}");
            Ok(false)
        }
        other => other,
    }
}

/// Whether an entry is at its path after all, and can be opened.
pub(super) fn is_well(disk: &dyn Store, node: &Node, place: &TreePath) -> bool {
    let is_alike = disk.stat(place).is_ok_and(|found| differs(node, found.as_ref()).is_none());
    is_alike && (node.kind == NodeKind::Folder || disk.open(place).is_ok())
}

/// The flaw to record of a file that is not repaired. An unreadable file is not called damaged: the disk may come back.
pub(super) fn flaw(fault: Fault, disk: &dyn Store, place: &TreePath) -> Option<Flaw> {
    match disk.stat(place) {
        Ok(None) => Some(Flaw::Missing),
        Ok(Some(_)) if fault != Fault::Unreadable => Some(Flaw::OtherBytes),
        Ok(Some(_)) | Err(_) => None,
    }
}

/// Gives an entry its bytes, after moving away the file that is there; false if the disk fails. `aside`: the new path
/// of that file.
pub(super) fn repair(disk: &dyn Store, node: &Node, place: &TreePath, aside: &mut Option<PathBuf>) -> bool {
    let given = give(disk, node, place, aside);
    if let Err(error) = &given {
        tracing::warn!("{:?} could not be repaired: {error}", place.to_string());
    }
    given.is_ok()
}

fn give(disk: &dyn Store, node: &Node, place: &TreePath, aside: &mut Option<PathBuf>) -> blobs::Result<()> {
    if node.kind == NodeKind::Folder {
        return disk.commit(node.id, &Change::MakeFolder(place.clone())).map(drop);
    }
    if let Some(found) = disk.stat(place)? {
        *aside = Some(disk.set_aside(place.folder().as_ref(), &found.name)?);
    }
    disk.commit(node.id, &Change::MoveIn { area: Area::Staging, to: place.clone() }).map(drop)
}
