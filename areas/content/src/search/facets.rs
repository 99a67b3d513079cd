//! `GET search/facets`: by what the hits of a search can be narrowed, with how many hits each choice has.
//!
//! Only hits that the asker sees are counted, and at most the newest thousand: no count takes longer the more there is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use axum::extract::State;
use db::Conn;
use nodes::in_list;
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::asked::{Asked, TIMEOUT, asked};
use super::months::{MonthFacet, months};
use super::tiers::{Hit, newest};
use crate::filter::colours::{self, ColourFacet};
use crate::filter::{COLOURS, Filter, FilterQuery, HEIGHT, Orientation, WIDTH};
use crate::{Content, Result};

/// Hits are counted up to this number.
const COUNTED: usize = 1000;
/// So many people and folders are offered.
const OFFERED: usize = 8;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct FacetsQuery {
    /// As for a search.
    term: String,
    /// Only entries below this folder.
    parent_id: Option<NodeId>,
}

/// Each count follows all choices but those of its own kind.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchFacets {
    /// How many entries there are; 1001 means more than 1000.
    total: usize,
    /// Whether everything is counted. If not, the counts are of the newest 1000.
    complete: bool,
    /// The most frequent ones come first.
    types: Vec<TypeFacet>,
    /// The last twelve months by UTC, the oldest first; by when entries were changed.
    months: Vec<MonthFacet>,
    /// Who brought most of them comes first.
    people: Vec<PersonFacet>,
    orientations: Vec<OrientationFacet>,
    /// The leading colours of pictures.
    colours: Vec<ColourFacet>,
    /// The folders with most of them come first.
    folders: Vec<FolderFacet>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TypeFacet {
    pub(crate) entry_type: String,
    pub(crate) count: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PersonFacet {
    users_id: UserId,
    name: String,
    count: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrientationFacet {
    orientation: Orientation,
    count: usize,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FolderFacet {
    node_id: NodeId,
    name: String,
    count: usize,
}

/// Counts the hits of a search by what they can be narrowed by.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/search/facets", tag = "content",
    operation_id = "search_facets", params(("application_instance_id" = i64, Path), FacetsQuery, FilterQuery),
    responses((status = OK, body = SearchFacets, description = "The counts")))]
pub async fn facets(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Query(query): Query<FacetsQuery>,
    Query(filter): Query<FilterQuery>,
) -> Result<Json<SearchFacets>, Problem> {
    let asked = asked(&query.term, query.parent_id, &filter)?;
    let now = content.clock.now();
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| c.within(TIMEOUT, |c| counted(c, access, &asked, now));
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

fn counted(conn: &mut Conn<'_>, access: &mut Access<'_>, asked: &Asked, now: Seconds) -> Result<SearchFacets> {
    let filter = &asked.filter;
    let (all, complete) = sample(conn, access, &Asked { filter: Filter::default(), ..asked.clone() })?;
    // If there is too much, what is chosen is looked for by itself: its counts must not be zero.
    let (chosen, known) = if complete || filter.is_empty() { (Vec::new(), true) } else { sample(conn, access, asked)? };
    let counts = |but: Kind, of: &dyn Fn(&Found) -> Option<i64>| {
        let (all, chosen) = (count(&all, filter, but, of), count(&chosen, filter, but, of));
        let mut counts = all;
        for (value, count) in chosen {
            let counted = counts.entry(value).or_default();
            *counted = count.max(*counted);
        }
        counts
    };
    let having = |but: Kind, has: &dyn Fn(&Found) -> bool| {
        counts(but, &|found| has(found).then_some(1)).get(&1).copied().unwrap_or(0)
    };
    let total = match (complete, filter.is_empty()) {
        (true, _) => all.iter().filter(|found| found.fits(filter, None)).count(),
        (false, true) => COUNTED + 1,
        (false, false) => chosen.len() + usize::from(!known),
    };
    let mut keys: Vec<&str> = all.iter().chain(&chosen).map(|found| found.entry_type.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let key_of =
        |found: &Found| keys.binary_search(&found.entry_type.as_str()).ok().and_then(|at| i64::try_from(at).ok());
    let types = by_count(counts(Kind::Type, &key_of), keys.len());
    let key = |at: i64| usize::try_from(at).ok().and_then(|at| keys.get(at)).copied().unwrap_or_default().to_owned();
    let people = by_count(counts(Kind::Person, &|found| found.maker.map(|user| user.0)), OFFERED);
    let folders = by_count(counts(Kind::Folder, &|found| found.parent.map(|folder| folder.0)), OFFERED);
    let shapes = counts(Kind::Orientation, &|found| found.orientation().map(|one| one as i64));
    Ok(SearchFacets {
        total,
        complete,
        types: types.into_iter().map(|(at, count)| TypeFacet { entry_type: key(at), count }).collect(),
        months: months(now, &|since, until| having(Kind::Date, &|found| (since..until).contains(&found.modified_at))),
        people: named_people(conn, people)?,
        orientations: Orientation::ALL
            .map(|one| OrientationFacet { orientation: one, count: shapes.get(&(one as i64)).copied().unwrap_or(0) })
            .into(),
        colours: colours::facets(&|bit| having(Kind::Colour, &|found| found.colours & bit != 0)),
        folders: named_folders(conn, access, folders)?,
    })
}

/// What a choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Type,
    Date,
    Person,
    Orientation,
    Colour,
    Folder,
}

/// What is counted of a hit.
struct Found {
    entry_type: String,
    modified_at: Seconds,
    parent: Option<NodeId>,
    maker: Option<UserId>,
    pixels: Option<(i64, i64)>,
    /// The bits of those that lead.
    colours: i64,
}

impl Found {
    fn orientation(&self) -> Option<Orientation> {
        self.pixels.map(|(width, height)| Orientation::of(width, height))
    }

    /// Whether it has what is chosen, apart from one kind.
    fn fits(&self, filter: &Filter, but: Option<Kind>) -> bool {
        let asks = |kind| but != Some(kind);
        let long = self.pixels.map(|(width, height)| width.max(height));
        (!asks(Kind::Type) || filter.types.is_empty() || filter.types.contains(&self.entry_type))
            && (!asks(Kind::Date) || filter.since.is_none_or(|since| self.modified_at >= since))
            && (!asks(Kind::Date) || filter.until.is_none_or(|until| self.modified_at < until))
            && (!asks(Kind::Person)
                || filter.people.is_empty()
                || self.maker.is_some_and(|user| filter.people.contains(&user)))
            && (!asks(Kind::Orientation)
                || filter.orientations.is_empty()
                || self.orientation().is_some_and(|one| filter.orientations.contains(&one)))
            && (!asks(Kind::Colour) || filter.colours == 0 || self.colours & filter.colours != 0)
            && filter.pixels_from.is_none_or(|from| long.is_some_and(|long| long >= from))
            && filter.pixels_to.is_none_or(|to| long.is_some_and(|long| long <= to))
    }
}

fn count(all: &[Found], filter: &Filter, but: Kind, of: &dyn Fn(&Found) -> Option<i64>) -> BTreeMap<i64, usize> {
    let mut counts = BTreeMap::new();
    for value in all.iter().filter(|found| found.fits(filter, Some(but))).filter_map(of) {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

fn by_count(counts: BTreeMap<i64, usize>, most: usize) -> Vec<(i64, usize)> {
    let mut all: Vec<_> = counts.into_iter().collect();
    all.sort_by_key(|(_, count)| Reverse(*count));
    all.truncate(most);
    all
}

/// The newest hits, and whether these are all.
fn sample(conn: &mut Conn<'_>, access: &mut Access<'_>, asked: &Asked) -> Result<(Vec<Found>, bool)> {
    let mut hits = newest(conn, access, asked, None, COUNTED + 1)?;
    let complete = hits.len() <= COUNTED;
    hits.truncate(COUNTED);
    let more = facts(conn, &hits.iter().map(Hit::node).collect::<Vec<_>>())?;
    let found = hits.into_iter().map(|hit| {
        let (maker, pixels, colours) = more.get(&hit.node()).copied().unwrap_or_default();
        let node = hit.child.node;
        let (entry_type, modified_at, parent) = (node.entry_type, node.modified_at, node.parent);
        Found { entry_type, modified_at, parent, maker, pixels, colours }
    });
    Ok((found.collect(), complete))
}

type Facts = (Option<UserId>, Option<(i64, i64)>, i64);

/// Who brought the nodes, their pixels and their colours.
fn facts(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Facts>> {
    let mut facts = HashMap::new();
    for some in nodes.chunks(256) {
        let (list, values) = in_list(1, some);
        let sql = format!(
            "SELECT n.node_id, n.created_by, {WIDTH}, {HEIGHT}, {COLOURS}
             FROM nodes_node n
             WHERE n.node_id IN ({list})"
        );
        facts.extend(conn.rows(&sql, &values, |row| {
            let (width, height): (Option<i64>, Option<i64>) = (row.get(2)?, row.get(3)?);
            let colours = row.get::<Option<i64>>(4)?.unwrap_or_default();
            Ok((row.get::<NodeId>(0)?, (row.get(1)?, width.zip(height), colours)))
        })?);
    }
    Ok(facts)
}

pub(crate) fn named_people(conn: &mut Conn<'_>, people: Vec<(i64, usize)>) -> Result<Vec<PersonFacet>> {
    let mut named = Vec::with_capacity(people.len());
    for (user, count) in people {
        if let Some(name) = accounts::name_of(conn, UserId(user))? {
            named.push(PersonFacet { users_id: UserId(user), name, count });
        }
    }
    Ok(named)
}

/// Folders that the asker does not see are not named.
fn named_folders(conn: &mut Conn<'_>, access: &mut Access<'_>, folders: Vec<(i64, usize)>) -> Result<Vec<FolderFacet>> {
    let ids: Vec<NodeId> = folders.iter().map(|(folder, _)| NodeId(*folder)).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let steps = nodes::names_and_parents(conn, &ids)?;
    let mut visible = HashSet::new();
    for tenant in access.actor().tenants() {
        let scope = access.scope(conn, tenant)?;
        visible.extend(access.visible_folders(conn, scope, &ids)?);
    }
    let named = folders.into_iter().filter_map(|(folder, count)| {
        let node_id = NodeId(folder);
        let name = steps.get(&node_id).filter(|_| visible.contains(&node_id))?.name.clone();
        Some(FolderFacet { node_id, name, count })
    });
    Ok(named.collect())
}
