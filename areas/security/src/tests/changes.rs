//! The cost of changes of rights, and that no question waits for writers.

use std::sync::Arc;
use std::sync::mpsc::channel;

use authz::Actor;
use db::{Conn, Db, Engine, Tx};
use primitives::NodeRole::{Manager, Reader, Writer};
use primitives::{GroupId, NodeId, UserId};

use super::ENGINES;
use super::reference::Sees::{Nothing, Passing, Role};
use super::world::{TENANT, World, member, somebody};
use crate::{Access, Error, Principal};

/// A person with a grant of their own.
fn person(number: usize) -> Arc<Actor> {
    Arc::new(somebody(1000 + number as i64, TENANT))
}

fn grantee(number: usize) -> Principal {
    Principal::User(UserId(1000 + number as i64))
}

/// Holds the database, or the tenant's tree if there can be several writers, as another process would.
async fn while_another_process_writes(world: &World, story: impl AsyncFnOnce()) {
    let elsewhere = world.elsewhere();
    let (begun, begins) = channel();
    let (over, ends) = channel::<()>();
    let holding = tokio::spawn(async move {
        let hold = move |tx: &mut Tx<'_>| {
            nodes::hold_tree(tx, TENANT)?;
            begun.send(()).unwrap();
            ends.recv().unwrap_or_default();
            Ok::<_, db::Error>(())
        };
        elsewhere.write(hold).await.unwrap();
        tokio::task::spawn_blocking(move || drop(elsewhere)).await.unwrap();
    });
    tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
    story().await;
    drop(over);
    holding.await.unwrap();
}

#[tokio::test]
async fn access_is_read_while_another_process_writes() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let outer = world.folder(world.repository).await;
        let (inner, beside) = (world.folder(outer).await, world.folder(outer).await);
        let (one, two) = (person(1), person(2));
        world.grant(beside, grantee(1), Reader, true).await;
        world.grant(beside, grantee(2), Reader, true).await;
        let all = [world.repository, outer, inner, beside];
        for who in [&one, &two] {
            assert_eq!(world.sees_each(who, &all).await, [Passing, Passing, Nothing, Role(Reader)]);
        }
        world.db().background_ended().await;
        world.grant(inner, grantee(1), Writer, true).await;
        world.revoke(beside, grantee(2), true).await;
        let (new, admin) = (member(2000, TENANT, &[GroupId(1)], TENANT), somebody(2001, TENANT));
        let admin = Arc::new(Actor { admin_of: vec![TENANT], ..admin });
        while_another_process_writes(&world, async || {
            assert_eq!(world.sees_each(&one, &all).await, [Passing, Passing, Role(Writer), Role(Reader)], "{engine:?}");
            assert_eq!(world.sees_each(&two, &all).await, [Nothing; 4], "{engine:?}: all is taken");
            assert_eq!(world.sees_each(&new, &all).await, [Nothing; 4], "{engine:?}: never met");
            assert_eq!(world.sees_each(&admin, &all).await, [Role(Manager); 4], "{engine:?}: never met");
        })
        .await;
        world.db().background_ended().await;
        assert_eq!(world.sees_each(&one, &all).await, [Passing, Passing, Role(Writer), Role(Reader)], "{engine:?}");
    }
}

/// The cost of one grant: writing statements, reading statements, and the changed rows.
#[derive(Debug, PartialEq, Eq)]
struct Cost {
    written: usize,
    asked: usize,
    rows: usize,
}

/// With this many folders with an ACL of their own and as many people, each with a grant on one, gives one more grant.
async fn cost_of_one_grant(engine: Engine, acls: usize, sets: usize, inherited: bool) -> Cost {
    let world = World::new(engine).await;
    let outer = world.folder(world.repository).await;
    let mut folders = Vec::new();
    for _ in 0..acls {
        folders.push(world.folder(outer).await);
    }
    for folder in &folders {
        world.grant(*folder, Principal::Group(GroupId(1)), Reader, true).await;
    }
    for number in 0..sets {
        let node = if inherited { outer } else { folders[number % acls] };
        world.grant(node, grantee(number), Reader, true).await;
    }
    let before = everybody_asks(&world, sets, outer).await;
    let query_log = world.query_log();
    world.grant(folders[acls - 1], grantee(0), Writer, true).await;
    let after = everybody_asks(&world, sets, outer).await;
    let heard = query_log.take();
    for sql in &heard {
        assert!(!sql.contains("FROM security_acl WHERE tenant_id"), "all acls are read: {sql}");
    }
    let writes =
        |sql: &&String| ["INSERT", "UPDATE", "DELETE", "WITH written"].iter().any(|verb| sql.starts_with(verb));
    let notes = heard.iter().filter(|sql| sql.contains("INTO db_note")).count();
    let written = heard.iter().filter(writes).count() - notes;
    let rows = after.iter().filter(|row| !before.contains(row)).count();
    Cost { written, asked: heard.len() - written, rows }
}

/// Everybody asks for the folder, and the results are stored. Returns the rows of all sets.
async fn everybody_asks(world: &World, sets: usize, node: NodeId) -> Vec<(i64, i64, i64)> {
    for number in 0..sets {
        let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| access.find_visible(c, node).map(|_| ());
        crate::read::<_, Error, _>(world.db(), &person(number), ask).await.unwrap();
    }
    world.db().background_ended().await;
    rows(world.db()).await
}

async fn rows(db: &Db) -> Vec<(i64, i64, i64)> {
    let sql = "SELECT principal_set_id, acl_id, role FROM security_effective_role
        UNION ALL SELECT principal_set_id, node_id, -1 FROM security_traversable
        UNION ALL SELECT principal_set_id, epoch, -2 FROM security_principal_set";
    let read = db.read(move |c| c.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))));
    read.await.map_err(|error: db::Error| error).unwrap()
}

#[tokio::test]
async fn the_cost_of_a_grant_does_not_grow_with_acls_and_principal_sets() {
    for engine in ENGINES {
        for inherited in [false, true] {
            let small = cost_of_one_grant(engine, 4, 3, inherited).await;
            let more_acls = cost_of_one_grant(engine, 40, 3, inherited).await;
            assert_eq!(small, more_acls, "{engine:?}, inherited {inherited}: ten times the acls");
            let more_sets = cost_of_one_grant(engine, 4, 12, inherited).await;
            assert_eq!(
                (small.written, small.rows),
                (more_sets.written, more_sets.rows),
                "{engine:?}: four times the sets"
            );
            let of_each = (more_sets.asked - small.asked) / 9;
            assert!(of_each <= 8, "{engine:?}: {of_each} statements of somebody whom the change is nothing to");
        }
    }
}
