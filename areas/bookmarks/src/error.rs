//! The errors of bookmarks.

use rest::Problem;
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Access(#[from] security::Error),
    #[error("nobody keeps more than {most} bookmarks")]
    TooMany { most: i64 },
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Access(error) = self { Some(error) } else { None }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Access(error) => error.into(),
            Error::TooMany { most } => Self::conflict("too_many_bookmarks", "too_many_bookmarks").with("most", most),
            Error::Db(error) => error.into(),
        }
    }
}
