//! Repositories that move to another file server themselves, while entries move between them.

use serde_json::json;

use super::left::cut_off;
use super::{GRACE, moved, relocate, undone};
use crate::copying::another_repository;
use crate::harness::{names_in, on_disks};
use crate::objects::Library;
use crate::repository_moves::{archive, ask, clear, files_folder, is_sound, leaves_nothing, move_to, repository};

#[test]
fn what_leaves_a_repository_that_moves_to_another_file_server_does_not_come_along() {
    on_disks(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        // Its end is waited for, once all files are copied.
        let prepared = wim.prepare(server.top, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        let to = archive(server, "archive").await;
        ask(server, &ada, server.top, to).await.ok();
        server.drain().await;
        let there = files_folder(server).join("archive/library");
        assert_eq!(std::fs::read(there.join("Folder/a.txt")).unwrap(), b"words");

        moved(server, &wim, folder, second).await;
        let again = wim.folder(server.top, "Folder").await.id();
        let other = wim.upload(again, "a.txt", "others").await.id();
        for _ in 0..3 {
            server.clock.advance(300);
            server.drain().await;
        }
        assert_eq!(repository(server, server.top).await["file_server_id"], to);
        assert_eq!(std::fs::read(there.join("Folder/a.txt")).unwrap(), b"others");
        is_sound(server).await;
        clear(server, server.top).await;
        leaves_nothing(server);
        assert_eq!(
            (wim.content(file).await.bytes, wim.content(other).await.bytes),
            (b"words".into(), b"others".into())
        );
        is_sound(server).await;
    });
}

#[test]
fn what_an_entry_has_left_is_deleted_with_the_old_place_of_the_repository_and_it_can_come_back() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.folder(folder, "empty").await.ok();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        wim.replace(folder, file, "more words").await.ok();
        let old = wim.folder(folder, "Old").await.id();
        let inside = wim.upload(old, "inside.txt", "inside").await.id();
        wim.delete(&format!("entry/{old}")).await.ok();
        let told = moved(server, &wim, folder, second).await;
        move_to(server, server.top, archive(server, "archive").await).await;
        assert_eq!(undone(server, &wim, &told).await["status"], "success");
        let there = files_folder(server).join("archive/library");
        assert_eq!(names_in(&there.join("Folder")), ["a.txt", "empty"]);
        clear(server, server.top).await;
        leaves_nothing(server);
        assert_eq!(names_in(&super::second_disk(server)), [".vitrine"]);
        assert_eq!(wim.content(file).await.bytes, b"more words");
        server.user("zoe").post(&format!("entry/restore/{old}"), json!({})).await.ok();
        assert_eq!(wim.content(inside).await.bytes, b"inside");
        is_sound(server).await;
    });
}

#[test]
fn what_an_entry_has_left_in_a_bucket_is_deleted_when_its_repository_has_left_it_too() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "words").await.id();
        let told = moved(server, &ada, file, server.top).await;
        move_to(server, library.top, archive(server, "archive").await).await;
        assert_eq!(undone(server, &ada, &told).await["status"], "success");
        let there = files_folder(server).join("archive/films");
        assert_eq!(std::fs::read(there.join("a.txt")).unwrap(), b"words");
        clear(server, library.top).await;
        assert_eq!(library.objects.keys(), [""; 0]);
        assert_eq!(ada.content(file).await.bytes, b"words");
        is_sound(server).await;
    });
}

#[test]
fn an_emptied_repository_whose_disk_is_away_gets_another_one() {
    on_disks(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let second = another_repository(server).await;
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        moved(server, &wim, file, second).await;
        // Its disk went away before the file had left its path there.
        cut_off(server).await;
        let moving = server.disk.join(".vitrine/moving");
        std::fs::rename(moving.join(&names_in(&moving)[0]), server.disk.join("a.txt")).unwrap();
        let away = server.disk.with_file_name("away");
        std::fs::rename(&server.disk, &away).unwrap();
        server.clock.advance(700);
        let to = archive(server, "archive").await;
        assert_eq!(ask(server, &ada, server.top, to).await.status, 202);
        server.drain().await;
        let told = repository(server, server.top).await;
        assert_eq!((&told["file_server_id"], &told["moving"]["state"]), (&json!(to), &json!("clearing")), "{told}");
        let other = wim.upload(server.top, "a.txt", "others").await.id();
        assert_eq!(wim.content(other).await.bytes, b"others");
        assert_eq!(wim.content(file).await.bytes, b"words");

        // It comes back.
        std::fs::rename(&away, &server.disk).unwrap();
        clear(server, server.top).await;
        leaves_nothing(server);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
        is_sound(server).await;
    });
}

#[test]
fn an_empty_repository_keeps_its_file_server_while_something_enters_or_has_just_left_it() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(server.top, "Folder").await.id();
        let file = ada.upload(folder, "a.txt", "words").await.id();
        // Its end is waited for, once all files are copied.
        let prepared = ada.prepare(folder, "parted.txt", Some(10)).await.ok();
        assert_eq!(ada.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        relocate(&ada, folder, library.top).await.ok();
        server.drain().await;
        assert_eq!(library.bytes(file).unwrap(), b"words");
        let films = format!("repository/{}", repository(server, library.top).await["repository_id"]);
        let elsewhere = json!({ "file_server_id": archive(server, "archive").await });
        assert!(ada.put(&films, elsewhere.clone()).await.body.to_string().contains("in_use"));
        for _ in 0..3 {
            server.clock.advance(300);
            server.drain().await;
        }
        assert_eq!(ada.list(library.top).await, ["Folder"]);
        assert_eq!(ada.content(file).await.bytes, b"words");
        assert_eq!(ada.patch(&prepared, 0, b"0123456789", &[]).await.status, 204);

        moved(server, &ada, folder, server.top).await;
        assert!(ada.put(&films, elsewhere.clone()).await.body.to_string().contains("in_use"));
        server.clock.advance(GRACE);
        server.drain().await;
        ada.put(&films, elsewhere).await.ok();
        assert_eq!(ada.content(file).await.bytes, b"words");
        is_sound(server).await;
    });
}
