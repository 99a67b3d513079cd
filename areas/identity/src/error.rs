//! The errors of users and their sessions.

use primitives::Seconds;
use rest::{Problem, current_language, text};

use passwords::{MIN_LETTERS, PasswordFault};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Unknown, switched off, or the wrong password; the answer does not say which.
    #[error("the credentials are wrong")]
    InvalidCredentials,
    #[error("too many tries; the next one in {0} seconds")]
    TooManyTries(Seconds),
    #[error("the token has expired")]
    ExpiredToken,
    #[error("no live session")]
    NoSession,
    #[error("the current password is not right")]
    WrongPassword,
    #[error("the new password is refused: {0:?}")]
    Refused(PasswordFault),
    #[error("the password or the provider is right, and a code is needed too")]
    SecondFactorNeeded,
    /// Required before other credentials change.
    #[error("the second factor is asked for")]
    CodeNeeded,
    #[error("the code is not right, or was used already")]
    WrongCode,
    #[error("two-step sign-in is on already")]
    SecondFactorIsOn,
    #[error("two-step sign-in is not on")]
    SecondFactorIsOff,
    /// Used, withdrawn, expired, or never ours.
    #[error("the link is not valid")]
    LinkSpent,
    /// The user reaches beyond the tenants that the asker administers.
    #[error("the person belongs to another organisation too")]
    ReachesBeyond,
    #[error("the identity provider cannot be reached")]
    ProviderSilent,
    #[error("the identity provider does not accept the client secret")]
    ProviderSecret,
    /// The attempt belongs to another browser, or the provider's answer is not valid.
    #[error("the identity provider's answer is not valid")]
    ProviderRefused,
    #[error("the identity provider vouches for no e-mail")]
    ProviderNoEmail,
    /// Unknown here, or not allowed to sign in that way.
    #[error("no account that may sign in with the identity provider")]
    ProviderUnknown,
    /// A field of a form names something that does not exist, or that the asker may not name.
    #[error("{0} names nothing that exists")]
    Unknown(String),
    #[error("the provider's secret is needed")]
    SecretNeeded,
    #[error("the e-mail belongs to somebody already")]
    EmailTaken,
    /// A user, company, group or tenant that does not exist.
    #[error("a user, company, group or tenant that does not exist")]
    Missing,
    /// Too many sign-ins are waiting for their hash.
    #[error("too many passwords are being checked")]
    Busy,
    /// Hashing or signing failed; the library's own text.
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

    /// There is no space in the database.
    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Self::Db(error) if error.is_full())
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
            Error::InvalidCredentials => Self::unauthenticated("invalid_credentials"),
            Error::TooManyTries(seconds) => Self::too_many(seconds.unsigned_abs()),
            Error::ExpiredToken => Self::unauthenticated("expired_token"),
            Error::NoSession => Self::no_session(),
            Error::WrongPassword => {
                Self::invalid("password", "form_rules.wrong_password").said_by_field("form_rules.wrong_password")
            }
            Error::Refused(fault) => refused_password("new_password", fault),
            Error::SecondFactorNeeded => Self::unauthenticated("second_factor_needed"),
            Error::CodeNeeded => Self::invalid("code", "form_rules.mandatory"),
            Error::WrongCode => Self::invalid("code", "form_rules.wrong_code").said_by_field("form_rules.wrong_code"),
            Error::SecondFactorIsOn => Self::conflict("second_factor_is_on", "second_factor_is_on"),
            Error::SecondFactorIsOff => Self::conflict("second_factor_is_off", "second_factor_is_off"),
            Error::LinkSpent => Self::conflict("link_spent", "link_spent"),
            Error::ReachesBeyond => Self::forbidden("reaches_beyond"),
            Error::ProviderSilent => Self::conflict("provider_silent", "provider_silent"),
            Error::ProviderSecret => Self::conflict("provider_secret", "provider_secret"),
            Error::ProviderRefused => Self::unauthenticated("provider_refused"),
            Error::ProviderNoEmail => Self::conflict("provider_no_email", "provider_no_email"),
            Error::ProviderUnknown => Self::conflict("provider_unknown", "provider_unknown"),
            Error::Unknown(field) => Self::unknown(&field),
            Error::SecretNeeded => Self::invalid("client_secret", "form_rules.mandatory"),
            Error::EmailTaken => Self::conflict("email_taken", "email_taken").at(rest::Rule::Taken.of("email")),
            Error::Missing => Self::not_found(),
            Error::Busy => Self::unavailable(),
            Error::Broken(reason) => {
                tracing::error!("A request about users or sessions failed: {reason}");
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
