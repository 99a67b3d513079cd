//! A disk that does not answer, and what goes on beside it.

use serde_json::json;

use crate::eventually::eventually;
use crate::harness::{TestServer, names_in, on_disks};

async fn nothing_is_intended(server: &TestServer) {
    let intents = "SELECT COUNT(*) FROM content_intent";
    eventually("all changes are through", async || server.count(intents).await == 0).await;
}

#[test]
fn a_disk_that_hangs_delays_only_requests_that_use_it() {
    on_disks(async |server| {
        let (wim, mia, eva) = (server.user("wim"), server.user("mia"), server.user("eva"));
        let renamed = wim.upload(server.top, "old.txt", "renamed").await.id();
        let fetched = wim.upload(server.top, "fetched.txt", "fetched").await.id();
        let held = blobs::testing::hold(&server.disk);
        let others = async {
            let held = tokio::task::spawn_blocking(move || {
                held.until_waiting(4);
                held
            });
            let held = held.await.unwrap();
            // Another tenant, on another disk, does everything; and nobody waits for rows.
            let folder = eva.folder(server.other_top, "Folder").await.id();
            let file = eva.upload(folder, "a.txt", "theirs").await.id();
            assert_eq!(eva.rename(file, "b.txt").await.ok()["name"], "b.txt");
            eva.delete(&format!("entry/{folder}")).await.ok();
            eva.post(&format!("entry/restore/{folder}"), json!({})).await.ok();
            assert_eq!(eva.list(folder).await, ["b.txt"]);
            assert_eq!(eva.content(file).await.bytes, b"theirs");
            assert_eq!(mia.list(server.top).await, ["fetched.txt", "old.txt"]);
            assert_eq!(mia.find("fetched").await, ["fetched.txt"]);
            assert_eq!(mia.get("/readyz").await.status, 200);
            drop(held);
        };
        let (rename, upload, folder, fetch, ()) = tokio::join!(
            wim.rename(renamed, "new.txt"),
            wim.upload(server.top, "late.txt", "late"),
            mia.folder(server.top, "Late"),
            mia.content(fetched),
            others
        );
        // A slow machine may have let them wait too long; then the disk is as before.
        let answered = |status: u16, done: u16| assert!([done, 503].contains(&status), "{status}");
        answered(rename.status, 200);
        answered(folder.status, 201);
        upload.ok();
        answered(fetch.status, 200);
        assert!(fetch.status != 200 || fetch.bytes == b"fetched");
        let mut wanted = vec![".vitrine", "fetched.txt", "late.txt"];
        wanted.push(if rename.status == 200 { "new.txt" } else { "old.txt" });
        wanted.extend((folder.status == 201).then_some("Late"));
        wanted.sort_unstable();
        // What was waited for too long is undone beside the requests.
        nothing_is_intended(server).await;
        assert_eq!(names_in(&server.disk), wanted);
        assert_eq!(mia.list(server.top).await.len(), wanted.len() - 1);
    });
}

#[test]
fn a_change_that_waits_too_long_for_a_disk_is_refused_and_undone() {
    on_disks(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let renamed = wim.upload(server.top, "old.txt", "renamed").await.id();
        let removed = wim.upload(server.top, "removed.txt", "removed").await.id();
        let restored = wim.upload(server.top, "restored.txt", "restored").await.id();
        mia.delete(&format!("entry/{restored}")).await.ok();
        let restore = || async { mia.post(&format!("entry/restore/{restored}"), json!({})).await };
        let remove = || async { mia.delete(&format!("entry/{removed}")).await };
        let held = blobs::testing::hold(&server.disk);
        let answers = tokio::join!(
            wim.rename(renamed, "new.txt"),
            mia.folder(server.top, "Late"),
            remove(),
            restore(),
            rea.content(removed)
        );
        let (rename, folder, remove_late, restore_late, fetch) = answers;
        for answer in [rename, folder, remove_late, restore_late, fetch] {
            assert_eq!(answer.refusal(), (503, "disk_unavailable"));
        }
        // The disk is still at it, and nothing else may touch these entries; the rows are as before.
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 4);
        assert_eq!(mia.list(server.top).await, ["old.txt", "removed.txt"]);
        assert_eq!(mia.rename(renamed, "other.txt").await.refusal(), (409, "moving"));
        drop(held);
        nothing_is_intended(server).await;
        assert_eq!(names_in(&server.disk), [".vitrine", "old.txt", "removed.txt"]);
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE name = 'Late'").await, 0);
        wim.rename(renamed, "new.txt").await.ok();
        mia.folder(server.top, "Late").await.ok();
        remove().await.ok();
        restore().await.ok();
        assert_eq!(names_in(&server.disk), [".vitrine", "Late", "new.txt", "restored.txt"]);
    });
}

