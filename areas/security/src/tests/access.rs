//! What a person sees, one rule at a time.

use std::sync::Arc;

use authz::{Actor, Denied};
use db::{Conn, Tx};
use events::Header;
use nodes::NodeState;
use primitives::NodeRole::{Manager, Reader, Writer};
use primitives::{GroupId, NodeKind, UserId};

use super::ENGINES;
use super::acts::Download;
use super::reference::Sees::{Nothing, Passing, Role};
use super::world::{NOW, OTHER_TENANT, TENANT, World, create, member, security_group, somebody};
use crate::{Access, Error, GrantAccess, Match, NewGroup, Principal, PropagationPolicy, Result, See};

const G1: GroupId = GroupId(1);
const G2: GroupId = GroupId(2);
const READERS: Principal = Principal::Group(G1);

fn reader() -> Arc<Actor> {
    member(20, TENANT, &[G1], TENANT)
}

#[tokio::test]
async fn a_marked_node_opens_to_clearances_by_the_rule_of_its_match_type() {
    // Marks by their position in the group; in the tree 0 outranks 1, 1 outranks 2, and 3 is separate.
    let tree = [None, Some(0), Some(1), None];
    for engine in ENGINES {
        for (kind, parents, cases) in [
            (
                Match::And,
                &[None, None][..],
                &[(&[0, 1][..], &[][..], false), (&[0, 1], &[0], false), (&[0, 1], &[0, 1], true)][..],
            ),
            (Match::Or, &[None, None], &[(&[0, 1], &[], false), (&[0, 1], &[0], true), (&[0, 1], &[1], true)]),
            (
                Match::Tree,
                &tree,
                &[
                    (&[1], &[2], false),
                    (&[1], &[1], true),
                    (&[1], &[0], true),
                    (&[2], &[0], true),
                    (&[0], &[1], false),
                    (&[1, 3], &[0], false),
                    (&[1, 3], &[0, 3], true),
                ],
            ),
        ] {
            let world = World::new(engine).await;
            let marks = world.marks(kind, PropagationPolicy::Inherited, false, parents).await;
            let folder = world.folder(world.repository).await;
            let file = world.file(folder).await;
            world.grant(world.repository, READERS, Reader, true).await;
            for (effective, cleared, opens) in cases {
                let chosen: Vec<_> = effective.iter().map(|at| marks[*at]).collect();
                world.classify(folder, &chosen).await.unwrap();
                for (at, mark) in marks.iter().enumerate() {
                    if cleared.contains(&at) {
                        world.clear(G1, &[*mark]).await;
                    } else {
                        world.unclear(G1, *mark).await;
                    }
                }
                let seen = if *opens { Role(Reader) } else { Nothing };
                let told = format!("{engine:?} {kind:?} {effective:?} {cleared:?}");
                assert_eq!(world.sees_each(&reader(), &[folder, file]).await, [seen, seen], "{told}");
            }
        }
    }
}

#[tokio::test]
async fn roles_of_admins_masters_members_and_externals_follow_from_tenant_and_grants() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None]).await;
        let open = world.folder(world.repository).await;
        let marked = world.folder(world.repository).await;
        world.classify(marked, &marks).await.unwrap();
        world.clear(G2, &marks).await;
        for user in [30, 31, 33, 34] {
            world.grant(world.repository, Principal::User(UserId(user)), Writer, true).await;
        }
        world.grant(world.repository, READERS, Reader, true).await;
        let admin = Actor { admin_of: vec![TENANT], ..somebody(29, TENANT) };
        let elsewhere = Actor { admin_of: vec![OTHER_TENANT], ..somebody(30, OTHER_TENANT) };
        let master = Actor { master: true, home: None, ..somebody(31, TENANT) };
        let cleared_admin = Actor { admin_of: vec![TENANT], ..(*member(32, TENANT, &[G2], TENANT)).clone() };
        for (who, actor, wanted) in [
            ("an admin who is not cleared", Arc::new(admin), [Role(Manager), Nothing]),
            ("an admin who is cleared", Arc::new(cleared_admin), [Role(Manager), Role(Manager)]),
            ("another tenant's admin, whatever was granted", Arc::new(elsewhere), [Nothing, Nothing]),
            ("a master, whatever was granted", Arc::new(master), [Nothing, Nothing]),
            ("a member with a grant of their own", Arc::new(somebody(33, TENANT)), [Role(Writer), Nothing]),
            ("a member with nothing", Arc::new(somebody(35, TENANT)), [Nothing, Nothing]),
            ("an invited external", member(36, OTHER_TENANT, &[G1], TENANT), [Role(Reader), Nothing]),
            ("a cleared external", member(37, OTHER_TENANT, &[G1, G2], TENANT), [Role(Reader), Role(Reader)]),
            ("an external no longer invited", Arc::new(somebody(36, OTHER_TENANT)), [Nothing, Nothing]),
        ] {
            assert_eq!(world.sees_each(&actor, &[open, marked]).await, wanted, "{engine:?}: {who}");
        }
    }
}

