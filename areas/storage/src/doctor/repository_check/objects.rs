//! Compares the files of a repository with the objects of its store, which have the names of their nodes.

use std::collections::HashMap;
use std::ffi::OsString;

use blobs::{Found, Within};
use db::params;
use nodes::{BINNED, Node, READY};
use primitives::{NodeId, NodeKind};

use super::RepositoryCheck;
use crate::blocking::blocking;
use crate::doctor::{Fault, Finding};
use crate::{Error, Result, crossings, disk};

/// Files that are looked up in one transaction.
const STEP: i64 = 500;

impl RepositoryCheck<'_> {
    pub(super) async fn examine_objects(&self, tell: &mut impl FnMut(Finding)) -> Result<u64> {
        let disk = self.disk.clone();
        let listed = match blocking(move || disk.walk(Within::Top)).await {
            Ok(listed) => listed,
            Err(Error::Disk(error)) => {
                tell(self.unreadable(".".to_owned(), &error));
                return Ok(0);
            }
            Err(error) => return Err(error),
        };
        let mut objects: HashMap<OsString, Found> =
            listed.into_iter().map(|found| (found.name.clone(), found)).collect();
        let (mut compared, mut last) = (0, NodeId(0));
        loop {
            let files = self.files_after(last).await?;
            let Some(end) = files.last() else { break };
            last = end.id;
            for node in files {
                compared += 1;
                let there = objects.remove(&OsString::from(node.id.to_string()));
                let id = node.id;
                let place = self.db.read(move |c| disk::place_anywhere(c, id)).await?;
                if let Some(place) = place {
                    self.check(node, place, Ok(there), tell).await?;
                }
            }
        }
        for found in objects.into_values() {
            self.check_object_without_row(found, tell).await?;
        }
        Ok(compared)
    }

    async fn files_after(&self, last: NodeId) -> Result<Vec<Node>> {
        let repository = self.repository;
        let sql = format!(
            "SELECT {} FROM nodes_node n
             WHERE n.repository_id = $1 AND n.node_id > $2 AND n.kind = {} AND n.state IN ({READY}, {BINNED})
             ORDER BY n.node_id
             LIMIT {STEP}",
            nodes::COLUMNS,
            NodeKind::File.code()
        );
        Ok(self.db.read(move |c| c.rows(&sql, params![repository, last], |row| nodes::from_row(row, 0))).await?)
    }

    /// An object that no file has. One whose row is in staging is on its way.
    async fn check_object_without_row(&self, found: Found, tell: &mut impl FnMut(Finding)) -> Result<()> {
        if let Some(node) = found.node() {
            let repository = self.repository;
            let is_known = self.db.read(move |c| {
                Ok::<_, db::Error>(nodes::find(c, node)?.is_some() || crossings::has_bytes_in(c, repository, node)?)
            });
            if is_known.await? {
                return Ok(());
            }
        }
        let (disk, repair, name) = (self.disk.clone(), self.options.repair, found.name.clone());
        let moved = blocking(move || repair.then(|| disk.set_aside(None, &name)).transpose());
        let (aside, why) = match moved.await {
            Ok(aside) => (aside, None),
            // It was deleted meanwhile.
            Err(Error::Disk(blobs::Error::Missing)) => return Ok(()),
            Err(error) => (None, Some(error.to_string())),
        };
        let repaired = aside.is_some();
        let place = found.name.to_string_lossy().into_owned();
        tell(Finding { why, aside, repaired, ..self.finding(place, Fault::NoRow) });
        Ok(())
    }
}
