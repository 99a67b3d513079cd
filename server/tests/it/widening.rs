//! Marks that a move takes away knowingly: for whom, said before, and in the log.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

async fn widen(who: &TestUser<'_>, node: i64, target: i64, reason: &str) -> Answer {
    who.post(&format!("entry/move/{node}"), json!({ "target_id": target, "widen_reason": reason })).await
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
        assert_eq!(widen(&zoe, file, open, "  ").await.status, 422, "a reason has words");
        assert!(!sees(&wim, file).await);
        let moved = widen(&zoe, file, open, "The campaign is public").await.ok();
        assert_eq!(wim.content(file).await.bytes, b"secret");
        let recorded = server.count(
            "SELECT COUNT(*) FROM audit_entry
             WHERE what = 'entry_move' AND after_json LIKE '%lost_marks%The campaign is public%'",
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
        let all = json!({ "parent_id": sealed, "target_id": open, "widen_reason": "for all" });
        assert_eq!(zoe.post("entry/move", all).await.status, 202);
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
        let many = json!({ "node_ids": [file], "target_id": open, "widen_reason": "because" });
        assert_eq!(clea.post("entry/move", many).await.status, 202);
        server.drain().await;
        assert_eq!((clea.list(sealed).await, clea.list(open).await), (vec!["file.txt".to_owned()], vec![]));
        // Without the wish it moves, and keeps its mark.
        clea.post(&format!("entry/move/{file}"), json!({ "target_id": open })).await.ok();
        assert_eq!((clea.list(open).await, sees(&wim, file).await), (vec!["file.txt".to_owned()], false));
        // Where nothing is lost, nothing is asked for.
        let plain = wim.upload(server.top, "plain.txt", "x").await.id();
        widen(&wim, plain, open, "no mark is here").await.ok();
    });
}
