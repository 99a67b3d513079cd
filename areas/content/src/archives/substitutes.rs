//! What an archive has in the place of a file. A room above decides it for each file, and opens what it has made.

use std::io;
use std::sync::Arc;

use blobs::{Opened, SharedStore};
use nodes::Listed;

/// What an archive has in the place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Substitute {
    /// The file as it is.
    Original,
    Made(MadeEntry),
    /// Nothing; the text at the end names it, with the sentence of this key.
    LeftOut(&'static str),
    /// Nothing, and it is not mentioned.
    Omitted,
}

/// Something that was made of a file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeEntry {
    /// Of its name, without the dot.
    pub ending: &'static str,
    pub size: u64,
    /// By which its room opens it. Equal keys are equal bytes.
    pub key: String,
}

/// Decides what an archive has in the place of files.
pub trait Substitutes: Send + Sync {
    /// Asked for each file that the asker may have, whenever the archive is planned.
    fn of(&self, file: &Listed) -> Substitute;

    /// What was made, by its key; None if it is gone. It may wait for the disk.
    fn open(&self, key: &str) -> io::Result<Option<(SharedStore, Arc<Opened>)>>;
}

/// Every file is as it is.
pub(super) struct Originals;

impl Substitutes for Originals {
    fn of(&self, _file: &Listed) -> Substitute {
        Substitute::Original
    }

    fn open(&self, _key: &str) -> io::Result<Option<(SharedStore, Arc<Opened>)>> {
        Ok(None)
    }
}

impl Substitute {
    /// What the file is called in the archive.
    pub(super) fn name(&self, own: &str) -> String {
        match self {
            Self::Made(made) => format!("{}.{}", stem(own), made.ending),
            Self::Original | Self::LeftOut(_) | Self::Omitted => own.to_owned(),
        }
    }
}

/// A name without its ending; one that begins with its only dot has none.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

#[cfg(test)]
mod tests {
    use super::{MadeEntry, Substitute};

    #[test]
    fn what_is_made_of_a_file_has_its_name_with_another_ending() {
        let made = Substitute::Made(MadeEntry { ending: "jpg", size: 1, key: String::new() });
        for (own, name) in [("a.final.png", "a.final.jpg"), ("a", "a.jpg"), (".png", ".png.jpg"), ("a.jpg", "a.jpg")] {
            assert_eq!(made.name(own), name);
        }
        assert_eq!(Substitute::Original.name("a.png"), "a.png");
    }
}
