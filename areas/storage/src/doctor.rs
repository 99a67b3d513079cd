//! `vitrine doctor`: compares rows and bytes, and repairs what can be repaired without loss.
//!
//! A crash of the machine may leave states that a crash of the server cannot, and people may change the tree with other
//! tools. Nothing is deleted: an untracked file is moved to the repository's own lost area, and a file without its
//! bytes gets them from another file with the same hash. If there is none, only a backup helps, and the finding says
//! so; until then the file is marked as wrong, and its bytes are not served.

mod bytes;
mod repository_check;

use std::fmt;
use std::path::{Path, PathBuf};

use db::Db;
use primitives::{Clock, NodeId, RepositoryId};

use crate::printed::Printed;
use crate::{Error, Owner, Result, disk, recovery};
use repository_check::RepositoryCheck;

#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// Repair what can be repaired.
    pub repair: bool,
    /// Read every file and compare its hash; without this, only sizes are compared.
    pub hashes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub repository: RepositoryId,
    /// The path in the repository's tree.
    pub place: String,
    /// The hash of a file's bytes; None for anything but a file.
    pub content: Option<String>,
    pub fault: Fault,
    /// The error of the disk, if there was one.
    pub why: Option<String>,
    /// The path on the disk to which the old file was moved, if it was.
    pub aside: Option<PathBuf>,
    pub repaired: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The repository's disk is not mounted.
    NoDisk,
    /// One of our own folders is missing.
    NoArea,
    NoBytes,
    NoRow,
    /// It differs from its row in size, hash or kind.
    OtherBytes,
    /// A file cannot be read, or a folder cannot be listed; the content of such a folder is not checked.
    Unreadable,
    /// The stored child count of a folder is wrong.
    Miscounted,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { repository, place, fault, why, aside, repaired, .. } = self;
        let said = match (fault, repaired) {
            (Fault::NoDisk, _) => "the disk is not there",
            (Fault::NoArea, true) => "was missing and is there again",
            (Fault::NoArea, false) => "is missing",
            (Fault::NoBytes, true) => "had no bytes and has them again",
            (Fault::NoBytes, false) => "has no bytes",
            (Fault::NoRow, true) => "is no entry and was set aside",
            (Fault::NoRow, false) => "is no entry",
            (Fault::OtherBytes, true) => "had other bytes than its entry says and has the right ones again",
            (Fault::OtherBytes, false) => "has other bytes than its entry says",
            (Fault::Unreadable, true) => "could not be read and has its bytes again",
            (Fault::Unreadable, false) => "cannot be read",
            (Fault::Miscounted, true) => "was counted wrongly and is counted again",
            (Fault::Miscounted, false) => "is counted wrongly",
        };
        write!(f, "repository {repository}: {} {said}", Printed(place))?;
        if let Some(why) = why {
            write!(f, " ({})", Printed(why))?;
        }
        let Some(aside) = aside else { return Ok(()) };
        write!(f, "; what was there is {}", Printed(&aside.to_string_lossy()))
    }
}

/// Compares every repository with its disk. Each finding is reported as it comes up; returns the number of compared
/// entries. It may run beside a server: differences are checked again while nothing can move. `store` keeps contents by
/// their hashes, as a backup does: repairs get their bytes from there.
pub async fn examine(db: &Db, options: CheckOptions, store: Option<&Path>, tell: impl FnMut(Finding)) -> Result<u64> {
    walk(db, options, store, tell).await
}

/// Repairs everything, with bytes from `store`, which keeps them by their hashes.
pub async fn fill(db: &Db, store: &Path, tell: impl FnMut(Finding)) -> Result<u64> {
    walk(db, CheckOptions { repair: true, hashes: false }, Some(store), tell).await
}

async fn walk(db: &Db, options: CheckOptions, store: Option<&Path>, mut tell: impl FnMut(Finding)) -> Result<u64> {
    if options.repair {
        recovery::reconcile(db, &Owner::this_process(), Clock::system().now()).await?;
    }
    let roots = db
        .read(|c| {
            let sql = "SELECT repository_id, node_id, tenant_id FROM nodes_node WHERE parent_id IS NULL";
            c.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        })
        .await?;
    let mut compared = 0;
    for (repository, top, tenant) in roots {
        let disk = db.read(move |c| disk::store(c, repository)).await?;
        let mut check = RepositoryCheck { db, options, store, repository, tenant, disk };
        if !check.enter(&mut tell) {
            continue;
        }
        if check.options.repair {
            check.reconcile(&mut tell).await?;
        }
        compared += check.examine(top, &mut tell).await?;
    }
    for (folder, ..) in db.read(nodes::miscounted).await? {
        if let Some(finding) = check_count(db, folder, options.repair).await? {
            tell(finding);
        }
    }
    Ok(compared)
}

/// Checks again a folder whose child count was wrong.
async fn check_count(db: &Db, folder: NodeId, repair: bool) -> Result<Option<Finding>> {
    let checked = db.write(move |tx| {
        let Some(node) = nodes::find(tx, folder)? else { return Ok(None) };
        nodes::hold_tree(tx, node.tenant)?;
        if repair {
            nodes::recount(tx, &[folder])?;
        }
        let chain = nodes::ancestors(tx, folder)?;
        Ok::<_, Error>(Some((node.repository, chain)))
    });
    let told = checked.await?.map(|(repository, chain)| {
        let names: Vec<&str> = chain.iter().rev().skip(1).map(|step| step.name.as_str()).collect();
        let place = if names.is_empty() { ".".to_owned() } else { names.join("/") };
        Finding { repository, place, content: None, fault: Fault::Miscounted, why: None, aside: None, repaired: repair }
    });
    Ok(told)
}

#[cfg(test)]
mod tests {
    use primitives::RepositoryId;

    use super::{Fault, Finding};

    #[test]
    fn no_name_in_a_finding_forges_a_line_wherever_it_stands() {
        let finding = Finding {
            repository: RepositoryId(1),
            place: "a\nb".to_owned(),
            content: None,
            fault: Fault::NoRow,
            why: Some("c\rd".to_owned()),
            aside: Some("/disk\n/e\u{1b}".into()),
            repaired: true,
        };
        let wanted = "repository 1: a\\nb is no entry and was set aside (c\\rd); what was there is /disk\\n/e\\u{1b}";
        assert_eq!(finding.to_string(), wanted);
    }
}
