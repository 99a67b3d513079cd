//! What can go wrong with tenants and what belongs to them.

use rest::{Problem, Rule};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another one of its kind has this key already.
    #[error("the key {key} is taken")]
    KeyTaken { field: &'static str, key: String },
    /// What it should belong to is not there.
    #[error("a tenant, company, group, theme or instance that is not there")]
    Missing,
    /// A group can be given only what its tenant has.
    #[error("the tenant does not have this application instance")]
    NotTheTenants,
    #[error(transparent)]
    Db(db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<db::Error> for Error {
    fn from(error: db::Error) -> Self {
        match error {
            db::Error::ForeignKey(_) | db::Error::Missing => Self::Missing,
            other => Self::Db(other),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::KeyTaken { field, key } => {
                Self::conflict("key_taken", "key_taken").with("key", key).at(Rule::Taken.of(field))
            }
            Error::Missing => Self::not_found(),
            Error::NotTheTenants => Self::conflict("not_the_tenants", "not_the_tenants"),
            Error::Db(error) => error.into(),
        }
    }
}
