//! `vitrine doctor`: rows and bytes compared, and mended where nothing is lost by it.
//!
//! A crash of the machine may leave what a crash of the server cannot, and people may reach into the tree with other
//! tools. Nothing is ever deleted: what has no row is set aside in the repository's own lost area, a file without its
//! bytes gets them from another of the same hash. Where there is none, only a backup helps, and the finding says so.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;

use blobs::{Area, Found, FoundKind, Place, Tree};
use db::{Conn, Db, params};
use nodes::{Node, NodeState};
use primitives::{Clock, DiskName, NodeId, NodeKind, RepositoryId, TenantId};

use crate::blocking::blocking;
use crate::{Error, Result, disk, integrity, recovery};

#[derive(Clone, Copy, Debug, Default)]
pub struct Treatment {
    /// Mend what can be mended.
    pub mend: bool,
    /// Read every file and compare its hash; without it, sizes are compared.
    pub hashes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub repository: RepositoryId,
    /// In the repository's tree, as a person would look for it.
    pub place: String,
    /// What a file's bytes hash to; none of what is no file.
    pub content: Option<String>,
    pub fault: Fault,
    pub mended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The repository's disk is not there.
    NoDisk,
    NoBytes,
    NoRow,
    /// Not the size, the hash or the kind that the row says.
    OtherBytes,
    /// The number of entries that is kept for a folder is not how many it holds.
    Miscounted,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { repository, place, fault, mended, .. } = self;
        let said = match (fault, mended) {
            (Fault::NoDisk, _) => "the disk is not there",
            (Fault::NoBytes, true) => "had no bytes and has them again",
            (Fault::NoBytes, false) => "has no bytes",
            (Fault::NoRow, true) => "is no entry and was set aside in .vitrine/lost",
            (Fault::NoRow, false) => "is no entry",
            (Fault::OtherBytes, true) => "had other bytes than its entry says and has the right ones again",
            (Fault::OtherBytes, false) => "has other bytes than its entry says",
            (Fault::Miscounted, true) => "was counted wrongly and is counted again",
            (Fault::Miscounted, false) => "is counted wrongly",
        };
        write!(f, "repository {repository}: {place} {said}")
    }
}

/// Compares every repository with its disk. Each finding is told as it comes up; the number of compared entries is
/// returned. It may run beside a server: what looks wrong is looked at again while nothing can move.
/// `store` keeps contents by their hashes, as a backup does: what is mended gets its bytes from there.
pub async fn examine(db: &Db, treatment: Treatment, store: Option<&Path>, tell: impl FnMut(Finding)) -> Result<u64> {
    walk(db, treatment, store, tell).await
}

/// Mends everything, with bytes from `store`, which keeps them by their hashes.
pub(crate) async fn fill(db: &Db, store: &Path, tell: impl FnMut(Finding)) -> Result<u64> {
    walk(db, Treatment { mend: true, hashes: false }, Some(store), tell).await
}

async fn walk(db: &Db, treatment: Treatment, store: Option<&Path>, mut tell: impl FnMut(Finding)) -> Result<u64> {
    if treatment.mend {
        recovery::recover(db, Clock::system().now()).await?;
    }
    let roots = db
        .read(|c| {
            let sql = "SELECT repository_id, node_id, tenant_id FROM nodes_node WHERE parent_id IS NULL";
            c.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        })
        .await?;
    let mut compared = 0;
    for (repository, top, tenant) in roots {
        let tree = db.read(move |c| disk::tree(c, repository)).await?;
        if tree.is_mounted() {
            let ward = Ward { db, treatment, store, repository, tenant, tree };
            compared += ward.examine(top, &mut tell).await?;
        } else {
            let place = tree.root().display().to_string();
            tell(Finding { repository, place, content: None, fault: Fault::NoDisk, mended: false });
        }
    }
    for (folder, ..) in db.read(nodes::miscounted).await? {
        if let Some(finding) = judge_count(db, folder, treatment.mend).await? {
            tell(finding);
        }
    }
    Ok(compared)
}

/// A folder whose kept number was wrong a moment ago.
async fn judge_count(db: &Db, folder: NodeId, mend: bool) -> Result<Option<Finding>> {
    let judged = db.write(move |tx| {
        let Some(node) = nodes::find(tx, folder)? else { return Ok(None) };
        nodes::hold_tree(tx, node.tenant)?;
        if mend {
            nodes::recount(tx, &[folder])?;
        }
        let way = nodes::ancestors(tx, folder)?;
        Ok::<_, Error>(Some((node.repository, way)))
    });
    let told = judged.await?.map(|(repository, way)| {
        let names: Vec<&str> = way.iter().rev().skip(1).map(|step| step.name.as_str()).collect();
        let place = if names.is_empty() { ".".to_owned() } else { names.join("/") };
        Finding { repository, place, content: None, fault: Fault::Miscounted, mended: mend }
    });
    Ok(told)
}

