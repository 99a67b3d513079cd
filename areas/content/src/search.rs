//! `GET search`: entries by a part of their name, case and accents folded, the walls inside the query.

mod pieces;
mod reindex;

use std::collections::{HashMap, HashSet};

use axum::extract::State;
use db::{Conn, Engine, Tx, Value, params};
use nodes::Listed;
use primitives::{AppInstanceId, Cursor, GuardId, NodeId, NodeRole, PageLimit, fold};
use rest::{Json, Path, Problem, Query, Who};
use security::{Access, Sight};
use serde::{Deserialize, Serialize};

use crate::entries::list::entries;
use crate::entries::model::Entry;
use crate::entries::store::Child;
use crate::{Content, Result};
use pieces::Question;

pub use reindex::reindex;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct SearchQuery {
    /// A part of the name; case and accents do not matter.
    term: String,
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
    /// Only what is somewhere below this folder.
    parent_id: Option<NodeId>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchHit {
    #[serde(flatten)]
    entry: Entry,
    /// The visible ancestors, joined by " / ".
    #[schema(required)]
    path: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchPage {
    /// What was made last comes first.
    items: Vec<SearchHit>,
    #[schema(required)]
    next: Option<String>,
}

/// Entries by a part of their name.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/search", tag = "content",
    operation_id = "search", params(("application_instance_id" = i64, Path), SearchQuery),
    responses((status = OK, body = SearchPage, description = "One page")))]
pub async fn search(
    State(content): State<Content>,
    Who(actor): Who,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchPage>, Problem> {
    let term = fold(query.term.trim());
    if term.is_empty() {
        return Err(Problem::invalid("term", "form_rules.mandatory"));
    }
    let after = query.after.as_deref().map(|text| Cursor::decode(text).ok_or(text)).transpose();
    let after = after.map_err(|_| Problem::invalid("after", "invalid"))?.map_or(i64::MAX, |cursor| cursor.id);
    let limit = PageLimit::clamp(query.limit).rows();
    let page = security::read(&content.db, &actor, move |c, access| {
        page(c, access, &Wanted { term: &term, below: query.parent_id, limit }, after)
    });
    Ok(Json(page.await?))
}

/// Hits that are read in one step of a page.
const MOST_AT_A_TIME: usize = 800;

#[derive(Clone, Copy)]
struct Wanted<'w> {
    term: &'w str,
    below: Option<NodeId>,
    limit: usize,
}

/// Whether there is a next page is decided by what is shown on it, or it would tell of hits that nobody may see.
fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, wanted: &Wanted<'_>, mut after: i64) -> Result<SearchPage> {
    let full = wanted.limit;
    let mut wanted = Wanted { limit: full + 1, ..*wanted };
    let mut items: Vec<SearchHit> = Vec::new();
    loop {
        let mut hits = Vec::new();
        // Where a tenant has more hits than were read: nothing older than the last of them is its turn yet.
        let mut read_to: Option<NodeId> = None;
        for tenant in access.actor().tenants() {
            let sight = access.sight(conn, tenant)?;
            let guard = access.guard_sql(conn, tenant)?;
            let mut some = hits_in(conn, sight, guard, &wanted, after)?;
            if some.len() > wanted.limit {
                some.truncate(wanted.limit);
                read_to = read_to.max(some.last().map(|child| child.node.id));
            }
            hits.extend(found(conn, access, wanted.below, sight, some)?);
        }
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.node));
        let mut more = read_to.is_some();
        for hit in hits {
            if items.len() > full || read_to.is_some_and(|oldest| hit.node < oldest) {
                more = true;
                break;
            }
            after = hit.node.0;
            items.extend(hit.shown);
        }
        if !more || items.len() > full {
            let is_last = items.len() <= full;
            items.truncate(full);
            let cursor = |hit: &SearchHit| Cursor { kind: 0, text: String::new(), number: 0, id: hit.entry.node_id.0 };
            let next = items.last().filter(|_| !is_last).map(|hit| cursor(hit).encode());
            return Ok(SearchPage { items, next });
        }
        // Where much is not shown, much is read at a time.
        wanted.limit = (wanted.limit * 2).min(MOST_AT_A_TIME);
    }
}

