//! Moving, deleting and propagating: what happens to ACLs when the tree's shape changes.

use std::sync::Arc;

use authz::Actor;
use db::{Conn, Tx, params};
use jobs::Worker;
use primitives::NodeRole::{Reader, Writer};
use primitives::{Clock, GroupId, NodeId};

use super::acts::{CreateChild, Purge, Rename};
use super::reference::Sees::{Nothing, Role};
use super::world::{NOW, TENANT, World, fresh_name, member};
use super::{ENGINES, world};
use crate::{Access, AclPropagation, Error, MarkId, Match, Principal, PropagationPolicy, Result};

const READERS: Principal = Principal::Group(GroupId(1));

fn reader() -> Arc<Actor> {
    member(20, TENANT, &[GroupId(1)], TENANT)
}

async fn relocate(world: &World, node: NodeId, folder: NodeId) -> Result<()> {
    let change = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
        let (permit, into) = (access.authorize::<Rename>(tx, node)?, access.authorize::<CreateChild>(tx, folder)?);
        let from = nodes::reparent(tx, &permit, &into, &fresh_name(), NOW)?;
        crate::moved(tx, &permit, from, NOW)
    };
    world.act(change).await
}

#[tokio::test]
async fn a_moved_node_keeps_its_own_grants_and_inherits_from_its_new_parent() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None, None]).await;
        let (open, marked) = (world.folder(world.repository).await, world.folder(world.repository).await);
        world.grant(open, READERS, Reader, true).await;
        world.classify(marked, &marks[..1]).await.unwrap();
        let plain = world.folder(open).await;
        let (inner, file) = (world.folder(plain).await, world.file(plain).await);
        let granted = world.folder(inner).await;
        world.grant(granted, READERS, Writer, true).await;
        world.propagate_all().await;
        let all = [plain, inner, file, granted];
        assert_eq!(world.sees_each(&reader(), &all).await, [Role(Reader), Role(Reader), Role(Reader), Role(Writer)]);

        relocate(&world, plain, marked).await.unwrap();
        for propagated in [false, true] {
            if propagated {
                world.propagate_all().await;
            }
            assert_eq!(world.sees_each(&reader(), &all).await, [Nothing; 4], "propagated: {propagated}");
        }
        relocate(&world, granted, world.repository).await.unwrap();
        assert_eq!(world.sees(&reader(), granted).await, Role(Writer), "its own grant went with it");
        assert_eq!(world.pending().await, [0_i64; 0], "an ACL of its own needs no propagation");
        world.classify(granted, &marks[1..]).await.unwrap();
        relocate(&world, granted, open).await.unwrap();
        assert_eq!(world.sees(&reader(), granted).await, Nothing, "its own mark went with it");
    }
}

/// As rooms above move: marks that would be lost are kept. Returns these.
async fn relocate_kept(world: &World, node: NodeId, (from, into): (NodeId, NodeId)) -> Vec<MarkId> {
    let change = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
        let permit = access.authorize::<Rename>(tx, node)?;
        let target = access.authorize::<CreateChild>(tx, into)?;
        let kept = crate::keep_marks(tx, &permit, (from, into), access.actor(), NOW)?;
        nodes::reparent(tx, &permit, &target, &fresh_name(), NOW)?;
        crate::moved(tx, &permit, from, NOW)?;
        Ok(kept)
    };
    world.act(change).await.unwrap()
}

#[tokio::test]
async fn marks_that_a_move_would_take_away_become_the_node_s_own() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None, None]).await;
        let either = world.marks(Match::Or, PropagationPolicy::Inherited, false, &[None, None]).await;
        world.grant(world.repository, READERS, Reader, true).await;
        let (marked, stricter) = (world.folder(world.repository).await, world.folder(world.repository).await);
        let (wider, open) = (world.folder(world.repository).await, world.folder(world.repository).await);
        world.classify(marked, &[marks[0], either[0]]).await.unwrap();
        world.classify(stricter, &[marks[0], marks[1], either[0]]).await.unwrap();
        world.classify(wider, &[marks[0], either[0], either[1]]).await.unwrap();
        let (folder, file) = (world.folder(marked).await, world.file(marked).await);
        let deep = world.file(folder).await;
        world.propagate_all().await;
        assert_eq!(world.sees_each(&reader(), &[folder, file, deep]).await, [Nothing; 3]);

        assert_eq!(relocate_kept(&world, file, (marked, stricter)).await, [], "it is stricter there");
        assert_eq!(relocate_kept(&world, file, (stricter, marked)).await, [marks[0], marks[1]]);
        // Of a group of which one mark is enough, another mark lets more people pass.
        assert_eq!(relocate_kept(&world, folder, (marked, wider)).await, [either[0]]);
        assert_eq!(relocate_kept(&world, folder, (wider, open)).await, [marks[0]], "the other one is its own by now");
        for propagated in [false, true] {
            if propagated {
                world.propagate_all().await;
            }
            assert_eq!(world.sees_each(&reader(), &[folder, deep]).await, [Nothing; 2], "propagated: {propagated}");
        }
        world.clear(GroupId(1), &[marks[0], either[0]]).await;
        assert_eq!(world.sees_each(&reader(), &[folder, deep]).await, [Role(Reader); 2]);
        assert_eq!(relocate_kept(&world, folder, (open, world.repository)).await, [], "nothing is inherited");
    }
}

