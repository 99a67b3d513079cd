//! What a room is opened with: the database, the clock, and one value of each type that the program or a lower room gave.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, bail};
use db::Db;
use primitives::Clock;

use crate::Contributions;

/// The values that rooms are made of.
pub struct Deps {
    pub db: Db,
    pub clock: Clock,
    /// What the rooms give to rooms below.
    pub contributions: Arc<Contributions>,
    values: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
}

impl Deps {
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, contributions: Arc::default(), values: HashMap::new() }
    }

    /// Gives a value to the rooms that are opened later: a room's state, or settings of a room. There is one of each type.
    pub fn put<T: Any + Send + Sync>(&mut self, value: T) -> anyhow::Result<()> {
        match self.values.insert(TypeId::of::<T>(), Box::new(value)) {
            None => Ok(()),
            Some(_) => bail!("a second {} was given to the rooms", type_name::<T>()),
        }
    }

    pub fn get<T: Any + Clone>(&self) -> anyhow::Result<T> {
        let value = self.values.get(&TypeId::of::<T>()).and_then(|value| value.downcast_ref::<T>());
        value.cloned().with_context(|| format!("no {} was given to the rooms", type_name::<T>()))
    }
}

#[cfg(test)]
mod tests {
    use db::Engine;
    use db::testing::TestDb;
    use primitives::Clock;

    use super::Deps;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_second_dependency_of_the_same_type_is_refused() {
        let mut deps = Deps::new(TestDb::without_tables(Engine::Sqlite).await.db.clone(), Clock::system());
        assert_eq!(deps.get::<u8>().unwrap_err().to_string(), "no u8 was given to the rooms");
        deps.put(1_u8).unwrap();
        assert_eq!(deps.put(2_u8).unwrap_err().to_string(), "a second u8 was given to the rooms");
    }
}
