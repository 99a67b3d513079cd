//! What people do while an entry moves into another repository.

use blobs::testing::{Held, hold};
use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{action, clear, relocate, second_disk, several};
use crate::copying::another_repository;
use crate::eventually::eventually;
use crate::harness::{names_in, on_disks};
use crate::objects::Library;
use crate::repository_moves::is_sound;
use crate::test_users::TestUser;

/// Ends when the move waits for the disk of its target.
async fn until_it_copies(held: Held) -> Held {
    let waiting = tokio::task::spawn_blocking(move || {
        held.until_waiting(1);
        held
    });
    waiting.await.unwrap()
}

/// Why entries stay where they are.
async fn reasons(who: &TestUser<'_>, of: &Value) -> Vec<Value> {
    let id = of["bg_action_id"].as_str().unwrap();
    let failures = who.get(&format!("selection/failures/{id}")).await.ok();
    failures["items"].as_array().unwrap().iter().map(|failure| failure["reason"].clone()).collect()
}

#[test]
fn nothing_is_lost_of_what_people_do_in_a_folder_that_moves() {
    on_disks(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let second = another_repository(server).await;
        let outer = wim.folder(server.top, "Outer").await.id();
        let folder = wim.folder(outer, "Summer").await.id();
        let inner = wim.folder(folder, "Inner").await.id();
        let (renamed, removed, replaced, purged, taken_out) = (
            wim.upload(folder, "a.txt", "renamed").await.id(),
            wim.upload(folder, "b.txt", "removed").await.id(),
            wim.upload(folder, "c.txt", "replaced").await.id(),
            wim.upload(folder, "d.txt", "purged").await.id(),
            wim.upload(folder, "e.txt", "taken out").await.id(),
        );
        let restored = wim.upload(inner, "f.txt", "restored").await.id();
        wim.delete(&format!("entry/{inner}")).await.ok();
        let begun = relocate(&wim, folder, second).await.ok();
        let held = hold(&second_disk(server));
        let work = async {
            let held = until_it_copies(held).await;
            wim.rename(outer, "Around").await.ok();
            wim.rename(folder, "Winter").await.ok();
            wim.rename(renamed, "z.txt").await.ok();
            wim.delete(&format!("entry/{removed}")).await.ok();
            wim.replace(folder, replaced, "other words").await.ok();
            wim.delete(&format!("entry/{purged}")).await.ok();
            zoe.delete(&format!("entry/bin/{purged}")).await.ok();
            relocate(&wim, taken_out, server.top).await.ok();
            zoe.post(&format!("entry/restore/{inner}"), json!({})).await.ok();
            wim.upload(folder, "new.txt", "new").await.ok();
            wim.folder(folder, "made").await.ok();
            assert_eq!(wim.content(replaced).await.bytes, b"other words");
            drop(held);
        };
        tokio::join!(work, server.drain());
        server.drain().await;
        let told = action(&wim, &begun).await;
        assert_eq!(told["status"], "success", "{told}");
        let disk = second_disk(server).join("Winter");
        assert_eq!(names_in(&disk), ["Inner", "c.txt", "made", "new.txt", "z.txt"]);
        assert_eq!(std::fs::read(disk.join("c.txt")).unwrap(), b"other words");
        assert_eq!(names_in(&server.disk), [".vitrine", "Around", "e.txt"]);
        assert_eq!(names_in(&server.disk.join("Around")), [""; 0]);
        assert_eq!(wim.content(restored).await.bytes, b"restored");
        zoe.post(&format!("entry/restore/{removed}"), json!({})).await.ok();
        assert_eq!(wim.content(removed).await.bytes, b"removed");
        assert_eq!(wim.content(purged).await.status, 404);
        assert_eq!(wim.content(taken_out).await.bytes, b"taken out");
        is_sound(server).await;
        clear(server).await;
        assert_eq!(server.binned().await, [""; 0]);
    });
}

