//! What an archive of pictures has in the place of files.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use blobs::{Opened, SharedStore};
use content::{MadeEntry, Substitute, Substitutes};
use nodes::Listed;

use super::files::PreparedFiles;
use super::store::{Prepared, PreparedId};
use crate::look::PictureFormat;

/// The types of files that are pictures to people. A document could be drawn, too, and is meant as it is.
const PICTURES: [&str; 3] = ["image", "vector", "design"];

fn is_picture(file: &Listed) -> bool {
    PICTURES.contains(&file.entry_type.as_str()) && file.mime.as_deref().is_some_and(previews::supports)
}

/// What becomes of a file that is no picture.
fn other(keeps_others: bool) -> Substitute {
    if keeps_others { Substitute::Original } else { Substitute::Omitted }
}

/// An archive before its pictures are made.
pub(super) struct Wish {
    pub keeps_others: bool,
}

impl Substitutes for Wish {
    fn of(&self, file: &Listed) -> Substitute {
        match &file.hash {
            Some(hash) if is_picture(file) => {
                Substitute::Made(MadeEntry { ending: PictureFormat::Jpeg.ending(), size: 0, key: hash.clone() })
            }
            _ => other(self.keeps_others),
        }
    }

    fn open(&self, _key: &str) -> io::Result<Option<(SharedStore, Arc<Opened>)>> {
        Ok(None)
    }
}

/// An archive whose pictures are made. What has come since then, or has changed, is named and left out.
pub(super) struct Ready {
    id: PreparedId,
    files: PreparedFiles,
    format: PictureFormat,
    keeps_others: bool,
    pictures: HashMap<String, Option<u64>>,
}

impl Ready {
    pub fn of(prepared: &Prepared, pictures: HashMap<String, Option<u64>>, files: PreparedFiles) -> Self {
        let (format, keeps_others) = (prepared.look.format, prepared.keeps_others);
        Self { id: prepared.id, files, format, keeps_others, pictures }
    }
}

impl Substitutes for Ready {
    fn of(&self, file: &Listed) -> Substitute {
        if !is_picture(file) {
            return other(self.keeps_others);
        }
        let known = file.hash.as_ref().and_then(|hash| self.pictures.get_key_value(hash));
        match known {
            Some((hash, Some(size))) => Substitute::Made(MadeEntry {
                ending: self.format.ending(),
                size: *size,
                key: format!("{} {hash}", self.id),
            }),
            Some((_, None)) => Substitute::LeftOut("prepared.failed"),
            None => Substitute::LeftOut("prepared.came_since"),
        }
    }

    fn open(&self, key: &str) -> io::Result<Option<(SharedStore, Arc<Opened>)>> {
        let hash = key.rsplit_once(' ').map_or(key, |(_, hash)| hash);
        self.files.open(self.id, hash)
    }
}
