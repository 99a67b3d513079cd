//! What the API document says of routes. It is made when somebody wants it: it is tens of thousands of small values,
//! which most processes never need.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, OpenApi, Paths, RefOr, Schema};

/// Adds to the API document what the types of the program do not say.
type Describe = Arc<dyn Fn(&mut OpenApi) + Send + Sync>;

/// The types that a few operations use, and their paths.
type Described = (Vec<(String, RefOr<Schema>)>, Paths);

/// Makes what is described; copies share it.
pub(crate) type Make = Arc<dyn Fn() -> Described + Send + Sync>;

#[derive(Clone, Default)]
pub struct Description {
    described: Vec<Make>,
    pub(crate) tags: Vec<(&'static str, &'static str)>,
    pub(crate) describe: Vec<Describe>,
}

impl Description {
    pub(crate) fn add(&mut self, make: Make) {
        self.described.push(make);
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.described.extend(other.described);
        self.tags.extend(other.tags);
        self.describe.extend(other.describe);
    }

    pub(crate) fn clashes(&self) -> BTreeSet<String> {
        let mut known = HashMap::new();
        let types = self.described.iter().flat_map(|make| make().0);
        let clashing = types.filter(|(name, schema)| {
            let first = known.entry(name.clone()).or_insert_with(|| schema.clone());
            *first != *schema
        });
        clashing.map(|(name, _)| name).collect()
    }

    /// The document, as far as the types of the program and the rooms say it.
    pub fn document(&self) -> OpenApi {
        let mut document = OpenApi::default();
        let mut components = Components::new();
        for make in &self.described {
            let (types, paths) = make();
            components.schemas.extend(types);
            for (path, item) in paths.paths {
                match document.paths.paths.get_mut(&path) {
                    Some(known) => known.merge_operations(item),
                    None => drop(document.paths.paths.insert(path, item)),
                }
            }
        }
        document.components = Some(components);
        let tags = self.tags.iter().map(|(tag, told)| TagBuilder::new().name(*tag).description(Some(*told)).build());
        document.tags = Some(tags.collect());
        self.describe.iter().for_each(|describe| describe(&mut document));
        document
    }
}
