//! Marks that a move takes away knowingly: for whom, said before, and in the log.

use db::Tx;
use events::Header;
use primitives::{NodeId, NodeRole};
use security::{GrantAccess, Match, NewGroup, Principal, PropagationPolicy};
use serde_json::{Value, json};

use crate::harness::{NOW, TestServer, on_both};
use crate::purges::made;
use crate::test_users::{Answer, TestUser};

async fn widen(who: &TestUser<'_>, node: i64, target: i64, reason: &str) -> Answer {
    let wish = json!({ "target_id": target, "widen_reason": reason, "give_up_marks": ["secret"] });
    who.post(&format!("entry/move/{node}"), wish).await
}

async fn check(who: &TestUser<'_>, node: i64, target: i64) -> Value {
    who.put("entry/copymove/check", json!({ "node_ids": [node], "target_id": target })).await.ok()
}

async fn sees(who: &TestUser<'_>, node: i64) -> bool {
    who.get(&format!("entry/{node}")).await.status == 200
}

/// A folder with a mark and one without, and a file in the first.
async fn places(server: &TestServer) -> (i64, i64, i64) {
    let zoe = server.user("zoe");
    let (sealed, open) = (zoe.folder(server.top, "Sealed").await.id(), zoe.folder(server.top, "Open").await.id());
    let file = zoe.upload(sealed, "file.txt", "secret").await.id();
    server.classify(sealed).await;
    server.drain().await;
    (sealed, open, file)
}

/// The wish that everything in a folder moves, and loses the secret mark.
fn all_of(folder: i64, target: i64) -> Value {
    let marks = json!(["secret"]);
    json!({ "parent_id": folder, "target_id": target, "widen_reason": "for all", "give_up_marks": marks })
}

/// Puts a further mark beside the secret one; who is cleared for that one is cleared for it, too.
async fn mark_further(server: &TestServer, node: i64) {
    let (cleared, secret) = (server.groups["cleared"], server.mark);
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
        let new = NewGroup {
            key: "press",
            kind: Match::And,
            propagation: PropagationPolicy::Inherited,
            single_per_node: false,
            single_per_group: false,
        };
        let group = security::create_group(tx, permit.tenant(), &new)?;
        let category = security::create_category(tx, permit.tenant(), "press")?;
        let mark = security::create_mark(tx, permit.tenant(), group, category, "embargo", None)?;
        security::give_clearance(tx, Header::by(access.actor(), permit.tenant(), NOW), cleared, mark)?;
        security::classify(tx, &permit, access.actor(), &[secret, mark].into(), NOW)
    };
    security::write::<_, security::Error, _>(&server.app.db, &server.actor("zoe").await, change).await.unwrap();
}

#[test]
fn who_manages_an_entry_and_is_cleared_takes_its_marks_away_by_a_move_with_a_reason() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (sealed, open, file) = places(server).await;
        let told = check(&zoe, file, open).await;
        assert_eq!((&told["keeps_marks"], told["lost_marks"].as_array().unwrap().len()), (&json!(true), 1));
        let people: Vec<_> =
            told["would_see"]["items"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert!(people.contains(&"wim") && !people.contains(&"rita"), "{people:?}");
        for wrong in ["  ", "\u{200b}", "\u{0}"] {
            assert_eq!(widen(&zoe, file, open, wrong).await.status, 422, "a reason has words: {wrong:?}");
        }
        assert!(!sees(&wim, file).await);
        let moved = widen(&zoe, file, open, "The campaign is public").await.ok();
        assert_eq!(wim.content(file).await.bytes, b"secret");
        let recorded = server.count(
            "SELECT COUNT(*) FROM audit_entry
             WHERE what = 'entry_move' AND after_json LIKE '%\"lost_marks\":[\"secret\"]%The campaign is public%'",
        );
        assert_eq!(recorded.await, 1);
        // Taken back, it is under the mark again.
        let id = moved["bg_action_id"].as_str().unwrap();
        zoe.post(&format!("selection/undo/{id}"), Value::Null).await.ok();
        server.drain().await;
        assert_eq!((zoe.list(sealed).await, sees(&wim, file).await), (vec!["file.txt".to_owned()], false));
    });
}

#[test]
fn many_entries_lose_their_marks_by_a_move_in_the_background() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (sealed, open, file) = places(server).await;
        let folder = zoe.folder(sealed, "Folder").await.id();
        let deep = zoe.upload(folder, "deep.txt", "deep").await.id();
        assert_eq!(zoe.post("entry/move", all_of(sealed, open)).await.status, 202);
        server.drain().await;
        for node in [file, folder, deep] {
            assert!(sees(&wim, node).await);
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM security_node_mark").await, 1, "that of the folder");
    });
}