/// One repository under examination.
struct Ward<'d> {
    db: &'d Db,
    treatment: Treatment,
    store: Option<&'d Path>,
    repository: RepositoryId,
    tenant: TenantId,
    tree: Tree,
}

impl Ward<'_> {
    async fn examine(&self, top: NodeId, tell: &mut impl FnMut(Finding)) -> Result<u64> {
        let mut compared = 0;
        // A folder's node, the names from the top or the bin's entry to it, and that entry.
        let mut open = vec![(top, Vec::new(), None)];
        for node in self.binned().await? {
            compared += 1;
            let place = Place::in_bin(node.id, &[]).ok_or(blobs::Error::Missing)?;
            let found = self.tree.look(&place)?;
            let is_folder = node.kind == NodeKind::Folder;
            let id = node.id;
            self.judge(node, place, found, tell).await?;
            if is_folder {
                open.push((id, Vec::new(), Some(id)));
            }
        }
        while let Some((folder, names, bin)) = open.pop() {
            let here = place_of(bin, &names);
            let mut found = match self.tree.list(here.as_ref()) {
                Ok(found) => found.into_iter().map(|found| (found.name.clone(), found)).collect(),
                // Told already, of the folder itself.
                Err(blobs::Error::Missing) => HashMap::new(),
                Err(error) => return Err(error.into()),
            };
            for (child, disk_name) in self.children(folder).await? {
                compared += 1;
                let there: Option<Found> = found.remove(OsStr::new(&disk_name));
                let mut below = names.clone();
                below.push(disk_name);
                let Some(place) = place_of(bin, &below) else { continue };
                if child.kind == NodeKind::Folder {
                    open.push((child.id, below, bin));
                }
                self.judge(child, place, there, tell).await?;
            }
            for name in found.into_keys() {
                self.judge_stranger(folder, here.as_ref(), name, tell).await?;
            }
        }
        Ok(compared)
    }

    async fn binned(&self) -> Result<Vec<Node>> {
        let repository = self.repository;
        let sql = format!("SELECT {} FROM nodes_node n WHERE n.repository_id = $1 AND n.state = 2", nodes::COLUMNS);
        Ok(self.db.read(move |c| c.rows(&sql, params![repository], |row| nodes::from_row(row, 0))).await?)
    }

    /// What is in a folder, and what it is called on disk.
    async fn children(&self, folder: NodeId) -> Result<Vec<(Node, String)>> {
        let sql = format!("SELECT {}, n.twin FROM nodes_node n WHERE n.parent_id = $1 AND n.state = 1", nodes::COLUMNS);
        let child = |row: &db::Row<'_>| {
            let node = nodes::from_row(row, 0)?;
            let disk_name = DiskName::of(&node.name, node.id, row.get(23)?);
            Ok((node, disk_name))
        };
        Ok(self.db.read(move |c| c.rows(&sql, params![folder], child)).await?)
    }

    /// An entry and what was found where it belongs.
    async fn judge(
        &self,
        node: Node,
        place: Place,
        found: Option<Found>,
        tell: &mut impl FnMut(Finding),
    ) -> Result<()> {
        let mut fault = differs(&node, found.as_ref());
        if fault.is_none()
            && self.treatment.hashes
            && node.kind == NodeKind::File
            && !self.is_its_hash(&node, &place).await?
        {
            fault = Some(Fault::OtherBytes);
        }
        let Some(fault) = fault else { return Ok(()) };
        let healthy =
            if self.treatment.mend && node.kind == NodeKind::File { self.copy_twin(&node).await? } else { false };
        let (treatment, tree, id) = (self.treatment, self.tree.clone(), node.id);
        let (shown, content) = (place.to_string(), node.facts.hash.clone());
        let judged = self.db.write(move |tx| {
            disk::hold(tx, node.tenant)?;
            // It may have gone elsewhere since it was looked at; then it is well.
            let row = nodes::find(tx, node.id)?;
            let is_same = row.is_some_and(|row| row.state == node.state && row.facts.hash == node.facts.hash);
            if !is_same || !is_at(tx, &node, &place)? {
                return Ok(None);
            }
            let now = tree.look(&place)?;
            if !treatment.hashes && differs(&node, now.as_ref()).is_none() {
                return Ok(None);
            }
            let mends = treatment.mend && (healthy || (node.kind == NodeKind::Folder && fault == Fault::NoBytes));
            if mends {
                mend(&tree, &node, &place, now.is_some())?;
                integrity::given_back(tx, node.id, Clock::system().now())?;
            }
            Ok::<_, Error>(Some(mends))
        });
        let judged = judged.await;
        self.tree.discard(Area::Staging, id)?;
        if let Some(mended) = judged? {
            tell(Finding { repository: self.repository, place: shown, content, fault, mended });
        }
        Ok(())
    }

    /// Something on disk that no entry of the folder has the name of.
    async fn judge_stranger(
        &self,
        folder: NodeId,
        here: Option<&Place>,
        name: OsString,
        tell: &mut impl FnMut(Finding),
    ) -> Result<()> {
        let (tree, tenant, mend) = (self.tree.clone(), self.tenant, self.treatment.mend);
        let (inside, wanted) = (here.cloned(), name.clone());
        let is_strange = self.db.write(move |tx| {
            disk::hold(tx, tenant)?;
            let known = match wanted.to_str() {
                // Staging too: the end of an upload puts the bytes there before its row is ready.
                Some(name) => tx.exists(
                    "SELECT 1 FROM nodes_node
                     WHERE parent_id = $1 AND state < 2 AND (name = $2 AND NOT twin OR node_id = $3 AND twin)",
                    params![folder, name, DiskName::twin(name)],
                )?,
                None => false,
            };
            let still_there = || tree.list(inside.as_ref()).map(|all| all.iter().any(|found| found.name == wanted));
            if known || !still_there()? {
                return Ok(false);
            }
            if mend {
                tree.set_aside(inside.as_ref(), &wanted)?;
            }
            Ok::<_, Error>(true)
        });
        if is_strange.await? {
            let name = name.to_string_lossy();
            let place = here.map_or_else(|| name.to_string(), |here| format!("{here}/{name}"));
            tell(Finding { repository: self.repository, place, content: None, fault: Fault::NoRow, mended: mend });
        }
        Ok(())
    }

    async fn is_its_hash(&self, node: &Node, place: &Place) -> Result<bool> {
        let (tree, place) = (self.tree.clone(), place.clone());
        let hashed = blocking(move || {
            let file = tree.open(&place)?;
            Ok::<_, Error>(blake3::Hasher::new().update_reader(file)?.finalize().to_hex().to_string())
        });
        Ok(node.facts.hash.as_deref() == Some(hashed.await?.as_str()))
    }

    /// Copies the bytes of another file with the same hash to staging, checked on the way; false when there is none.
    async fn copy_twin(&self, node: &Node) -> Result<bool> {
        let Some(hash) = node.facts.hash.clone() else { return Ok(false) };
        let (id, size, wanted) = (node.id, node.size, hash.clone());
        if let Some(store) = self.store {
            let (store, tree, wanted) = (store.to_owned(), self.tree.clone(), hash.clone());
            let staged = tokio::task::spawn_blocking(move || crate::keep::stage_from(&store, &tree, id, &wanted));
            if staged.await.map_err(|error| Error::Disk(std::io::Error::other(error).into()))?? {
                return Ok(true);
            }
        }
        let twins = self.db.read(move |c| {
            let sql = "SELECT node_id FROM nodes_node
                       WHERE content_hash = $1 AND size_bytes = $2 AND state = 1 AND node_id <> $3 LIMIT 8";
            c.rows(sql, params![&wanted, size, id], |row| row.get::<NodeId>(0))
        });
        for twin in twins.await? {
            let Some(bytes) = self.db.read(move |c| disk::open_bytes(c, twin)).await? else { continue };
            self.tree.discard(Area::Staging, id)?;
            let mut copy = self.tree.stage(id)?;
            if blocking(move || copy_hashed(bytes, &mut copy)).await? == hash {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

pub(crate) fn copy_hashed(mut from: impl Read, to: &mut std::fs::File) -> std::io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    let mut piece = vec![0; 256 * 1024];
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            to.sync_all()?;
            return Ok(hasher.finalize().to_hex().to_string());
        }
        hasher.update(&piece[..read]);
        to.write_all(&piece[..read])?;
    }
}

