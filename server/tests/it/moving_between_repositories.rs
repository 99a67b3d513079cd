//! Entries move into other repositories of their tenant: their bytes are copied in the background, and they stay the same
//! entries.

mod broken;
mod buckets;
mod counted;
mod elsewhere;
mod killed;
mod left;
mod meanwhile;
mod taken_over;

use std::path::PathBuf;

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::comments::say;
use crate::copying::{another_repository, nothing_is_left};
use crate::harness::{TestServer, names_in, on_disks};
use crate::links::visitor::Visitor;
use crate::repository_moves::is_sound;
use crate::test_users::{Answer, TestUser};
use crate::versions::versions;

/// An hour after a move, what it has left is deleted.
const GRACE: i64 = 3601;

/// The folder of the second repository.
fn second_disk(server: &TestServer) -> PathBuf {
    server.disk.parent().unwrap().join("second")
}

async fn relocate(who: &TestUser<'_>, node: i64, target: i64) -> Answer {
    who.post(&format!("entry/move/{node}"), json!({ "target_id": target })).await
}

async fn several(who: &TestUser<'_>, selection: Value) -> Value {
    let answer = who.post("entry/move", selection).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()["bg_action"].clone()
}

async fn action(who: &TestUser<'_>, begun: &Value) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    let found = all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == begun["bg_action_id"]);
    found.unwrap().clone()
}

/// Moves an entry, and lets that come to its end.
async fn moved(server: &TestServer, who: &TestUser<'_>, node: i64, target: i64) -> Value {
    let begun = relocate(who, node, target).await.ok();
    assert_eq!((&begun["type"], &begun["status"]), (&json!("move"), &json!("in_progress")), "{begun}");
    server.drain().await;
    let ended = action(who, &begun).await;
    assert_eq!(ended["status"], "success", "{ended}");
    ended
}

async fn undone(server: &TestServer, who: &TestUser<'_>, of: &Value) -> Value {
    let id = of["bg_action_id"].as_str().unwrap();
    let answer = who.post(&format!("selection/undo/{id}"), json!({})).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    server.drain().await;
    action(who, &answer.body["bg_action"]).await
}

/// What moves have left is deleted, and nothing is under way.
async fn clear(server: &TestServer) {
    server.clock.advance(GRACE);
    server.drain().await;
    for sql in ["SELECT COUNT(*) FROM storage_crossing", "SELECT COUNT(*) FROM storage_crossing_file"] {
        assert_eq!(server.count(sql).await, 0, "{sql}");
    }
    nothing_is_left(server).await;
    for disk in [server.disk.clone(), second_disk(server)] {
        for area in ["moving", "staging"] {
            let area = disk.join(".vitrine").join(area);
            assert!(!area.exists() || names_in(&area).is_empty(), "{}", area.display());
        }
    }
    is_sound(server).await;
}

