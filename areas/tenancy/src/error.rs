//! The errors of tenants and what belongs to them.

use rest::{Problem, Rule, current_language, text};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another one of the same kind has this key.
    #[error("the key {key} is taken")]
    KeyTaken { field: &'static str, key: String },
    /// The tenant, company or group that it should belong to does not exist.
    #[error("a tenant, company, group, theme or instance that does not exist")]
    Missing,
    /// A field of a form names something that does not exist, or that the asker may not name.
    #[error("{0} names nothing that exists")]
    Unknown(&'static str),
    /// A field contradicts another one of the same form.
    #[error("{0} contradicts another field")]
    Contradiction(&'static str),
    /// A group can only have what its tenant has.
    #[error("the tenant does not have this application instance")]
    NotTheTenants,
    /// The blockers and their counts; empty if a higher room did not report its own.
    #[error("in use: {0:?}")]
    InUse(Vec<(&'static str, i64)>),
    #[error("the platform's own themes cannot be edited")]
    PlatformTheme,
    /// The asker would be locked out, and perhaps everybody who could let them in again.
    #[error("nobody may switch off their own company")]
    OwnCompany,
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
    /// A foreign key refused a deletion: rows of a higher room refer to it.
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
            Error::Contradiction(field) => Self::invalid(field, "invalid"),
            // Reported as unknown: a tenant sees only its own.
            Error::NotTheTenants => Self::unknown("application_instance_ids"),
            Error::InUse(what) => Self::conflict("in_use", "in_use").with("what", listed(&what)),
            Error::OwnCompany => Self::conflict("own_company", "own_company"),
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
