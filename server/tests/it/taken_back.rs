//! Moves and copies that are taken back: nothing is opened by it, nothing is left of a copy that was still running, and what
//! others have done since stays.

use std::collections::BTreeSet;

use db::{Engine, Tx};
use primitives::{NodeId, Seconds};
use security::GrantAccess;
use serde_json::{Value, json};

use crate::harness::{NOW, TestServer, on_both};
use crate::long_copies::drain_copies;
use crate::purges::made;
use crate::test_users::{Answer, TestUser};

const DAY: Seconds = 86_400;

async fn actions(who: &TestUser<'_>) -> Vec<Value> {
    who.get("/api/core/background-action").await.ok()["items"].as_array().unwrap().clone()
}

async fn action(who: &TestUser<'_>, begun: &Value) -> Value {
    let id = &begun["bg_action_id"];
    actions(who).await.into_iter().find(|one| one["bg_action_id"] == *id).unwrap()
}

async fn relocate(who: &TestUser<'_>, node: i64, target: i64) -> Value {
    who.post(&format!("entry/move/{node}"), json!({ "target_id": target })).await.ok()
}

async fn copy(who: &TestUser<'_>, node: i64, target: i64) -> Value {
    who.put(&format!("entry/copy/{node}/to/{target}"), json!({})).await.ok()["bg_action"].clone()
}

async fn several(who: &TestUser<'_>, selection: Value) -> Value {
    let answer = who.post("entry/copy", selection).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()["bg_action"].clone()
}

async fn undo(who: &TestUser<'_>, action: &Value) -> Answer {
    who.post(&format!("selection/undo/{}", action["bg_action_id"].as_str().unwrap()), json!({})).await
}

async fn cancel(who: &TestUser<'_>, action: &Value) -> Answer {
    let id = action["bg_action_id"].as_str().unwrap();
    who.post(&format!("/api/core/background-action/{id}/cancel"), json!({})).await
}

/// Takes it back, and says how that ended.
async fn undone(server: &TestServer, who: &TestUser<'_>, of: &Value) -> Value {
    let begun = undo(who, of).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    server.drain().await;
    action(who, &begun.ok()["bg_action"]).await
}

async fn named(who: &TestUser<'_>, folder: i64, name: &str) -> i64 {
    let list = who.get(&format!("entry/list/{folder}?limit=500")).await.ok();
    let found = list["items"].as_array().unwrap().iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}: {list}"))["node_id"].as_i64().unwrap()
}

async fn nothing_is_left(server: &TestServer) {
    for sql in [
        "SELECT COUNT(*) FROM content_intent",
        "SELECT COUNT(*) FROM content_upload",
        "SELECT COUNT(*) FROM content_copy WHERE state = 0",
        "SELECT COUNT(*) FROM nodes_node WHERE state = 0",
    ] {
        assert_eq!(server.count(sql).await, 0, "{sql}");
    }
    assert_eq!(server.staged().await, [""; 0]);
}

async fn declassify(server: &TestServer, node: i64) {
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
        security::classify(tx, &permit, access.actor(), &BTreeSet::new(), NOW)
    };
    security::write(&server.app.db, &server.actor("zoe").await, change).await.unwrap();
}

