//! Moves that do not come to their end: stopped, or with a file that is not right.

use blobs::testing::hold;
use serde_json::json;

use super::{action, clear, relocate, second_disk, several};
use crate::copying::{another_repository, named};
use crate::harness::{names_in, on_disks};
use crate::repository_moves::is_sound;

#[test]
fn a_move_that_is_stopped_leaves_nothing_there() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let mut files = Vec::new();
        for number in 0..40 {
            files.push(wim.upload(folder, &format!("{number}.txt"), number.to_string()).await.id());
        }
        let begun = relocate(&wim, folder, second).await.ok();
        let held = hold(&second_disk(server));
        let stop = async {
            let waiting = tokio::task::spawn_blocking(move || {
                held.until_waiting(1);
                held
            });
            let held = waiting.await.unwrap();
            let id = begun["bg_action_id"].as_str().unwrap();
            assert_eq!(wim.post(&format!("/api/core/background-action/{id}/cancel"), json!({})).await.status, 204);
            assert_eq!(action(&wim, &begun).await["status"], "stopped", "at once");
            drop(held);
        };
        tokio::join!(stop, server.drain());
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "stopped");
        assert_eq!((wim.list(server.top).await, wim.list(second).await), (vec!["Folder".to_owned()], vec![]));
        assert_eq!(names_in(&second_disk(server)), [".vitrine"]);
        assert_eq!(server.count("SELECT COUNT(*) FROM storage_crossing").await, 0, "what was copied is deleted");
        clear(server).await;
        assert_eq!(wim.content(files[7]).await.bytes, b"7");
        wim.rename(folder, "Other").await.ok();
        let again = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        assert_eq!(action(&wim, &again).await["status"], "success");
        assert_eq!(names_in(&second_disk(server).join("Other")).len(), 40);
        clear(server).await;
    });
}

#[test]
fn a_move_that_is_stopped_between_two_turns_is_given_up_at_once() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        let prepared = wim.prepare(folder, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        let begun = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        let copying = "SELECT COUNT(*) FROM storage_crossing WHERE state = 'copying'";
        assert_eq!(server.count(copying).await, 1, "it waits for the upload");
        let id = begun["bg_action_id"].as_str().unwrap();
        assert_eq!(wim.post(&format!("/api/core/background-action/{id}/cancel"), json!({})).await.status, 204);
        assert_eq!(server.count(copying).await, 0, "its job has not run again");
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM storage_crossing").await, 0, "what was copied is deleted");

        super::moved(server, &wim, file, second).await;
        assert_eq!(action(&wim, &begun).await["status"], "stopped");
        assert_eq!(names_in(&second_disk(server)), [".vitrine", "a.txt"]);
        assert_eq!(wim.patch(&prepared, 5, b"56789", &[]).await.status, 204);
        assert_eq!(wim.list(folder).await, ["parted.txt"]);
        clear(server).await;
    });
}

#[test]
fn a_damaged_file_keeps_its_folder_where_it_is_and_the_others_move() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let mut folders = Vec::new();
        for name in ["Good", "Wrong"] {
            let folder = wim.folder(server.top, name).await.id();
            for file in ["a.txt", "b.txt"] {
                wim.upload(folder, file, format!("{name} {file}")).await.ok();
            }
            folders.push(folder);
        }
        let wrong = server.disk.join("Wrong/a.txt");
        let right = std::fs::read(&wrong).unwrap();
        std::fs::write(&wrong, "Wrong a.txx").unwrap();
        let begun = several(&wim, json!({ "node_ids": folders, "target_id": second })).await;
        server.drain().await;
        let told = action(&wim, &begun).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("partial_error"), &json!(1)), "{told}");
        assert_eq!((&told["failed"], &told["can_retry"]), (&json!(1), &json!(true)), "{told}");
        let id = begun["bg_action_id"].as_str().unwrap();
        let failures = wim.get(&format!("selection/failures/{id}")).await.ok();
        assert_eq!(failures["items"][0]["reason"], "damaged", "{failures}");
        assert_eq!(
            (wim.list(server.top).await, wim.list(second).await),
            (vec!["Wrong".to_owned()], vec!["Good".to_owned()])
        );
        assert_eq!(names_in(&server.disk.join("Wrong")), ["a.txt", "b.txt"]);
        assert_eq!(names_in(&second_disk(server)), [".vitrine", "Good"]);

        std::fs::write(&wrong, right).unwrap();
        let again = wim.post(&format!("selection/retry/{id}"), json!({})).await.ok();
        server.drain().await;
        let told = action(&wim, &again["bg_action"]).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("success"), &json!(1)), "{told}");
        assert_eq!(names_in(&second_disk(server).join("Wrong")), ["a.txt", "b.txt"]);
        let repaired = named(&wim, folders[1], "a.txt").await;
        assert_eq!(wim.content(repaired).await.bytes, b"Wrong a.txt");
        clear(server).await;
    });
}

#[test]
fn what_failed_can_be_moved_again_while_others_of_its_act_still_wait() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let [waits, wrong] = [wim.folder(server.top, "Waits").await.id(), wim.folder(server.top, "Wrong").await.id()];
        let prepared = wim.prepare(waits, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        for file in ["a.txt", "b.txt"] {
            wim.upload(wrong, file, file).await.ok();
        }
        let file = server.disk.join("Wrong/a.txt");
        std::fs::write(&file, "A.txt").unwrap();
        let begun = several(&wim, json!({ "node_ids": [waits, wrong], "target_id": second })).await;
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "in_progress");
        let moving = second_disk(server).join(".vitrine/moving");
        assert_eq!(names_in(&moving).len(), 1, "what was copied of the other takes no room");

        std::fs::write(&file, "a.txt").unwrap();
        super::moved(server, &wim, wrong, second).await;
        assert_eq!(names_in(&second_disk(server).join("Wrong")), ["a.txt", "b.txt"]);
        let repaired = named(&wim, wrong, "a.txt").await;
        assert_eq!(wim.content(repaired).await.bytes, b"a.txt");
        for _ in 0..3 {
            server.clock.advance(300);
            server.drain().await;
        }
        let told = action(&wim, &begun).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("partial_error"), &json!(1)), "{told}");
        assert_eq!(wim.patch(&prepared, 0, b"0123456789", &[]).await.status, 204);
        clear(server).await;
    });
}

#[test]
fn what_others_have_put_into_a_folder_on_the_disk_is_not_deleted() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "a.txt", "words").await.ok();
        std::fs::write(server.disk.join("Folder/theirs.txt"), "theirs").unwrap();
        // Something that is no entry has the path there.
        std::fs::write(second_disk(server).join("Folder"), "stray").unwrap();
        let begun = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "partial_error");
        assert_eq!(std::fs::read(second_disk(server).join("Folder")).unwrap(), b"stray");
        assert_eq!(names_in(&server.disk.join("Folder")), ["a.txt", "theirs.txt"]);
        std::fs::remove_file(second_disk(server).join("Folder")).unwrap();

        super::moved(server, &wim, folder, second).await;
        assert_eq!(names_in(&second_disk(server).join("Folder")), ["a.txt"]);
        clear(server).await;
        let lost = server.disk.join(".vitrine/lost");
        let [aside] = &names_in(&lost)[..] else { panic!("one folder is set aside") };
        assert_eq!(std::fs::read(lost.join(aside).join("theirs.txt")).unwrap(), b"theirs");
        is_sound(server).await;
    });
}
