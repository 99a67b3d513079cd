//! A store that does not answer, and the work with others: a start, schedules, jobs, first reads, the sweep, and settings.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use blobs::testing::Held;
use serde_json::json;

use crate::eventually::eventually;
use crate::harness::{TestServer, names_in, on_both, on_disks};
use crate::purges::made;
use crate::quotas::tenant;
use crate::test_users::TestUser;

/// The folder of the other tenant's repository.
fn theirs(server: &TestServer) -> PathBuf {
    server.test.folder().join("files/other/theirs")
}

#[test]
fn a_start_does_not_wait_for_a_disk_that_does_not_answer_and_reconciles_it_when_it_does() {
    on_disks(async |server| {
        let left = |disk: &Path| {
            let path = disk.join(".vitrine/staging/900001");
            fs::write(&path, "of no row").unwrap();
            path
        };
        let (held, answering) = (left(&server.disk), left(&theirs(server)));
        let hold = blobs::testing::hold(&server.disk);
        let owner = &server.app.content.storage.config.owner;
        storage::recover(&server.app.db, owner, server.clock.now()).await.unwrap();
        assert!(held.exists() && !answering.exists());
        drop(hold);
        eventually("the staged file is gone", async || !held.exists()).await;
    });
}

#[test]
fn the_change_of_an_ended_process_is_undone_while_another_store_does_not_answer() {
    on_disks(async |server| {
        let (wim, eva, now) = (server.user("wim"), server.user("eva"), server.clock.now());
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let gone = storage::Owner::of(child.id()).as_str().to_owned();
        child.wait().unwrap();
        let answering = eva.upload(server.other_top, "old.txt", "theirs").await.id();
        let held = wim.upload(server.top, "old.txt", "ours").await.id();
        // The last one is met first.
        for (node, disk) in [(answering, theirs(server)), (held, server.disk.clone())] {
            let intent = format!(
                "INSERT INTO content_intent (node_id, repository_id, act, source, target, created_at, owner, lease_until)
                 SELECT {node}, repository_id, 'rename', 'old.txt', 'new.txt', {now}, '{gone}', {now} + 60
                 FROM nodes_node WHERE node_id = {node}"
            );
            server.test.run(intent).await;
            fs::rename(disk.join("old.txt"), disk.join("new.txt")).unwrap();
        }
        let hold = blobs::testing::hold(&server.disk);
        let owner = &server.app.content.storage.config.owner;
        storage::reconcile(&server.app.db, owner, now).await.unwrap();
        assert!(theirs(server).join("old.txt").exists());
        assert!(server.disk.join("new.txt").exists());
        drop(hold);
        storage::reconcile(&server.app.db, owner, now).await.unwrap();
        assert!(server.disk.join("old.txt").exists());
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn a_file_server_is_created_while_the_disk_of_another_does_not_answer() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let _hold = blobs::testing::hold(&server.test.folder().join("files/other"));
        let form = json!({ "label": "New", "url": "new", "type": "posix", "tenant_ids": [lume] });
        ada.post("fileserver", form).await.ok();
        let inside = json!({ "label": "Inside", "url": "new/inside", "type": "posix", "tenant_ids": [lume] });
        assert_eq!(ada.post("fileserver", inside).await.refusal(), (409, "place_taken"));
    });
}

#[test]
fn files_of_one_store_are_read_for_the_first_time_while_another_cannot_be_read() {
    on_disks(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let touched = |path: PathBuf| {
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).unwrap();
        };
        let mut files = [0; 4];
        for (file, name) in files.iter_mut().zip(["a.txt", "b.txt", "c.txt", "d.txt"]) {
            *file = wim.upload(server.top, name, name).await.id();
            touched(server.disk.join(name));
        }
        let other = eva.upload(server.other_top, "e.txt", "theirs").await.id();
        touched(theirs(server).join("e.txt"));
        let held = blobs::testing::hold_reads(&server.disk);
        let meanwhile = async {
            let held = tokio::task::spawn_blocking(move || {
                held.until_waiting(4);
                held
            });
            let held = held.await.unwrap();
            let read = tokio::time::timeout(Duration::from_secs(60), eva.content(other)).await;
            assert_eq!(read.expect("its store answers").bytes, b"theirs");
            drop(held);
        };
        let [a, b, c, d] = files.map(|file| wim.content(file));
        let (a, b, c, d, ()) = tokio::join!(a, b, c, d, meanwhile);
        assert_eq!([a, b, c, d].map(|read| read.bytes), [b"a.txt", b"b.txt", b"c.txt", b"d.txt"]);
    });
}

