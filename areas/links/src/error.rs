//! The errors of share links.

use authz::Denied;
use primitives::Seconds;
use rest::{Problem, Rule};
use security::AsAccess;

use crate::offers::NOTHING;
use crate::watermarks::WATERMARK;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Access and the database included.
    #[error(transparent)]
    Content(#[from] content::Error),
    /// No link has this token; or it has ended, is not for this address, or nothing of it may be shown. Nobody is told
    /// which.
    #[error("no such link")]
    NoLink,
    #[error("the password is wrong")]
    WrongPassword,
    /// It only shows.
    #[error("this link gives no files away")]
    NoDownload,
    /// Neither in this size and format, nor maybe in any other.
    #[error("this link gives no pictures in this size away")]
    NoSizes,
    /// The link would say that something can be downloaded, and give nothing.
    #[error("the link gives nothing away")]
    NothingGiven,
    /// The time in which the file may be used is over.
    #[error("the rights of use have ended")]
    RightsEnded,
    /// Seconds until the next try.
    #[error("too many tries; wait {0} seconds")]
    TooManyTries(Seconds),
    #[error("too many archives of this link at once")]
    TooManyArchives,
    #[error("too many files by this link, or from this address, at once")]
    TooManySendings,
    /// The link takes no more files, or none of this size.
    #[error("the link has all files that it takes")]
    Full,
    /// It takes files with these extensions.
    #[error("the link takes only: {0}")]
    OtherKind(String),
    /// Its maker is no member of the collection that it is to follow, or one of the entries is not in it.
    #[error("no such collection, or entries that are not in it")]
    NoCollection,
    /// Its maker only looks at the collection that it is to follow.
    #[error("a collection that the maker may only look at")]
    NotEditor,
    /// A link that follows a collection shows nothing else.
    #[error("entries that are not in the collection")]
    NotInCollection,
    #[error("more than {0} links that follow the collection")]
    TooManyFollow(i64),
    /// A link that asks for files is to one folder.
    #[error("more or less than one folder")]
    OneFolder,
    /// The link shows entries, and asks for no files.
    #[error("the link asks for no files")]
    NotAsking,
    /// A link whose pictures are marked gives no files away.
    #[error("the link has a watermark")]
    Marked,
    /// The entries of one link belong to one tenant.
    #[error("entries of several tenants")]
    OtherTenant,
    #[error("the link was revoked")]
    Revoked,
    #[error("more than {0} links")]
    TooManyLinks(i64),
    /// Too many callers wait for their passwords to be hashed.
    #[error("too many passwords are being checked")]
    Busy,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! of_content {
    ($($error:ty),+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Content(error.into())
            }
        }
    )+};
}
of_content!(security::Error, Denied, db::Error);

impl From<passwords::Error> for Error {
    fn from(error: passwords::Error) -> Self {
        match error {
            passwords::Error::Busy => Self::Busy,
            passwords::Error::Broken(reason) => db::Error::Broken(reason).into(),
        }
    }
}

impl From<secrets::Unreadable> for Error {
    fn from(error: secrets::Unreadable) -> Self {
        db::Error::from(error).into()
    }
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Content(error) = self { error.as_access() } else { None }
    }
}

impl Error {
    /// As a visitor of a link is told: whatever the maker may not do is not there.
    pub(crate) fn for_visitor(self) -> Self {
        if matches!(self.as_access(), Some(security::Error::Denied(_))) { Self::NoLink } else { self }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Content(error) => error.into(),
            Error::NoLink => Self::not_found(),
            Error::WrongPassword => Self::forbidden("link_password"),
            Error::NoDownload => Self::forbidden("link_no_download"),
            Error::NoSizes => Self::forbidden("link_no_sizes"),
            Error::NothingGiven => Self::refused(vec![NOTHING.of("sizes")]),
            Error::RightsEnded => Self::forbidden("rights_ended"),
            Error::TooManyTries(seconds) => Self::too_many(seconds.unsigned_abs()),
            // Until then one of them may have ended.
            Error::TooManyArchives => Self::too_many(10),
            // Until then one of the files may have come.
            Error::TooManySendings => Self::too_many(5),
            Error::Full => Self::conflict("link_full", "link_full"),
            Error::OtherKind(kinds) => Self::conflict("link_kind", "link_kind").with("kinds", kinds),
            Error::OneFolder => Self::refused(vec![Rule::MaxLength(1).of("node_ids")]),
            Error::NoCollection => Self::unknown("collection_id"),
            Error::NotEditor => collections::Error::NotEditor.into(),
            Error::NotInCollection => Self::unknown("node_ids"),
            Error::TooManyFollow(most) => {
                Self::conflict("too_many_following_links", "too_many_following_links").with("most", most)
            }
            Error::NotAsking => Self::refused(vec![Rule::Unused.of("request")]),
            Error::Marked => Self::refused(vec![WATERMARK.of("may_download")]),
            Error::OtherTenant => Self::conflict("link_other_tenant", "link_other_tenant"),
            Error::Revoked => Self::conflict("link_revoked", "link_revoked"),
            Error::TooManyLinks(most) => Self::conflict("too_many_links", "too_many_links").with("most", most),
            Error::Busy => Self::unavailable(),
        }
    }
}