/// A hit, and how it is shown: not at all where it lies elsewhere, or is not open any more.
struct Hit {
    node: NodeId,
    shown: Option<SearchHit>,
}

/// Hits of one tenant as results, with their paths.
fn found(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    below: Option<NodeId>,
    sight: Sight,
    hits: Vec<Child>,
) -> Result<Vec<Hit>> {
    let ids: Vec<NodeId> = hits.iter().map(|child| child.node.id).collect();
    let walks = access.walks(conn, sight.tenant)?;
    let mut open = Vec::new();
    for child in hits {
        if !walks || is_open(conn, access, child.node.id)? {
            open.push(child);
        }
    }
    let ways = nodes::ways(conn, &open.iter().map(|child| child.node.id).collect::<Vec<_>>())?;
    let parent = |node: &NodeId| ways.get(node).and_then(|way| way.parent);
    let above = |node: NodeId| std::iter::successors(parent(&node), parent);
    let inside = |child: &Child| below.is_none_or(|folder| above(child.node.id).any(|step| step == folder));
    let shown: Vec<Child> = open.into_iter().filter(inside).collect();
    let folders: HashSet<NodeId> = shown.iter().flat_map(|child| above(child.node.id)).collect();
    let visible = access.visible_folders(conn, sight, &folders.into_iter().collect::<Vec<_>>())?;
    let mut entries: HashMap<NodeId, Entry> =
        entries(conn, access, sight, shown)?.into_iter().map(|entry| (entry.node_id, entry)).collect();
    let path = |node: NodeId| {
        let name = |step: NodeId| ways.get(&step).filter(|_| visible.contains(&step)).map_or("…", |way| &way.name);
        let mut names: Vec<&str> = above(node).map(name).collect();
        names.reverse();
        (!names.is_empty()).then(|| names.join(" / "))
    };
    let hit = |node: NodeId| {
        let shown = entries.remove(&node).map(|entry| SearchHit { entry, path: path(node) });
        Hit { node, shown }
    };
    Ok(ids.into_iter().map(hit).collect())
}