#[test]
fn a_change_that_another_process_took_over_meanwhile_leaves_the_bytes_where_the_rows_say() {
    on_disks(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let renamed = wim.upload(server.top, "old.txt", "renamed").await.id();
        let removed = wim.upload(server.top, "removed.txt", "removed").await.id();
        let restored = wim.upload(server.top, "restored.txt", "restored").await.id();
        mia.delete(&format!("entry/{restored}")).await.ok();
        let restore = || async { mia.post(&format!("entry/restore/{restored}"), json!({})).await };
        let remove = || async { mia.delete(&format!("entry/{removed}")).await };
        let held = blobs::testing::hold(&server.disk);
        let others = async {
            let held = tokio::task::spawn_blocking(move || {
                held.until_waiting(3);
                held
            });
            let held = held.await.unwrap();
            let taken = server.app.db.write(|tx| tx.run("DELETE FROM content_intent", &[]));
            assert_eq!(taken.await.unwrap(), 3);
            drop(held);
        };
        let (rename, remove_late, restore_late, ()) =
            tokio::join!(wim.rename(renamed, "new.txt"), remove(), restore(), others);
        for answer in [rename, remove_late, restore_late] {
            assert_eq!(answer.status, 503);
        }
        let as_before = [".vitrine", "old.txt", "removed.txt"];
        eventually("the bytes are at their places", async || names_in(&server.disk) == as_before).await;
        for (node, bytes) in [(renamed, "renamed"), (removed, "removed")] {
            assert_eq!(mia.content(node).await.bytes, bytes.as_bytes());
        }
        restore().await.ok();
        assert_eq!(mia.content(restored).await.bytes, b"restored");
    });
}

#[test]
fn a_late_change_leaves_files_of_others_at_its_path() {
    on_disks(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let renamed = wim.upload(server.top, "one.txt", "renamed").await.id();
        let removed = wim.upload(server.top, "two.txt", "removed").await.id();
        let held = blobs::testing::hold(&server.disk);
        let others = async {
            let held = tokio::task::spawn_blocking(move || {
                held.until_waiting(2);
                held
            });
            let held = held.await.unwrap();
            server.test.run("DELETE FROM content_intent".to_owned()).await;
            // Another process has renamed both, and other files have their names.
            for (node, name, other) in [(renamed, "one.txt", "1.txt"), (removed, "two.txt", "2.txt")] {
                std::fs::rename(server.disk.join(name), server.disk.join(other)).unwrap();
                std::fs::write(server.disk.join(name), "new").unwrap();
                let sql =
                    format!("UPDATE nodes_node SET name = '{other}', name_key = '{other}' WHERE node_id = {node}");
                server.test.run(sql).await;
            }
            drop(held);
        };
        let remove_late = async { mia.delete(&format!("entry/{removed}")).await };
        let (rename, remove_late, ()) = tokio::join!(wim.rename(renamed, "late.txt"), remove_late, others);
        assert_eq!((rename.status, remove_late.status), (503, 503));
        let all = [".vitrine", "1.txt", "2.txt", "one.txt", "two.txt"];
        eventually("the bytes are at their places", async || names_in(&server.disk) == all).await;
        nothing_is_intended(server).await;
        for (name, bytes) in [("1.txt", "renamed"), ("2.txt", "removed"), ("one.txt", "new"), ("two.txt", "new")] {
            assert_eq!(std::fs::read_to_string(server.disk.join(name)).unwrap(), bytes);
        }
    });
}
