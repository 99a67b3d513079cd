//! Walks one repository and its disk side by side.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use blobs::{Area, Found, Obstacle, Store, Tree, TreePath, Within, Written};
use db::{Db, params};
use nodes::Node;
use primitives::{Clock, DiskName, NodeId, NodeKind, RepositoryId, TenantId};

use super::bytes::{Damage, copy_same_content, flaw, is_well, mend, see};
use super::{Fault, Finding, Treatment};
use crate::blocking::blocking;
use crate::integrity::{self, Flaw};
use crate::intents::{self, SubtreeLock};
use crate::{Error, Result, disk, recovery};

/// The check of one repository.
pub(super) struct RepositoryCheck<'d> {
    pub db: &'d Db,
    pub treatment: Treatment,
    pub store: Option<&'d Path>,
    pub repository: RepositoryId,
    pub tenant: TenantId,
    pub tree: Tree,
}

impl RepositoryCheck<'_> {
    /// Checks the disk and our own folders; returns whether there is anything to compare. If one of them cannot be
    /// used, nothing is repaired.
    pub fn enter(&mut self, tell: &mut impl FnMut(Finding)) -> bool {
        let mend = self.treatment.mend;
        let looked = if mend { self.tree.make_areas() } else { self.tree.missing_areas() };
        match looked {
            Ok(missing) => {
                for area in missing {
                    let place = format!(".vitrine/{}", area.name());
                    tell(Finding { mended: mend, ..self.finding(place, Fault::NoArea) });
                }
                true
            }
            Err(Obstacle { error: blobs::Error::NotMounted, path }) => {
                tell(self.finding(path.display().to_string(), Fault::NoDisk));
                false
            }
            Err(Obstacle { path, error }) => {
                self.treatment.mend = false;
                let below = path.strip_prefix(self.tree.root()).unwrap_or(&path);
                let place = if below.as_os_str().is_empty() { Path::new(".") } else { below };
                tell(self.unreadable(place.display().to_string(), &error));
                self.tree.is_mounted()
            }
        }
    }

    /// Finishes or undoes what a crash left half done. If the disk fails, nothing is repaired here.
    pub async fn reconcile(&mut self, tell: &mut impl FnMut(Finding)) -> Result<()> {
        match recovery::reconcile_repository(self.db, &self.tree, self.repository, Clock::system().now()).await {
            Err(Error::Disk(error)) => {
                self.treatment.mend = false;
                tell(self.unreadable(".vitrine".to_owned(), &error));
                Ok(())
            }
            other => other,
        }
    }

    fn unreadable(&self, place: String, error: &blobs::Error) -> Finding {
        Finding { why: Some(error.to_string()), ..self.finding(place, Fault::Unreadable) }
    }

    fn finding(&self, place: String, fault: Fault) -> Finding {
        Finding { repository: self.repository, place, content: None, fault, why: None, aside: None, mended: false }
    }

    pub async fn examine(&self, top: NodeId, tell: &mut impl FnMut(Finding)) -> Result<u64> {
        let mut compared = 0;
        // A folder's node, the names from the top or the bin's entry to it, and that entry.
        let mut open = vec![(top, Vec::new(), None)];
        for node in self.binned().await? {
            compared += 1;
            let place = TreePath::in_bin(node.id, &[]).ok_or(blobs::Error::Missing)?;
            let found = self.tree.look(&place);
            let is_folder = node.kind == NodeKind::Folder;
            let id = node.id;
            self.check(node, place, found, tell).await?;
            if is_folder {
                open.push((id, Vec::new(), Some(id)));
            }
        }
        while let Some((folder, names, bin)) = open.pop() {
            let here = place_of(bin, &names);
            let mut found = match self.tree.walk(within(here.as_ref())) {
                Ok(found) => found.into_iter().map(|found| (found.name.clone(), found)).collect(),
                // Already reported for the folder itself.
                Err(blobs::Error::Missing) => HashMap::new(),
                Err(error) => {
                    tell(self.unreadable(here.map_or_else(|| ".".to_owned(), |here| here.to_string()), &error));
                    continue;
                }
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
                self.check(child, place, Ok(there), tell).await?;
            }
            for name in found.into_keys() {
                self.check_untracked(folder, here.as_ref(), name, tell).await?;
            }
        }
        Ok(compared)
    }

    async fn binned(&self) -> Result<Vec<Node>> {
        let repository = self.repository;
        let sql = format!("SELECT {} FROM nodes_node n WHERE n.repository_id = $1 AND n.state = 2", nodes::COLUMNS);
        Ok(self.db.read(move |c| c.rows(&sql, params![repository], |row| nodes::from_row(row, 0))).await?)
    }

    /// The children of a folder, and their names on disk.
    async fn children(&self, folder: NodeId) -> Result<Vec<(Node, String)>> {
        let sql =
            format!("SELECT {}, n.duplicate FROM nodes_node n WHERE n.parent_id = $1 AND n.state = 1", nodes::COLUMNS);
        let child = |row: &db::Row<'_>| {
            let node = nodes::from_row(row, 0)?;
            let disk_name = DiskName::of(&node.name, node.id, row.get(nodes::WIDTH)?);
            Ok((node, disk_name))
        };
        Ok(self.db.read(move |c| c.rows(&sql, params![folder], child)).await?)
    }

    /// Compares an entry with the file at its path.
    async fn check(
        &self,
        node: Node,
        place: TreePath,
        found: blobs::Result<Option<Found>>,
        tell: &mut impl FnMut(Finding),
    ) -> Result<()> {
        let Some(Damage { fault, why, written: read }) =
            see(&self.tree, self.treatment.hashes, &node, &place, found).await?
        else {
            return Ok(());
        };
        if self.treatment.mend && node.kind == NodeKind::File && fault == Fault::NoBytes {
            recovery::put_home(self.db, &blobs::shared(self.tree.clone()), &node).await?;
        }
        let healthy = if self.treatment.mend && node.kind == NodeKind::File {
            copy_same_content(self.db, self.store, &self.tree, &node).await?
        } else {
            false
        };
        let is_lost_folder = node.kind == NodeKind::Folder && fault == Fault::NoBytes;
        let (shown, content, id) = (place.to_string(), node.facts.hash.clone(), node.id);
        let mends = self.treatment.mend && (healthy || is_lost_folder);
        let checked = intents::while_locked(self.db, SubtreeLock::of(&node), async || {
            self.check_again(node, place, (fault, read), mends).await
        });
        let (checked, tree) = (checked.await, self.tree.clone());
        if healthy {
            // The copy that was not needed.
            blocking(move || tree.discard(Area::Staging, id)).await?;
        }
        let (checked, why) = match checked {
            Err(Error::Moving) => (Some((false, None)), Some(UNFINISHED.to_owned())),
            other => (other?, why),
        };
        if let Some((mended, aside)) = checked {
            tell(Finding { repository: self.repository, place: shown, content, fault, why, aside, mended });
        }
        Ok(())
    }

    /// Looks again while nothing moves, and repairs what can be repaired. None if nothing is wrong.
    async fn check_again(
        &self,
        node: Node,
        place: TreePath,
        (fault, read): (Fault, Option<Written>),
        mends: bool,
    ) -> Result<Option<(bool, Option<PathBuf>)>> {
        let (id, state, hash, at) = (node.id, node.state, node.facts.hash.clone(), place.clone());
        let is_same = self.db.read(move |c| {
            let is_same = nodes::find(c, id)?.is_some_and(|row| row.state == state && row.facts.hash == hash);
            Ok::<_, Error>(is_same && disk::place_anywhere(c, id)?.as_ref() == Some(&at))
        });
        // If it has moved since it was checked, it is fine.
        if !is_same.await? {
            return Ok(None);
        }
        let tree = self.tree.clone();
        let looked = blocking(move || look_again(&tree, &node, &place, (fault, read), mends));
        let now = Clock::system().now();
        match looked.await? {
            Seen::Well => Ok(None),
            Seen::Mended(aside) => {
                self.db.write(move |tx| integrity::given_back(tx, id, now)).await?;
                Ok(Some((true, aside)))
            }
            Seen::Wrong { aside, flaw, modified_ns } => {
                if let Some(flaw) = flaw {
                    self.db.write(move |tx| integrity::note(tx, id, flaw, modified_ns, now)).await?;
                }
                Ok(Some((false, aside)))
            }
        }
    }

    /// Handles a file on disk whose name no entry of the folder has.
    async fn check_untracked(
        &self,
        folder: NodeId,
        here: Option<&TreePath>,
        name: OsString,
        tell: &mut impl FnMut(Finding),
    ) -> Result<()> {
        let lock = SubtreeLock {
            node: folder,
            tenant: self.tenant,
            repository: self.repository,
            name: name.to_str().map(str::to_owned),
        };
        let is_strange = intents::while_locked(self.db, lock, async || {
            let wanted = name.to_str().map(str::to_owned);
            // Staging nodes count too: their bytes may be in place before their row is ready.
            let known = self.db.read(move |c| match wanted {
                Some(name) => c.exists(
                    "SELECT 1 FROM nodes_node
                     WHERE parent_id = $1 AND state < 2 AND (name = $2 AND NOT duplicate OR node_id = $3 AND duplicate)",
                    params![folder, &name, DiskName::duplicate(&name)],
                ),
                None => Ok(false),
            });
            if known.await? {
                return Ok(None);
            }
            let (tree, inside, wanted, mend) = (self.tree.clone(), here.cloned(), name.clone(), self.treatment.mend);
            let moved = blocking(move || {
                // A folder that moved meanwhile, or that its disk no longer lists, has nothing to report here.
                let found =
                    tree.walk(within(inside.as_ref())).is_ok_and(|all| all.iter().any(|found| found.name == wanted));
                let set_aside = || mend.then(|| tree.set_aside(inside.as_ref(), &wanted)).transpose();
                Ok::<_, Error>(found.then(|| set_aside().map_err(|error| error.to_string())))
            });
            moved.await
        });
        let is_strange = match is_strange.await {
            Err(Error::Moving) => Some(Err(UNFINISHED.to_owned())),
            other => other?,
        };
        if let Some(outcome) = is_strange {
            let (aside, why) = outcome.map_or_else(|why| (None, Some(why)), |aside| (aside, None));
            let mended = aside.is_some();
            let name = name.to_string_lossy();
            let place = here.map_or_else(|| name.to_string(), |here| format!("{here}/{name}"));
            tell(Finding { why, aside, mended, ..self.finding(place, Fault::NoRow) });
        }
        Ok(())
    }
}

