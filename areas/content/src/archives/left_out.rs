//! What the asker of an archive sees and does not get, and the text at the end of the archive that names it.

use authz::{Denied, Withheld};
use axum::body::Bytes;
use primitives::Language;
use rest::text;

/// The name of the text.
pub(super) const FILE: &str = "archive.left_out_file";

/// Why a file that the asker sees is not in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Locked,
    /// Its bytes are not those that were stored, or not there.
    Damaged,
    Withheld(Withheld),
    /// In the words of a room above.
    Said(&'static str),
}

impl Reason {
    /// Of an entry that the asker sees.
    pub fn of(refused: &security::Error) -> Self {
        match refused {
            security::Error::Denied(Denied::Withheld(why)) => Self::Withheld(*why),
            _ => Self::Locked,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Locked => "archive.locked",
            Self::Damaged => "archive.damaged",
            Self::Withheld(Withheld::Ended) => "archive.rights_ended",
            Self::Withheld(Withheld::AsksFirst) => "archive.asks_first",
            Self::Said(key) => key,
        }
    }
}

/// The text that names these paths with their reasons.
pub(super) fn told(left_out: &[(String, Reason)], language: Language) -> Bytes {
    let mut lines = vec![text(language, "archive.left_out", &[]), String::new()];
    lines.extend(left_out.iter().map(|(path, reason)| format!("{path}: {}", text(language, reason.key(), &[]))));
    Bytes::from(lines.join("\r\n") + "\r\n")
}
