//! What can go wrong with tenants and what belongs to them.

use rest::{Problem, Rule, current_language, text};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another one of its kind has this key already.
    #[error("the key {key} is taken")]
    KeyTaken { field: &'static str, key: String },
    /// What it should belong to is not there.
    #[error("a tenant, company, group, theme or instance that is not there")]
    Missing,
    /// A field of a form names something that is not there, or not the asker's to name.
    #[error("{0} names nothing")]
    Unknown(&'static str),
    /// A group can be given only what its tenant has.
    #[error("the tenant does not have this application instance")]
    NotTheTenants,
    /// What is in the way, and how many of each; nothing where a higher room did not say.
    #[error("in use: {0:?}")]
    InUse(Vec<(&'static str, i64)>),
    #[error("the platform's own themes are edited by nobody")]
    PlatformTheme,
    #[error("only a master may do this")]
    OnlyMaster,
    #[error("only an admin of the tenant may do this")]
    OnlyAdmin,
    /// Nobody may give an instance that they cannot open themselves.
    #[error("an instance that the giver lacks")]
    NotTheirs,
    #[error(transparent)]
    Db(db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A foreign key that refuses a deletion: something of a higher room hangs on it.
    pub(crate) fn blocked(error: db::Error) -> Self {
        match error {
            db::Error::ForeignKey(_) => Self::InUse(vec![]),
            other => other.into(),
        }
    }
}

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
            Error::Unknown(field) => Self::unknown(field),
            // As unknown as one that is nowhere: a tenant sees its own.
            Error::NotTheTenants => Self::unknown("application_instance_ids"),
            Error::InUse(what) => Self::conflict("in_use", "in_use").with("what", listed(&what)),
            Error::PlatformTheme => Self::forbidden("platform_theme"),
            Error::OnlyAdmin => Self::forbidden("only_admin"),
            Error::OnlyMaster => Self::forbidden("only_master"),
            Error::NotTheirs => Self::forbidden("not_theirs"),
            Error::Db(error) => error.into(),
        }
    }
}

/// "3 users, 1 group", in the caller's language.
fn listed(what: &[(&'static str, i64)]) -> String {
    let said = |(word, count): &(&str, i64)| {
        let form = if *count == 1 { "one" } else { "other" };
        text(current_language(), &format!("blocked_by.{word}.{form}"), &[("count", count.to_string())])
    };
    match what {
        [] => text(current_language(), "blocked_by.more", &[]),
        some => some.iter().map(said).collect::<Vec<_>>().join(", "),
    }
}
