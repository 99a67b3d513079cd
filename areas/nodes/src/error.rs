//! What can go wrong with the tree's shape.

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the name is taken in this folder: {0}")]
    NameTaken(String),
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
