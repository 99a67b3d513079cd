//! Concurrent changes of rights and shape, propagations and readers on one tree still agree with the reference.

use std::sync::Arc;

use db::{Conn, Engine, Tx};

use super::ENGINES;
use super::play::{SeededRng, Stage, act, cast};
use super::reference::Reference;
use super::world::{World, look};
use crate::principal_set::PrincipalSet;
use crate::{Access, Error, Result};

async fn change_at_random(world: Arc<World>, stage: Stage, seed: u64) {
    let mut rng = SeededRng(seed);
    for _ in 0..60 {
        let (stage, mut play) = (stage.clone(), rng.clone());
        let acts = 1 + rng.roll(3);
        rng.roll(1);
        let outcome = world.act(move |tx, access| {
            if acts > 1 {
                nodes::hold_tree(tx, stage.tenant)?;
            }
            (0..acts).try_for_each(|_| act(tx, access, &stage, &mut play))
        });
        match outcome.await {
            Ok(()) => {}
            // The node it was about to touch is gone.
            Err(Error::Db(db::Error::ForeignKey(_) | db::Error::Missing)) => {}
            Err(Error::Nodes(nodes::Error::Db(db::Error::ForeignKey(_) | db::Error::Missing))) => {}
            Err(error) => panic!("seed {seed}: {error:?}"),
        }
    }
}

async fn read_and_propagate(world: Arc<World>) {
    for round in 0..40 {
        for actor in cast(&world).into_iter().skip(round % 3).step_by(3) {
            let node = world.repository;
            let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| look(c, access, node);
            crate::read::<_, Error, _>(world.db(), &actor, ask).await.unwrap();
        }
        world.propagate_all().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_of_rights_leave_correct_access() {
    for engine in ENGINES {
        let world = Arc::new(World::new(engine).await);
        let stage = Stage::set(&world).await;
        let mut together = tokio::task::JoinSet::new();
        for seed in 1..=6 {
            together.spawn(change_at_random(world.clone(), stage.clone(), seed * 1000));
        }
        together.spawn(read_and_propagate(world.clone()));
        while let Some(done) = together.join_next().await {
            done.unwrap();
        }
        for propagated in [false, true] {
            if propagated {
                world.propagate_all().await;
            }
            compare(&world).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_change_waits_for_who_updates_its_set() {
    let world = Arc::new(World::new(Engine::Postgres).await);
    world.folder(world.repository).await;
    world.propagate_all().await;
    let (tenant, other) = (world.tenant, world.clone());
    let (updated, is_updated) = tokio::sync::oneshot::channel();
    let (commit, may_commit) = std::sync::mpsc::channel();
    let other_writer = tokio::spawn(async move {
        let chief = other.chief.clone();
        let update = move |tx: &mut Tx<'_>| -> db::Result<()> {
            let (stored_set, now) = PrincipalSet::find(tx, &chief, tenant).map_err(|_| db::Error::Missing)?;
            stored_set.take_turn(tx, tenant, now)?.ok_or(db::Error::Missing)?;
            updated.send(()).unwrap();
            may_commit.recv().unwrap();
            Ok(())
        };
        other.db().write(update).await
    });
    is_updated.await.unwrap();
    let same = world.clone();
    let change = tokio::spawn(async move { same.act(move |tx, access| access.renew(tx, tenant)).await });
    let waits = "SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                 WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted";
    while !world.db().read(move |c| c.exists(waits, &[])).await.unwrap() {
        assert!(!change.is_finished(), "the change waits");
        tokio::task::yield_now().await;
    }
    commit.send(()).unwrap();
    other_writer.await.unwrap().unwrap();
    change.await.unwrap().unwrap();
}

async fn compare(world: &World) {
    let tenant = world.tenant;
    for actor in cast(world) {
        let who = actor.clone();
        let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| -> Result<()> {
            let truth = Reference::load(c, tenant)?;
            assert_eq!(super::structure::differences(c, tenant, &truth)?, Vec::<String>::new());
            for (node, wanted) in truth.sees(&who) {
                assert_eq!(look(c, access, node)?, wanted, "user {} at node {node}", who.user);
            }
            Ok(())
        };
        crate::read::<_, Error, _>(world.db(), &actor, ask).await.unwrap();
    }
}
