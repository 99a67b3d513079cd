//! What an entry has left: if its move was cut off before its old path was forgotten, and if some of it is deleted for good.

use db::params;
use primitives::NodeRole;
use security::Principal;
use serde_json::json;

use super::{action, clear, moved, relocate, second_disk};
use crate::copying::another_repository;
use crate::harness::{TestServer, names_in, on_disks};
use crate::objects::Library;
use crate::repository_moves::is_sound;

/// The process of another machine has ended right before it forgot that `a.txt` had to leave the top of its repository.
pub(super) async fn cut_off(server: &TestServer) {
    let (top, lease) = (server.top, server.clock.now() + 60);
    let noted = server.app.db.write(move |tx| {
        let sql =
            "INSERT INTO content_intent (node_id, tenant_id, repository_id, act, source, target, detail, folder_id,
                     target_key, way, target_way, created_at, owner, lease_until, taken_id, kept_id)
                   SELECT node_id, tenant_id, source_id, 'leave', 'a.txt', 'a.txt', 'a.txt', CAST($1 AS BIGINT),
                     'a.txt', '/' || CAST($1 AS BIGINT) || '/' || node_id || '/', '', 0, 'another/boot/1/1',
                     CAST($2 AS BIGINT), crossing_id, 0
                   FROM storage_crossing";
        tx.run(sql, params![top, lease]).map(drop)
    });
    noted.await.unwrap();
}

#[test]
fn what_has_just_left_goes_back_once_its_old_path_is_forgotten() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let told = moved(server, &wim, file, second).await;
        cut_off(server).await;
        let undo = format!("selection/undo/{}", told["bg_action_id"].as_str().unwrap());
        let begun = wim.post(&undo, json!({})).await.body["bg_action"].clone();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "in_progress", "another process may be at its old path");
        server.clock.advance(700);
        storage::reconcile(&server.app.db, &storage::Owner::this_process(), server.clock.now()).await.unwrap();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "success");
        storage::reconcile(&server.app.db, &storage::Owner::this_process(), server.clock.now()).await.unwrap();
        assert_eq!(std::fs::read(server.disk.join("a.txt")).unwrap(), b"words");
        assert_eq!(wim.content(file).await.bytes, b"words");
        is_sound(server).await;
        clear(server).await;
    });
}

/// What lies in the only folder of what has left a repository, or enters it.
fn moving_in(disk: &std::path::Path) -> Vec<String> {
    let moving = disk.join(".vitrine/moving");
    let numbers = names_in(&moving);
    assert_eq!(numbers.len(), 1, "{numbers:?}");
    names_in(&moving.join(&numbers[0]))
}

#[test]
fn what_is_deleted_for_good_is_deleted_where_it_was_and_where_it_was_going_too() {
    on_disks(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let second = another_repository(server).await;
        server.grant(second, Principal::Group(server.groups["managers"]), NodeRole::Manager).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let mut files = Vec::new();
        for name in ["early.txt", "kept.txt", "late.txt"] {
            files.push(wim.upload(folder, name, name).await.id());
        }
        // Its end is waited for, once all files are copied.
        let prepared = wim.prepare(folder, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        let begun = relocate(&wim, folder, second).await.ok();
        server.drain().await;
        assert_eq!(moving_in(&second_disk(server)), ["early.txt", "kept.txt", "late.txt"]);
        let purge = async |file: i64| {
            mia.delete(&format!("entry/{file}")).await.ok();
            mia.delete(&format!("entry/bin/{file}")).await.ok();
            server.drain().await;
        };
        purge(files[0]).await;
        assert_eq!(moving_in(&second_disk(server)), ["kept.txt", "late.txt"]);

        assert_eq!(wim.patch(&prepared, 5, b"56789", &[]).await.status, 204);
        server.clock.advance(10);
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "success");
        assert_eq!(moving_in(&server.disk), ["kept.txt", "late.txt", "parted.txt"]);
        purge(files[2]).await;
        assert_eq!(moving_in(&server.disk), ["kept.txt", "parted.txt"]);
        assert_eq!(wim.content(files[1]).await.bytes, b"kept.txt");
        clear(server).await;
    });
}

#[test]
fn an_object_that_an_entry_has_left_goes_when_the_entry_is_deleted_for_good() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "words").await.id();
        moved(server, &ada, file, server.top).await;
        assert_eq!(library.bytes(file).unwrap(), b"words");
        ada.delete(&format!("entry/{file}")).await.ok();
        server.user("zoe").delete(&format!("entry/bin/{file}")).await.ok();
        server.drain().await;
        assert_eq!(library.bytes(file), None);
        is_sound(server).await;
    });
}
