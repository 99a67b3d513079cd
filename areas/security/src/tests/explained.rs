//! What is told about somebody's access agrees with it: the property that `random.rs` asks for, and the rules by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use authz::Actor;
use db::Conn;
use primitives::NodeRole::{Manager, Reader, Writer};
use primitives::{GroupId, NodeId, TenantId, UserId};

use super::ENGINES;
use super::reference::{Reference, Sees};
use super::world::{TENANT, World, member, somebody};
use crate::explain::place::Place;
use crate::explain::{Explanation, explain};
use crate::principal_key::PrincipalKey;
use crate::{Access, Match, Principal, PropagationPolicy, Result, acls};

const G1: GroupId = GroupId(1);
const G2: GroupId = GroupId(2);
const READERS: Principal = Principal::Group(G1);

/// So many nodes are asked about at a time.
const ONE_IN: usize = 8;

fn explained(conn: &mut Conn<'_>, key: &PrincipalKey, node: NodeId) -> Result<(Place, Explanation)> {
    let found = nodes::find(conn, node)?.ok_or(db::Error::Missing)?;
    let acl = acls::resolve_at(conn, node)?.effective;
    let place = Place::of(conn, &found, acl)?;
    let told = explain(conn, &place, key, &mut |_, _| Ok(true))?;
    Ok((place, told))
}

fn in_words(told: &Explanation) -> Sees {
    match told.role {
        Some(role) => Sees::Role(role),
        None if told.passes => Sees::Passing,
        None => Sees::Nothing,
    }
}

/// Where the explanations of somebody's access and of a group's differ from what they see, at an eighth of the nodes.
pub fn differences(
    conn: &mut Conn<'_>,
    actor: &Actor,
    tenant: TenantId,
    truth: &Reference,
    turn: usize,
) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    if actor.belongs_to(tenant) {
        let key = PrincipalKey::of(conn, actor, tenant)?;
        wrong.extend(differences_of(conn, &key, actor, truth, turn)?);
    }
    let group = GroupId(1 + (turn % 6) as i64);
    let only_member = member(99, tenant, &[group], tenant);
    wrong.extend(differences_of(conn, &PrincipalKey::of_group(group), &only_member, truth, turn)?);
    Ok(wrong)
}

fn differences_of(
    conn: &mut Conn<'_>,
    key: &PrincipalKey,
    actor: &Actor,
    truth: &Reference,
    turn: usize,
) -> Result<Vec<String>> {
    let sees = truth.sees(actor);
    let there = truth.nodes.keys().copied().filter(|node| truth.is_there(*node)).enumerate();
    // Few nodes are traversable, and all of them are asked about.
    let asked = there.filter(|(at, node)| at % ONE_IN == turn % ONE_IN || sees[node] == Sees::Passing);
    let mut wrong = Vec::new();
    for (_, node) in asked {
        let (place, told) = explained(conn, key, node)?;
        let given_by: BTreeSet<_> = told.by.iter().map(|grant| (grant.node, grant.principal)).collect();
        let giving = told.role.map(|role| truth.giving(actor, node, role)).unwrap_or_default();
        let misplaced = place.marks.iter().find(|(mark, at)| !truth.has_mark_set(**at, **mark));
        let right = in_words(&told) == sees[&node]
            && told.role.is_some() == (told.by_office || !told.by.is_empty())
            && told.role == told.role_without_marks.filter(|_| told.kept_out_by.is_empty())
            && given_by == giving
            && told.kept_out_by == truth.keeping_out(actor, node)
            && told.kept_out_by.is_empty() == truth.marks_let_pass(actor, node)
            && told.cleared == truth.cleared_by(actor, node)
            && misplaced.is_none();
        if !right {
            wrong.push(format!("{key:?} is told {told:?} for {:?} of node {node}", sees[&node]));
        }
    }
    Ok(wrong)
}

async fn told(world: &World, actor: &Arc<Actor>, node: NodeId) -> Explanation {
    let who = actor.clone();
    let ask = move |conn: &mut Conn<'_>, _: &mut Access<'_>| {
        let key = PrincipalKey::of(conn, &who, TENANT)?;
        Ok(explained(conn, &key, node)?.1)
    };
    let told = crate::read::<_, crate::Error, _>(world.db(), &world.chief, ask).await.unwrap();
    assert_eq!(in_words(&told), world.sees(actor, node).await, "it is what they see");
    told
}

