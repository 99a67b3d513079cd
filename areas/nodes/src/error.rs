//! The errors of the tree.

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the name is taken in this folder: {0}")]
    NameTaken(String),
    /// The folder is at the greatest depth.
    #[error("too deep")]
    TooDeep,
    #[error("a folder cannot be put into itself")]
    IntoItself,
    #[error("a move must stay within its repository")]
    OtherRepository,
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