#[test]
fn an_upload_that_has_not_ended_is_waited_for_and_then_begins_anew() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let prepared = wim.prepare(folder, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        let begun = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "in_progress", "its end is waited for");
        for _ in 0..3 {
            server.clock.advance(300);
            server.drain().await;
        }
        assert_eq!(action(&wim, &begun).await["status"], "success", "for some minutes");
        assert_eq!(wim.patch(&prepared, 5, b"56789", &[]).await.status, 409);
        assert_eq!(wim.patch(&prepared, 0, b"0123456789", &[]).await.status, 204);
        let file = second_disk(server).join("Folder/parted.txt");
        assert_eq!(std::fs::read(file).unwrap(), b"0123456789");
        clear(server).await;
    });
}

#[test]
fn an_upload_of_which_bytes_still_come_is_waited_for_longer() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let prepared = wim.prepare(folder, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"0", &[]).await.status, 204);
        let begun = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        for sent in 1..10 {
            assert_eq!(action(&wim, &begun).await["status"], "in_progress", "after {sent} bytes");
            server.clock.advance(300);
            assert_eq!(wim.patch(&prepared, sent, b"x", &[]).await.status, 204, "after {sent} bytes");
            server.drain().await;
        }
        assert_eq!(action(&wim, &begun).await["status"], "success");
        let file = second_disk(server).join("Folder/parted.txt");
        assert_eq!(std::fs::read(file).unwrap(), b"0xxxxxxxxx");
        clear(server).await;
    });
}

#[test]
fn an_upload_that_goes_on_for_an_hour_begins_anew() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let prepared = wim.prepare(folder, "parted.txt", Some(20)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"0", &[]).await.status, 204);
        let begun = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        for sent in 1..13 {
            assert_eq!(action(&wim, &begun).await["status"], "in_progress", "after {sent} bytes");
            server.clock.advance(300);
            assert_eq!(wim.patch(&prepared, sent, b"x", &[]).await.status, 204, "after {sent} bytes");
            server.drain().await;
        }
        assert_eq!(action(&wim, &begun).await["status"], "success");
        assert_eq!(wim.patch(&prepared, 13, b"x", &[]).await.status, 409);
        assert_eq!(wim.patch(&prepared, 0, b"0123456789abcdefghij", &[]).await.status, 204);
        clear(server).await;
    });
}

#[test]
fn a_file_that_is_copied_for_long_holds_up_no_other_batch() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let into = wim.folder(server.top, "Into").await.id();
        let large = wim.upload(server.top, "large.txt", "large").await.id();
        let small = wim.upload(server.top, "small.txt", "small").await.id();
        let crossing = relocate(&wim, large, second).await.ok();
        let held = hold(&second_disk(server));
        let stop = CancellationToken::new();
        let worker = jobs::Worker::new(server.app.db.clone(), server.clock.clone(), server.app.jobs(), 1);
        let working = tokio::spawn(worker.run(stop.clone()));
        let held = until_it_copies(held).await;
        let begun = several(&wim, json!({ "node_ids": [small], "target_id": into })).await;
        eventually("the other batch ends", async || action(&wim, &begun).await["status"] == "success").await;
        assert_eq!(wim.list(into).await, ["small.txt"]);
        assert_eq!(action(&wim, &crossing).await["status"], "in_progress");
        drop(held);
        eventually("the large file arrives", async || action(&wim, &crossing).await["status"] == "success").await;
        stop.cancel();
        working.await.unwrap();
        clear(server).await;
    });
}

#[test]
fn of_two_that_overlap_the_second_says_why_it_stays() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let outer = wim.folder(server.top, "Outer").await.id();
        let folder = wim.folder(outer, "Folder").await.id();
        wim.upload(folder, "a.txt", "words").await.ok();
        let inner = wim.folder(folder, "Inner").await.id();
        let begun = relocate(&wim, folder, second).await.ok();
        let held = hold(&second_disk(server));
        let work = async {
            let held = until_it_copies(held).await;
            let others = several(&wim, json!({ "node_ids": [inner, outer], "target_id": second })).await;
            server.drain().await;
            drop(held);
            others
        };
        let (others, ()) = tokio::join!(work, server.drain());
        let told = action(&wim, &others).await;
        assert_eq!((&told["status"], &told["failed"]), (&json!("partial_error"), &json!(2)), "{told}");
        assert_eq!(reasons(&wim, &others).await, ["moving_nearby", "moving_nearby"]);
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "success");
        assert_eq!((wim.list(outer).await, wim.list(second).await), (vec![], vec!["Folder".to_owned()]));
        clear(server).await;
    });
}

