//! The errors of invitations.

use primitives::Seconds;
use rest::Problem;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("this person is invited there already")]
    InvitedAlready,
    #[error("the invitation was accepted or withdrawn")]
    InvitationEnded,
    #[error("the invitation is for another account")]
    OtherAccount,
    /// The account's home is another tenant, and the group has not invited its company.
    #[error("the account belongs to another organisation")]
    OtherHome,
    #[error("the e-mail was sent a moment ago; the next one in {0} seconds")]
    SentAlready(Seconds),
    /// A field of a form names something that does not exist, or that the asker may not name.
    #[error("{0} names nothing that exists")]
    Unknown(&'static str),
    /// An invitation, place or user that does not exist.
    #[error("an invitation, place or user that does not exist")]
    Missing,
    #[error(transparent)]
    Accounts(#[from] accounts::Error),
    #[error(transparent)]
    SignIn(#[from] signin::Error),
    #[error(transparent)]
    Db(db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The link is not valid, or no longer.
    pub(crate) fn link_spent() -> Self {
        Self::SignIn(signin::Error::LinkSpent)
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
            Error::InvitedAlready => Self::conflict("invited_already", "invited_already"),
            Error::InvitationEnded => Self::conflict("invitation_ended", "invitation_ended"),
            Error::OtherAccount => Self::forbidden("other_account"),
            Error::OtherHome => Self::forbidden("other_home"),
            Error::SentAlready(seconds) => Self::too_many(seconds.unsigned_abs()),
            Error::Unknown(field) => Self::unknown(field),
            Error::Missing => Self::not_found(),
            Error::Accounts(error) => error.into(),
            Error::SignIn(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}
