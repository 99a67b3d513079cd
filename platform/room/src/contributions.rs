//! What rooms give to rooms below them: values of types that the lower room defines.
//!
//! The lower room cannot name the upper ones. It defines a type, says what it does with values of it, and finds those of
//! all rooms on each connection.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use db::{Conn, Db};

/// Values by their types; those of one type in the order of the rooms. Clones share them.
#[derive(Clone, Default)]
pub struct Contributions(HashMap<TypeId, Vec<Arc<dyn Any + Send + Sync>>>);

impl Contributions {
    pub fn add<T: Any + Send + Sync>(&mut self, value: T) {
        self.0.entry(TypeId::of::<T>()).or_default().push(Arc::new(value));
    }

    pub fn all<T: Any>(&self) -> impl Iterator<Item = &T> {
        self.0.get(&TypeId::of::<T>()).into_iter().flatten().filter_map(|value| value.downcast_ref())
    }

    /// The same database, whose connections find these.
    pub fn of(self, db: Db) -> Db {
        db.carrying(Arc::new(self))
    }
}

impl<'c> FromIterator<&'c Self> for Contributions {
    fn from_iter<I: IntoIterator<Item = &'c Self>>(many: I) -> Self {
        let mut all = Self::default();
        for (kind, values) in many.into_iter().flat_map(|one| &one.0) {
            all.0.entry(*kind).or_default().extend(values.iter().cloned());
        }
        all
    }
}

/// What the rooms of the program give of this type; nothing where a database was opened without rooms.
pub fn contributed(conn: &Conn<'_>) -> Arc<Contributions> {
    conn.carried::<Arc<Contributions>>().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Contributions;
    use crate::Room;

    #[test]
    fn contributions_of_a_type_are_in_the_order_of_the_rooms() {
        let rooms = [Room::new("low", 1).with(1_u8).with("one"), Room::new("high", 2).with(2_u8)];
        let all = Room::contributions(&rooms);
        assert_eq!(all.all::<u8>().copied().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(all.all::<&str>().copied().collect::<Vec<_>>(), ["one"]);
        assert_eq!(Contributions::default().all::<u8>().count(), 0);
    }
}
