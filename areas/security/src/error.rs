//! Why access is denied, and one error that is not a denial: the asker's set is out of date.

use authz::{Denied, Withheld};
use primitives::{NodeRole, TenantId};
use rest::Problem;

use crate::principal::Principal;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("denied: {0:?}")]
    Denied(Denied),
    /// The roles of the actor's principal set must be computed again first.
    #[error("the principal set in tenant {0} is out of date")]
    Stale(TenantId),
    /// The change would take away the caller's own access, or needs a clearance they lack.
    #[error("not cleared for a mark in the change")]
    NotCleared,
    /// The caller would lose the right to give access to the node, and has not confirmed that.
    #[error("the change removes the caller's own access")]
    SelfRemoval,
    /// The group or user cannot have access to nodes of this tenant.
    #[error("not a principal of the tenant: {0:?}")]
    ForeignPrincipal(Principal),
    #[error("the group allows one mark")]
    SingleMark,
    #[error("the mark or its parent belongs to another group or tenant")]
    ForeignMark,
    /// Rights kept changing while they were read.
    #[error("rights change faster than they can be read")]
    KeepsChanging,
    #[error(transparent)]
    Nodes(#[from] nodes::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<Denied> for Error {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Denied(Denied::Invisible) => Self::not_found(),
            Error::Denied(Denied::Locked) => Self::forbidden("locked"),
            Error::Denied(Denied::WrongKind) => Self::conflict("wrong_kind", "wrong_kind"),
            Error::Denied(Denied::Withheld(Withheld::Ended)) => Self::forbidden("rights_ended"),
            Error::Denied(Denied::Withheld(Withheld::AsksFirst)) => Self::forbidden("asks_first"),
            Error::Denied(Denied::NeedsRole(role)) => Self::forbidden(match role {
                NodeRole::Reader => "needs_role.reader",
                NodeRole::Writer => "needs_role.writer",
                NodeRole::Manager => "needs_role.manager",
            }),
            Error::NotCleared => Self::forbidden("forbidden"),
            Error::SelfRemoval => Self::conflict("self_removal", "self_removal"),
            Error::ForeignPrincipal(Principal::Group(_)) => Self::unknown("user_group_id"),
            Error::ForeignPrincipal(Principal::User(_)) => Self::unknown("users_id"),
            Error::SingleMark => Self::conflict("single_mark", "forbidden"),
            Error::ForeignMark => Self::not_found(),
            Error::Stale(_) | Error::KeepsChanging => Self::unavailable(),
            Error::Nodes(nodes::Error::NameTaken(name)) => {
                Self::conflict("name_taken", "entry_exists").with("entry", name)
            }
            Error::Nodes(nodes::Error::TooDeep) => Self::conflict("too_deep", "too_deep"),
            Error::Nodes(nodes::Error::IntoItself) => Self::conflict("into_itself", "into_itself"),
            Error::Nodes(nodes::Error::OtherRepository) => Self::conflict("other_repository", "other_repository"),
            Error::Nodes(nodes::Error::Db(error)) | Error::Db(error) => error.into(),
        }
    }
}