#[test]
fn the_sweep_goes_on_with_the_next_store_while_one_does_not_answer() {
    on_disks(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        for (who, top) in [(&wim, server.top), (&eva, server.other_top)] {
            let removed = who.upload(top, "removed.txt", "removed").await.id();
            who.delete(&format!("entry/{removed}")).await.ok();
            let waiting = who.prepare(top, "never sent.bin", Some(10)).await.ok();
            who.patch(&waiting, 0, b"12345", &[]).await;
        }
        let of_theirs = |area: &str| names_in(&theirs(server).join(".vitrine").join(area));
        server.clock.advance(31 * 86_400);
        let hold = blobs::testing::hold(&server.disk);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!((of_theirs("bin"), of_theirs("staging")), (vec![], vec![]));
        let states = "SELECT COUNT(*) FROM nodes_node WHERE state IN (0, 2)";
        assert_eq!(server.count(states).await, 2, "nothing is deleted where it cannot be");
        drop(hold);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!((server.binned().await, server.staged().await), (vec![], vec![]));
        assert_eq!(server.count(states).await, 0);
    });
}

/// All due jobs, one after the other.
async fn drain(server: &TestServer) {
    tokio::time::timeout(Duration::from_secs(120), server.drain()).await.expect("no job waits for ever");
}

/// Files of two stores have other bytes than were stored; one of these stores is held while all files are read again.
async fn assert_others_are_read_again(server: &TestServer, hold: impl Fn(&Path) -> Held) {
    let (wim, eva) = (server.user("wim"), server.user("eva"));
    let held = wim.upload(server.top, "a.txt", "words").await.id();
    let other = eva.upload(server.other_top, "b.txt", "words").await.id();
    drain(server).await;
    fs::write(server.disk.join("a.txt"), "wordz").unwrap();
    fs::write(theirs(server).join("b.txt"), "wordz").unwrap();
    server.clock.advance(31 * 86_400);
    storage::integrity::keep_scrubbing(&server.app.content.storage).await.unwrap();
    let wrong = async || {
        let sql = "SELECT node_id FROM content_check WHERE flaw IS NOT NULL ORDER BY node_id";
        server.app.db.read(move |c| c.rows(sql, &[], |row| row.get::<i64>(0))).await.unwrap()
    };
    let hold = hold(&server.disk);
    drain(server).await;
    assert_eq!(wrong().await, [other]);
    drop(hold);
    server.clock.advance(3_601);
    drain(server).await;
    assert_eq!(wrong().await, [held, other]);
}

#[test]
fn files_of_one_store_are_read_again_while_another_does_not_answer() {
    on_disks(async |server| assert_others_are_read_again(server, blobs::testing::hold).await);
}

#[test]
fn files_of_one_store_are_read_again_while_reading_from_another_hangs() {
    on_disks(async |server| assert_others_are_read_again(server, blobs::testing::hold_reads).await);
}

#[test]
fn an_entry_is_deleted_for_good_although_its_store_does_not_answer() {
    on_disks(async |server| {
        let mia = server.user("mia");
        let removed = server.user("wim").upload(server.top, "removed.txt", "removed").await.id();
        mia.delete(&format!("entry/{removed}")).await.ok();
        let hold = blobs::testing::hold(&server.disk);
        let path = format!("entry/bin/{removed}");
        let deleted = tokio::time::timeout(Duration::from_secs(120), mia.delete(&path)).await;
        assert_eq!(deleted.expect("an answer").status, 204);
        assert_eq!(mia.get("entry/bin").await.names(), [""; 0]);
        drop(hold);
        eventually("its bytes are gone", async || server.binned().await.is_empty()).await;
        server.clock.advance(601);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(server.count("SELECT COUNT(*) FROM content_purging").await, 0);
    });
}

#[test]
fn a_purge_waits_for_a_store_that_does_not_answer_and_holds_up_no_other() {
    on_disks(async |server| {
        let (mia, eva) = (server.user("mia"), server.user("eva"));
        for (who, name, top) in [(&mia, "zoe", server.top), (&eva, "eva", server.other_top)] {
            let folder = made(server, name, top, "many", 501).await;
            who.delete(&format!("entry/{folder}")).await.ok();
            assert_eq!(who.delete(&format!("entry/bin/{folder}")).await.status, 202);
        }
        let hold = blobs::testing::hold(&server.disk);
        drain(server).await;
        let status =
            async |who: &TestUser<'_>| who.get("/api/core/background-action").await.ok()["items"][0]["status"].clone();
        assert_eq!([status(&mia).await, status(&eva).await], ["in_progress", "success"]);
        drop(hold);
        eventually("its bytes are gone", async || server.binned().await.is_empty()).await;
        server.clock.advance(60);
        drain(server).await;
        assert_eq!([status(&mia).await, status(&eva).await], ["success", "success"]);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_purging").await, 0);
    });
}
