//! Several entries get new names at once: each one's own, in an order in which they can, and back.

use primitives::{NodeId, NodeRole};
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

async fn ask(who: &TestUser<'_>, names: &[(i64, &str)], keep_both: bool) -> Answer {
    let entries: Vec<_> = names.iter().map(|(node, name)| json!({ "node_id": node, "name": name })).collect();
    who.post("selection/rename", json!({ "entries": entries, "keep_both": keep_both })).await
}

/// Renames them, and tells how that ended.
async fn renamed(server: &TestServer, who: &TestUser<'_>, names: &[(i64, &str)], keep_both: bool) -> Value {
    let begun = ask(who, names, keep_both).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    ended(server, who, begun).await
}

async fn undone(server: &TestServer, who: &TestUser<'_>, of: &Value) -> Value {
    let begun = who.post(&format!("selection/undo/{}", of["bg_action_id"].as_str().unwrap()), json!({})).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    ended(server, who, begun).await
}

async fn ended(server: &TestServer, who: &TestUser<'_>, begun: Answer) -> Value {
    let id = begun.ok()["bg_action"]["bg_action_id"].clone();
    server.drain().await;
    let all = who.get("/api/core/background-action").await.ok();
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == id).unwrap().clone()
}

/// Files that have their names as their content, by these.
async fn files<const N: usize>(who: &TestUser<'_>, folder: i64, names: [&str; N]) -> [i64; N] {
    let mut made = [0; N];
    for (at, name) in names.into_iter().enumerate() {
        made[at] = who.upload(folder, name, name).await.id();
    }
    made
}

async fn name_of(who: &TestUser<'_>, node: i64) -> String {
    who.get(&format!("entry/{node}")).await.ok()["name"].as_str().unwrap().to_owned()
}

/// Why entries stayed as they were, by their names.
async fn failures(who: &TestUser<'_>, of: &Value) -> Vec<(String, String)> {
    let told = who.get(&format!("selection/failures/{}", of["bg_action_id"].as_str().unwrap())).await.ok();
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    told["items"].as_array().unwrap().iter().map(|one| (text(one, "name"), text(one, "reason"))).collect()
}

#[test]
fn several_entries_get_their_names_and_their_former_ones_back() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let [one, two, three] = files(&wim, folder, ["IMG_1.jpg", "IMG_2.jpg", "verão.txt"]).await;
        let inner = wim.folder(folder, "inner").await.id();
        let names = [(one, "Férias 01.jpg"), (two, "Férias 02.jpg"), (three, "VERÃO.txt"), (inner, "写真 📷")];
        let done = renamed(server, &wim, &names, false).await;
        assert_eq!((&done["type"], &done["status"], &done["done"]), (&json!("rename"), &json!("success"), &json!(4)));
        let after = ["Férias 01.jpg", "Férias 02.jpg", "VERÃO.txt", "写真 📷"];
        let mut on_disk = server.names_at("Folder").await;
        on_disk.sort();
        assert_eq!(on_disk, after);
        assert_eq!(server.bytes_at("Folder/Férias 02.jpg").await, b"IMG_2.jpg");
        assert_eq!(wim.find("férias").await.len(), 2);
        let recorded = "SELECT COUNT(*) FROM audit_entry WHERE what = 'entry_rename'";
        assert_eq!(server.count(recorded).await, 4);

        let back = undone(server, &wim, &done).await;
        assert_eq!((&back["status"], &back["done"]), (&json!("success"), &json!(4)));
        for (node, name) in [(one, "IMG_1.jpg"), (two, "IMG_2.jpg"), (three, "verão.txt"), (inner, "inner")] {
            assert_eq!(name_of(&wim, node).await, name);
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn names_are_exchanged_and_move_up() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let [a, b, c, x, y] = files(&wim, folder, ["a", "b", "c", "x", "y"]).await;
        let numbered = files(&wim, folder, ["1.txt", "2.txt", "3.txt", "4.txt"]).await;
        let mut names = vec![(a, "b"), (b, "c"), (c, "a"), (x, "Y"), (y, "X")];
        names.extend(numbered.iter().copied().zip(["2.txt", "3.txt", "4.txt", "5.txt"]));
        let done = renamed(server, &wim, &names, false).await;
        assert_eq!((&done["status"], &done["done"]), (&json!("success"), &json!(9)));
        for (node, name) in &names {
            assert_eq!(name_of(&wim, *node).await, *name);
        }
        assert_eq!(server.bytes_at("Folder/b").await, b"a");
        assert_eq!(server.bytes_at("Folder/5.txt").await, b"4.txt");
        assert_eq!(server.names_at("Folder").await.len(), 9);

        let back = undone(server, &wim, &done).await;
        assert_eq!((&back["status"], &back["done"]), (&json!("success"), &json!(9)));
        let former = ["a", "b", "c", "x", "y", "1.txt", "2.txt", "3.txt", "4.txt"];
        for ((node, _), name) in names.iter().zip(former) {
            assert_eq!(name_of(&wim, *node).await, name);
            assert_eq!(server.bytes_at(format!("Folder/{name}")).await, name.as_bytes());
        }
    });
}

#[test]
fn an_exchange_is_made_although_another_entry_is_to_get_one_of_the_names() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let [x, a, b] = files(&wim, folder, ["x", "a", "b"]).await;
        let done = renamed(server, &wim, &[(x, "a"), (a, "b"), (b, "a")], false).await;
        assert_eq!((&done["status"], &done["done"]), (&json!("partial_error"), &json!(2)));
        assert_eq!(failures(&wim, &done).await, [("x".into(), "name_taken".into())]);
        for (node, name) in [(x, "x"), (a, "b"), (b, "a")] {
            assert_eq!(name_of(&wim, node).await, name);
        }
        let recorded = "SELECT COUNT(*) FROM audit_entry WHERE what = 'entry_rename'";
        assert_eq!(server.count(recorded).await, 3, "one of the two made room");
        assert_eq!(server.bytes_at("Folder/b").await, b"a");
    });
}

