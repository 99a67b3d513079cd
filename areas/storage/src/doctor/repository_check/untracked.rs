//! Files on disk that no entry has.

use std::ffi::{OsStr, OsString};

use blobs::TreePath;
use db::params;
use primitives::{DiskName, NodeId};

use super::{RepositoryCheck, UNFINISHED, within};
use crate::blocking::blocking;
use crate::doctor::{Fault, Finding};
use crate::intents::{self, SubtreeLock};
use crate::{Error, Result};

impl RepositoryCheck<'_> {
    /// Handles a file on disk whose name no entry of the folder has.
    pub(super) async fn check_untracked(
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
            if self.is_tracked(folder, &name).await? {
                return Ok(None);
            }
            let (disk, inside, wanted, repair) = (self.disk.clone(), here.cloned(), name.clone(), self.options.repair);
            let moved = blocking(move || {
                // A folder that moved meanwhile, or that its disk no longer lists, has nothing to report here.
                let found =
                    disk.walk(within(inside.as_ref())).is_ok_and(|all| all.iter().any(|found| found.name == wanted));
                let set_aside = || repair.then(|| disk.set_aside(inside.as_ref(), &wanted)).transpose();
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
            let repaired = aside.is_some();
            let name = name.to_string_lossy();
            let place = here.map_or_else(|| name.to_string(), |here| format!("{here}/{name}"));
            tell(Finding { why, aside, repaired, ..self.finding(place, Fault::NoRow) });
        }
        Ok(())
    }

    /// Whether a node of the folder has this name on disk. Staging nodes count too: their bytes may be in place before
    /// their row is ready.
    async fn is_tracked(&self, folder: NodeId, name: &OsStr) -> Result<bool> {
        let Some(name) = name.to_str().map(str::to_owned) else { return Ok(false) };
        let sql = concat!(
            "SELECT 1 FROM nodes_node
             WHERE parent_id = $1 AND state < ",
            nodes::state!(Binned),
            " AND (name = $2 AND NOT duplicate OR node_id = $3 AND duplicate)"
        );
        let asked = self.db.read(move |c| c.exists(sql, params![folder, &name, DiskName::duplicate(&name)]));
        Ok(asked.await?)
    }
}
