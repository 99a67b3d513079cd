//! `PUT entry/copymove/check`: what a move or a copy of entries into a folder would meet, before it begins.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use authz::Actor;
use axum::extract::State;
use blobs::SharedStore;
use db::Conn;
use primitives::{AppInstanceId, EntryName, NodeId, NodeKind, RepositoryId, TenantId, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use security::{Access, GrantAccess, OfferedPeople, PeopleQuery};
use serde::{Deserialize, Serialize};
use storage::blocking::{in_time, on_store};
use storage::crossings::bytes_below;
use storage::disk;

use super::allowed::{self, Allowed, AllowedEntry};
use super::may_replace::TakenContents;
use super::selected::{Place, Selected};
use super::selection::{NAMED, Selection, is_invisible, is_refusal};
use crate::entries::relocate::{may_move, may_put_into};
use crate::entries::widening;
use crate::purges::holding_others;
use crate::{Content, MakeCopy, Result, names};

/// Checking takes no longer.
const TIMEOUT: Duration = Duration::from_secs(2);
/// So many taken names are told one by one.
const TOLD: usize = 100;

/// Entries, and where they are to go.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PlannedMove {
    #[serde(flatten)]
    selection: Selection,
    /// The folder or repository that they are to go into.
    target_id: NodeId,
    /// They are to be copied, not moved.
    #[serde(default)]
    copy: bool,
}

#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct MoveCheck {
    /// How many of the selected entries may go there, taken names included.
    possible: i64,
    /// How many may not be moved, or copied, by the asker.
    not_allowed: i64,
    /// How many are there already. A copy beside its source is possible: it is called a copy.
    already_there: i64,
    /// How many are the target or a folder above it.
    into_itself: i64,
    /// How many are of another tenant.
    other_repository: i64,
    /// How many of the possible would move into another repository. They do so in the background: their bytes are copied.
    crossing: i64,
    /// There is no room for them, as far as the asker may know how much they are.
    no_room: bool,
    /// How many of the possible have a name that is taken there.
    existing_count: i64,
    /// The first of these.
    existing: Vec<TakenName>,
    /// Some inherit marks that they would lose there, and that become their own, or their copy's.
    keeps_marks: bool,
    /// The keys of these marks, if a move may give them up (`give_up_marks`) with a reason (`widen_reason`): the asker
    /// manages all of these entries and is cleared for the marks. None otherwise, of more than 1,000 entries or 100 marks,
    /// and of copies.
    lost_marks: Vec<String>,
    /// With `lost_marks`: people who see the target, if the asker manages it, may know them, and does not ask too often.
    #[schema(required)]
    would_see: Option<OfferedPeople>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TakenName {
    node_id: NodeId,
    name: String,
    /// The entry that has the name there, or gets it first.
    existing_node_id: NodeId,
    #[serde(flatten)]
    contents: TakenContents,
}

/// Tells how many of the selected entries could be moved or copied into a folder, and which names are taken there.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/entry/copymove/check", tag = "content",
    operation_id = "selection_check_move", request_body = PlannedMove,
    params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = MoveCheck, description = "What the move or the copy would meet; nothing is changed")))]
pub async fn check(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(PlannedMove { selection, target_id, copy }): Json<PlannedMove>,
) -> Result<Json<MoveCheck>, Problem> {
    selection.refuse_bin()?;
    let selected = selection.parse(content.clock.now())?;
    let checked = security::read_long(&content.db, &actor, move |c, access| {
        c.within(TIMEOUT, |c| {
            let (check, bytes_to_copy) = of_selected(c, access, &selected, (target_id, copy))?;
            let store = if check.crossing > 0 { Some(store_of(c, target_id)?) } else { None };
            Ok::<_, crate::Error>((check, store.map(|store| (store, bytes_to_copy))))
        })
    });
    let (mut check, crossing) = checked.await?;
    if let Some((store, bytes_to_copy)) = crossing {
        // If it does not answer, nothing is known.
        let free = in_time(on_store(&store, |store| store.free_bytes())).await.ok().flatten();
        check.no_room = free.is_some_and(|free| i64::try_from(free).is_ok_and(|free| free < bytes_to_copy));
    }
    if !check.lost_marks.is_empty() {
        check.would_see = who_would_see(&content, &actor, target_id).await;
    }
    Ok(Json(check))
}