fn is_open(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<bool> {
    match access.look(conn, node) {
        Ok(_) => Ok(true),
        Err(security::Error::Denied(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Hits of one tenant older than `after`, newest first, one more than a page holds. Passing the walls is part of the
/// query: what the set may not see is never read.
fn hits_in(conn: &mut Conn<'_>, sight: Sight, guard: &str, wanted: &Wanted<'_>, after: i64) -> db::Result<Vec<Child>> {
    let Some(source) = source(conn, wanted.term)? else { return Ok(Vec::new()) };
    let Source { from, matches, order, asked } = source;
    // Joined, SQLite would read all verdicts of the set first, to filter by them; asked one by one, PostgreSQL is slower.
    let (role, joined) = match conn.engine() {
        Engine::Postgres if sight.is_as_stored() => {
            let verdict = format!("v.principal_set_id = $2 AND v.guard_id = {guard}");
            ("v.role".to_owned(), format!("JOIN security_verdict v ON {verdict}"))
        }
        Engine::Sqlite | Engine::Postgres => (sight.role("$2", &format!("({guard})")), String::new()),
    };
    let sql = format!(
        "SELECT {}, {role}, {guard}
         FROM {from}
         {}
         {joined}
         WHERE {matches} AND n.tenant_id = $1 AND n.state = 1 AND n.kind > 0 AND {role} IS NOT NULL
         ORDER BY {order} DESC
         LIMIT $4",
        Listed::COLUMNS,
        security::JOINED
    );
    let pattern = format!("%{}%", escaped(wanted.term));
    let limit = i64::try_from(wanted.limit + 1).unwrap_or(i64::MAX);
    let values = [
        Value::from(sight.tenant),
        Value::from(sight.set),
        Value::from(after),
        Value::from(limit),
        Value::from(pattern.as_str()),
        Value::from(asked.as_str()),
    ];
    let values = if asked.is_empty() { &values[..5] } else { &values };
    conn.rows_planned(&sql, values, |row| {
        let role: NodeRole = row.get(Listed::END)?;
        let guard: GuardId = row.get(Listed::END + 1)?;
        Ok(Child { node: Listed::from_row(row)?, role: Some(role), guard })
    })
}

/// Where names that hold a term are found: `$3` is where to go on, `$5` the pattern of the term, `$6` what is `asked`.
struct Source {
    from: &'static str,
    matches: &'static str,
    order: &'static str,
    asked: String,
}

fn source(conn: &mut Conn<'_>, term: &str) -> db::Result<Option<Source>> {
    if conn.engine() == Engine::Postgres {
        let from = "content_search s JOIN nodes_node n ON n.node_id = s.node_id";
        let matches = "s.folded LIKE $5 ESCAPE '\\' AND s.node_id < $3";
        return Ok(Some(Source { from, matches, order: "n.node_id", asked: String::new() }));
    }
    if term.chars().count() < 3 {
        // Fewer letters than the index has pieces for: the names themselves are looked through.
        let matches = "fold(n.name) LIKE $5 ESCAPE '\\' AND n.node_id < $3";
        return Ok(Some(Source { from: "nodes_node n", matches, order: "n.node_id", asked: String::new() }));
    }
    let (matches, asked) = match pieces::ask(conn, term)? {
        Question::Nothing => return Ok(None),
        Question::Phrase(asked) => ("content_search MATCH $6 AND s.rowid < $3 AND n.node_id = s.rowid", asked),
        Question::Pieces(asked) => (
            "content_search MATCH $6 AND s.rowid < $3 AND n.node_id = s.rowid AND fold(n.name) LIKE $5 ESCAPE '\\'",
            asked,
        ),
    };
    // SQLite joins in the order in which crossed tables stand: what is found, and then its place.
    let from = "content_search s CROSS JOIN nodes_node n";
    Ok(Some(Source { from, matches, order: "s.rowid", asked }))
}

fn escaped(term: &str) -> String {
    term.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Makes a new entry findable by its name.
pub(crate) fn index(tx: &mut Tx<'_>, node: NodeId, name: &str) -> db::Result<()> {
    let sql = match tx.engine() {
        Engine::Sqlite => "INSERT INTO content_search (rowid, folded) VALUES ($1, $2)",
        Engine::Postgres => "INSERT INTO content_search (node_id, folded) VALUES ($1, $2)",
    };
    tx.run(sql, params![node, &fold(name)])?;
    Ok(())
}

/// Makes an entry findable by its new name.
pub(crate) fn index_again(tx: &mut Tx<'_>, node: NodeId, name: &str) -> db::Result<()> {
    forget(tx, node)?;
    index(tx, node, name)
}

pub(crate) fn forget(tx: &mut Tx<'_>, node: NodeId) -> db::Result<()> {
    let sql = match tx.engine() {
        Engine::Sqlite => "DELETE FROM content_search WHERE rowid = $1",
        Engine::Postgres => "DELETE FROM content_search WHERE node_id = $1",
    };
    tx.run(sql, params![node])?;
    Ok(())
}

/// As `forget`, for many at once.
pub(crate) fn forget_all(tx: &mut Tx<'_>, nodes: &[NodeId]) -> db::Result<()> {
    let column = match tx.engine() {
        Engine::Sqlite => "rowid",
        Engine::Postgres => "node_id",
    };
    for some in nodes.chunks(256) {
        let (list, values) = nodes::in_list(1, some);
        tx.run(&format!("DELETE FROM content_search WHERE {column} IN ({list})"), &values)?;
    }
    Ok(())
}