#[test]
fn who_does_not_manage_an_entry_takes_no_mark_away() {
    on_both(async |server| {
        let (wim, clea) = (server.user("wim"), server.user("clea"));
        let (sealed, open, file) = places(server).await;
        for folder in [sealed, open] {
            server.grant(folder, Principal::User(server.users["clea"]), NodeRole::Writer).await;
        }
        server.drain().await;
        let told = check(&clea, file, open).await;
        assert_eq!((&told["keeps_marks"], &told["lost_marks"]), (&json!(true), &json!([])));
        assert_eq!(told["would_see"], Value::Null);
        assert_eq!(widen(&clea, file, open, "because").await.refusal(), (403, "needs_role.manager"));
        let marks = json!(["secret"]);
        let many = json!({ "node_ids": [file], "target_id": open, "widen_reason": "because", "give_up_marks": marks });
        assert_eq!(clea.post("entry/move", many).await.status, 202);
        server.drain().await;
        assert_eq!((clea.list(sealed).await, clea.list(open).await), (vec!["file.txt".to_owned()], vec![]));
        // Without the wish it moves, and keeps its mark.
        clea.post(&format!("entry/move/{file}"), json!({ "target_id": open })).await.ok();
        let told = "SELECT COUNT(*) FROM audit_entry
                    WHERE what = 'entry_move' AND after_json LIKE '%\"marks\":[\"secret\"]%'";
        assert_eq!(server.count(told).await, 1, "the log has the keys of kept marks, too");
        assert_eq!((clea.list(open).await, sees(&wim, file).await), (vec!["file.txt".to_owned()], false));
        // Where nothing is lost, nothing is asked for.
        let plain = wim.upload(server.top, "plain.txt", "x").await.id();
        widen(&wim, plain, open, "no mark is here").await.ok();
    });
}

#[test]
fn a_mark_that_came_since_the_asker_was_told_is_not_lost() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (sealed, open, file) = places(server).await;
        let folder = zoe.folder(sealed, "Folder").await.id();
        assert_eq!(check(&zoe, file, open).await["lost_marks"], json!(["secret"]));
        mark_further(server, sealed).await;
        server.drain().await;
        assert_eq!(widen(&zoe, file, open, "it is public").await.refusal(), (409, "other_marks"));
        assert_eq!(zoe.post("entry/move", all_of(sealed, open)).await.status, 202);
        server.drain().await;
        assert_eq!((zoe.list(sealed).await.len(), zoe.list(open).await), (2, vec![]));
        // A person who is told of both marks gives up both.
        let marks = check(&zoe, file, open).await["lost_marks"].clone();
        assert_eq!(marks, json!(["secret", "embargo"]));
        let both = json!({ "target_id": open, "widen_reason": "it is public", "give_up_marks": marks });
        for node in [file, folder] {
            zoe.post(&format!("entry/move/{node}"), both.clone()).await.ok();
            assert!(sees(&wim, node).await);
        }
    });
}

#[test]
fn a_reason_and_the_marks_that_are_given_up_come_together() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let (_, open, file) = places(server).await;
        let reason = json!({ "target_id": open, "widen_reason": "why" });
        let marks = json!({ "target_id": open, "give_up_marks": ["secret"] });
        for one in [reason, marks] {
            assert_eq!(zoe.post(&format!("entry/move/{file}"), one.clone()).await.status, 422, "{one}");
            let mut many = one;
            many["node_ids"] = json!([file]);
            assert_eq!(zoe.post("entry/move", many.clone()).await.status, 422, "{many}");
        }
        let long = json!({ "target_id": open, "widen_reason": "why", "give_up_marks": ["k".repeat(201)] });
        let refused = zoe.post(&format!("entry/move/{file}"), long).await;
        assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("give_up_marks")));
    });
}

#[test]
fn the_marks_of_many_entries_are_asked_about_together() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let open = zoe.folder(server.top, "Open").await.id();
        let few = made(server, "zoe", server.top, "few", 2).await;
        let many = made(server, "zoe", server.top, "many", 200).await;
        for folder in [few, many] {
            server.classify(folder).await;
        }
        server.drain().await;
        let query_log = server.test.query_log();
        // What the server does by itself at that moment is heard, too: the fewest of three are the answer's.
        let asked = async |folder: i64| {
            let all = json!({ "parent_id": folder, "target_id": open });
            let mut fewest = usize::MAX;
            for _ in 0..3 {
                query_log.take();
                let told = zoe.put("entry/copymove/check", all.clone()).await.ok();
                fewest = fewest.min(query_log.take().len());
                assert_eq!(told["lost_marks"], json!(["secret"]));
            }
            fewest
        };
        let (of_few, of_many) = (asked(few).await, asked(many).await);
        assert!(of_many < of_few + 20, "{of_few} statements for 2 entries, {of_many} for 200");
    });
}

#[test]
fn a_step_of_many_entries_reads_the_marks_of_their_tenant_once() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (sealed, open, file) = places(server).await;
        for number in 0..20 {
            zoe.upload(sealed, &format!("{number}.txt"), "x").await.ok();
        }
        server.drain().await;
        assert_eq!(zoe.post("entry/move", all_of(sealed, open)).await.status, 202);
        let query_log = server.test.query_log();
        query_log.take();
        server.drain().await;
        // Both transactions of a step read them, and what brings rights up to date.
        let read = |sql: &&String| sql.contains("propagation_policy FROM security_group");
        let asked = query_log.take().iter().filter(read).count();
        assert!((1..20).contains(&asked), "{asked}");
        assert_eq!((zoe.list(open).await.len(), sees(&wim, file).await), (21, true));
    });
}

#[test]
fn who_would_see_it_is_told_so_often_and_the_marks_are_told_always() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let (_, open, file) = places(server).await;
        let mut named = 0;
        for _ in 0..125 {
            let told = check(&zoe, file, open).await;
            assert_eq!(told["lost_marks"], json!(["secret"]));
            named += usize::from(!told["would_see"].is_null());
        }
        assert_eq!(named, 120);
        server.clock.advance(1);
        assert!(!check(&zoe, file, open).await["would_see"].is_null());
    });
}
