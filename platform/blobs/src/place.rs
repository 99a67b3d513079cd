//! A place in a repository's tree, as names from the top.

use primitives::EntryName;

/// Names that were checked when their nodes were made; checked again here, so that no row can lead elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    folders: Vec<String>,
    name: String,
}

impl Place {
    /// From the names of a node and its ancestors, topmost first, without the repository's own.
    /// None when a name could not be one of ours, or there is none.
    pub fn of(names: &[&str]) -> Option<Self> {
        let checked: Option<Vec<String>> =
            names.iter().map(|name| EntryName::parse(name).ok().map(|name| name.as_str().to_owned())).collect();
        let mut folders = checked?;
        let name = folders.pop()?;
        Some(Self { folders, name })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn folders(&self) -> &[String] {
        &self.folders
    }

    /// The same folder, another name.
    pub fn beside(&self, name: &EntryName) -> Self {
        Self { folders: self.folders.clone(), name: name.as_str().to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn names_that_could_lead_elsewhere_make_no_place() {
        for names in [&["..", "x"][..], &["a", "../b"], &["a", ""], &[".vitrine", "bin"], &[]] {
            assert_eq!(Place::of(names), None, "{names:?}");
        }
        assert!(Place::of(&["Summer 2027", "Açaí.jpg"]).is_some());
    }
}
