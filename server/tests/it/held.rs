//! A disk that does not answer, and what goes on beside it.

use serde_json::json;

use crate::harness::{names_in, on_both};

#[test]
fn a_disk_that_does_not_answer_delays_only_who_needs_it() {
    on_both(async |server| {
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
        assert_eq!(fetch.bytes, b"fetched");
        let mut wanted = vec![".vitrine", "fetched.txt", "late.txt"];
        wanted.push(if rename.status == 200 { "new.txt" } else { "old.txt" });
        wanted.extend((folder.status == 201).then_some("Late"));
        wanted.sort_unstable();
        // What was waited for too long is undone beside the requests.
        while server.count("SELECT COUNT(*) FROM content_intent").await > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(names_in(&server.disk), wanted);
        assert_eq!(mia.list(server.top).await.len(), wanted.len() - 1);
    });
}
