//! `vitrine doctor`: rows and bytes compared, and mended where nothing is lost by it.
//!
//! A crash of the machine may leave what a crash of the server cannot, and people may reach into the tree with other
//! tools. Nothing is ever deleted: what has no row is set aside in the repository's own lost area, a file without its
//! bytes gets them from another of the same hash. Where there is none, only a backup helps, and the finding says so; until
//! then the file is noted as wrong, and nobody is given its bytes.

mod bytes;
mod repository_check;

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use db::Db;
use primitives::{Clock, NodeId, RepositoryId};

use crate::{Error, Result, disk, recovery};
use repository_check::RepositoryCheck;

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
    /// What the disk says of it, where it says something.
    pub why: Option<String>,
    /// What was in its place, or it itself, where it was set aside: its path on the disk.
    pub aside: Option<PathBuf>,
    pub mended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The repository's disk is not there.
    NoDisk,
    /// One of the folders that only we use is not there.
    NoArea,
    NoBytes,
    NoRow,
    /// Not the size, the hash or the kind that the row says.
    OtherBytes,
    /// A file cannot be opened or read, or a folder cannot be listed; what is in such a folder is not looked at.
    Unreadable,
    /// The number of entries that is kept for a folder is not how many it holds.
    Miscounted,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { repository, place, fault, why, aside, mended, .. } = self;
        let said = match (fault, mended) {
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
        aside.as_ref().map_or(Ok(()), |aside| write!(f, "; what was there is {}", aside.display()))
    }
}

/// What others have named, on one line of a terminal: a control character could forge another line, and signs that show
/// nothing, or turn the direction of what follows, another name.
pub(crate) struct Printed<'t>(pub &'t str);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|sign| {
            if sign.is_control() || is_unseen(sign) {
                write!(f, "{}", sign.escape_default())
            } else {
                f.write_char(sign)
            }
        })
    }
}

/// Whether a sign has no look of its own, or changes that of others.
fn is_unseen(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
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
        recovery::reconcile(db, Clock::system().now()).await?;
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
        let mut check = RepositoryCheck { db, treatment, store, repository, tenant, tree };
        if !check.enter(&mut tell) {
            continue;
        }
        if check.treatment.mend {
            check.reconcile(&mut tell).await?;
        }
        compared += check.examine(top, &mut tell).await?;
    }
    for (folder, ..) in db.read(nodes::miscounted).await? {
        if let Some(finding) = check_count(db, folder, treatment.mend).await? {
            tell(finding);
        }
    }
    Ok(compared)
}

/// A folder whose kept number was wrong a moment ago.
async fn check_count(db: &Db, folder: NodeId, mend: bool) -> Result<Option<Finding>> {
    let checked = db.write(move |tx| {
        let Some(node) = nodes::find(tx, folder)? else { return Ok(None) };
        nodes::hold_tree(tx, node.tenant)?;
        if mend {
            nodes::recount(tx, &[folder])?;
        }
        let way = nodes::ancestors(tx, folder)?;
        Ok::<_, Error>(Some((node.repository, way)))
    });
    let told = checked.await?.map(|(repository, way)| {
        let names: Vec<&str> = way.iter().rev().skip(1).map(|step| step.name.as_str()).collect();
        let place = if names.is_empty() { ".".to_owned() } else { names.join("/") };
        Finding { repository, place, content: None, fault: Fault::Miscounted, why: None, aside: None, mended: mend }
    });
    Ok(told)
}
