//! `GET search`: entries by a part of their name, case and accents folded, access checked inside the query.

mod by_folder;
mod hits;
mod index;
mod ngrams;
mod number;
mod places;
mod postgres;
mod reindex;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::Duration;

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, PageLimit, fold};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, PrincipalScope};
use serde::{Deserialize, Serialize};

use crate::entries::list::entries;
use crate::entries::model::Entry;
use crate::entries::store::Child;
use crate::{Content, Result};
use hits::Wanted;

pub(crate) use index::{forget_all, index, index_again};

pub use reindex::reindex;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct SearchQuery {
    /// A part of the name; case and accents are ignored.
    term: String,
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
    /// Only entries below this folder.
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
    /// The newest entries come first.
    items: Vec<SearchHit>,
    #[schema(required)]
    next: Option<String>,
}

/// Finds entries by a part of their name.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/search", tag = "content",
    operation_id = "search", params(("application_instance_id" = i64, Path), SearchQuery),
    responses((status = OK, body = SearchPage, description = "One page")))]
pub async fn search(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchPage>, Problem> {
    if query.term.contains('\0') {
        return Err(Problem::bad_request());
    }
    let term = fold(query.term.trim());
    if term.is_empty() {
        return Err(Problem::invalid("term", "form_rules.mandatory"));
    }
    let after = query.after.as_deref().map(|text| Cursor::decode(text).ok_or(text)).transpose();
    let after = after.map_err(|_| Problem::invalid("after", "invalid"))?.map_or(i64::MAX, |cursor| cursor.id);
    if after < 0 {
        return Err(Problem::invalid("after", "invalid"));
    }
    let limit = PageLimit::clamp(query.limit).rows();
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        let wanted = Wanted { term: &term, below: query.parent_id, before: after, limit };
        c.within(TIMEOUT, |c| page(c, access, wanted))
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

/// A search that takes longer is cancelled: 503, and try again.
const TIMEOUT: Duration = Duration::from_secs(2);

fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, wanted: Wanted<'_>) -> Result<SearchPage> {
    // One more tells whether there is another page.
    let and_one = Wanted { limit: wanted.limit + 1, ..wanted };
    let mut found = Vec::new();
    for tenant in access.actor().tenants() {
        let scope = access.scope(conn, tenant)?;
        let some = hits::hits(conn, access, scope, and_one)?;
        found.extend(some.into_iter().map(|child| (scope, child)));
    }
    found.sort_unstable_by_key(|(_, child)| Reverse(child.node.id));
    let is_last = found.len() <= wanted.limit;
    found.truncate(wanted.limit);
    let cursor = |id: NodeId| Cursor { kind: 0, text: String::new(), number: 0, id: id.0 }.encode();
    let next = found.last().filter(|_| !is_last).map(|(_, child)| cursor(child.node.id));
    let mut items = Vec::with_capacity(found.len());
    while let Some(scope) = found.first().map(|(scope, _)| *scope) {
        let theirs = found.extract_if(.., |(other, _)| *other == scope).map(|(_, child)| child).collect();
        items.extend(shown(conn, access, scope, theirs)?);
    }
    items.sort_unstable_by_key(|hit| Reverse(hit.entry.node_id));
    Ok(SearchPage { items, next })
}

/// Hits of one tenant as results, with their paths.
fn shown(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    hits: Vec<Child>,
) -> Result<Vec<SearchHit>> {
    let steps = nodes::names_and_parents(conn, &hits.iter().map(|child| child.node.id).collect::<Vec<_>>())?;
    let parent = |node: &NodeId| steps.get(node).and_then(|step| step.parent);
    let above = |node: NodeId| std::iter::successors(parent(&node), parent);
    let folders: HashSet<NodeId> = hits.iter().flat_map(|child| above(child.node.id)).collect();
    let visible = access.visible_folders(conn, scope, &folders.into_iter().collect::<Vec<_>>())?;
    let path = |node: NodeId| {
        let name = |id: NodeId| steps.get(&id).filter(|_| visible.contains(&id)).map_or("…", |step| &step.name);
        let mut names: Vec<&str> = above(node).map(name).collect();
        names.reverse();
        (!names.is_empty()).then(|| names.join(" / "))
    };
    let entries = entries(conn, access, scope, hits)?;
    Ok(entries.into_iter().map(|entry| SearchHit { path: path(entry.node_id), entry }).collect())
}
