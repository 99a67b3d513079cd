//! Every id is a type of its own, so that a node's id cannot be given where a tenant's is wanted.

/// Types that each hold one id. A room writes `db::id!`, which makes them columns too.
#[macro_export]
macro_rules! id_types {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        // Written out: what a derive writes asks for the libraries in the manifest of the crate that uses this.
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                $crate::serde::Serialize::serialize(&self.0, serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                <i64 as $crate::serde::Deserialize>::deserialize(deserializer).map(Self)
            }
        }

        impl $crate::utoipa::PartialSchema for $name {
            fn schema() -> $crate::utoipa::openapi::RefOr<$crate::utoipa::openapi::Schema> {
                <i64 as $crate::utoipa::PartialSchema>::schema()
            }
        }

        impl $crate::utoipa::ToSchema for $name {
            fn name() -> ::std::borrow::Cow<'static, str> {
                ::std::stringify!($name).into()
            }
        }
    )+};
}

// The ids that the platform itself speaks of: who acts, and on what.
id_types!(TenantId, CompanyId, GroupId, AppInstanceId, UserId, SessionId, NodeId, RepositoryId);

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
