//! The folders that a file server may use: below the installation's own folder for files, or below a folder that the
//! operator named in the settings. An admin of a tenant chooses within these and nowhere else on the host.
//!
//! A typed path is a list of checked names before it is used on disk: `..`, disguised separators and control characters
//! are not names. Links in the path are refused, not followed.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use blobs::{Area, Store, Tree, Within, real};
use primitives::EntryName;
use rest::Rule;

/// A folder of the host outside the allowed roots.
pub(crate) const OUTSIDE: Rule = Rule::OfRoom("form_rules.folder_outside");

/// A folder whose disk is not mounted.
pub(crate) const NOT_THERE: Rule = Rule::OfRoom("form_rules.folder_missing");

/// The folders below which file servers may lie.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    /// The base of relative paths.
    files: PathBuf,
    named: Vec<PathBuf>,
    /// The installation's own folders: its data, its database.
    kept: Vec<PathBuf>,
}

/// A folder that a form names, not yet checked on disk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CandidatePath {
    root: PathBuf,
    names: Vec<String>,
    /// Below our own folder: an existing folder belongs to another file server.
    ours: bool,
}

impl Roots {
    /// All of them absolute. `files` may be inside `kept`, as its only allowed folder.
    pub fn new(files: &Path, named: Vec<PathBuf>, kept: Vec<PathBuf>) -> Self {
        Self { files: files.to_owned(), named, kept }
    }

    /// A file without a name, on the disk of our own folder for files; it is gone when it is closed.
    pub fn nameless(&self) -> std::io::Result<std::fs::File> {
        std::fs::create_dir_all(&self.files)?;
        tempfile::tempfile_in(&self.files)
    }

    /// The folder that `url` names: a path below our own folder for files, or an absolute one below an allowed folder.
    pub(crate) fn candidate(&self, url: &str) -> Result<CandidatePath, Rule> {
        let url = url.trim();
        if url.is_empty() {
            return Err(Rule::Mandatory);
        }
        let Some(absolute) = url.strip_prefix('/') else {
            let names = names(url)?;
            return Ok(CandidatePath { root: self.files.clone(), names, ours: true });
        };
        let typed = if absolute.is_empty() { Vec::new() } else { names(absolute)? };
        let below = |root: &Path| {
            let root: Vec<_> = root.components().filter_map(plain).collect();
            let inside = typed.len() >= root.len() && root.iter().zip(&typed).all(|(one, other)| one == other);
            inside.then(|| typed[root.len()..].to_vec())
        };
        if let Some(names) = below(&self.files).filter(|names| !names.is_empty()) {
            return Ok(CandidatePath { root: self.files.clone(), names, ours: true });
        }
        let found = self
            .named
            .iter()
            .find_map(|root| Some(CandidatePath { root: root.clone(), names: below(root)?, ours: false }));
        // An allowed folder may contain the installation's data, or be inside it; the chosen folder may not.
        let is_kept = |candidate: &CandidatePath| self.kept.iter().any(|kept| overlap(&candidate.path(), kept));
        found.filter(|candidate| !is_kept(candidate)).ok_or(OUTSIDE)
    }

    /// Whether the operator named a folder that contains `path`.
    pub(crate) fn names(&self, path: &Path) -> bool {
        self.named.iter().any(|root| path.starts_with(root))
    }

    /// The path of a file server as it is shown. The path of our own folder is not revealed: below it, paths are relative.
    pub(crate) fn told(&self, url: &str) -> String {
        match Path::new(url).strip_prefix(&self.files) {
            Ok(below) if below.as_os_str().is_empty() => ".".to_owned(),
            Ok(below) => below.display().to_string(),
            Err(_) => url.to_owned(),
        }
    }
}

/// The part of an absolute path, if it is a name.
fn plain(part: Component<'_>) -> Option<String> {
    match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        Component::RootDir | Component::CurDir | Component::ParentDir | Component::Prefix(_) => None,
    }
}

