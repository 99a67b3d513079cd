use serde_json::json;

use crate::harness::{TestServer, on_both};
use crate::previews::{jpeg, png};
use crate::test_users::TestUser;

/// A folder with a file in it, both made by `who`.
async fn folder_with_file(server: &TestServer, who: &TestUser<'_>) -> (i64, i64) {
    let folder = who.folder(server.top, "Folder").await.id();
    (folder, who.upload(folder, "inner.txt", "inside").await.id())
}

#[test]
fn the_bin_hides_a_folder_with_all_in_it_and_gives_it_back() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, file) = folder_with_file(server, &wim).await;
        let action = wim.delete(&format!("entry/{folder}?bgGroupId=group-of-mine")).await.ok();
        assert_eq!((action["type"].as_str(), action["bg_group_id"].as_str()), (Some("delete"), Some("group-of-mine")));
        assert_eq!(wim.list(server.top).await, [""; 0]);
        for gone in [
            format!("entry/{folder}"),
            format!("entry/{file}"),
            format!("entry/list/{folder}"),
            format!("/api/file/content/{file}"),
        ] {
            assert_eq!(wim.get(&gone).await.refusal(), (404, "not_found"), "{gone}");
        }
        for term in ["inner", "folder", "in"] {
            assert_eq!(wim.find(term).await, [""; 0], "{term}");
        }
        let bin = wim.get("entry/bin").await.ok();
        let entry = &bin["items"][0];
        assert_eq!(
            (entry["node_id"].as_i64(), entry["deleted_by"].as_str(), entry["parent_name"].as_str()),
            (Some(folder), Some("wim"), Some("library"))
        );
        assert_eq!(entry["purge_at"].as_i64(), Some(crate::harness::NOW + 30 * 86_400));
        assert_eq!(bin["items"].as_array().unwrap().len(), 1);
        assert_eq!(server.names_at("").await, [".vitrine"]);
        assert_eq!(wim.post(&format!("entry/restore/{folder}"), serde_json::Value::Null).await.id(), folder);
        assert_eq!(wim.content(file).await.bytes, b"inside");
        assert_eq!(wim.find("inner").await, ["inner.txt"]);
        assert_eq!((server.binned().await, server.names_at("Folder").await), (vec![], vec!["inner.txt".to_owned()]));
    });
}

#[test]
fn restoring_onto_a_name_that_is_taken_leaves_the_bin_as_it_was() {
    on_both(async |server| {
        let wim = server.user("wim");
        let old = wim.upload(server.top, "a.txt", "old").await.id();
        wim.delete(&format!("entry/{old}")).await.ok();
        let new = wim.upload(server.top, "A.txt", "new").await.id();
        let restored = wim.post(&format!("entry/restore/{old}"), serde_json::Value::Null).await;
        assert_eq!(restored.refusal(), (409, "name_taken"));
        assert_eq!(wim.content(new).await.bytes, b"new");
        wim.rename(new, "b.txt").await.ok();
        wim.post(&format!("entry/restore/{old}"), serde_json::Value::Null).await.ok();
        assert_eq!(wim.content(old).await.bytes, b"old");
    });
}

#[test]
fn only_a_manager_deletes_for_good_and_then_nothing_is_left() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (folder, file) = folder_with_file(server, &wim).await;
        let before = wim.upload(folder, "binned before.txt", "x").await.id();
        wim.delete(&format!("entry/{before}")).await.ok();
        let waiting = wim.prepare(folder, "on its way.bin", Some(10)).await.ok();
        wim.patch(&waiting, 0, b"12345", &[]).await;
        assert_eq!(
            mia.delete(&format!("entry/bin/{folder}")).await.refusal(),
            (404, "not_found"),
            "it is not in the bin"
        );
        wim.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!(wim.delete(&format!("entry/bin/{folder}")).await.refusal(), (403, "needs_role.manager"));
        assert_eq!(server.user("rita").delete(&format!("entry/bin/{folder}")).await.refusal(), (404, "not_found"));
        assert_eq!(mia.delete(&format!("entry/bin/{folder}")).await.status, 204);
        assert_eq!(mia.get("entry/bin").await.names(), [""; 0]);
        assert_eq!(mia.get(&format!("entry/{file}")).await.status, 404);
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE parent_id IS NOT NULL").await, 0);
        assert_eq!((server.binned().await, server.staged().await), (vec![], vec![]), "no bytes without rows");
        assert_eq!(wim.patch(&waiting, 5, b"67890", &[]).await.refusal(), (404, "ticket"));
    });
}

