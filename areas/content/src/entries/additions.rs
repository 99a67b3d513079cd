//! What rooms above add to the answers about entries: in lists for many at once, and on one entry's own page.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use db::{Conn, Error};
use nodes::Listed;
use room::Contributions;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi, RefOr};

/// Fields of an answer, by their names. Their values are JSON already: a tree of values for each entry of a list costs
/// as much as its query.
pub(crate) type Fields = BTreeMap<String, Box<RawValue>>;

/// A node, and whether the asker may open it.
pub(crate) type Shown<'n> = (&'n Listed, bool);

type InLists = Arc<dyn Fn(&mut Conn<'_>, &[Shown<'_>]) -> db::Result<Vec<Fields>> + Send + Sync>;
type InDetail = Arc<dyn Fn(&mut Conn<'_>, Shown<'_>) -> db::Result<Fields> + Send + Sync>;
type Types = Vec<(String, RefOr<Schema>)>;

/// Fields that a room adds; it contributes them by `Room::with`.
#[derive(Clone)]
pub struct EntryAddition {
    in_lists: InLists,
    in_detail: InDetail,
    list_schema: fn() -> RefOr<Schema>,
    detail_schema: fn() -> RefOr<Schema>,
    types: fn(&mut Types),
}

impl EntryAddition {
    /// `in_lists` gives the fields of files, in their order, `in_detail` those of one file. They are asked only about files
    /// that the asker may open; all other entries have the default.
    pub fn new<L, D>(
        in_lists: fn(&mut Conn<'_>, &[&Listed]) -> db::Result<Vec<L>>,
        in_detail: fn(&mut Conn<'_>, &Listed) -> db::Result<D>,
    ) -> Self
    where
        L: Default + Serialize + ToSchema + 'static,
        D: Default + Serialize + ToSchema + 'static,
    {
        let listed = move |conn: &mut Conn<'_>, shown: &[Shown<'_>]| {
            let open: Vec<&Listed> = shown.iter().filter(|(_, is_open)| *is_open).map(|(node, _)| *node).collect();
            let mut added = if open.is_empty() { Vec::new() } else { in_lists(conn, &open)? }.into_iter();
            let of_one = |(_, is_open): &Shown<'_>| {
                let of_open = if *is_open { added.next() } else { None };
                fields(&of_open.unwrap_or_default())
            };
            shown.iter().map(of_one).collect()
        };
        let detailed = move |conn: &mut Conn<'_>, (node, is_open): Shown<'_>| {
            fields(&if is_open { in_detail(conn, node)? } else { D::default() })
        };
        Self {
            in_lists: Arc::new(listed),
            in_detail: Arc::new(detailed),
            list_schema: L::schema,
            detail_schema: D::schema,
            types: |types| {
                L::schemas(types);
                D::schemas(types);
            },
        }
    }
}

impl Debug for EntryAddition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryAddition").finish_non_exhaustive()
    }
}

fn fields(of: &impl Serialize) -> db::Result<Fields> {
    let fields = serde_json::to_string(of).and_then(|text| serde_json::from_str(&text));
    fields.map_err(|error| Error::Broken(error.to_string()))
}

/// What is added to each of `shown`.
pub(crate) fn in_lists(conn: &mut Conn<'_>, shown: &[Shown<'_>]) -> db::Result<Vec<Fields>> {
    let mut all = vec![Fields::new(); shown.len()];
    for addition in room::contributed(conn).all::<EntryAddition>() {
        let added = (addition.in_lists)(conn, shown)?;
        all.iter_mut().zip(added).for_each(|(fields, added)| fields.extend(added));
    }
    Ok(all)
}

/// What is added to one entry's own page.
pub(crate) fn in_detail(conn: &mut Conn<'_>, shown: Shown<'_>) -> db::Result<Fields> {
    let mut all = Fields::new();
    for addition in room::contributed(conn).all::<EntryAddition>() {
        all.extend((addition.in_detail)(conn, shown)?);
    }
    Ok(all)
}

/// The types that the added fields use.
pub(crate) fn types(contributions: &Contributions) -> Types {
    let mut types = Types::new();
    contributions.all::<EntryAddition>().for_each(|addition| (addition.types)(&mut types));
    types
}

/// Adds the fields to the types of entries in the API document.
pub(crate) fn describe(document: &mut OpenApi, contributions: &Contributions) {
    let Some(components) = &mut document.components else { return };
    for addition in contributions.all::<EntryAddition>() {
        let of_lists = ["Entry", "BinEntry"].map(|name| (name, addition.list_schema));
        for (name, schema) in of_lists.into_iter().chain([("EntryDetail", addition.detail_schema)]) {
            let Some(RefOr::T(Schema::Object(added))) = Some(schema()) else { continue };
            if let Some(fields) = components.schemas.get_mut(name).and_then(own_fields) {
                fields.properties.extend(added.properties);
                fields.required.extend(added.required);
            }
        }
    }
    components.schemas.extend(types(contributions));
}

/// The fields of a type that it does not have from another one.
fn own_fields(schema: &mut RefOr<Schema>) -> Option<&mut Object> {
    match schema {
        RefOr::T(Schema::Object(object)) => Some(object),
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().find_map(own_fields),
        _ => None,
    }
}
