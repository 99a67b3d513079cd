//! Lists of a folder's entries, filtered by access inside the query, by keyset and never by offset.

use db::{Conn, Engine, Row, Value};
use nodes::{Listed, NO_NODE, READY};
use primitives::{Cursor, NodeId, NodeKind, NodeRole};
use security::{AclId, PrincipalScope};

use super::model::Order;
use crate::filter::Filter;

/// A child that the asker may see, or at least traverse.
pub(crate) struct Child {
    pub node: Listed,
    pub role: Option<NodeRole>,
    pub acl: AclId,
}

impl Child {
    /// The cursor of the list after this one.
    pub fn cursor(&self, order: Order) -> Cursor {
        order.cursor_at(&self.node)
    }
}

/// The listed folder, with the asker's rights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folder {
    pub id: NodeId,
    /// The folder's inheritable ACL, and the asker's role under it.
    pub flow: AclId,
    pub role: Option<NodeRole>,
}

/// The ACL of a child that has one of its own.
pub(super) const WITH_ACL: &str = "LEFT JOIN security_node_acl g ON n.has_own_acl AND g.node_id = n.node_id";

/// The set's role under it. With a join, SQLite would read all effective roles of the set for each list.
fn own_role(scope: PrincipalScope) -> String {
    scope.role("$2", "g.effective_acl_id")
}

/// The table of nodes as `alias`, for a statement about those in a folder that have an ACL of their own. Without the
/// hint, SQLite reads the whole folder.
pub(super) fn with_own_acl(engine: Engine, alias: &str) -> String {
    match engine {
        Engine::Sqlite => format!("nodes_node {alias} INDEXED BY nodes_node_with_acl"),
        Engine::Postgres => format!("nodes_node {alias}"),
    }
}

/// In the closed folder of the parameter `folder`, reads only the entries with an open or traversable ACL.
pub(super) fn picked_in_closed(engine: Engine, scope: PrincipalScope, folder: &str) -> String {
    format!(
        "(SELECT m.node_id FROM {} WHERE m.parent_id = {folder} AND m.state = {READY} AND m.has_own_acl
          UNION
          {}) pick
         JOIN nodes_node n ON n.node_id = pick.node_id",
        with_own_acl(engine, "m"),
        scope.traversable("$2")
    )
}

/// The set sees it by an ACL of its own, or may traverse it to something open.
pub(super) fn seen(scope: PrincipalScope) -> String {
    format!("({} IS NOT NULL OR n.kind < 2 AND {})", own_role(scope), scope.passes("$2", "n.node_id"))
}

/// The parts of a statement about everything in a folder, which is `$1`, that the set `$2` sees.
pub(crate) struct InFolder {
    pub from: String,
    pub seen: String,
    /// The set's role at the entry; null where it only sees the name.
    pub role: String,
}

impl InFolder {
    pub fn of(engine: Engine, scope: PrincipalScope, folder: Folder) -> Self {
        let ChildList { from, seen, own_role, .. } =
            ChildList::of(engine, scope, folder.role.is_some(), Order::Name, "$1".to_owned());
        let inherited = folder.role.map_or("NULL".to_owned(), |role| role.code().to_string());
        Self {
            from: format!("{from} {WITH_ACL}"),
            seen: format!("n.parent_id = $1 AND n.state = {READY} AND {seen}"),
            role: format!("CASE WHEN n.has_own_acl THEN {own_role} ELSE {inherited} END"),
        }
    }

    /// The set's role at what lies in a folder of the list; null where it has none there.
    pub fn role_inside(scope: PrincipalScope, folder: Folder) -> String {
        let inherited = folder.role.map_or("NULL".to_owned(), |role| role.code().to_string());
        let own = scope.role("$2", "g.inheritable_acl_id");
        format!("CASE WHEN n.has_own_acl THEN {own} ELSE {inherited} END")
    }
}

/// The kinds of children, in the order of a list.
pub(super) const KINDS: [NodeKind; 2] = [NodeKind::Folder, NodeKind::File];

/// The parts of a statement that lists the children of one kind.
struct ChildList {
    from: String,
    seen: String,
    own_role: String,
    order: Order,
    /// The same list from its end.
    from_end: bool,
    /// The parameter with the folder.
    folder: String,
    /// What else an entry must be.
    narrow: String,
}

impl ChildList {
    fn of(engine: Engine, scope: PrincipalScope, is_open: bool, order: Order, folder: String) -> Self {
        let (from, seen) = if is_open {
            ("nodes_node n".to_owned(), format!("(NOT n.has_own_acl OR {})", seen(scope)))
        } else {
            (picked_in_closed(engine, scope, &folder), seen(scope))
        };
        Self { from, seen, own_role: own_role(scope), order, from_end: false, folder, narrow: String::new() }
    }

    /// The children of one kind after the cursor, by the index of that order.
    fn statement(&self, kind: NodeKind, after: Option<&Cursor>) -> String {
        let Self { from, seen, own_role, folder, narrow, .. } = self;
        let order = self.order.of_kind(kind);
        let (by, columns) = (order.by(), Listed::COLUMNS);
        let direction = if order.is_descending() == self.from_end { "ASC" } else { "DESC" };
        let begins_here = after.is_some_and(|cursor| cursor.kind == kind.code());
        let place = ["$4", "$5"];
        let beyond = if self.from_end { order.before(place) } else { order.after(place) };
        let further = if begins_here { format!("AND {beyond}") } else { String::new() };
        format!(
            "SELECT {columns}, CASE WHEN n.has_own_acl THEN {own_role} END, g.effective_acl_id
             FROM {from}
             {WITH_ACL}
             WHERE n.parent_id = {folder} AND n.kind = {} AND n.state = {READY} AND {seen} {further} {narrow}
             ORDER BY {by} {direction}, n.node_id {direction}
             LIMIT $3",
            kind.code()
        )
    }
}