#[test]
fn entries_are_purged_from_the_bin_after_their_retention() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, _) = folder_with_file(server, &wim).await;
        wim.delete(&format!("entry/{folder}")).await.ok();
        let late = wim.prepare(server.top, "never sent.bin", Some(10)).await.ok();
        wim.patch(&late, 0, b"12345", &[]).await;
        for (days, left) in [(29, 2), (2, 0)] {
            server.clock.advance(days * 86_400);
            content::sweep(&server.app.content).await.unwrap();
            let bin_and_staging = server.binned().await.len() * 2 + server.staged().await.len();
            assert_eq!(bin_and_staging, left, "after {days} more days");
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE parent_id IS NOT NULL").await, 0);
    });
}

#[test]
fn the_bin_hides_marked_entries_from_uncleared_users() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let (folder, _) = folder_with_file(server, &zoe).await;
        server.classify(folder).await;
        zoe.delete(&format!("entry/{folder}")).await.ok();
        for (name, seen) in
            [("zoe", vec!["Folder"]), ("ada", vec![]), ("mia", vec![]), ("rea", vec![]), ("eva", vec![])]
        {
            assert_eq!(server.user(name).get("entry/bin").await.names(), seen, "{name}");
        }
        for name in ["ada", "mia", "eva"] {
            let answer = server.user(name).post(&format!("entry/restore/{folder}"), serde_json::Value::Null).await;
            assert_eq!(answer.refusal(), (404, "not_found"), "{name}");
        }
    });
}

/// Six folders; of each, five folders with content and five files are in the bin.
async fn fill_bin(server: &TestServer) {
    let wim = server.user("wim");
    for number in 0..6 {
        let parent = wim.folder(server.top, &format!("parent {number}")).await.id();
        for inner in 0..5 {
            let folder = wim.folder(parent, &format!("folder {inner}")).await.id();
            // An entry that was removed before its folder is restored with it, and is not listed beside it.
            let file = wim.upload(folder, "inner.txt", "x").await.id();
            wim.delete(&format!("entry/{file}")).await.ok();
            let beside = wim.upload(parent, &format!("file {inner}.txt"), "x").await.id();
            for node in [folder, beside] {
                wim.delete(&format!("entry/{node}")).await.ok();
            }
        }
    }
}

#[test]
fn a_page_of_the_bin_costs_so_many_statements_whoever_asks() {
    on_both(async |server| {
        fill_bin(server).await;
        let query_log = server.test.query_log();
        for (who, items) in [("mia", 60), ("wim", 60), ("rea", 0), ("rita", 0)] {
            let who = server.user(who);
            who.get("entry/bin").await.ok();
            query_log.take();
            let page = who.get("entry/bin?limit=60").await.ok();
            let asked = query_log.take().len();
            assert_eq!((page["items"].as_array().unwrap().len(), &page["next"]), (items, &serde_json::Value::Null));
            assert!(asked < 60, "{asked} statements for {items} entries");
        }
    });
}

#[test]
fn pages_of_the_bin_say_all_of_each_entry_and_follow_each_other() {
    on_both(async |server| {
        fill_bin(server).await;
        let wim = server.user("wim");
        let closed = wim.folder(server.top, "closed").await.id();
        let inner = wim.folder(closed, "inner").await.id();
        server.classify(inner).await;
        wim.delete(&format!("entry/{closed}")).await.ok();
        let (mia, mut after, mut seen) = (server.user("mia"), String::new(), Vec::new());
        loop {
            let page = mia.get(&format!("entry/bin?limit=7{after}")).await.ok();
            seen.extend(page["items"].as_array().unwrap().iter().cloned());
            let Some(next) = page["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        assert_eq!(seen.len(), 61);
        for entry in &seen {
            let is_closed = entry["node_id"] == closed;
            let parent = if is_closed { "library" } else { "parent " };
            assert!(entry["parent_name"].as_str().unwrap().starts_with(parent), "{entry}");
            assert_eq!((&entry["deleted_by"], &entry["purgeable"]), (&"wim".into(), &(!is_closed).into()), "{entry}");
        }
        let mut ids: Vec<_> = seen.iter().map(|entry| entry["node_id"].as_i64().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 61);
    });
}

#[test]
fn an_undo_of_what_is_gone_for_good_fails_and_is_not_offered_again() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let file = wim.upload(server.top, "gone.txt", "x").await.id();
        let removed = wim.delete(&format!("entry/{file}")).await.ok()["bg_action_id"].clone();
        mia.post("selection/purge", json!({ "in_bin": true })).await.ok();
        server.drain().await;
        let path = format!("selection/undo/{}", removed.as_str().unwrap());
        wim.post(&path, json!({})).await.ok();
        server.drain().await;
        let failed = wim.get("/api/core/background-action").await.ok()["items"][0].clone();
        assert_eq!((&failed["undoes"], &failed["status"]), (&removed, &json!("partial_error")));
        assert_eq!((&failed["done"], &failed["failed"]), (&json!(0), &json!(1)));
        assert_eq!(failed["can_retry"], false, "another try would fail, too");
    });
}

