//! `GET search`: entries by words, in any order, each a part of the name, of a folder above, of the type or of who brought
//! it; case and accents are folded, access is checked inside the query.

mod asked;
mod buckets;
mod by_folder;
mod column;
pub(crate) mod facets;
mod facts;
pub(crate) mod folder_facets;
mod hits;
mod mistakes;
mod months;
mod named_places;
mod names;
mod ngrams;
mod places;
mod postgres;
mod reindex;
mod runs;
mod tiers;

use std::collections::{HashMap, HashSet};

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, PageLimit};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, PrincipalScope};
use serde::{Deserialize, Serialize};

use crate::entries::list::entries;
use crate::entries::model::Entry;
use crate::entries::store::Child;
use crate::filter::FilterQuery;
use crate::{Content, Result};
use asked::{Asked, TIMEOUT, asked};
use tiers::{Hit, Start, Tier};

pub(crate) use places::Places;
pub use reindex::reindex;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct SearchQuery {
    /// Words. An entry has all of them, in any order: in its name, in the names of the folders above it, in what its type
    /// is called, or in the name of who brought it. Case and accents are ignored. If little is found, words of four
    /// letters or more may have one mistake.
    term: String,
    /// 1 to 200; 60 if not given.
    limit: Option<u32>,
    /// `next` of the page before.
    after: Option<String>,
    /// Only entries below this folder.
    parent_id: Option<NodeId>,
    /// `best` if not given.
    #[param(inline, value_type = SearchOrder, required = false)]
    order: Option<SearchOrder>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchOrder {
    /// Names with all words come first, the newest of them before the others.
    #[default]
    Best,
    /// The newest entries come first.
    Newest,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct SearchHit {
    #[serde(flatten)]
    entry: Entry,
    /// The visible ancestors, joined by " / ".
    #[schema(required)]
    path: Option<String>,
    /// The ancestors, from the repository on.
    places: Vec<SearchPlace>,
    /// A word is only similar to what it has: one letter differs.
    similar: bool,
}

impl SearchHit {
    pub(crate) fn node(&self) -> NodeId {
        self.entry.node_id
    }
}

/// An entry above a hit.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct SearchPlace {
    /// Null if the asker does not see it.
    #[schema(required)]
    node_id: Option<NodeId>,
    /// `…` if the asker does not see it.
    name: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchPage {
    items: Vec<SearchHit>,
    #[schema(required)]
    next: Option<String>,
}

/// Finds entries by words.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/search", tag = "content",
    operation_id = "search", params(("application_instance_id" = i64, Path), SearchQuery, FilterQuery),
    responses((status = OK, body = SearchPage, description = "One page")))]
pub async fn search(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<SearchQuery>,
    Query(filter): Query<FilterQuery>,
) -> Result<Json<SearchPage>, Problem> {
    let asked = asked(&query.term, query.parent_id, &filter)?;
    let after = query.after.as_deref().map(|text| start(text).ok_or_else(|| Problem::invalid("after", "invalid")));
    let (after, limit) = (after.transpose()?, PageLimit::clamp(query.limit).rows());
    let order = query.order.unwrap_or_default();
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        c.within(TIMEOUT, |c| page(c, access, &asked, order, after, limit))
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

fn start(after: &str) -> Option<Start> {
    let cursor = Cursor::decode(after).filter(|cursor| cursor.id >= 0)?;
    Some(Start { tier: Tier::from_code(cursor.kind)?, before: cursor.id })
}

fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    asked: &Asked,
    order: SearchOrder,
    after: Option<Start>,
    limit: usize,
) -> Result<SearchPage> {
    // One more tells whether there is another page.
    let mut found = match order {
        SearchOrder::Best => tiers::best(conn, access, asked, after, limit + 1)?,
        SearchOrder::Newest => tiers::newest(conn, access, asked, after, limit + 1)?,
    };
    let is_last = found.len() <= limit;
    found.truncate(limit);
    let cursor = |hit: &Hit| {
        let id = hit.node().0;
        Cursor { kind: hit.tier as i64, text: String::new(), number: 0, id }.encode()
    };
    let next = found.last().filter(|_| !is_last).map(cursor);
    let order: Vec<(NodeId, bool)> = found.iter().map(|hit| (hit.node(), hit.tier == Tier::Mistakes)).collect();
    let mut shown_hits = HashMap::new();
    while let Some(scope) = found.first().map(|hit| hit.scope) {
        let theirs = found.extract_if(.., |hit| hit.scope == scope).map(|hit| hit.child).collect();
        shown_hits.extend(shown(conn, access, scope, theirs)?.into_iter().map(|hit| (hit.entry.node_id, hit)));
    }
    let in_order = order.into_iter().filter_map(|(node, similar)| {
        let hit = shown_hits.remove(&node)?;
        Some(SearchHit { similar, ..hit })
    });
    Ok(SearchPage { items: in_order.collect(), next })
}

/// Hits of one tenant as results, with their paths.
pub(crate) fn shown(
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
    let place = |id: NodeId| match steps.get(&id).filter(|_| visible.contains(&id)) {
        Some(step) => SearchPlace { node_id: Some(id), name: step.name.clone() },
        None => SearchPlace { node_id: None, name: "…".to_owned() },
    };
    let hit = |entry: Entry| {
        let mut places: Vec<SearchPlace> = above(entry.node_id).map(place).collect();
        places.reverse();
        let names: Vec<&str> = places.iter().map(|place| place.name.as_str()).collect();
        SearchHit { path: (!names.is_empty()).then(|| names.join(" / ")), places, similar: false, entry }
    };
    Ok(entries(conn, access, scope, hits)?.into_iter().map(hit).collect())
}
