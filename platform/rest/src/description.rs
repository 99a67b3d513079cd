//! What the API document says of routes. Copies share it, and the document is written when somebody wants it: it is tens
//! of thousands of small values, which most processes never need.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, OpenApi, Paths, RefOr, Schema};

/// Adds to the API document what the types of the program do not say.
type Describe = Arc<dyn Fn(&mut OpenApi) + Send + Sync>;

/// The paths of a few operations, and the types that they use.
type Described = (Vec<(String, RefOr<Schema>)>, Paths);

#[derive(Clone, Default)]
pub struct Description {
    described: Vec<Arc<Described>>,
    pub(crate) tags: Vec<(&'static str, &'static str)>,
    pub(crate) describe: Vec<Describe>,
}

impl Description {
    pub(crate) fn add(&mut self, types: Vec<(String, RefOr<Schema>)>, paths: Paths) {
        self.described.push(Arc::new((types, paths)));
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.described.extend(other.described);
        self.tags.extend(other.tags);
        self.describe.extend(other.describe);
    }

    pub(crate) fn clashes(&self) -> BTreeSet<&str> {
        let mut known = HashMap::new();
        let types = self.described.iter().flat_map(|described| &described.0);
        let clashing = types.filter(|(name, schema)| *known.entry(name).or_insert(schema) != schema);
        clashing.map(|(name, _)| name.as_str()).collect()
    }

    /// The document, as far as the types of the program and the rooms say it.
    pub fn document(&self) -> OpenApi {
        let mut document = OpenApi::default();
        let mut components = Components::new();
        for described in &self.described {
            let (types, paths) = Described::clone(described);
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
