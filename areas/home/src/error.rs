//! The errors of home.

use rest::Problem;
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Content(#[from] content::Error),
    /// One person can have only so many.
    #[error("too many favourites")]
    TooManyFavourites,
    /// One person can have only so many.
    #[error("too many pins")]
    TooManyPins,
    /// One person can have only so many in one library.
    #[error("too many saved searches")]
    TooManySavedSearches,
    /// The asker has no such search in this library.
    #[error("no such saved search")]
    MissingSavedSearch,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<security::Error> for Error {
    fn from(error: security::Error) -> Self {
        Self::Content(error.into())
    }
}

impl From<db::Error> for Error {
    fn from(error: db::Error) -> Self {
        Self::Content(error.into())
    }
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        match self {
            Self::Content(error) => error.as_access(),
            _ => None,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Content(error) => error.into(),
            Error::TooManyFavourites => Self::conflict("too_many_favourites", "too_many_favourites"),
            Error::TooManyPins => Self::conflict("too_many_pins", "too_many_pins"),
            Error::TooManySavedSearches => Self::conflict("too_many_saved_searches", "too_many_saved_searches"),
            Error::MissingSavedSearch => Self::not_found(),
        }
    }
}