#[tokio::test]
async fn marks_that_a_folder_has_lost_are_not_lost_again_by_what_comes_out_of_it() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None]).await;
        let (marked, open) = (world.folder(world.repository).await, world.folder(world.repository).await);
        world.classify(marked, &marks).await.unwrap();
        let folder = world.folder(marked).await;
        let (before, after) = (world.file(folder).await, world.file(folder).await);
        world.propagate_all().await;
        let change = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let mut lost = Vec::new();
            for (node, from) in [(before, folder), (folder, marked), (after, folder)] {
                let permit = access.authorize::<Rename>(tx, node)?;
                let into = access.authorize::<CreateChild>(tx, open)?;
                lost.push(crate::lose_marks(tx, access, &permit, (from, open))?.len());
                nodes::reparent(tx, &permit, &into, &fresh_name(), NOW)?;
                crate::moved(tx, &permit, from, NOW)?;
            }
            Ok(lost)
        };
        assert_eq!(world.act(change).await.unwrap(), [1, 1, 0]);
    }
}

#[tokio::test]
async fn a_move_under_the_same_acl_starts_no_propagation() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let (from, to) = (world.folder(world.repository).await, world.folder(world.repository).await);
        let moved = world.folder(from).await;
        let deep = world.folder(moved).await;
        world.grant(world.repository, READERS, Reader, true).await;
        world.propagate_all().await;
        let epoch = move |c: &mut Conn<'_>| crate::epoch::current(c, TENANT);
        let before = world.db().read::<_, db::Error, _>(epoch).await.unwrap();
        relocate(&world, moved, to).await.unwrap();
        assert_eq!(world.pending().await, [0_i64; 0]);
        assert_eq!(world.db().read::<_, db::Error, _>(epoch).await.unwrap(), before, "every set is still current");
        assert_eq!(world.sees_each(&reader(), &[moved, deep]).await, [Role(Reader), Role(Reader)]);
    }
}

#[tokio::test]
async fn a_folder_moved_during_a_propagation_gets_the_acl_of_its_new_parent() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None]).await;
        world.grant(world.repository, READERS, Reader, true).await;
        let top = world.folder(world.repository).await;
        let (first, last) = (world.folder(top).await, world.folder(top).await);
        let moved = world.folder(first).await;
        let file = world.file(world.folder(moved).await).await;
        world.classify(top, &marks).await.unwrap();
        let pending = world.pending().await[0];
        let mut propagation = AclPropagation::begin(world.db(), pending).await.unwrap().unwrap();
        assert!(propagation.step(world.db(), 1).await.unwrap(), "the last folder is done, the first one is not");
        relocate(&world, moved, last).await.unwrap();
        while propagation.step(world.db(), 1).await.unwrap() {}
        assert_eq!(world.sees(&reader(), file).await, Nothing);
        world.propagate_all().await;
        assert_eq!(world.sees(&reader(), file).await, Nothing);
    }
}

#[tokio::test]
async fn a_move_into_itself_or_another_repository_is_refused() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let folder = world.folder(world.repository).await;
        let deep = world.folder(world.folder(folder).await).await;
        let elsewhere = world.act(|tx, _| world::repository(tx, TENANT, 2)).await.unwrap();
        for into in [folder, deep] {
            let refused = relocate(&world, folder, into).await;
            assert!(matches!(refused, Err(Error::Nodes(nodes::Error::IntoItself))), "{refused:?}");
        }
        let refused = relocate(&world, folder, elsewhere).await;
        assert!(matches!(refused, Err(Error::Nodes(nodes::Error::OtherRepository))), "{refused:?}");
        relocate(&world, deep, world.repository).await.unwrap();
    }
}

#[tokio::test]
async fn the_propagation_job_ends_every_pending_propagation() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let top = world.folder(world.repository).await;
        let deep = world.folder(world.folder(top).await).await;
        world.grant(world.repository, READERS, Reader, true).await;
        world.grant(top, READERS, Writer, true).await;
        assert_eq!(world.pending().await.len(), 1, "the repository had its ACL from the beginning");
        let worker = Worker::new(world.db().clone(), Clock::fixed(NOW), vec![crate::propagations(world.db())], 1);
        worker.drain().await.unwrap();
        assert_eq!(world.pending().await, [0_i64; 0]);
        assert_eq!(world.db().read(jobs::unfinished).await.unwrap(), [""; 0]);
        assert_eq!(world.sees(&reader(), deep).await, Role(Writer));
    }
}

#[tokio::test]
async fn purging_a_subtree_deletes_all_its_security_rows() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None]).await;
        let root = world.folder(world.repository).await;
        let (left, right) = (world.folder(root).await, world.folder(root).await);
        let (one, two, three) = (world.file(left).await, world.file(left).await, world.file(right).await);
        world.grant(left, READERS, Reader, true).await;
        world.classify(three, &marks).await.unwrap();
        world.bin(root).await;
        let mut gone = Vec::new();
        loop {
            let delete = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
                let (permit, _) = access.authorize_binned::<Purge>(tx, root)?;
                let some = nodes::subtree_batch(tx, root, 4)?;
                crate::forget(tx, TENANT, &some)?;
                nodes::delete_rows(tx, &permit, &some)?;
                Ok(some)
            };
            let some = world.act(delete).await.unwrap();
            let last = some.len() < 4;
            gone.extend(some);
            if last {
                break;
            }
        }
        gone.sort_unstable();
        assert_eq!(gone, [root, left, right, one, two, three]);
        for table in ["nodes_node", "security_node_acl", "security_acl", "security_grant", "security_node_mark"] {
            let sql = format!("SELECT node_id FROM {table} WHERE node_id <> $1");
            let repository = world.repository;
            let rest = move |c: &mut Conn<'_>| c.rows(&sql, params![repository], |row| row.get::<NodeId>(0));
            assert_eq!(world.db().read::<_, db::Error, _>(rest).await.unwrap(), [], "{table}");
        }
    }
}