#[test]
fn a_small_file_of_another_person_does_not_wait_for_large_ones() {
    on_disks(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let (second, library) = (another_repository(server).await, Library::new(server).await);
        let small = ada.upload(server.top, "small.txt", "words").await.id();
        for number in 0..4_u8 {
            let large = wim.upload(server.top, &format!("{number}.bin"), vec![number; 100_000]).await.id();
            relocate(&wim, large, second).await.ok();
        }
        // What goes there takes as long as it is held.
        let held = hold(&second_disk(server));
        let stop = CancellationToken::new();
        let worker = jobs::Worker::new(server.app.db.clone(), server.clock.clone(), server.app.jobs(), 2);
        let working = tokio::spawn(worker.run(stop.clone()));
        let held = until_it_copies(held).await;
        let begun = relocate(&ada, small, library.top).await.ok();
        let is_over = async || action(&ada, &begun).await["status"] == "success";
        eventually("the small file is there", is_over).await;
        let waiting = "SELECT COUNT(*) FROM content_batch_entry WHERE state = 0";
        assert_eq!(server.count(waiting).await, 4, "the large ones are not");
        drop(held);
        eventually("the large ones are there, too", async || server.count(waiting).await == 0).await;
        stop.cancel();
        working.await.unwrap();
        server.drain().await;
        assert_eq!((wim.list(second).await.len(), ada.list(library.top).await), (4, vec!["small.txt".to_owned()]));
        clear(server).await;
    });
}

#[test]
fn only_who_sees_what_moves_below_a_folder_is_told_of_it() {
    on_disks(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let second = another_repository(server).await;
        server.grant(second, Principal::Group(server.groups["managers"]), NodeRole::Manager).await;
        let outer = wim.folder(server.top, "Outer").await.id();
        let sealed = zoe.folder(outer, "Sealed").await.id();
        zoe.upload(sealed, "a.txt", "secret").await.ok();
        server.classify(sealed).await;
        server.drain().await;
        assert_eq!(wim.list(outer).await, [""; 0]);
        let begun = relocate(&zoe, sealed, second).await.ok();
        let held = hold(&second_disk(server));
        let work = async {
            let held = until_it_copies(held).await;
            let mut both = Vec::new();
            for who in [&wim, &zoe] {
                both.push(several(who, json!({ "node_ids": [outer], "target_id": second })).await);
            }
            server.drain().await;
            drop(held);
            both
        };
        let (both, ()) = tokio::join!(work, server.drain());
        assert_eq!(reasons(&wim, &both[0]).await, ["moving"]);
        assert_eq!(reasons(&zoe, &both[1]).await, ["moving_nearby"]);
        server.drain().await;
        assert_eq!(action(&zoe, &begun).await["status"], "success");
        clear(server).await;
    });
}

#[test]
fn whoever_loses_the_right_meanwhile_moves_nothing() {
    on_disks(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let guests = Principal::Group(server.groups["guests"]);
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "a.txt", "words").await.ok();
        for node in [folder, second] {
            server.grant(node, guests, NodeRole::Writer).await;
        }
        let begun = relocate(&rita, folder, second).await.ok();
        let held = hold(&second_disk(server));
        let work = async {
            let held = until_it_copies(held).await;
            server.revoke(second, guests).await;
            drop(held);
        };
        tokio::join!(work, server.drain());
        server.drain().await;
        assert_eq!(action(&rita, &begun).await["status"], "partial_error");
        assert_eq!((wim.list(server.top).await, wim.list(second).await), (vec!["Folder".to_owned()], vec![]));
        assert_eq!(names_in(&second_disk(server)), [".vitrine"]);
        clear(server).await;
    });
}
