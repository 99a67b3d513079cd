//! Walks one repository and its disk side by side.

mod entry;
mod objects;
mod untracked;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use blobs::{Found, Obstacle, SharedStore, TreePath, Within};
use db::{Db, params};
use nodes::{BINNED, Node, READY};
use primitives::{Clock, DiskName, NodeId, NodeKind, RepositoryId, TenantId};

use super::{CheckOptions, Fault, Finding};
use crate::{Error, Result, recovery};

/// The check of one repository.
pub(super) struct RepositoryCheck<'d> {
    pub db: &'d Db,
    pub options: CheckOptions,
    pub store: Option<&'d Path>,
    pub repository: RepositoryId,
    pub tenant: TenantId,
    pub disk: SharedStore,
}

impl RepositoryCheck<'_> {
    /// Checks the disk and our own folders; returns whether there is anything to compare. If one of them cannot be
    /// used, nothing is repaired.
    pub fn enter(&mut self, tell: &mut impl FnMut(Finding)) -> bool {
        let repair = self.options.repair;
        let looked = if repair { self.disk.make_areas() } else { self.disk.missing_areas() };
        match looked {
            Ok(missing) => {
                for area in missing {
                    let place = format!(".vitrine/{}", area.name());
                    tell(Finding { repaired: repair, ..self.finding(place, Fault::NoArea) });
                }
                true
            }
            Err(Obstacle { error: blobs::Error::NotMounted, path }) => {
                tell(self.finding(path.display().to_string(), Fault::NoDisk));
                false
            }
            Err(Obstacle { path, error }) => {
                self.options.repair = false;
                let below = path.strip_prefix(self.disk.name()).unwrap_or(&path);
                let place = if below.as_os_str().is_empty() { Path::new(".") } else { below };
                tell(self.unreadable(place.display().to_string(), &error));
                self.disk.is_there()
            }
        }
    }

    /// Finishes or undoes what a crash left half done. If the disk fails, nothing is repaired here.
    pub async fn reconcile(&mut self, tell: &mut impl FnMut(Finding)) -> Result<()> {
        match recovery::reconcile_repository(self.db, &self.disk, self.repository, Clock::system().now()).await {
            Err(Error::Disk(error)) => {
                self.options.repair = false;
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
        Finding { repository: self.repository, place, content: None, fault, why: None, aside: None, repaired: false }
    }

    pub async fn examine(&self, top: NodeId, tell: &mut impl FnMut(Finding)) -> Result<u64> {
        if self.disk.names_by_node() { self.examine_objects(tell).await } else { self.examine_tree(top, tell).await }
    }

    async fn examine_tree(&self, top: NodeId, tell: &mut impl FnMut(Finding)) -> Result<u64> {
        let mut compared = 0;
        // A folder's node, the names from the top or the bin's entry to it, and that entry.
        let mut open = vec![(top, Vec::new(), None)];
        for node in self.binned().await? {
            compared += 1;
            let place = TreePath::in_bin(node.id, &[]).ok_or(blobs::Error::Missing)?;
            let found = self.disk.stat(&place);
            let is_folder = node.kind == NodeKind::Folder;
            let id = node.id;
            self.check(node, place, found, tell).await?;
            if is_folder {
                open.push((id, Vec::new(), Some(id)));
            }
        }
        while let Some((folder, names, bin)) = open.pop() {
            let here = place_of(bin, &names);
            let mut found = match self.disk.walk(within(here.as_ref())) {
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
        let sql =
            format!("SELECT {} FROM nodes_node n WHERE n.repository_id = $1 AND n.state = {BINNED}", nodes::COLUMNS);
        Ok(self.db.read(move |c| c.rows(&sql, params![repository], |row| nodes::from_row(row, 0))).await?)
    }

    /// The children of a folder, and their names on disk.
    async fn children(&self, folder: NodeId) -> Result<Vec<(Node, String)>> {
        let sql = format!(
            "SELECT {}, n.duplicate FROM nodes_node n WHERE n.parent_id = $1 AND n.state = {READY}",
            nodes::COLUMNS
        );
        let child = |row: &db::Row<'_>| {
            let node = nodes::from_row(row, 0)?;
            let disk_name = DiskName::of(&node.name, node.id, row.get(nodes::WIDTH)?);
            Ok((node, disk_name))
        };
        Ok(self.db.read(move |c| c.rows(&sql, params![folder], child)).await?)
    }
}

/// Why something was not looked at again: another process is at it, or was killed and is not recovered yet.
const UNFINISHED: &str = "a change on its path is unfinished";

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