#[test]
fn a_folder_moves_into_another_repository_and_all_in_it_stays_what_it_was() {
    on_disks(async |server| {
        let (wim, zoe, rita) = (server.user("wim"), server.user("zoe"), server.user("rita"));
        let second = another_repository(server).await;
        let into = wim.folder(second, "Into").await.id();
        let folder = wim.folder(server.top, "Verão").await.id();
        let inner = wim.folder(folder, "Inner").await.id();
        wim.folder(folder, "empty").await.ok();
        let plan = wim.upload(inner, "plan.txt", "first words").await.id();
        wim.replace(inner, plan, "other words").await.ok();
        let binned = wim.upload(folder, "binned.txt", "binned").await.id();
        let old = wim.folder(folder, "Old").await.id();
        let inside = wim.upload(old, "inside.txt", "inside").await.id();
        for node in [binned, old] {
            wim.delete(&format!("entry/{node}")).await.ok();
        }
        server.grant(inner, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.drain().await;
        say(&wim, plan, "Is this the last one?").await;
        let link = zoe.post("link", json!({ "node_ids": [plan] })).await.body;
        let check = json!({ "node_ids": [folder], "target_id": into });
        let check = wim.put("entry/copymove/check", check).await.ok();
        assert_eq!((&check["possible"], &check["crossing"], &check["no_room"]), (&json!(1), &json!(1), &json!(false)));
        assert!(!check.to_string().contains("bytes"), "what is closed to the asker has no size: {check}");

        let told = moved(server, &wim, folder, into).await;
        assert_eq!((&told["title"], &told["done"], &told["can_undo"]), (&json!("Verão"), &json!(1), &json!(true)));
        let disk = second_disk(server).join("Into/Verão");
        assert_eq!(names_in(&disk), ["Inner", "empty"]);
        assert_eq!(std::fs::read(disk.join("Inner/plan.txt")).unwrap(), b"other words");
        assert_eq!(names_in(&server.disk), [".vitrine"]);
        assert_eq!((wim.list(server.top).await, wim.list(into).await), (vec![], vec!["Verão".to_owned()]));
        assert_eq!(wim.get(&format!("entry/{folder}")).await.ok()["item_count"], 2);
        assert_eq!(wim.find("plan").await, ["plan.txt"]);
        assert_eq!(wim.content(plan).await.bytes, b"other words");
        assert_eq!(rita.content(plan).await.bytes, b"other words", "her grant has come along");
        let said = wim.get(&format!("comment/entry/{plan}")).await.ok();
        assert_eq!(said["items"][0]["text"], "Is this the last one?");
        let shown = Visitor::of(server, &link).get(&format!("/content/{plan}")).await;
        assert_eq!((shown.status, shown.bytes.as_slice()), (200, b"other words".as_slice()), "by its link");
        let first = versions(&wim, plan).await.pop().unwrap()["version_id"].clone();
        wim.post(&format!("version/restored/{first}"), json!({})).await.ok();
        assert_eq!(wim.content(plan).await.bytes, b"first words");
        for node in [binned, old] {
            zoe.post(&format!("entry/restore/{node}"), json!({})).await.ok();
        }
        assert_eq!(wim.content(inside).await.bytes, b"inside");
        assert_eq!(wim.content(binned).await.bytes, b"binned");
        assert_eq!(names_in(&disk), ["Inner", "Old", "binned.txt", "empty"]);
        is_sound(server).await;
        // The old name is free at once.
        wim.folder(server.top, "Verão").await.ok();
        clear(server).await;
        assert_eq!((server.staged().await, server.binned().await), (vec![], vec![]));
        assert_eq!(wim.content(plan).await.bytes, b"first words");
    });
}

#[test]
fn what_moved_into_another_repository_goes_back() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        wim.replace(folder, file, "more words").await.ok();
        let binned = wim.upload(folder, "b.txt", "binned").await.id();
        wim.delete(&format!("entry/{binned}")).await.ok();
        for _ in 0..2 {
            // At once, and again while what both have left is there.
            let told = moved(server, &wim, folder, second).await;
            let changed = wim.upload(folder, "new.txt", "new").await.id();
            let back = undone(server, &wim, &told).await;
            assert_eq!((&back["status"], &back["done"]), (&json!("success"), &json!(1)), "{back}");
            assert_eq!((wim.list(server.top).await, wim.list(second).await), (vec!["Folder".to_owned()], vec![]));
            assert_eq!(std::fs::read(server.disk.join("Folder/a.txt")).unwrap(), b"more words");
            assert_eq!(wim.content(file).await.bytes, b"more words");
            wim.delete(&format!("entry/{changed}")).await.ok();
            is_sound(server).await;
        }
        clear(server).await;
        assert_eq!(names_in(&second_disk(server).join(".vitrine/bin")), [""; 0]);
        server.user("zoe").post(&format!("entry/restore/{binned}"), json!({})).await.ok();
        assert_eq!(wim.content(binned).await.bytes, b"binned");
        is_sound(server).await;
        // After that hour, too.
        let told = moved(server, &wim, folder, second).await;
        clear(server).await;
        assert_eq!(undone(server, &wim, &told).await["status"], "success");
        assert_eq!(wim.content(file).await.bytes, b"more words");
        clear(server).await;
    });
}

