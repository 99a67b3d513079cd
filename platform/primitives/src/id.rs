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
    /// An ACL: the grants and marks in effect at one place of the tree.
    AclId,
    /// A principal set: users whose groups, clearances and direct grants are the same.
    PrincipalSetId,
}

/// The number that `text` spells as we spell it: `4`, and neither `04`, `+4` nor `4.0`. One thing has one address.
pub fn whole_number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn a_number_has_one_spelling() {
        for (text, number) in [("4", 4), ("0", 0), ("-4", -4), ("9223372036854775807", i64::MAX)] {
            assert_eq!(whole_number(text), Some(number), "{text}");
        }
        for text in ["", " 4", "4 ", "+4", "04", "-0", "4.0", "4e0", "0x4", "٤", "9223372036854775808"] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}
