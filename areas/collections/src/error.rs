//! The errors of collections.

use authz::Denied;
use rest::Problem;
use security::AsAccess;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Access and the database included.
    #[error(transparent)]
    Content(#[from] content::Error),
    /// None has this id, or the asker is no member. Nobody is told which.
    #[error("no such collection")]
    NoCollection,
    /// Only its owner may do that.
    #[error("a collection of somebody else")]
    NotOwner,
    /// Who may see it may not change what is in it.
    #[error("a collection that the asker may only look at")]
    NotEditor,
    /// The entries of a collection belong to one tenant.
    #[error("entries of another tenant")]
    OtherTenant,
    #[error("more than {0} collections")]
    TooManyCollections(i64),
    #[error("more than {0} entries")]
    Full(i64),
    #[error("more than {0} members")]
    TooManyMembers(i64),
    /// Nobody of that id can be a member.
    #[error("somebody who cannot be a member")]
    UnknownMember,
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

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Content(error) = self { error.as_access() } else { None }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Content(error) => error.into(),
            Error::NoCollection => Self::not_found(),
            Error::NotOwner => Self::forbidden("collection_not_owner"),
            Error::NotEditor => Self::forbidden("collection_not_editor"),
            Error::OtherTenant => Self::conflict("collection_other_tenant", "collection_other_tenant"),
            Error::TooManyCollections(most) => {
                Self::conflict("too_many_collections", "too_many_collections").with("most", most)
            }
            Error::Full(most) => Self::conflict("collection_full", "collection_full").with("most", most),
            Error::TooManyMembers(most) => {
                Self::conflict("too_many_collection_members", "too_many_collection_members").with("most", most)
            }
            Error::UnknownMember => Self::unknown("users_id"),
        }
    }
}
