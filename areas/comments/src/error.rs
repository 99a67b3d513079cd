//! The errors of comments.

use rest::Problem;
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Security(#[from] security::Error),
    #[error("no such comment")]
    Missing,
    /// Only its author may change it.
    #[error("a comment of somebody else")]
    NotYours,
    /// A thread can have only so many answers.
    #[error("the thread is full")]
    ThreadIsFull,
    /// Nobody of that id can be mentioned there.
    #[error("somebody who cannot be mentioned")]
    UnknownMention,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<db::Error> for Error {
    fn from(error: db::Error) -> Self {
        Self::Security(error.into())
    }
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        match self {
            Self::Security(error) => error.as_access(),
            Self::Missing | Self::NotYours | Self::ThreadIsFull | Self::UnknownMention => None,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Security(error) => error.into(),
            Error::Missing => Self::not_found(),
            Error::NotYours => Self::forbidden("comment_of_somebody_else"),
            Error::ThreadIsFull => Self::conflict("thread_is_full", "thread_is_full"),
            Error::UnknownMention => Self::unknown("text"),
        }
    }
}