pub(crate) fn place_of(bin: Option<NodeId>, names: &[String]) -> Option<Place> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match bin {
        Some(entry) => Place::in_bin(entry, &names),
        None => Place::of(&names),
    }
}

fn differs(node: &Node, found: Option<&Found>) -> Option<Fault> {
    let Some(found) = found else { return Some(Fault::NoBytes) };
    let wanted = if node.kind == NodeKind::File { FoundKind::File } else { FoundKind::Folder };
    let same = found.kind == wanted && (wanted == FoundKind::Folder || i64::try_from(found.size) == Ok(node.size));
    (!same).then_some(Fault::OtherBytes)
}

/// Whether the bytes of `node` still belong at `place`.
fn is_at(conn: &mut Conn<'_>, node: &Node, place: &Place) -> Result<bool> {
    let chain = nodes::ancestors(conn, node.id)?;
    let in_bin = chain.iter().position(|step| step.state == NodeState::Binned);
    let depth = in_bin.unwrap_or(chain.len() - 1);
    let names: Vec<String> = chain[..depth].iter().rev().map(|step| step.disk_name.clone()).collect();
    Ok(place_of(in_bin.map(|index| chain[index].id), &names).as_ref() == Some(place))
}

/// Gives an entry its bytes, after what is there instead was set aside.
fn mend(tree: &Tree, node: &Node, place: &Place, is_taken: bool) -> Result<()> {
    if node.kind == NodeKind::Folder {
        return Ok(tree.make_folder(place)?);
    }
    if is_taken {
        tree.set_aside(place.folder().as_ref(), OsStr::new(place.name()))?;
    }
    Ok(tree.put(Area::Staging, node.id, place)?)
}
