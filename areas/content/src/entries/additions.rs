//! What rooms above add to the answers about entries: in lists for many at once, and on one entry's own page.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use db::{Conn, Error};
use nodes::Listed;
use primitives::{NodeKind, NodeRole};
use room::Contributions;
use security::Access;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi, RefOr};

/// Fields of an answer, by their names. Their values are JSON already: a tree of values for each entry of a list costs
/// as much as its query.
pub(crate) type Fields = BTreeMap<String, Box<RawValue>>;

/// A node, and the asker's role if they may open it.
pub(crate) type Shown<'n> = (&'n Listed, Option<NodeRole>);
/// A node that the asker may open, and their role.
pub type OpenEntry<'n> = (&'n Listed, NodeRole);

type InLists = Arc<dyn Fn(&mut Conn<'_>, &mut Access<'_>, &[Shown<'_>]) -> security::Result<Vec<Fields>> + Send + Sync>;
type InDetail = Arc<dyn Fn(&mut Conn<'_>, &mut Access<'_>, Shown<'_>) -> security::Result<Fields> + Send + Sync>;
type Types = Vec<(String, RefOr<Schema>)>;

/// Fields that a room adds; it contributes them by `Room::with`.
#[derive(Clone)]
pub struct EntryAddition {
    in_lists: InLists,
    in_detail: InDetail,
    /// What it adds to lists, trees have, too.
    is_in_trees: bool,
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
        let listed = move |conn: &mut Conn<'_>, _: &mut Access<'_>, shown: &[Shown<'_>]| {
            let is_asked = |(node, role): &Shown<'_>| role.is_some() && node.kind == NodeKind::File;
            let files: Vec<&Listed> = shown.iter().filter(|one| is_asked(one)).map(|(node, _)| *node).collect();
            let added = if files.is_empty() { Vec::new() } else { in_lists(conn, &files)? };
            of_all(shown, is_asked, added)
        };
        let detailed =
            move |conn: &mut Conn<'_>, _: &mut Access<'_>, (node, role): Shown<'_>| -> security::Result<Fields> {
                let is_asked = role.is_some() && node.kind == NodeKind::File;
                Ok(fields(&if is_asked { in_detail(conn, node)? } else { D::default() })?)
            };
        Self::described::<L, D>(Arc::new(listed), Arc::new(detailed))
    }

    /// As `new`, for what depends on the asker. Folders that they may open are asked about, too.
    pub fn for_asker<L, D>(
        in_lists: fn(&mut Conn<'_>, &mut Access<'_>, &[OpenEntry<'_>]) -> security::Result<Vec<L>>,
        in_detail: fn(&mut Conn<'_>, &mut Access<'_>, OpenEntry<'_>) -> security::Result<D>,
    ) -> Self
    where
        L: Default + Serialize + ToSchema + 'static,
        D: Default + Serialize + ToSchema + 'static,
    {
        let listed = move |conn: &mut Conn<'_>, access: &mut Access<'_>, shown: &[Shown<'_>]| {
            let open: Vec<OpenEntry<'_>> = shown.iter().filter_map(|(node, role)| Some((*node, (*role)?))).collect();
            let added = if open.is_empty() { Vec::new() } else { in_lists(conn, access, &open)? };
            of_all(shown, |(_, role)| role.is_some(), added)
        };
        let detailed =
            move |conn: &mut Conn<'_>, access: &mut Access<'_>, (node, role): Shown<'_>| -> security::Result<Fields> {
                let added = role.map(|role| in_detail(conn, access, (node, role))).transpose()?;
                Ok(fields(&added.unwrap_or_default())?)
            };
        Self::described::<L, D>(Arc::new(listed), Arc::new(detailed))
    }

    fn described<L: ToSchema, D: ToSchema>(in_lists: InLists, in_detail: InDetail) -> Self {
        Self {
            in_lists,
            in_detail,
            is_in_trees: false,
            list_schema: L::schema,
            detail_schema: D::schema,
            types: |types| {
                L::schemas(types);
                D::schemas(types);
            },
        }
    }

    /// The folders of trees have, too, what it adds to lists.
    #[must_use]
    pub fn also_in_trees(self) -> Self {
        Self { is_in_trees: true, ..self }
    }
}

/// The fields of `shown`: of those that were asked about, what was added to them in their order; of the others the default.
fn of_all<L: Default + Serialize>(
    shown: &[Shown<'_>],
    is_asked: impl Fn(&Shown<'_>) -> bool,
    added: Vec<L>,
) -> security::Result<Vec<Fields>> {
    let mut added = added.into_iter();
    let of_one = |one: &Shown<'_>| {
        let of_asked = if is_asked(one) { added.next() } else { None };
        fields(&of_asked.unwrap_or_default())
    };
    Ok(shown.iter().map(of_one).collect::<db::Result<_>>()?)
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

/// What is added to each of `shown` in lists.
pub(crate) fn in_lists(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    shown: &[Shown<'_>],
) -> security::Result<Vec<Fields>> {
    added(conn, access, shown, |_| true)
}

/// What is added to each of `shown` in trees.
pub(crate) fn in_trees(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    shown: &[Shown<'_>],
) -> security::Result<Vec<Fields>> {
    added(conn, access, shown, |addition| addition.is_in_trees)
}

fn added(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    shown: &[Shown<'_>],
    is_asked: fn(&EntryAddition) -> bool,
) -> security::Result<Vec<Fields>> {
    let mut all = vec![Fields::new(); shown.len()];
    for addition in room::contributed(conn).all::<EntryAddition>().filter(|addition| is_asked(addition)) {
        let added = (addition.in_lists)(conn, access, shown)?;
        all.iter_mut().zip(added).for_each(|(fields, added)| fields.extend(added));
    }
    Ok(all)
}

/// What is added to one entry's own page.
pub(crate) fn in_detail(conn: &mut Conn<'_>, access: &mut Access<'_>, shown: Shown<'_>) -> security::Result<Fields> {
    let mut all = Fields::new();
    for addition in room::contributed(conn).all::<EntryAddition>() {
        all.extend((addition.in_detail)(conn, access, shown)?);
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
        let of_lists = ["Entry", "BinEntry"].into_iter().chain(addition.is_in_trees.then_some("FolderOfTree"));
        let of_lists = of_lists.map(|name| (name, addition.list_schema));
        for (name, schema) in of_lists.chain([("EntryDetail", addition.detail_schema)]) {
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
