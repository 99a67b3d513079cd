//! Ids as columns and parameters. Each is a type of its own, declared by the room whose word it is.

use primitives::{AppInstanceId, CompanyId, GroupId, NodeId, RepositoryId, SessionId, TenantId, UserId};

use crate::{Column, Result, Row, Value};

/// An id that the database gives out.
pub trait Id: Copy {
    fn from_number(number: i64) -> Self;
    fn number(self) -> i64;
}

/// `db::id!(ThemeId)` declares the type of an id: a column, a parameter, a number in JSON and in the OpenAPI document.
#[macro_export]
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        $crate::primitives::id_types!($($(#[$doc])* $name),+);
        $crate::id_columns!($($name),+);
    };
}

/// For types that are declared already; a room writes `id!`.
#[doc(hidden)]
#[macro_export]
macro_rules! id_columns {
    ($($name:ident),+ $(,)?) => {$(
        impl $crate::Id for $name {
            fn from_number(number: i64) -> Self {
                Self(number)
            }

            fn number(self) -> i64 {
                self.0
            }
        }
    )+};
}
id_columns!(TenantId, CompanyId, GroupId, AppInstanceId, UserId, SessionId, NodeId, RepositoryId);

impl<T: Id> Column for T {
    fn read(row: &Row<'_>, index: usize) -> Result<Self> {
        row.get(index).map(T::from_number)
    }
}

impl<T: Id> Column for Option<T> {
    fn read(row: &Row<'_>, index: usize) -> Result<Self> {
        Ok(row.get::<Option<i64>>(index)?.map(T::from_number))
    }
}

impl<T: Id> From<T> for Value<'_> {
    fn from(id: T) -> Self {
        Self::Int(id.number())
    }
}

#[cfg(test)]
mod tests {
    use crate::Value;

    crate::id! {
        /// Of a room that this crate does not know.
        ShelfId
    }

    #[test]
    fn an_id_that_a_room_declares_is_a_parameter_and_a_number() {
        assert_eq!(Value::from(ShelfId(7)), Value::Int(7));
        assert_eq!(Value::from(None::<ShelfId>), Value::Null);
        assert_eq!(ShelfId(7).to_string(), "7");
    }
}