#[tokio::test]
async fn a_grant_that_is_not_recursive_stays_on_its_node() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let folder = world.folder(world.repository).await;
        let (inner, file) = (world.folder(folder).await, world.file(folder).await);
        world.grant(folder, READERS, Writer, false).await;
        assert_eq!(world.sees_each(&reader(), &[folder, inner, file]).await, [Role(Writer), Nothing, Nothing]);
        world.grant(folder, READERS, Reader, true).await;
        let strongest = [Role(Writer), Role(Reader), Role(Reader)];
        assert_eq!(world.sees_each(&reader(), &[folder, inner, file]).await, strongest, "the strongest role wins");
        world.revoke(folder, READERS, false).await;
        assert_eq!(world.sees_each(&reader(), &[folder, inner]).await, [Role(Reader), Role(Reader)]);
    }
}

#[tokio::test]
async fn a_nevercopy_mark_stays_on_its_node() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::NeverCopy, false, &[None]).await;
        let folder = world.folder(world.repository).await;
        let file = world.file(folder).await;
        world.grant(world.repository, READERS, Reader, true).await;
        world.classify(folder, &marks).await.unwrap();
        assert_eq!(world.sees_each(&reader(), &[folder, file]).await, [Nothing, Role(Reader)]);
        world.classify(file, &marks).await.unwrap();
        assert_eq!(world.sees_each(&reader(), &[folder, file]).await, [Nothing, Nothing]);
    }
}

#[tokio::test]
async fn ancestors_of_a_granted_node_are_traversable_only() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let outer = world.folder(world.repository).await;
        let inner = world.folder(outer).await;
        let (file, beside) = (world.file(inner).await, world.file(outer).await);
        world.grant(inner, READERS, Reader, true).await;
        let all = [world.repository, outer, inner, file, beside];
        assert_eq!(world.sees_each(&reader(), &all).await, [Passing, Passing, Role(Reader), Role(Reader), Nothing]);
        let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| access.authorize::<See>(c, outer).map(|_| ());
        let refused = crate::read::<_, Error, _>(world.db(), &reader(), ask).await;
        assert!(matches!(refused, Err(Error::Denied(Denied::NeedsRole(Reader)))), "{refused:?}");

        let marks = world.marks(Match::And, PropagationPolicy::NeverCopy, false, &[None]).await;
        world.classify(outer, &marks).await.unwrap();
        let blocked = [Nothing, Nothing, Role(Reader), Role(Reader), Nothing];
        assert_eq!(world.sees_each(&reader(), &all).await, blocked, "a mark ends the way up");
    }
}

