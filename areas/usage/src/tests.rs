//! What terms mean for who asks, on both engines. The ways by which bytes leave are in the server's stories.

mod world;

use authz::Withheld;
use events::Header;
use primitives::{NodeId, NodeRole, UserId};
use security::{GrantAccess, NewGrant, Principal, Terms};
use serde_json::{Value, json};

use self::world::{DAY, NOW, World, on_both};
use crate::requests::store;
use crate::terms::{self, Kept, Own};
use crate::{kept_terms, sweep};

#[tokio::test(flavor = "multi_thread")]
async fn the_nearest_end_withholds_bytes_from_readers_alone() {
    on_both(async |world| {
        let (wim, rea) = (&world.wim, &world.rea);
        assert_eq!(world.withheld(rea).await, None);
        assert_eq!(world.set(rea, world.folder, json!({ "usable_until": NOW + 5 })).await, 403);
        assert_eq!(world.set(wim, world.folder, json!({ "usable_until": NOW + 5 })).await, 200);
        assert_eq!(world.set(wim, world.folder, json!({ "usable_until": 5 })).await, 422);
        assert_eq!(world.withheld(rea).await, None);
        world.clock.advance(5);
        assert_eq!((world.withheld(rea).await, world.withheld(wim).await), (Some(Withheld::Ended), None));
        let told = world.told(rea, world.file).await;
        assert_eq!((&told["withheld"], &told["usable_until_of"]["name"]), (&json!("ended"), &json!("folder")));
        assert_eq!((&told["own"]["usable_until"], &told["may_set"]), (&Value::Null, &json!(false)));
        assert_eq!(world.set(wim, world.file, json!({ "usable_until": NOW + DAY })).await, 200);
        assert_eq!(world.withheld(rea).await, None, "what is set at the file itself is nearer");
        assert_eq!(world.set(wim, world.file, json!({ "usable_until": null })).await, 200);
        assert_eq!(world.withheld(rea).await, Some(Withheld::Ended));
        assert_eq!(world.set(wim, world.folder, json!({ "usable_until": null })).await, 200);
        assert_eq!(world.withheld(rea).await, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_ask_and_are_let_for_some_days() {
    on_both(async |world| {
        let (ana, wim, rea) = (&world.ana, &world.wim, &world.rea);
        assert_eq!(world.ask(rea, world.file).await, Err(409), "nobody wants to be asked");
        assert_eq!(world.set(wim, world.folder, json!({ "asks_first": true })).await, 403);
        assert_eq!(world.set(ana, world.file, json!({ "asks_first": true })).await, 409);
        assert_eq!(world.set(ana, world.folder, json!({ "asks_first": true })).await, 200);
        assert_eq!((world.withheld(rea).await, world.withheld(wim).await), (Some(Withheld::AsksFirst), None));
        let request = world.ask(rea, world.file).await.unwrap();
        assert_eq!(world.ask(rea, world.folder).await, Err(409), "they wait for an answer");
        let waiting = world.waiting(ana).await;
        let shown = (&waiting[0]["reason"], &waiting[0]["asked_by"]["name"], &waiting[0]["entry"]["name"]);
        assert_eq!(shown, (&json!("For the fair"), &json!("rea"), &json!("file")));
        assert_eq!(world.told(ana, world.folder).await["waiting"], 1);
        assert_eq!((world.answer(wim, request, Some(2)).await, world.answer(ana, request, Some(0)).await), (404, 422));
        assert_eq!((world.answer(ana, request, Some(2)).await, world.answer(ana, request, None).await), (204, 409));
        assert_eq!((world.withheld(rea).await, world.waiting(ana).await), (None, json!([])));
        assert_eq!(world.told(rea, world.file).await["request"]["state"], "allowed");
        world.clock.advance(2 * DAY);
        assert_eq!(world.withheld(rea).await, Some(Withheld::AsksFirst));
        assert_eq!(world.told(rea, world.file).await["request"]["state"], "over");
        world.ask(rea, world.file).await.unwrap();
        world.clock.advance(400 * DAY);
        assert_eq!(sweep(&world.usage).await.unwrap(), 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_manages_by_a_grant_is_told_of_a_request() {
    on_both(async |world| {
        let (wim, folder) = (world.wim.user, world.folder);
        let given = security::write(&world.db, &world.ana, move |tx, access| {
            let permit = access.authorize::<GrantAccess>(tx, folder)?;
            let new = NewGrant { principal: Principal::User(wim), role: NodeRole::Manager, recursive: true };
            security::grant(tx, &permit, access.actor(), new, NOW)
        });
        given.await.unwrap();
        assert_eq!(world.set(&world.wim, folder, json!({ "asks_first": true })).await, 200);
        let request = world.ask(&world.rea, world.file).await.unwrap();
        let told = |kind: &'static str| {
            let sql = format!("SELECT users_id FROM notices_notice WHERE kind = '{kind}'");
            world.db.read(move |c| c.rows(&sql, &[], |row| row.get::<UserId>(0)))
        };
        assert_eq!(told("download_asked").await.unwrap(), [wim]);
        assert_eq!(world.answer(&world.wim, request, None).await, 204);
        assert_eq!(told("download_asked").await.unwrap(), []);
        assert_eq!(told("download_answered").await.unwrap(), [world.rea.user]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_takes_no_terms_away_and_one_back_leaves_none_behind() {
    on_both(async |world| {
        let World { tenant, folder, file, top, .. } = world;
        let both = json!({ "usable_until": NOW + 5, "asks_first": true });
        assert_eq!(world.set(&world.ana, folder, both).await, 200);
        let header = Header::by(&*world.ana, tenant, NOW);
        let moved = async |from: NodeId, folder: NodeId| {
            let moved = content::EntryMoved { header, from, folder, node: file };
            let kept = world.db.write(move |tx| {
                kept_terms::moved(tx, &moved)?;
                terms::find(tx, file)
            });
            kept.await.unwrap()
        };
        let kept = Own { usable_until: Some(NOW + 5), asks_first: true, kept: Kept { end: true, asking: true } };
        assert_eq!(moved(folder, top).await, kept);
        assert_eq!(moved(top, folder).await, Own::default());
        assert_eq!(moved(folder, top).await, kept);
        // What somebody has set since is theirs.
        let as_it_is = json!({ "usable_until": NOW + 5, "asks_first": true });
        for (who, form, status) in [
            (&world.wim, json!({ "asks_first": false }), 403),
            (&world.wim, as_it_is, 200),
            (&world.wim, json!({ "usable_until": NOW + 9 }), 200),
            (&world.ana, json!({ "asks_first": false }), 200),
            (&world.ana, json!({ "asks_first": true }), 409),
        ] {
            assert_eq!(world.set(who, file, form.clone()).await, status, "{form}");
        }
        let own = Own { usable_until: Some(NOW + 9), ..Own::default() };
        assert_eq!(moved(top, folder).await, own);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ends_soon_is_told_to_who_writes_there() {
    on_both(async |world| {
        for (node, days) in [(world.folder, 5), (world.file, -1), (world.top, 90)] {
            assert_eq!(world.set(&world.ana, node, json!({ "usable_until": NOW + days * DAY })).await, 200);
        }
        assert_eq!(world.ending(&world.wim).await, ["file", "folder"]);
        assert_eq!(world.ending(&world.rea).await, [""; 0]);
        let (file, folder, top) = (world.file, world.folder, world.top);
        let ends = |terms: Vec<Terms>| terms.into_iter().map(|one| one.usable_until).collect::<Vec<_>>();
        let found = world.db.read(move |c| {
            let nodes = [(file, Some(folder)), (folder, Some(top)), (top, None)];
            let of_children = ends(terms::of_nodes(c, &[(NodeId(0), Some(folder))])?);
            Ok::<_, db::Error>((ends(terms::of_nodes(c, &nodes)?), of_children, store::count_waiting(c, folder)?))
        });
        let all = [Some(NOW - DAY), Some(NOW + 5 * DAY), Some(NOW + 90 * DAY)];
        assert_eq!(found.await.unwrap(), (all.to_vec(), vec![Some(NOW + 5 * DAY)], 0));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_wait_are_listed_with_as_many_statements_as_one() {
    on_both(async |world| {
        let (tenant, folder, node) = (world.tenant, world.folder, world.file);
        let ask = async |user: UserId| {
            let asked = world.db.write(move |tx| {
                let new = store::New { tenant, folder, node, user, reason: "For the fair" };
                store::insert(tx, &new, NOW)
            });
            assert!(asked.await.unwrap().is_some());
        };
        let names = async || {
            let waiting = world.waiting(&world.ana).await;
            let name = |one: &Value| one["entry"]["name"].as_str().unwrap().to_owned();
            waiting.as_array().unwrap().iter().map(name).collect::<Vec<_>>()
        };
        ask(world.rea.user).await;
        assert_eq!(names().await, ["file"]);
        let of_one = world.statements(async { drop(names().await) }).await;
        ask(world.wim.user).await;
        ask(world.ana.user).await;
        let of_many = world.statements(async { assert_eq!(names().await, ["file"; 3]) }).await;
        assert_eq!(of_many, of_one);
    })
    .await;
}
