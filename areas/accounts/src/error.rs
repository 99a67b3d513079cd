//! The errors of users and what they are in.

use primitives::Seconds;
use rest::{Problem, current_language, text};

use passwords::{MIN_LETTERS, PasswordFault};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("too many e-mails; the next one in {0} seconds")]
    TooManyTries(Seconds),
    /// The user reaches beyond the tenants that the asker administers.
    #[error("the person belongs to another organisation too")]
    ReachesBeyond,
    /// A field of a form names something that does not exist, or that the asker may not name.
    #[error("{0} names nothing that exists")]
    Unknown(String),
    #[error("the e-mail belongs to somebody already")]
    EmailTaken,
    /// A user, company, group or tenant that does not exist.
    #[error("a user, company, group or tenant that does not exist")]
    Missing,
    /// Too many callers are waiting for a hash.
    #[error("too many passwords are being checked")]
    Busy,
    /// Hashing failed; the library's own text.
    #[error("{0}")]
    Broken(String),
    #[error("only a master may do this")]
    OnlyMaster,
    #[error("nobody may do this to themselves")]
    NotYourself,
    /// No master would be left.
    #[error("the last master")]
    LastMaster,
    #[error("the last admin of a tenant")]
    LastAdmin,
    #[error(transparent)]
    Tenancy(#[from] tenancy::Error),
    #[error(transparent)]
    Db(db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn unknown(field: &str) -> Self {
        Self::Unknown(field.to_owned())
    }

    /// This field of a form named what is missing.
    pub(crate) fn of_field(self, field: &str) -> Self {
        if matches!(self, Self::Missing) { Self::unknown(field) } else { self }
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

impl From<passwords::Error> for Error {
    fn from(error: passwords::Error) -> Self {
        match error {
            passwords::Error::Busy => Self::Busy,
            passwords::Error::Broken(reason) => Self::Broken(reason),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::TooManyTries(seconds) => Self::too_many(seconds.unsigned_abs()),
            Error::ReachesBeyond => Self::forbidden("reaches_beyond"),
            Error::Unknown(field) => Self::unknown(&field),
            Error::EmailTaken => Self::conflict("email_taken", "email_taken").at(rest::Rule::Taken.of("email")),
            Error::Missing => Self::not_found(),
            Error::Busy => Self::unavailable(),
            Error::Broken(reason) => {
                tracing::error!("A request about users failed: {reason}");
                Self::internal()
            }
            Error::OnlyMaster => Self::forbidden("only_master"),
            Error::NotYourself => Self::conflict("not_yourself", "not_yourself"),
            Error::LastMaster => Self::conflict("last_master", "last_master"),
            Error::LastAdmin => Self::conflict("last_admin", "last_admin"),
            Error::Tenancy(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// A password that is refused, with the form's rule for `field`.
pub fn refused_password(field: &'static str, fault: PasswordFault) -> Problem {
    let rule = match fault {
        PasswordFault::Empty => "form_rules.mandatory",
        PasswordFault::TooLong { .. } => "form_rules.max_length",
        PasswordFault::TooShort => "form_rules.min_length",
        PasswordFault::Weak => "form_rules.weak_password",
        PasswordFault::Same => "form_rules.same_password",
    };
    let problem = Problem::invalid(field, rule).said_by_field(rule);
    match fault {
        PasswordFault::TooShort => problem.with("name", field_name(field)).with("min", MIN_LETTERS),
        PasswordFault::TooLong { max } => problem.with("name", field_name(field)).with("max", max),
        PasswordFault::Empty | PasswordFault::Weak | PasswordFault::Same => problem,
    }
}

/// The form's name of the field, in the caller's language.
pub(crate) fn field_name(field: &str) -> String {
    text(current_language(), &format!("field.{field}"), &[])
}