/// None, too, if the asker has asked often, or if it takes too long.
async fn who_would_see(content: &Content, asker: &Arc<Actor>, target: NodeId) -> Option<OfferedPeople> {
    content.offers.take(asker.user, content.clock.now()).ok()?;
    let everybody = PeopleQuery::default();
    let found = security::offer_people::<GrantAccess>(&content.db, asker, target, everybody, nobody_more);
    tokio::time::timeout(TIMEOUT, found).await.ok()?.ok()
}

/// Only people whom the asker sees elsewhere are named.
fn nobody_more(_: &mut Conn<'_>, _: NodeId, _: &[UserId]) -> db::Result<Vec<UserId>> {
    Ok(Vec::new())
}

fn store_of(conn: &mut Conn<'_>, target: NodeId) -> Result<SharedStore> {
    let found = nodes::find(conn, target)?.ok_or(db::Error::Missing)?;
    Ok(disk::store(conn, found.repository)?)
}

/// Where a node is. Its copy, and the node itself, may go anywhere in its tenant.
type Range = (TenantId, RepositoryId);

fn range_of(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId, copy: bool) -> Result<Range> {
    if copy {
        let permit = access.authorize::<MakeCopy>(conn, node)?;
        return Ok((permit.tenant(), permit.repository()));
    }
    let permit = may_move(conn, access, node)?;
    Ok((permit.tenant(), permit.repository()))
}

/// An entry that may go, as far as the asker's rights go.
struct Planned {
    node: NodeId,
    name: String,
    /// The folder that it is in.
    from: NodeId,
    repository: RepositoryId,
}

/// Also returns how many bytes are to be copied into another repository, with what lies in folders, in the bin below
/// them, and earlier versions; without entries in which something is closed to the asker.
fn of_selected(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    selected: &Selected,
    (target, copy): (NodeId, bool),
) -> Result<(MoveCheck, i64)> {
    let (tenant, repository) = may_put_into(conn, access, NodeKind::Folder, target)?;
    let above: BTreeSet<NodeId> = nodes::ancestors(conn, target)?.iter().map(|step| step.id).collect();
    let (mut check, mut bytes_to_copy) = (MoveCheck::default(), 0);
    let found = match &selected.place {
        Place::Named(named) => of_named(conn, access, (named, selected), (tenant, copy), &mut check)?,
        Place::Folder(folder) => of_folder(conn, access, (*folder, selected), (tenant, copy), &mut check)?,
        // What is in the bin cannot move.
        Place::Bin(_) => Vec::new(),
    };
    let (mut movable, mut beside) = (Vec::new(), 0);
    for one in found {
        if above.contains(&one.node) {
            check.into_itself += 1;
        } else if one.from != target {
            movable.push(one);
        } else if copy {
            beside += 1;
        } else {
            check.already_there += 1;
        }
    }
    check.possible = count(movable.len()) + beside;
    if !copy {
        let crossing = movable.iter().filter(|one| one.repository != repository).map(|one| one.node);
        let crossing: Vec<NodeId> = crossing.collect::<BTreeSet<_>>().into_iter().collect();
        check.crossing = count(crossing.len());
        // Whether there is room says nothing of what is closed to the asker.
        let closed = holding_others(conn, access, tenant, &crossing)?;
        let open: Vec<NodeId> = crossing.into_iter().filter(|node| !closed.contains(node)).collect();
        bytes_to_copy = bytes_below(conn, &open)?;
    }
    let places: Vec<(NodeId, NodeId)> = movable.iter().map(|one| (one.node, one.from)).collect();
    check.keeps_marks = security::some_lose_by_moving(conn, access, tenant, &places, target)?;
    if check.keeps_marks && !copy && places.len() <= NAMED {
        let lost = security::marks_to_lose(conn, access, tenant, &places, target)?;
        check.lost_marks = if lost.len() > widening::MOST { Vec::new() } else { lost };
    }
    let mut taken = taken_names(conn, access, (tenant, target), &movable)?;
    check.existing_count = count(taken.len());
    taken.truncate(TOLD);
    let mut spent: HashSet<NodeId> = movable.iter().map(|one| one.node).collect();
    for one in &mut taken {
        let place = (target, spent.insert(one.existing_node_id));
        one.contents = TakenContents::of(conn, access, (one.node_id, one.existing_node_id), place)?;
    }
    check.existing = taken;
    Ok((check, bytes_to_copy))
}