#[tokio::test]
async fn a_binned_node_makes_no_ancestor_traversable() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let outer = world.folder(world.repository).await;
        let inner = world.folder(outer).await;
        let file = world.file(inner).await;
        world.grant(file, READERS, Reader, true).await;
        let all = [world.repository, outer, inner, file];
        let shown = [Passing, Passing, Passing, Role(Reader)];
        assert_eq!(world.sees_each(&reader(), &all).await, shown);
        for gone in [file, inner] {
            world.bin(gone).await;
            assert_eq!(world.sees_each(&reader(), &all).await, [Nothing; 4], "{engine:?}: {gone} lies in the bin");
            world.restore(gone).await;
            assert_eq!(world.sees_each(&reader(), &all).await, shown, "{engine:?}: {gone} is back");
        }
        let beside = world.file(outer).await;
        world.grant(beside, READERS, Reader, true).await;
        world.bin(inner).await;
        let other = [Passing, Passing, Nothing, Nothing];
        assert_eq!(world.sees_each(&reader(), &all).await, other, "{engine:?}: something else leads on");
    }
}

#[tokio::test]
async fn a_folder_closed_by_its_own_mark_is_not_traversable() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::NeverCopy, false, &[None]).await;
        let folder = world.folder(world.repository).await;
        let file = world.file(folder).await;
        world.grant(folder, READERS, Reader, true).await;
        world.classify(folder, &marks).await.unwrap();
        let all = [world.repository, folder, file];
        assert_eq!(world.sees_each(&reader(), &all).await, [Nothing, Nothing, Role(Reader)]);
    }
}

#[tokio::test]
async fn a_change_is_in_force_at_once_while_its_subtree_waits_for_its_acls() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None]).await;
        world.grant(world.repository, READERS, Reader, true).await;
        let top = world.folder(world.repository).await;
        let deep = world.folder(world.folder(top).await).await;
        let file = world.file(deep).await;
        assert_eq!(world.sees_each(&reader(), &[deep, file]).await, [Role(Reader), Role(Reader)]);

        world.classify(top, &marks).await.unwrap();
        assert_eq!(world.pending().await.len(), 1, "nothing is propagated yet");
        assert_eq!(world.sees_each(&reader(), &[deep, file]).await, [Nothing, Nothing]);
        world.classify(top, &[]).await.unwrap();
        world.grant(top, Principal::Group(G2), Writer, true).await;
        let second = member(21, TENANT, &[G2], TENANT);
        assert_eq!(world.sees_each(&second, &[deep, file]).await, [Role(Writer), Role(Writer)]);
        world.revoke(world.repository, READERS, true).await;
        assert_eq!(world.sees_each(&reader(), &[top, deep, file]).await, [Nothing, Nothing, Nothing]);

        world.propagate_all().await;
        assert_eq!(world.sees_each(&second, &[deep, file]).await, [Role(Writer), Role(Writer)]);
        assert_eq!(world.sees_each(&reader(), &[top, deep, file]).await, [Nothing, Nothing, Nothing]);
    }
}

#[tokio::test]
async fn nodes_in_a_binned_or_staging_folder_are_invisible_to_everybody() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let folder = world.folder(world.repository).await;
        let deep = world.folder(folder).await;
        let file = world.file(deep).await;
        let all = [folder, deep, file];
        world.bin(folder).await;
        assert_eq!(world.sees_each(&world.chief, &all).await, [Nothing; 3]);
        world.restore(folder).await;
        assert_eq!(world.sees_each(&world.chief, &all).await, [Role(Manager); 3]);
        world.bin(file).await;
        assert_eq!(world.sees_each(&world.chief, &all).await, [Role(Manager), Role(Manager), Nothing]);

        let repository = world.repository;
        let arriving = world
            .act(move |tx, access| create(tx, access, repository, NodeKind::Folder, NodeState::Ready))
            .await
            .unwrap();
        let within = world.file(arriving).await;
        let unfinished = world
            .act(move |tx, access| create(tx, access, arriving, NodeKind::File, NodeState::Staging))
            .await
            .unwrap();
        world.restore(file).await;
        assert_eq!(world.sees_each(&world.chief, &[within, unfinished]).await, [Role(Manager), Nothing]);
        world.set_state(arriving, NodeState::Staging).await;
        assert_eq!(world.sees_each(&world.chief, &[arriving, within, file]).await, [Nothing, Nothing, Role(Manager)]);
    }
}

