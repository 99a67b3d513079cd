//! What terms mean for who asks, on both engines. The ways by which bytes leave are in the server's stories.

mod world;

use authz::Withheld;
use events::Header;
use primitives::{NodeId, NodeRole, UserId};
use security::{GrantAccess, NewGrant, Principal};
use serde_json::{Value, json};

use self::world::{DAY, NOW, World, on_both};
use crate::requests::store;
use crate::terms::{self, Own};
use crate::{kept_ends, sweep};

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
async fn a_move_takes_no_end_away() {
    on_both(async |world| {
        let World { tenant, folder, file, top, .. } = world;
        assert_eq!(world.set(&world.wim, folder, json!({ "usable_until": NOW + 5 })).await, 200);
        let header = Header::by(&*world.ana, tenant, NOW);
        let moved = content::EntryMoved { header, from: folder, folder: top, node: file };
        let kept = world.db.write(move |tx| {
            kept_ends::moved(tx, &moved)?;
            terms::find(tx, file)
        });
        assert_eq!(kept.await.unwrap(), Own { usable_until: Some(NOW + 5), asks_first: false });
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
        let ends = world.db.read(move |c| {
            let nodes = [(file, Some(folder)), (folder, Some(top)), (top, None)];
            let of_children = terms::usable_until(c, &[(NodeId(0), Some(folder))])?;
            Ok::<_, db::Error>((terms::usable_until(c, &nodes)?, of_children, store::count_waiting(c, folder)?))
        });
        let all = [Some(NOW - DAY), Some(NOW + 5 * DAY), Some(NOW + 90 * DAY)];
        assert_eq!(ends.await.unwrap(), (all.to_vec(), vec![Some(NOW + 5 * DAY)], 0));
    })
    .await;
}