/// Few enough to ask for each.
fn of_named(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (named, selected): (&[NodeId], &Selected),
    (tenant, copy): (TenantId, bool),
    check: &mut MoveCheck,
) -> Result<Vec<Planned>> {
    let mut found = Vec::new();
    for node in named.iter().copied().filter(|node| !selected.except.contains(node)) {
        match range_of(conn, access, node, copy) {
            Ok((of, _)) if of != tenant => check.other_repository += 1,
            Ok((_, repository)) => found.push((node, repository)),
            Err(error) if is_invisible(&error) => {}
            Err(error) if is_refusal(&error) => check.not_allowed += 1,
            Err(error) => return Err(error),
        }
    }
    let nodes: Vec<NodeId> = found.iter().map(|(node, _)| *node).collect();
    let known = nodes::names_and_parents(conn, &nodes)?;
    let planned = |(node, repository): (NodeId, RepositoryId)| {
        let known = known.get(&node)?;
        Some(Planned { node, name: known.name.clone(), from: known.parent?, repository })
    };
    Ok(found.into_iter().filter_map(planned).collect())
}

/// All of them are asked for together.
fn of_folder(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (folder, selected): (NodeId, &Selected),
    (tenant, copy): (TenantId, bool),
    check: &mut MoveCheck,
) -> Result<Vec<Planned>> {
    let find = if copy { allowed::to_copy } else { allowed::to_move };
    let Allowed { entries, refused } = find(conn, access, folder, selected)?;
    check.not_allowed = refused;
    let of = access.find_visible(conn, folder)?.node;
    if of.tenant != tenant {
        check.other_repository = count(entries.len());
        return Ok(Vec::new());
    }
    let repository = of.repository;
    let planned = |entry: AllowedEntry| Planned { node: entry.node, name: entry.name, from: folder, repository };
    Ok(entries.into_iter().map(planned).collect())
}

/// The entries with a name that another entry has in the target, or will have before them, sorted by name.
fn taken_names(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    place: (TenantId, NodeId),
    movable: &[Planned],
) -> Result<Vec<TakenName>> {
    let keyed: Vec<(String, &Planned)> = movable.iter().map(|one| (EntryName::key_of(&one.name), one)).collect();
    let keys: Vec<String> = keyed.iter().map(|(key, _)| key.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    let there = names::taken(conn, access, place, &keys, None)?;
    let mut bearers: HashMap<String, NodeId> = there.into_iter().map(|(key, namesake)| (key, namesake.node)).collect();
    let mut taken = Vec::new();
    for (key, one) in keyed {
        // Of several with one name, the first takes it.
        let existing_node_id = *bearers.entry(key).or_insert(one.node);
        if existing_node_id != one.node {
            let (name, contents) = (one.name.clone(), TakenContents::default());
            taken.push(TakenName { node_id: one.node, name, existing_node_id, contents });
        }
    }
    taken.sort_by(|one: &TakenName, other| one.name.cmp(&other.name));
    Ok(taken)
}

fn count(entries: usize) -> i64 {
    i64::try_from(entries).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::MoveCheck;

    #[test]
    fn all_that_a_check_has_is_answered() {
        let answered = serde_json::to_value(MoveCheck::default()).unwrap();
        let fields = format!("{:?}", MoveCheck::default()).matches(": ").count();
        assert_eq!(answered.as_object().unwrap().len(), fields);
    }
}
