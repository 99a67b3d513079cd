//! The errors of signing in.

use passwords::PasswordFault;
use primitives::Seconds;
use rest::Problem;

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
    #[error("the provider's secret is needed")]
    SecretNeeded,
    /// A session, user or tenant that does not exist.
    #[error("a session, user or tenant that does not exist")]
    Missing,
    /// Signing failed; the library's own text.
    #[error("{0}")]
    Broken(String),
    #[error(transparent)]
    Accounts(accounts::Error),
    #[error(transparent)]
    Db(db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
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

impl From<accounts::Error> for Error {
    fn from(error: accounts::Error) -> Self {
        match error {
            accounts::Error::Missing => Self::Missing,
            accounts::Error::Db(error) => Self::Db(error),
            other => Self::Accounts(other),
        }
    }
}

impl From<passwords::Error> for Error {
    fn from(error: passwords::Error) -> Self {
        Self::Accounts(error.into())
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
            Error::Refused(fault) => accounts::refused_password("new_password", fault),
            Error::SecondFactorNeeded => Self::unauthenticated("second_factor_needed"),
            Error::CodeNeeded => Self::invalid("code", "form_rules.mandatory"),
            Error::WrongCode => Self::invalid("code", "form_rules.wrong_code").said_by_field("form_rules.wrong_code"),
            Error::SecondFactorIsOn => Self::conflict("second_factor_is_on", "second_factor_is_on"),
            Error::SecondFactorIsOff => Self::conflict("second_factor_is_off", "second_factor_is_off"),
            Error::LinkSpent => Self::conflict("link_spent", "link_spent"),
            Error::ProviderSilent => Self::conflict("provider_silent", "provider_silent"),
            Error::ProviderSecret => Self::conflict("provider_secret", "provider_secret"),
            Error::ProviderRefused => Self::unauthenticated("provider_refused"),
            Error::ProviderNoEmail => Self::conflict("provider_no_email", "provider_no_email"),
            Error::ProviderUnknown => Self::conflict("provider_unknown", "provider_unknown"),
            Error::SecretNeeded => Self::invalid("client_secret", "form_rules.mandatory"),
            Error::Missing => Self::not_found(),
            Error::Broken(reason) => {
                tracing::error!("A request about signing in failed: {reason}");
                Self::internal()
            }
            Error::Accounts(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}