/// The part of a list that a page shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'c> {
    /// Its beginning.
    First,
    /// What comes after an entry.
    After(&'c Cursor),
    /// What comes before an entry, up to it.
    Before(&'c Cursor),
}

impl<'c> Part<'c> {
    fn cursor(self) -> Option<&'c Cursor> {
        let (Self::After(cursor) | Self::Before(cursor)) = self else { return None };
        Some(cursor)
    }
}

/// What a page shows of a list: entries of `kinds`, which stand one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'c> {
    pub kinds: &'c [NodeKind],
    /// Only what fits.
    pub filter: Option<&'c Filter>,
    pub order: Order,
    pub part: Part<'c>,
    /// So many of the entries after an entry are left out.
    pub skip: u32,
    pub limit: usize,
}

/// Up to `limit` children, folders first: a list of each kind by its index, one after the other. Those before an entry
/// are the same list from its end.
pub(crate) fn children(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folder: Folder,
    Wanted { kinds, filter, order, part, skip, limit }: Wanted<'_>,
) -> db::Result<Vec<Child>> {
    let is_before = matches!(part, Part::Before(_));
    let mut kinds = kinds.to_vec();
    if is_before {
        kinds.reverse();
    }
    if let Some(cursor) = part.cursor() {
        kinds.retain(|kind| if is_before { kind.code() <= cursor.kind } else { kind.code() >= cursor.kind });
    }
    let skips = skip > 0 && matches!(part, Part::After(cursor) if KINDS.iter().any(|kind| kind.code() == cursor.kind));
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut values = vec![Value::from(folder.id), Value::from(scope.set), Value::from(most)];
    if let Some(cursor) = part.cursor().filter(|cursor| kinds.iter().any(|kind| kind.code() == cursor.kind)) {
        values.push(if order.by_text() { Value::from(&cursor.text) } else { Value::from(cursor.number) });
        values.push(Value::from(cursor.id));
        if skips {
            values.push(Value::from(i64::from(skip)));
        }
    }
    let mut list = ChildList::of(conn.engine(), scope, folder.role.is_some(), order, "$1".to_owned());
    list.from_end = is_before;
    if let Some(filter) = filter {
        list.narrow = format!("AND {}", filter.condition(values.len() + 1));
        values.extend(filter.values());
    }
    let statements = kinds.iter().enumerate().map(|(at, kind)| {
        let statement = list.statement(*kind, part.cursor());
        if skips && at == 0 { format!("{statement} OFFSET $6") } else { statement }
    });
    // PostgreSQL gets one query. SQLite would copy each row once more to combine the two.
    let statements: Vec<_> = match conn.engine() {
        Engine::Postgres if kinds.len() > 1 => {
            vec![statements.map(|part| format!("({part})")).collect::<Vec<_>>().join(" UNION ALL ")]
        }
        Engine::Sqlite | Engine::Postgres => statements.collect(),
    };
    let mut found = Vec::new();
    for sql in statements {
        if found.len() < limit {
            found.extend(conn.rows(&sql, &values, |row| child(Listed::from_row(row)?, row, folder))?);
        }
    }
    found.truncate(limit);
    if is_before {
        found.reverse();
    }
    Ok(found)
}

/// The folders that one statement of `newest` reads.
const AT_ONCE: usize = 16;

/// Up to `limit` children of one kind in each of `folders`, the newest of each first.
pub(crate) fn newest(
    conn: &mut Conn<'_>,
    scope: PrincipalScope,
    folders: &[Folder],
    kind: NodeKind,
    limit: usize,
) -> db::Result<Vec<Child>> {
    let engine = conn.engine();
    let (open, closed): (Vec<Folder>, Vec<Folder>) = folders.iter().partition(|folder| folder.role.is_some());
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut found = Vec::new();
    for some in open.chunks(AT_ONCE).chain(closed.chunks(AT_ONCE)) {
        // Only a few lengths, so that few statements are prepared; no folder has the id of those at the end.
        let length = some.len().next_power_of_two();
        let part = |at: usize| {
            let folder = if at == 0 { "$1".to_owned() } else { format!("${}", at + 3) };
            let is_open = some[0].role.is_some();
            let list = ChildList::of(engine, scope, is_open, Order::ModifiedDescending, folder);
            format!("SELECT * FROM ({}) of_one", list.statement(kind, None))
        };
        let sql = (0..length).map(part).collect::<Vec<_>>().join(" UNION ALL ");
        let ids = some.iter().map(|folder| folder.id).chain(std::iter::repeat(NO_NODE));
        let mut values: Vec<_> = ids.take(length).map(Value::from).collect();
        values.splice(1..1, [Value::from(scope.set), Value::from(most)]);
        let children = conn.rows(&sql, &values, |row| {
            let node = Listed::from_row(row)?;
            let folder = some.iter().find(|folder| Some(folder.id) == node.parent).ok_or(db::Error::Missing)?;
            child(node, row, *folder)
        });
        found.extend(children?);
    }
    Ok(found)
}

/// A row of such a statement. A child without an ACL of its own has that of the folder.
fn child(node: Listed, row: &Row<'_>, folder: Folder) -> db::Result<Child> {
    if !node.has_own_acl {
        return Ok(Child { node, role: folder.role, acl: folder.flow });
    }
    let role = row.get::<Option<i64>>(Listed::END)?.and_then(NodeRole::from_code);
    let acl = row.get::<Option<AclId>>(Listed::END + 1)?.unwrap_or(folder.flow);
    Ok(Child { node, role, acl })
}
