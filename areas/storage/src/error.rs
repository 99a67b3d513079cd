//! What goes wrong between a node and its bytes.

use authz::Denied;
use primitives::{InvalidName, NodeId};
use rest::Problem;
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Access(#[from] security::Error),
    #[error("the name cannot be used: {0:?}")]
    InvalidName(InvalidName),
    #[error("the file has other bytes than were stored")]
    Damaged,
    #[error("the file's bytes are missing")]
    BytesMissing,
    /// Something on the entry's path is being moved. Asking again helps.
    #[error("something on the path is being moved")]
    Moving,
    /// Another act moves the entry, or one above or below it, into another repository. Asking again helps once that has
    /// ended. Who does not see that entry is told `Moving` instead.
    #[error("the entry, or one above or below it, is being moved into another repository")]
    MovingNearby(NodeId),
    /// The last part of a move of the repository to another file server. Asking again helps, soon or in a while.
    #[error("the repository is being moved to another file server")]
    BeingMoved,
    /// One of two repositories has moved to another file server while something was copied between them.
    #[error("a repository has moved to another file server")]
    HasMoved,
    #[error(transparent)]
    Disk(#[from] blobs::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a change of the tree: this room's own, or that of a room above.
pub trait ChangeError: From<Error> {
    /// Whether something else on the path moves: the change is tried again.
    fn is_moving(&self) -> bool;
    /// Whether the database may have committed although it did not answer.
    fn may_have_committed(&self) -> bool;
}

impl ChangeError for Error {
    fn is_moving(&self) -> bool {
        matches!(self, Self::Moving | Self::MovingNearby(_) | Self::BeingMoved)
    }

    fn may_have_committed(&self) -> bool {
        matches!(self, Self::Db(db::Error::Unavailable(_)))
    }
}

impl Error {
    /// Whether the disk of a repository is not there; it may come back.
    pub fn is_of_an_absent_disk(&self) -> bool {
        let Self::Disk(error) = self else { return false };
        match error {
            blobs::Error::Obstacle(obstacle) => matches!(obstacle.error, blobs::Error::NotMounted),
            error => matches!(error, blobs::Error::NotMounted),
        }
    }
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Access(error) = self { Some(error) } else { None }
    }
}

impl From<Denied> for Error {
    fn from(denied: Denied) -> Self {
        Self::Access(denied.into())
    }
}

impl From<InvalidName> for Error {
    fn from(invalid: InvalidName) -> Self {
        Self::InvalidName(invalid)
    }
}

impl From<nodes::Error> for Error {
    fn from(error: nodes::Error) -> Self {
        Self::Access(error.into())
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Disk(error.into())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Access(error) => error.into(),
            Error::InvalidName(InvalidName::Empty) => Self::invalid("name", "form_rules.mandatory"),
            Error::InvalidName(_) => Self::invalid("name", "form_rules.invalid_filename"),
            Error::Moving => Self::conflict("moving", "moving"),
            Error::MovingNearby(_) => Self::conflict("moving_nearby", "moving_nearby"),
            Error::BeingMoved | Error::HasMoved => Self::conflict("repository_moving", "repository_moving"),
            Error::Damaged => Self::broken_file("damaged"),
            Error::BytesMissing => Self::broken_file("bytes_missing"),
            Error::Disk(blobs::Error::Missing) => Self::not_found(),
            Error::Disk(blobs::Error::Exists) => Self::conflict("name_taken", "on_disk_already"),
            Error::Disk(blobs::Error::Full) => Self::full(),
            Error::Disk(error) => {
                tracing::error!("The disk failed: {error}");
                Self::disk_unavailable()
            }
            Error::Db(error) => error.into(),
        }
    }
}
