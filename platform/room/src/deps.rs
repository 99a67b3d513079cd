//! What a room is opened with: the database, the clock, and one value of each type that the program or a lower room gave.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context;
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

    /// Gives a value to the rooms that are opened later: a room's state, or settings of a room.
    pub fn put<T: Any + Send + Sync>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Box::new(value));
    }

    pub fn get<T: Any + Clone>(&self) -> anyhow::Result<T> {
        let value = self.values.get(&TypeId::of::<T>()).and_then(|value| value.downcast_ref::<T>());
        value.cloned().with_context(|| format!("no {} was given to the rooms", type_name::<T>()))
    }
}