#[tokio::test]
async fn clearance_given_and_taken_counts_for_the_next_request() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let marks = world.marks(Match::And, PropagationPolicy::Inherited, false, &[None]).await;
        world.grant(world.repository, READERS, Reader, true).await;
        world.classify(world.repository, &marks).await.unwrap();
        assert_eq!(world.sees(&reader(), world.repository).await, Nothing);
        world.clear(G1, &marks).await;
        assert_eq!(world.sees(&reader(), world.repository).await, Role(Reader));
        world.unclear(G1, marks[0]).await;
        assert_eq!(world.sees(&reader(), world.repository).await, Nothing);
    }
}

#[tokio::test]
async fn a_transaction_sees_the_rights_it_has_just_changed() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let folder = world.folder(world.repository).await;
        let change = move |tx: &mut Tx<'_>, access: &mut Access<'_>| -> Result<()> {
            let repository = super::world::repository(tx, TENANT, 2)?;
            let within = create(tx, access, repository, NodeKind::Folder, NodeState::Ready)?;
            let permit = access.authorize::<GrantAccess>(tx, within)?;
            let new = crate::NewGrant { principal: READERS, role: Reader, recursive: true };
            crate::grant(tx, &permit, access.actor(), new, NOW)?;
            access.authorize::<See>(tx, folder)?;
            let file = create(tx, access, within, NodeKind::File, NodeState::Ready)?;
            access.authorize::<Download>(tx, file).map(|_| ())
        };
        world.act(change).await.unwrap();
    }
}

#[tokio::test]
async fn classification_asks_for_clearance_and_keeps_to_its_group() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let single = world.marks(Match::Or, PropagationPolicy::Inherited, true, &[None, None]).await;
        let folder = world.folder(world.repository).await;
        assert!(matches!(world.classify(folder, &single).await, Err(Error::SingleMark)));
        world.classify(folder, &single[..1]).await.unwrap();
        let uncleared = Arc::new(Actor { admin_of: vec![TENANT], ..somebody(40, TENANT) });
        let (mark, beside) = (single[1], world.folder(world.repository).await);
        let set = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, beside)?;
            crate::classify(tx, &permit, access.actor(), &[mark].into(), NOW)
        };
        let refused = crate::write::<_, Error, _>(world.db(), &uncleared, set).await;
        assert!(matches!(refused, Err(Error::NotCleared)), "{refused:?}");
    }
}

#[tokio::test]
async fn marks_and_clearances_keep_to_their_group_and_tenant() {
    for engine in ENGINES {
        let world = World::new(engine).await;
        let foreign = world.marks(Match::Tree, PropagationPolicy::Inherited, false, &[None]).await[0];
        let outcome = world
            .act(move |tx, access| {
                let by = |tenant| Header::by(access.actor(), tenant, NOW);
                let (group, category) = security_group(tx, TENANT, Match::Tree, PropagationPolicy::Inherited, false)?;
                let stranger = crate::create_mark(tx, TENANT, group, category, "k", Some(foreign));
                assert!(matches!(stranger, Err(Error::ForeignMark)));
                let elsewhere = crate::create_mark(tx, OTHER_TENANT, group, category, "k", None);
                assert!(matches!(elsewhere, Err(Error::ForeignMark)));
                assert!(matches!(crate::give_clearance(tx, by(OTHER_TENANT), G1, foreign), Err(Error::ForeignMark)));

                let new = NewGroup {
                    key: "one each",
                    kind: Match::Or,
                    propagation: PropagationPolicy::Inherited,
                    single_per_node: false,
                    single_per_group: true,
                };
                let group = crate::create_group(tx, TENANT, &new)?;
                let first = crate::create_mark(tx, TENANT, group, category, "first", None)?;
                let second = crate::create_mark(tx, TENANT, group, category, "second", None)?;
                crate::give_clearance(tx, by(TENANT), G1, first)?;
                crate::give_clearance(tx, by(TENANT), G1, first)?;
                assert!(matches!(crate::give_clearance(tx, by(TENANT), G1, second), Err(Error::SingleMark)));
                crate::give_clearance(tx, by(TENANT), G2, second)
            })
            .await;
        outcome.unwrap();
    }
}