fn reasons(told: &Explanation) -> Vec<(NodeId, Principal)> {
    told.by.iter().map(|grant| (grant.node, grant.principal)).collect()
}

#[tokio::test]
async fn the_grants_that_give_the_strongest_role_are_told_with_their_nodes() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let outer = world.folder(world.repository).await;
        let inner = world.folder(outer).await;
        let file = world.file(inner).await;
        let actor = member(20, TENANT, &[G1, G2], TENANT);
        let user = Principal::User(UserId(20));
        world.grant(world.repository, READERS, Reader, true).await;
        world.grant(outer, Principal::Group(G2), Writer, true).await;
        world.grant(inner, user, Writer, false).await;
        let of = |pairs: &[(NodeId, Principal)]| pairs.to_vec();
        for (node, role, by) in [
            (world.repository, Reader, of(&[(world.repository, READERS)])),
            (outer, Writer, of(&[(outer, Principal::Group(G2))])),
            (inner, Writer, of(&[(inner, user), (outer, Principal::Group(G2))])),
            (file, Writer, of(&[(outer, Principal::Group(G2))])),
        ] {
            let told = told(&world, &actor, node).await;
            assert_eq!((told.role, reasons(&told)), (Some(role), by), "{engine:?} {node}");
            assert!(!told.by_office && told.kept_out_by.is_empty());
        }
        let admin = Arc::new(Actor { admin_of: vec![TENANT], ..somebody(29, TENANT) });
        let told = told(&world, &admin, file).await;
        assert_eq!((told.role, told.by_office, reasons(&told)), (Some(Manager), true, vec![]));
    }
}

#[tokio::test]
async fn marks_that_keep_out_are_told_and_the_groups_that_clear_the_others() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let both = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None, None]).await;
        let any = world.marks(Match::Or, PropagationPolicy::Inherited, false, &[None, None]).await;
        let folder = world.folder(world.repository).await;
        let file = world.file(folder).await;
        world.grant(world.repository, READERS, Reader, true).await;
        world.classify(folder, &[both[0], both[1], any[0], any[1]]).await.unwrap();
        world.clear(G1, &[both[0]]).await;
        world.clear(G2, &[any[1]]).await;
        let (reader, cleared) = (member(20, TENANT, &[G1], TENANT), member(21, TENANT, &[G1, G2], TENANT));
        let found = told(&world, &reader, file).await;
        assert_eq!(found.kept_out_by, BTreeSet::from([both[1], any[0], any[1]]));
        assert_eq!((found.role, found.role_without_marks, reasons(&found)), (None, Some(Reader), vec![]));
        assert_eq!(found.cleared, BTreeMap::from([(both[0], vec![G1])]));
        world.clear(G2, &[both[0], both[1]]).await;
        let found = told(&world, &cleared, file).await;
        assert_eq!((found.role, reasons(&found)), (Some(Reader), vec![(world.repository, READERS)]));
        let by = [(both[0], vec![G1, G2]), (both[1], vec![G2]), (any[1], vec![G2])];
        assert_eq!((found.kept_out_by.len(), found.cleared), (0, BTreeMap::from(by)));
        // Marks bind admins, too.
        let admin = Arc::new(Actor { admin_of: vec![TENANT], ..somebody(29, TENANT) });
        let found = told(&world, &admin, file).await;
        assert_eq!((found.role, found.by_office, found.role_without_marks), (None, false, Some(Manager)));
    }
}

#[tokio::test]
async fn a_folder_on_the_way_to_something_open_is_told_as_such() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::NeverCopy, false, &[None]).await;
        let outer = world.folder(world.repository).await;
        let (inner, beside) = (world.folder(outer).await, world.folder(world.repository).await);
        let file = world.file(inner).await;
        world.grant(file, READERS, Reader, true).await;
        let reader = member(20, TENANT, &[G1], TENANT);
        for (node, passes) in [(world.repository, true), (outer, true), (inner, true), (beside, false)] {
            assert_eq!(told(&world, &reader, node).await.passes, passes, "{engine:?} {node}");
        }
        // A mark in between ends the way.
        world.classify(inner, &marks).await.unwrap();
        for node in [world.repository, outer, inner] {
            assert!(!told(&world, &reader, node).await.passes, "{engine:?} {node}");
        }
    }
}