/// Why something was not looked at again: another process is at it, or was killed and is not recovered yet.
const UNFINISHED: &str = "a change on its path is unfinished";

/// An entry that was looked at again.
enum Seen {
    Well,
    /// With the new path of the file that was there.
    Mended(Option<PathBuf>),
    Wrong {
        aside: Option<PathBuf>,
        flaw: Option<Flaw>,
        modified_ns: Option<i64>,
    },
}

fn look_again(
    tree: &Tree,
    node: &Node,
    place: &TreePath,
    (fault, read): (Fault, Option<Written>),
    mends: bool,
) -> Result<Seen> {
    let written = tree.open(place).ok().map(|file| file.written()).transpose()?;
    let is_well = match read {
        // It was written to since it was read.
        Some(_) => written != read,
        None => is_well(tree, node, place),
    };
    if is_well {
        return Ok(Seen::Well);
    }
    let mut aside = None;
    if mends && mend(tree, node, place, &mut aside) {
        return Ok(Seen::Mended(aside));
    }
    let flaw = if node.kind == NodeKind::File { flaw(fault, tree, place) } else { None };
    Ok(Seen::Wrong { aside, flaw, modified_ns: written.map(|written| written.modified_ns) })
}

fn within(folder: Option<&TreePath>) -> Within<'_> {
    folder.map_or(Within::Top, Within::Folder)
}

fn place_of(bin: Option<NodeId>, names: &[String]) -> Option<TreePath> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match bin {
        Some(entry) => TreePath::in_bin(entry, &names),
        None => TreePath::of(&names),
    }
}
