//! What names a file server, and its types.

use serde::Serialize;

db::id!(FileServerId);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FileServerType {
    /// A directory of this host, or a mounted volume.
    Posix,
    /// A bucket of a store that speaks S3.
    S3,
}

impl FileServerType {
    const ALL: [Self; 2] = [Self::Posix, Self::S3];

    /// As forms and rows have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Posix => "posix",
            Self::S3 => "s3",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The type of a row.
    pub fn stored(word: &str) -> db::Result<Self> {
        Self::parse(word).ok_or_else(|| db::Error::Broken(format!("a file server of the type {word:?}")))
    }
}