#[test]
fn taking_a_move_back_opens_nothing_that_came_into_it_or_was_marked_since() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (open, sealed) = (zoe.folder(server.top, "Open").await.id(), zoe.folder(server.top, "Sealed").await.id());
        let brief = zoe.upload(sealed, "brief.txt", "secret").await.id();
        let original = zoe.upload(sealed, "original.txt", "secret").await.id();
        server.classify(sealed).await;
        let parcel = wim.folder(open, "Parcel").await.id();
        let moved = relocate(&zoe, parcel, sealed).await;
        let uploaded = zoe.upload(parcel, "uploaded.txt", "secret").await.id();
        relocate(&zoe, brief, parcel).await;
        copy(&zoe, original, parcel).await;
        server.drain().await;
        let copied = named(&zoe, parcel, "original.txt").await;
        assert_eq!(undone(server, &zoe, &moved).await["status"], "success");
        assert_eq!(zoe.list(open).await, ["Parcel"]);
        assert_eq!(zoe.list(parcel).await, ["brief.txt", "original.txt", "uploaded.txt"]);
        for node in [parcel, uploaded, brief, copied] {
            assert_eq!(wim.get(&format!("entry/{node}")).await.status, 404);
            assert_eq!(wim.content(node).await.status, 404);
        }
        assert_eq!(wim.list(open).await, [""; 0]);
        let told = "SELECT COUNT(*) FROM audit_entry WHERE what = 'entry_move' AND after_json LIKE '%marks%'";
        assert_eq!(server.count(told).await, 1, "the log says that the mark was kept");

        // What was open and is marked where it lies now.
        let (from, later) = (zoe.folder(server.top, "From").await.id(), zoe.folder(server.top, "Later").await.id());
        let plain = wim.upload(from, "plain.txt", "secret by now").await.id();
        let moved = relocate(&zoe, plain, later).await;
        server.classify(later).await;
        assert_eq!(undone(server, &zoe, &moved).await["status"], "success");
        assert_eq!(zoe.list(from).await, ["plain.txt"]);
        assert_eq!(wim.content(plain).await.status, 404);

        // Out of the mark, which is gone when it comes back: the kept one is all that protects it.
        let (marked, aside) = (zoe.folder(server.top, "Marked").await.id(), zoe.folder(server.top, "Aside").await.id());
        let kept = zoe.upload(marked, "kept.txt", "secret").await.id();
        server.classify(marked).await;
        let moved = relocate(&zoe, kept, aside).await;
        declassify(server, marked).await;
        assert_eq!(undone(server, &zoe, &moved).await["status"], "success");
        assert_eq!(wim.content(kept).await.status, 404);
    });
}

/// Waits until a copy has put something into `folder`.
async fn grows(who: &TestUser<'_>, folder: i64) {
    while who.list(folder).await.is_empty() {
        tokio::task::yield_now().await;
    }
}

#[test]
fn a_copy_that_is_taken_back_or_stopped_while_it_runs_makes_nothing_more() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (made(server, "wim", server.top, "One", 350).await, wim.folder(server.top, "Two").await.id());
        let three = wim.folder(server.top, "Three").await.id();
        let begun = several(&wim, json!({ "parent_id": one, "target_id": two })).await;
        let watch = async {
            grows(&wim, two).await;
            undo(&wim, &begun).await
        };
        let (answer, ()) = tokio::join!(watch, drain_copies(server));
        assert_eq!(answer.status, 202, "{}", answer.body);
        drain_copies(server).await;
        assert_eq!(wim.list(two).await, [""; 0]);
        assert_eq!(server.names_at("Two").await, [""; 0]);
        assert_ne!(server.count("SELECT COUNT(*) FROM content_copying WHERE ended_at IS NOT NULL").await, 0);
        nothing_is_left(server).await;

        let begun = several(&wim, json!({ "parent_id": one, "target_id": three })).await;
        let path = format!("entry/list/{three}?limit=500");
        let all = async || wim.get(&path).await.names().len();
        let watch = async {
            grows(&wim, three).await;
            assert_eq!(cancel(&wim, &begun).await.status, 204, "it was over too soon");
            all().await
        };
        let (count, ()) = tokio::join!(watch, drain_copies(server));
        drain_copies(server).await;
        assert!(count > 0 && count < 350, "{count}");
        let stayed = all().await;
        assert_eq!(server.names_at("Three").await.len(), stayed);
        if server.app.db.engine() == Engine::Sqlite {
            assert_eq!(stayed, count, "whole copies stay, and nothing follows");
        } else {
            assert!((count..=count + 100).contains(&stayed), "only a transaction that was under way follows");
        }
        nothing_is_left(server).await;
    });
}