#[test]
fn who_may_not_and_what_cannot_is_refused_as_within_a_repository() {
    on_disks(async |server| {
        let (wim, rea, rita) = (server.user("wim"), server.user("rea"), server.user("rita"));
        let second = another_repository(server).await;
        let (one, file) = (wim.folder(server.top, "One").await.id(), wim.upload(server.top, "a.txt", "1").await.id());
        let theirs = wim.upload(second, "A.txt", "theirs").await.id();
        assert_eq!(relocate(&rea, file, second).await.refusal(), (403, "needs_role.writer"));
        server.grant(second, Principal::Group(server.groups["guests"]), NodeRole::Writer).await;
        assert_eq!(relocate(&rita, file, second).await.refusal(), (404, "not_found"));
        server.grant(one, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        assert_eq!(relocate(&rita, one, second).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(relocate(&wim, file, second).await.refusal(), (409, "name_taken"));
        assert_eq!(relocate(&server.user("eva"), file, server.other_top).await.refusal(), (404, "not_found"));
        let skipped = several(&wim, json!({ "node_ids": [file, one], "target_id": second })).await;
        server.drain().await;
        let told = action(&wim, &skipped).await;
        assert_eq!(
            (&told["status"], &told["done"], &told["failed"]),
            (&json!("partial_error"), &json!(1), &json!(1)),
            "{told}"
        );
        assert_eq!(wim.list(second).await, ["One", "A.txt"]);
        let both = several(&wim, json!({ "node_ids": [file], "target_id": second, "keep_both": true })).await;
        server.drain().await;
        assert_eq!(action(&wim, &both).await["status"], "success");
        assert_eq!(wim.list(second).await, ["One", "a (2).txt", "A.txt"]);
        assert_eq!(wim.content(file).await.bytes, b"1");
        assert_eq!(wim.content(theirs).await.bytes, b"theirs");
        let named = wim.upload(server.top, "b.txt", "2").await.id();
        let begun = wim.post(&format!("entry/move/{named}"), json!({ "target_id": second, "name": "c.txt" })).await;
        assert_eq!(begun.ok()["title"], "c.txt");
        server.drain().await;
        assert_eq!(std::fs::read(second_disk(server).join("c.txt")).unwrap(), b"2");
        // It becomes the next version of the one that has its name there.
        let next = wim.upload(server.top, "c.txt", "3").await.id();
        several(&wim, json!({ "node_ids": [next], "target_id": second, "replace": true })).await;
        server.drain().await;
        assert_eq!(wim.content(named).await.bytes, b"3");
        assert_eq!(versions(&wim, named).await.len(), 2);
        clear(server).await;
    });
}

#[test]
fn marks_that_would_be_lost_in_another_repository_become_local() {
    on_disks(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let second = another_repository(server).await;
        server.grant(second, Principal::Group(server.groups["managers"]), NodeRole::Manager).await;
        let sealed = zoe.folder(server.top, "Sealed").await.id();
        let folder = zoe.folder(sealed, "Folder").await.id();
        let deep = zoe.upload(folder, "deep.txt", "secret").await.id();
        server.classify(sealed).await;
        server.drain().await;
        let check = zoe.put("entry/copymove/check", json!({ "node_ids": [folder], "target_id": second })).await.ok();
        assert_eq!((&check["possible"], &check["keeps_marks"]), (&json!(1), &json!(true)), "{check}");
        moved(server, &zoe, folder, second).await;
        server.drain().await;
        assert_eq!((wim.list(second).await, zoe.list(second).await), (vec![], vec!["Folder".to_owned()]));
        assert_eq!(wim.content(deep).await.status, 404);
        assert_eq!(zoe.content(deep).await.bytes, b"secret");
        clear(server).await;
    });
}
