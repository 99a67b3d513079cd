//! The errors of a disk.

use std::path::PathBuf;

use rustix::io::Errno;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("it exists already")]
    Exists,
    #[error("it is missing")]
    Missing,
    #[error("the disk is full")]
    Full,
    /// The repository's sentinel file is missing: its disk is not mounted, so missing files prove nothing.
    #[error("the repository's disk is not there")]
    NotMounted,
    /// It did not answer in time.
    #[error("the disk does not answer")]
    Slow,
    /// A folder that only we use cannot be used.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    #[error("disk: {0}")]
    Io(std::io::Error),
}

/// The folder that prevents work with a repository, and the error of the disk.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct Obstacle {
    pub path: PathBuf,
    pub error: Error,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<Errno> for Error {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::EXIST | Errno::NOTEMPTY => Self::Exists,
            // A link is treated as missing: it is never followed.
            Errno::NOENT | Errno::NOTDIR | Errno::LOOP => Self::Missing,
            Errno::NOSPC | Errno::DQUOT | Errno::FBIG => Self::Full,
            other => Self::Io(other.into()),
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        error.raw_os_error().map_or_else(|| Self::Io(error), |code| Errno::from_raw_os_error(code).into())
    }
}

impl From<Obstacle> for Error {
    /// What has a meaning of its own keeps it; else whoever reads the log has to learn the path.
    fn from(obstacle: Obstacle) -> Self {
        match obstacle.error {
            Self::NotMounted | Self::Io(_) => Self::Obstacle(Box::new(obstacle)),
            other => other,
        }
    }
}
