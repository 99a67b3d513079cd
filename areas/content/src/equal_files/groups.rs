//! `GET equal/repository/{node_id}`: the contents that several files of a repository have, those that waste most first.
//!
//! The index gives the contents in the order of the bytes that they waste, counted over all files. In that order, the
//! files that the asker sees are counted. These waste at most as much, so the page is full as soon as no later content
//! can waste more than its last one.

use std::cmp::Reverse;
use std::collections::HashMap;

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, RepositoryId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Serialize;

use super::of_file::{EqualQuery, TIMEOUT};
use super::seen::seen_by;
use super::store::{self, Candidate, SeenBy};
use crate::search::{Places, SearchHit, shown};
use crate::{Content, FindEqual, Result};

/// So many contents are looked at. Who deletes equal files of these finds others the next time.
const CANDIDATES: i64 = 2_000;
/// Of so many the files are counted at once.
const AT_ONCE: usize = 64;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EqualGroups {
    /// Those that waste most first: of the 2000 contents of the repository that do.
    items: Vec<EqualGroup>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Files with one content.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EqualGroup {
    /// BLAKE3 of the bytes, hexadecimal.
    hash: String,
    /// How many files have it.
    count: i64,
    /// Bytes of one of them.
    size: i64,
    /// Bytes of all but one.
    wasted: i64,
    /// The oldest of them.
    first: SearchHit,
}

/// Lists the contents that several files of a repository have, with how many bytes that wastes. The asker manages the
/// repository; files that they do not see are not counted.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/equal/repository/{node_id}", tag = "content",
    operation_id = "equal_groups",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node"),
        EqualQuery),
    responses((status = OK, body = EqualGroups, description = "One page")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<EqualQuery>,
) -> Result<Json<EqualGroups>, Problem> {
    let (after, limit) = query.parse()?;
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        let permit = access.authorize::<FindEqual>(c, node)?;
        let place = (permit.tenant(), permit.repository());
        c.within(TIMEOUT, |c| page(c, access, place, (after.as_ref(), limit)))
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

/// A group, as far as the asker sees it.
#[derive(Clone, Debug)]
struct Group {
    hash: String,
    count: i64,
    size: i64,
    first: NodeId,
}

impl Group {
    fn wasted(&self) -> i64 {
        self.size.saturating_mul(self.count - 1)
    }

    /// What the list is ordered by.
    fn place(&self) -> (Reverse<i64>, &str) {
        (Reverse(self.wasted()), &self.hash)
    }

    fn cursor(&self) -> String {
        Cursor { kind: 0, text: self.hash.clone(), number: self.wasted(), id: 0 }.encode()
    }
}

fn page(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (tenant, repository): (TenantId, RepositoryId),
    (after, limit): (Option<&Cursor>, usize),
) -> Result<EqualGroups> {
    let (by, mut places) = seen_by(conn, access, tenant)?;
    let mut found = groups(conn, (by, &mut places), (tenant, repository), (after, limit + 1))?;
    let next = found.get(limit.saturating_sub(1)).filter(|_| found.len() > limit).map(Group::cursor);
    found.truncate(limit);
    let firsts: Vec<NodeId> = found.iter().map(|group| group.first).collect();
    let children = store::these(conn, by, &firsts)?;
    let shown = shown(conn, access, by.scope, children)?;
    let mut hits: HashMap<NodeId, SearchHit> = shown.into_iter().map(|hit| (hit.node(), hit)).collect();
    let items = found.into_iter().filter_map(|group| {
        let (wasted, first) = (group.wasted(), hits.remove(&group.first)?);
        Some(EqualGroup { hash: group.hash, count: group.count, size: group.size, wasted, first })
    });
    Ok(EqualGroups { items: items.collect(), next })
}

/// Up to `limit` groups behind a place, in their order.
fn groups(
    conn: &mut Conn<'_>,
    (by, places): (SeenBy, &mut Places),
    (tenant, repository): (TenantId, RepositoryId),
    (after, limit): (Option<&Cursor>, usize),
) -> Result<Vec<Group>> {
    let candidates = store::candidates(conn, (tenant, repository), CANDIDATES)?;
    let mut found: Vec<Group> = Vec::new();
    for some in candidates.chunks(AT_ONCE) {
        let is_full = found.get(limit.saturating_sub(1)).is_some_and(|last| last.wasted() > some[0].most_wasted);
        if is_full {
            break;
        }
        let seen = seen(conn, (by, &mut *places), some, repository)?.into_iter();
        let is_behind =
            |group: &Group| after.is_none_or(|after| group.place() > (Reverse(after.number), after.text.as_str()));
        found.extend(seen.filter(is_behind));
        found.sort_by(|one, other| one.place().cmp(&other.place()));
    }
    found.truncate(limit);
    Ok(found)
}

/// Those of the contents that several files have which the asker sees.
fn seen(
    conn: &mut Conn<'_>,
    (by, places): (SeenBy, &mut Places),
    candidates: &[Candidate],
    repository: RepositoryId,
) -> Result<Vec<Group>> {
    let hashes: Vec<&str> = candidates.iter().map(|candidate| candidate.hash.as_str()).collect();
    let members = store::members(conn, by, (&hashes, repository))?;
    places.learn(conn, members.iter().filter_map(|(_, _, folder)| *folder))?;
    let mut groups: HashMap<String, (NodeId, i64)> = HashMap::new();
    for (hash, node, folder) in members {
        if folder.is_some_and(|folder| places.admit(folder)) {
            groups.entry(hash).or_insert((node, 0)).1 += 1;
        }
    }
    let group = |candidate: &Candidate| {
        let (first, count) = groups.get(&candidate.hash).copied().filter(|(_, count)| *count > 1)?;
        Some(Group { hash: candidate.hash.clone(), count, size: candidate.size, first })
    };
    Ok(candidates.iter().filter_map(group).collect())
}