#[test]
fn taking_a_copy_back_leaves_what_has_changed_since_and_tells_it() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (from, to) = (wim.folder(server.top, "From").await.id(), wim.folder(server.top, "To").await.id());
        let elsewhere = wim.folder(server.top, "Elsewhere").await.id();
        for name in ["Added", "Inside", "Moved", "Renamed", "Same"] {
            let folder = wim.folder(from, name).await.id();
            let inner = wim.folder(folder, "Inner").await.id();
            wim.upload(inner, "a.txt", name).await.ok();
        }
        wim.upload(from, "file.txt", "x").await.ok();
        wim.upload(from, "other.txt", "y").await.ok();
        let copied = several(&wim, json!({ "parent_id": from, "target_id": to })).await;
        server.drain().await;
        server.clock.advance(5);
        let added = named(&mia, named(&mia, to, "Added").await, "Inner").await;
        mia.upload(added, "hers.txt", "work").await.ok();
        let inside = named(&mia, named(&mia, to, "Inside").await, "Inner").await;
        mia.rename(named(&mia, inside, "a.txt").await, "hers.txt").await.ok();
        relocate(&mia, named(&mia, to, "Moved").await, elsewhere).await;
        mia.rename(named(&mia, to, "Renamed").await, "Hers").await.ok();
        mia.rename(named(&mia, to, "other.txt").await, "hers.txt").await.ok();

        let back = undone(server, &wim, &copied).await;
        assert_eq!((&back["status"], &back["done"], &back["failed"]), (&json!("partial_error"), &json!(2), &json!(5)));
        assert_eq!(wim.list(to).await, ["Added", "Hers", "Inside", "hers.txt"]);
        assert_eq!(wim.list(elsewhere).await, ["Moved"]);
        let id = back["bg_action_id"].as_str().unwrap();
        let failures = wim.get(&format!("selection/failures/{id}")).await.ok();
        let reasons: Vec<_> = failures["items"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
        assert_eq!(reasons, [&json!("changed_since"); 5]);
        // What takes back is not taken back.
        assert_eq!((&back["can_undo"], &back["undoes"]), (&json!(false), &copied["bg_action_id"]));
        assert_eq!(undo(&wim, &back).await.refusal(), (404, "not_found"));

        // Once it is as it was, it is tried again, as an undo.
        mia.rename(named(&mia, to, "Hers").await, "Renamed").await.ok();
        let again = wim.post(&format!("selection/retry/{id}"), json!({})).await.ok()["bg_action"].clone();
        server.drain().await;
        let again = action(&wim, &again).await;
        assert_eq!((&again["done"], &again["failed"], &again["can_undo"]), (&json!(1), &json!(4), &json!(false)));
        assert_eq!(undo(&wim, &again).await.refusal(), (404, "not_found"));
        assert_eq!(wim.list(to).await, ["Added", "Inside", "hers.txt"]);
    });
}

#[test]
fn a_copy_that_has_ended_keeps_no_waiting_rows_and_is_forgotten_in_pages() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (made(server, "wim", server.top, "many", 300).await, wim.folder(server.top, "Two").await.id());
        let rows = "SELECT COUNT(*) FROM content_copy";
        for _ in 0..3 {
            let begun = several(&wim, json!({ "parent_id": one, "target_id": two })).await;
            assert_eq!(server.count(rows).await, 300);
            assert_eq!(cancel(&wim, &begun).await.status, 204);
            drain_copies(server).await;
            assert_eq!(server.count(rows).await, 0);
        }
        let many = server.app.db.write(move |tx| {
            tx.run(
                "INSERT INTO content_copy (copying_id, root_id, source_id, into_id, is_file, state)
                 WITH RECURSIVE numbers (number) AS (
                   SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 12000
                 )
                 SELECT (SELECT MIN(copying_id) FROM content_copying), number, number, 1, TRUE, 1 FROM numbers",
                &[],
            )
        });
        many.await.unwrap();
        server.clock.advance(2 * DAY + 1);
        let log = server.test.query_log();
        content::sweep(&server.app.content).await.unwrap();
        let deletes = log.take().into_iter().filter(|sql| sql.starts_with("DELETE FROM content_copy ")).count();
        assert!(deletes >= 3, "{deletes}: others write in between");
        assert_eq!(server.count(rows).await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_copying").await, 0);
    });
}