#[test]
fn of_a_taken_name_an_entry_keeps_its_own_or_gets_a_number() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let [one, two, bearer] = files(&wim, folder, ["one.txt", "two.txt", "taken.txt"]).await;
        let skipped = renamed(server, &wim, &[(one, "taken.txt"), (two, "free.txt")], false).await;
        assert_eq!((&skipped["status"], &skipped["done"]), (&json!("partial_error"), &json!(1)));
        assert_eq!(failures(&wim, &skipped).await, [("one.txt".into(), "name_taken".into())]);
        assert_eq!(wim.list(folder).await, ["free.txt", "one.txt", "taken.txt"]);

        // What failed is tried again with the name that it did not get.
        wim.delete(&format!("entry/{bearer}")).await.ok();
        let again = format!("selection/retry/{}", skipped["bg_action_id"].as_str().unwrap());
        let again = ended(server, &wim, wim.post(&again, json!({})).await).await;
        assert_eq!((&again["status"], name_of(&wim, one).await), (&json!("success"), "taken.txt".into()));

        let both = renamed(server, &wim, &[(one, "same.txt"), (two, "same.txt")], true).await;
        assert_eq!(both["status"], "success", "{both}");
        assert_eq!(wim.list(folder).await, ["same (2).txt", "same.txt"]);
    });
}

#[test]
fn what_may_not_be_renamed_stays_and_says_why() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Folder").await.id();
        let [free, held, sealed, other] = files(&wim, folder, ["free", "held", "sealed", "other"]).await;
        wim.post(&format!("entry/lock/{held}"), json!({})).await.ok();
        server.classify(sealed).await;
        // An exchange with what is locked leaves both.
        let ended = renamed(server, &mia, &[(free, "mine"), (held, "other"), (other, "held")], false).await;
        assert_eq!((&ended["status"], &ended["done"]), (&json!("partial_error"), &json!(1)));
        let mut why = failures(&mia, &ended).await;
        why.sort();
        assert_eq!(why, [("held".into(), "locked".into()), ("other".into(), "name_taken".into())]);
        assert_eq!(mia.list(folder).await, ["held", "mine", "other"]);
        assert_eq!(ask(&mia, &[(held, "hers")], false).await.refusal(), (403, "locked"));
        assert_eq!(ask(&mia, &[(sealed, "seen")], false).await.refusal(), (404, "not_found"));
        assert_eq!(ask(&server.user("rea"), &[(free, "read")], false).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(ask(&server.user("rita"), &[(free, "read")], false).await.refusal(), (404, "not_found"));

        // Rights are asked again when it is done.
        let theirs = server.user("rita");
        server.grant(other, Principal::User(server.users["rita"]), NodeRole::Writer).await;
        let begun = ask(&theirs, &[(other, "rita's")], false).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        server.revoke(other, Principal::User(server.users["rita"])).await;
        server.drain().await;
        assert_eq!(theirs.actions().await.first().unwrap().1, "partial_error");
        assert_eq!(name_of(&mia, other).await, "other");
    });
}

#[test]
fn names_that_nobody_may_give_are_refused_at_once() {
    on_both(async |server| {
        let wim = server.user("wim");
        let [file] = files(&wim, server.top, ["file.txt"]).await;
        for names in [vec![], vec![(file, "a/b")], vec![(file, " ")], vec![(file, "one"), (file, "two")]] {
            assert_eq!(ask(&wim, &names, false).await.refusal(), (422, "invalid"), "{names:?}");
        }
        let many: Vec<_> = (1..=1_001).map(|node| (node, "x")).collect();
        assert_eq!(ask(&wim, &many, false).await.refusal(), (422, "invalid"));
        assert_eq!(name_of(&wim, file).await, "file.txt");
        let same = renamed(server, &wim, &[(file, "file.txt")], false).await;
        assert_eq!((&same["status"], &same["done"]), (&json!("success"), &json!(0)), "it is called so");
    });
}

#[test]
fn a_stopped_exchange_leaves_no_entry_with_a_name_in_between() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let [a, b] = files(&wim, folder, ["a", "b"]).await;
        let begun = ask(&wim, &[(a, "b"), (b, "a")], false).await.ok();
        let id = begun["bg_action"]["bg_action_id"].as_str().unwrap().to_owned();
        // As if it was stopped after the first of them had made room.
        let set_aside = "UPDATE content_batch_entry SET from_name = 'a', given_name = 'b (2)' WHERE node_id = $1";
        server.app.db.write(move |tx| tx.run(set_aside, db::params![NodeId(a)])).await.unwrap();
        wim.rename(a, "b (2)").await.ok();
        assert_eq!(wim.post(&format!("/api/core/background-action/{id}/cancel"), json!({})).await.status, 204);
        server.drain().await;
        assert_eq!(wim.list(folder).await, ["b", "b (2)"]);
        let stopped = wim.get("/api/core/background-action").await.ok();
        let stopped =
            stopped["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).unwrap().clone();
        assert_eq!((&stopped["status"], &stopped["done"]), (&json!("stopped"), &json!(1)));
        undone(server, &wim, &stopped).await;
        assert_eq!(wim.list(folder).await, ["a", "b"]);
    });
}