fn names(path: &str) -> Result<Vec<String>, Rule> {
    let name = |part: &str| EntryName::parse(part).map(|name| name.as_str().to_owned()).map_err(|_| OUTSIDE);
    path.trim_end_matches('/').split('/').map(name).collect()
}

impl CandidatePath {
    pub fn path(&self) -> PathBuf {
        self.names.iter().fold(self.root.clone(), |path, name| path.join(name))
    }

    /// Checks the disk: every step of the path is a folder or missing, and none belongs to a repository.
    pub fn check(&self) -> Result<(), Rule> {
        primitives::assert_may_wait();
        // If an allowed folder is missing, its disk is not mounted: nothing is created in its place.
        if !self.ours && !self.root.is_dir() {
            return Err(NOT_THERE);
        }
        // The root itself may be a link: the operator chose it. Links below it are refused.
        refuse_repository(&self.root)?;
        let mut path = self.root.clone();
        for name in &self.names {
            path.push(name);
            if !is_folder(&path)? {
                return Ok(());
            }
            refuse_repository(&path)?;
        }
        // In our own folder a file server begins empty: another tenant must not get the files of an earlier one.
        if self.ours && !is_empty(&path) { Err(Rule::Taken) } else { Ok(()) }
    }

    /// Creates the missing folders, without following links.
    pub fn make(&self) -> blobs::Result<()> {
        primitives::assert_may_wait();
        if self.ours {
            std::fs::create_dir_all(&self.root)?;
        }
        blobs::make_way(&self.root, &self.names)
    }
}

/// Checks the folder of a new repository: it must be missing, or have no traces of a repository. The file server's must
/// be there.
pub(crate) fn check_repository_folder(file_server: &Path, name: &EntryName) -> Result<(), Rule> {
    primitives::assert_may_wait();
    if !file_server.is_dir() {
        return Err(NOT_THERE);
    }
    let path = file_server.join(name.as_str());
    if !is_folder(&path)? {
        return Ok(());
    }
    let tree = Tree::at(&path);
    let parts = [Within::Top, Within::Area(Area::Bin), Within::Area(Area::Staging)];
    let used = parts.into_iter().any(|part| tree.walk(part).is_ok_and(|inside| !inside.is_empty()));
    if tree.is_mounted() && used { Err(Rule::Taken) } else { Ok(()) }
}

/// Checks the folder that a repository is to move to: it must be missing, or have nothing in it but what every repository
/// has.
pub(crate) fn check_free_folder(file_server: &Path, name: &EntryName) -> Result<(), Rule> {
    primitives::assert_may_wait();
    if !file_server.is_dir() {
        return Err(NOT_THERE);
    }
    let path = file_server.join(name.as_str());
    if !is_folder(&path)? {
        return Ok(());
    }
    let tree = Tree::at(&path);
    let parts = [Within::Top, Within::Area(Area::Bin), Within::Area(Area::Staging)];
    let is_used = parts.into_iter().any(|part| tree.walk(part).is_ok_and(|inside| !inside.is_empty()));
    if is_used { Err(Rule::Taken) } else { Ok(()) }
}

fn is_folder(path: &Path) -> Result<bool, Rule> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Ok(_) | Err(_) => Err(OUTSIDE),
    }
}

fn refuse_repository(path: &Path) -> Result<(), Rule> {
    if Tree::at(path).is_mounted() { Err(Rule::Taken) } else { Ok(()) }
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut inside| inside.next().is_none())
}

/// Whether one of two folders contains the other, or both are the same. Links of the operator are followed first, and
/// case is folded, because the disk may do that too.
pub(crate) fn overlap(one: &Path, other: &Path) -> bool {
    real_overlap(&real(one), &real(other))
}

/// As `overlap`, for paths without links.
pub(crate) fn real_overlap(one: &Path, other: &Path) -> bool {
    let (one, other) = (folded(one), folded(other));
    one.iter().zip(&other).all(|(left, right)| left == right)
}

fn folded(path: &Path) -> Vec<String> {
    path.components().filter_map(plain).map(|name| EntryName::key_of(&name)).collect()
}

#[cfg(test)]
mod tests;