#[test]
fn a_file_that_was_removed_before_it_was_drawn_is_not_said_to_be_drawn_until_it_is_restored() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "one.png", png()).await.id();
        wim.delete(&format!("entry/{node}")).await.ok();
        let status = async || wim.get("entry/bin").await.ok()["items"][0]["preview"]["status"].clone();
        assert_eq!(status().await, "unavailable");
        server.drain().await;
        assert_eq!(status().await, "unavailable");
        wim.post(&format!("entry/restore/{node}"), serde_json::Value::Null).await.ok();
        assert_eq!(wim.preview(node).await.status, 202);
        server.drain().await;
        assert_eq!(wim.preview(node).await.status, 200);

        // Another file of the content is drawn, so its picture comes in the bin, too.
        let bytes = jpeg();
        let first = wim.upload(server.top, "two.jpg", bytes.clone()).await.id();
        wim.upload(server.top, "three.jpg", bytes).await.ok();
        wim.delete(&format!("entry/{first}")).await.ok();
        assert_eq!(status().await, "generating_preview");
        server.drain().await;
        assert_eq!(status().await, "ready");
    });
}

#[test]
fn files_of_a_folder_that_was_removed_before_they_were_drawn_are_drawn_when_it_is_restored() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let inner = wim.folder(folder, "Inner").await.id();
        let one = wim.upload(folder, "one.png", png()).await.id();
        let two = wim.upload(inner, "two.jpg", jpeg()).await.id();
        wim.delete(&format!("entry/{folder}")).await.ok();
        server.drain().await;
        wim.post(&format!("entry/restore/{folder}"), serde_json::Value::Null).await.ok();
        // An object is drawn wherever its folder is.
        let restored = if server.bucket.is_some() { 200 } else { 202 };
        for node in [one, two] {
            assert_eq!(wim.preview(node).await.status, restored);
        }
        server.drain().await;
        for node in [one, two] {
            assert_eq!(wim.preview(node).await.status, 200);
        }
    });
}

#[test]
fn the_own_bin_has_what_one_removed_oneself_alone_or_selected() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        for (who, name) in [(&wim, "of wim 1.txt"), (&mia, "of mia.txt"), (&wim, "of wim 2.txt")] {
            let file = wim.upload(server.top, name, "1234").await.id();
            server.clock.advance(1);
            who.delete(&format!("entry/{file}")).await.ok();
        }
        assert_eq!(wim.get("entry/bin?mine=true").await.names(), ["of wim 2.txt", "of wim 1.txt"]);
        assert_eq!(mia.get("entry/bin?mine=true").await.names(), ["of mia.txt"]);
        assert_eq!(mia.get("entry/bin").await.names(), ["of wim 2.txt", "of mia.txt", "of wim 1.txt"]);
        let first = wim.get("entry/bin?mine=true&limit=1").await.ok();
        let next = format!("entry/bin?mine=true&limit=1&after={}", first["next"].as_str().unwrap());
        assert_eq!(wim.get(&next).await.names(), ["of wim 1.txt"]);
        assert_eq!(wim.get("entry/bin?mine=true&term=mia").await.names(), [""; 0]);
        let own = json!({ "in_bin": true, "mine": true });
        assert_eq!(wim.post("selection", own.clone()).await.ok()["count"], 2);
        assert_eq!(wim.post("selection/restore", own).await.ok()["count"], 2);
        server.drain().await;
        assert_eq!(wim.get("entry/bin").await.names(), ["of mia.txt"]);
        assert_eq!(wim.list(server.top).await, ["of wim 1.txt", "of wim 2.txt"]);
    });
}
