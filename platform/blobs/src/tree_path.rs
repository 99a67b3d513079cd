//! The path of an entry in a repository's tree, as names from the top.

use std::fmt;
use std::path::PathBuf;

use primitives::{DiskName, NodeId};

use crate::layout::{Area, MOVING, OURS};

/// The names were checked when their nodes were made. They are checked again here, so that no row can lead elsewhere.
/// Of equal paths, one may know its node.
#[derive(Clone, Debug)]
pub struct TreePath {
    folders: Vec<String>,
    name: String,
    /// The entry, for stores that name bytes by it.
    node: Option<NodeId>,
}

impl PartialEq for TreePath {
    fn eq(&self, other: &Self) -> bool {
        (&self.folders, &self.name) == (&other.folders, &other.name)
    }
}

impl Eq for TreePath {}

impl TreePath {
    /// From the names on disk of a node and its ancestors, topmost first, without the repository's own. None if a name
    /// could lead elsewhere, or if there is no name.
    pub fn of(names: &[&str]) -> Option<Self> {
        let checked: Option<Vec<String>> =
            names.iter().map(|name| DiskName::parse(name).map(|name| name.as_str().to_owned())).collect();
        let mut folders = checked?;
        let name = folders.pop()?;
        Some(Self { folders, name, node: None })
    }

    /// The same path, as that of `node`.
    pub fn of_node(self, node: NodeId) -> Self {
        Self { node: Some(node), ..self }
    }

    pub fn node(&self) -> Option<NodeId> {
        self.node
    }

    /// The path of an entry in the bin, or of something below one, by the names from the entry.
    pub fn in_bin(node: NodeId, below: &[&str]) -> Option<Self> {
        let place = Self::inside(Area::Bin.name(), node.0, below)?;
        Some(if below.is_empty() { place.of_node(node) } else { place })
    }

    /// The path of what moves into another repository, which has this number, before it is visible there, or after it has
    /// left; or of something below it.
    pub fn moving(number: i64, below: &[&str]) -> Option<Self> {
        Self::inside(MOVING, number, below)
    }

    fn inside(area: &str, item: i64, below: &[&str]) -> Option<Self> {
        let mut folders = vec![OURS.to_owned(), area.to_owned()];
        if below.is_empty() {
            return Some(Self { folders, name: item.to_string(), node: None });
        }
        let Self { folders: inner, name, .. } = Self::of(below)?;
        folders.push(item.to_string());
        folders.extend(inner);
        Some(Self { folders, name, node: None })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn folders(&self) -> &[String] {
        &self.folders
    }

    /// The names from the root, as one path.
    pub(crate) fn below_root(&self) -> PathBuf {
        self.folders.iter().chain([&self.name]).collect()
    }

    /// The folder that contains it; none at the top.
    pub fn folder(&self) -> Option<Self> {
        let (name, folders) = self.folders.split_last()?;
        Some(Self { folders: folders.to_vec(), name: name.clone(), node: None })
    }

    /// The same entry in the same folder, with another name.
    pub fn beside(&self, name: &DiskName) -> Self {
        Self { folders: self.folders.clone(), name: name.as_str().to_owned(), node: self.node }
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.folders.iter().try_for_each(|folder| write!(f, "{folder}/"))?;
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::TreePath;

    #[test]
    fn names_that_leave_the_repository_make_no_tree_path() {
        for names in [&["..", "x"][..], &["a", "../b"], &["a", ""], &[".vitrine", "bin"], &[]] {
            assert_eq!(TreePath::of(names), None, "{names:?}");
        }
        assert!(TreePath::of(&["Summer 2027", "Açaí.jpg"]).is_some());
    }
}
