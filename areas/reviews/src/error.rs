//! The errors of reviews.

use rest::{Problem, Rule};
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Security(#[from] security::Error),
    #[error(transparent)]
    Content(#[from] content::Error),
    #[error("no such review")]
    Missing,
    /// Nobody answers it any more.
    #[error("the review has ended")]
    Ended,
    /// One review of a file goes on at a time.
    #[error("the file is in review")]
    InReview,
    /// Only who is asked can answer.
    #[error("somebody who was not asked")]
    NotAsked,
    /// Only who asked for it, or a manager of the file, changes it.
    #[error("a review of somebody else")]
    NotYours,
    /// The answer is about a content that the file does not have any more.
    #[error("the file has another content")]
    Replaced,
    #[error("the only reviewer")]
    LastReviewer,
    /// A review asks so many people at most.
    #[error("more than {0} reviewers")]
    TooManyReviewers(usize),
    /// Nobody of that id can be asked about the file.
    #[error("somebody who cannot be asked")]
    UnknownReviewer,
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
            Self::Content(error) => error.as_access(),
            Self::Missing
            | Self::Ended
            | Self::InReview
            | Self::NotAsked
            | Self::NotYours
            | Self::Replaced
            | Self::LastReviewer
            | Self::TooManyReviewers(_)
            | Self::UnknownReviewer => None,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Security(error) => error.into(),
            Error::Content(error) => error.into(),
            Error::Missing => Self::not_found(),
            Error::Ended => Self::conflict("review_ended", "review_ended"),
            Error::InReview => Self::conflict("in_review", "in_review"),
            Error::NotAsked => Self::forbidden("not_asked_to_review"),
            Error::NotYours => Self::forbidden("review_of_somebody_else"),
            Error::Replaced => Self::conflict("file_replaced", "review_file_replaced"),
            Error::LastReviewer => Self::conflict("last_reviewer", "last_reviewer"),
            Error::TooManyReviewers(most) => Self::refused(vec![Rule::MaxLength(most).of("reviewers")]),
            Error::UnknownReviewer => Self::unknown("reviewers"),
        }
    }
}
