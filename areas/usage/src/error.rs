//! The errors of terms of use.

use rest::Problem;
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Access and the database included.
    #[error(transparent)]
    Content(#[from] content::Error),
    /// Its readers need not ask, or this one has been let, or writes there anyway.
    #[error("there is nothing to ask for")]
    NothingToAsk,
    #[error("they have asked, and wait for an answer")]
    AlreadyAsked,
    #[error("no such request")]
    NoRequest,
    #[error("the request has an answer")]
    AlreadyAnswered,
    /// Readers are to ask for what is in a folder; a file has it only from one that it came from.
    #[error("a file gets no switch of its own")]
    NotAFolder,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! of_content {
    ($($error:ty),+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Content(error.into())
            }
        }
    )+};
}
of_content!(security::Error, db::Error);

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Content(error) = self { error.as_access() } else { None }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Content(error) => error.into(),
            Error::NothingToAsk => Self::conflict("nothing_to_ask", "nothing_to_ask"),
            Error::AlreadyAsked => Self::conflict("already_asked", "already_asked"),
            Error::NoRequest => Self::not_found(),
            Error::AlreadyAnswered => Self::conflict("already_answered", "already_answered"),
            Error::NotAFolder => Self::conflict("wrong_kind", "wrong_kind"),
        }
    }
}
