//! Compares one entry with the file at its path, and repairs it.

use std::path::PathBuf;

use blobs::{Area, Found, Store, TreePath, Written};
use nodes::Node;
use primitives::{Clock, NodeKind};

use super::{RepositoryCheck, UNFINISHED};
use crate::blocking::blocking;
use crate::doctor::bytes::{Damage, copy_same_content, flaw, is_well, repair, see};
use crate::doctor::{Fault, Finding};
use crate::integrity::{self, Flaw};
use crate::intents::{self, SubtreeLock};
use crate::{Error, Result, disk, recovery};

impl RepositoryCheck<'_> {
    /// Compares an entry with the file at its path.
    pub(super) async fn check(
        &self,
        node: Node,
        place: TreePath,
        found: blobs::Result<Option<Found>>,
        tell: &mut impl FnMut(Finding),
    ) -> Result<()> {
        let Some(Damage { fault, why, written: read }) =
            see(&self.disk, self.options.hashes, &node, &place, found).await?
        else {
            return Ok(());
        };
        if self.options.repair && node.kind == NodeKind::File && fault == Fault::NoBytes {
            recovery::put_home(self.db, &self.disk, &node).await?;
        }
        let healthy = if self.options.repair && node.kind == NodeKind::File {
            copy_same_content(self.db, self.store, &self.disk, &node).await?
        } else {
            false
        };
        let is_lost_folder = node.kind == NodeKind::Folder && fault == Fault::NoBytes;
        let (shown, content, id) = (place.to_string(), node.facts.hash.clone(), node.id);
        let repairs = self.options.repair && (healthy || is_lost_folder);
        let checked = intents::while_locked(self.db, SubtreeLock::of(&node), async || {
            self.check_again(node, place, (fault, read), repairs).await
        });
        let (checked, disk) = (checked.await, self.disk.clone());
        if healthy {
            // The copy that was not needed.
            blocking(move || disk.discard(Area::Staging, id)).await?;
        }
        let (checked, why) = match checked {
            Err(Error::Moving) => (Some((false, None)), Some(UNFINISHED.to_owned())),
            other => (other?, why),
        };
        if let Some((repaired, aside)) = checked {
            tell(Finding { repository: self.repository, place: shown, content, fault, why, aside, repaired });
        }
        Ok(())
    }

    /// Looks again while nothing moves, and repairs what can be repaired. None if nothing is wrong.
    async fn check_again(
        &self,
        node: Node,
        place: TreePath,
        (fault, read): (Fault, Option<Written>),
        repairs: bool,
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
        let disk = self.disk.clone();
        let looked = blocking(move || look_again(&*disk, &node, &place, (fault, read), repairs));
        let now = Clock::system().now();
        match looked.await? {
            Seen::Well => Ok(None),
            Seen::Repaired(aside) => {
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
}

/// An entry that was looked at again.
enum Seen {
    Well,
    /// With the new path of the file that was there.
    Repaired(Option<PathBuf>),
    Wrong {
        aside: Option<PathBuf>,
        flaw: Option<Flaw>,
        modified_ns: Option<i64>,
    },
}

fn look_again(
    disk: &dyn Store,
    node: &Node,
    place: &TreePath,
    (fault, read): (Fault, Option<Written>),
    repairs: bool,
) -> Result<Seen> {
    let written = disk.open(place).ok().map(|file| file.written()).transpose()?;
    let is_well = match read {
        // It was written to since it was read.
        Some(_) => written != read,
        None => is_well(disk, node, place),
    };
    if is_well {
        return Ok(Seen::Well);
    }
    let mut aside = None;
    if repairs && repair(disk, node, place, &mut aside) {
        return Ok(Seen::Repaired(aside));
    }
    let flaw = if node.kind == NodeKind::File { flaw(fault, disk, place) } else { None };
    Ok(Seen::Wrong { aside, flaw, modified_ns: written.map(|written| written.modified_ns) })
}
