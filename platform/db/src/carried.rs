//! Values that the program gives to its database, so that a closure finds them on its connection: one of each type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

type Values = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// Clones share the values.
#[derive(Clone, Default)]
pub struct Carried(Option<Arc<Values>>);

impl Carried {
    pub(crate) fn with<T: Any + Send + Sync>(&self, value: T) -> Self {
        let mut values: Values = self.0.as_deref().cloned().unwrap_or_default();
        values.insert(TypeId::of::<T>(), Arc::new(value));
        Self(Some(Arc::new(values)))
    }

    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_ref()?.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

/// Where the installation keeps its files, for rows that name a place below it: see `Db::at_home`.
pub(crate) struct Home(pub PathBuf);
