//! Every id is a type of its own, so that a node's id cannot be given where a tenant's is wanted.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = i64)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! {
    TenantId, CompanyId, GroupId, ThemeId, AppInstanceId, UserId, SessionId, NodeId, RepositoryId, FileServerId,
    SecurityGroupId, MarkId, GrantId,
    /// A guard: the grants and marks in effect at one place of the tree.
    GuardId,
    /// A principal set: users whose groups, clearances and direct grants are the same.
    PrincipalSetId,
}
