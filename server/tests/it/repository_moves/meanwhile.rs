//! What people do while a repository moves.

use blobs::testing::{Held, hold};
use serde_json::{Value, json};

use super::{archive, ask, clear, files_folder, is_sound, leaves_nothing, repository};
use crate::harness::{TestServer, names_in, on_both};
use crate::test_users::TestUser;

/// Ends when the move waits for the disk of its target.
async fn until_it_copies(held: Held) -> Held {
    let waiting = tokio::task::spawn_blocking(move || {
        held.until_waiting(1);
        held
    });
    waiting.await.unwrap()
}

async fn action(who: &TestUser<'_>, id: &Value) -> Option<Value> {
    let all = who.get("/api/core/background-action").await.ok();
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).cloned()
}

async fn is_at(server: &TestServer, to: i64) -> bool {
    repository(server, server.top).await["file_server_id"] == to
}

#[test]
fn nothing_is_lost_of_what_people_do_meanwhile() {
    on_both(async |server| {
        let (ada, wim, mia) = (server.user("ada"), server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Summer").await.id();
        let (renamed, removed, replaced, purged) = (
            wim.upload(folder, "a.txt", "renamed").await.id(),
            wim.upload(folder, "b.txt", "removed").await.id(),
            wim.upload(folder, "c.txt", "replaced").await.id(),
            wim.upload(folder, "d.txt", "purged").await.id(),
        );
        let swapped =
            [wim.upload(server.top, "1.txt", "one").await.id(), wim.upload(server.top, "2.txt", "two").await.id()];
        let to = archive(server, "archive").await;
        ask(server, &ada, server.top, to).await.ok();
        let held = hold(&files_folder(server).join("archive"));
        let work = async {
            let held = until_it_copies(held).await;
            wim.rename(folder, "Winter").await.ok();
            wim.rename(renamed, "z.txt").await.ok();
            mia.delete(&format!("entry/{removed}")).await.ok();
            wim.replace(folder, replaced, "other words").await.ok();
            mia.delete(&format!("entry/{purged}")).await.ok();
            mia.delete(&format!("entry/bin/{purged}")).await.ok();
            wim.upload(folder, "new.txt", "new").await.ok();
            for (node, name) in [(swapped[0], "x.txt"), (swapped[1], "1.txt"), (swapped[0], "2.txt")] {
                wim.rename(node, name).await.ok();
            }
            assert_eq!(wim.content(replaced).await.bytes, b"other words");
            assert_eq!(repository(server, server.top).await["moving"]["state"], "copying");
            drop(held);
        };
        tokio::join!(work, server.drain());
        server.drain().await;
        assert!(is_at(server, to).await);
        let disk = files_folder(server).join("archive/library");
        assert_eq!(names_in(&disk), [".vitrine", "1.txt", "2.txt", "Winter"]);
        assert_eq!(names_in(&disk.join("Winter")), ["c.txt", "new.txt", "z.txt"]);
        assert_eq!(std::fs::read(disk.join("1.txt")).unwrap(), b"two");
        assert_eq!(std::fs::read(disk.join("2.txt")).unwrap(), b"one");
        mia.post(&format!("entry/restore/{removed}"), json!({})).await.ok();
        assert_eq!(wim.content(removed).await.bytes, b"removed");
        assert_eq!(wim.content(purged).await.status, 404);
        is_sound(server).await;
        clear(server, server.top).await;
        is_sound(server).await;
    });
}

#[test]
fn an_upload_that_has_not_ended_begins_anew_at_the_new_place() {
    on_both(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let prepared = wim.prepare(server.top, "parted.txt", Some(10)).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        let to = archive(server, "archive").await;
        ask(server, &ada, server.top, to).await.ok();
        server.drain().await;
        assert!(!is_at(server, to).await, "its end is waited for");
        for _ in 0..3 {
            server.clock.advance(300);
            server.drain().await;
        }
        assert!(is_at(server, to).await, "for some minutes");
        assert_eq!(wim.patch(&prepared, 5, b"56789", &[]).await.status, 409);
        assert_eq!(wim.patch(&prepared, 0, b"0123456789", &[]).await.status, 204);
        let disk = files_folder(server).join("archive/library");
        assert_eq!(std::fs::read(disk.join("parted.txt")).unwrap(), b"0123456789");
        clear(server, server.top).await;
        leaves_nothing(server);
        is_sound(server).await;
    });
}

#[test]
fn a_cancelled_move_leaves_the_repository_where_it_was_and_nothing_at_the_target() {
    on_both(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let to = archive(server, "archive").await;
        let begun = ask(server, &ada, server.top, to).await.ok();
        let target = files_folder(server).join("archive");
        let held = hold(&target);
        let cancel = async {
            let held = until_it_copies(held).await;
            let id = begun["bg_action_id"].as_str().unwrap();
            let cancelled = ada.post(&format!("/api/core/background-action/{id}/cancel"), json!({})).await;
            assert_eq!(cancelled.status, 204, "{}", cancelled.body);
            drop(held);
        };
        tokio::join!(cancel, server.drain());
        server.drain().await;
        let told = repository(server, server.top).await;
        assert_eq!(told["moving"], Value::Null, "{told}");
        assert!(!is_at(server, to).await);
        assert_eq!(names_in(&target), [""; 0]);
        assert_eq!(wim.content(file).await.bytes, b"words");
        wim.rename(file, "b.txt").await.ok();
        is_sound(server).await;
        // It can be asked for again.
        super::move_to(server, server.top, to).await;
        is_sound(server).await;
    });
}

#[test]
fn a_file_that_is_not_right_is_named_and_keeps_the_repository_where_it_is() {
    on_both(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let folder = wim.folder(server.top, "Summer").await.id();
        wim.upload(folder, "right.txt", "right").await.ok();
        let wrong = wim.upload(folder, "wrong.txt", "wrong").await.id();
        let secret = wim.upload(folder, "secret.txt", "secret").await.id();
        server.classify(secret).await;
        // What looks at new files has looked at these.
        server.drain().await;
        server.rot("Summer/wrong.txt").await;
        assert_eq!(wim.content(wrong).await.status, 200, "nothing has read it again");
        server.lose("Summer/secret.txt").await;
        let to = archive(server, "archive").await;
        let begun = ask(server, &ada, server.top, to).await.ok();
        server.drain().await;
        let told = action(&ada, &begun["bg_action_id"]).await.unwrap();
        assert_eq!(told["status"], "partial_error", "{told}");
        assert!(told["text"].as_str().unwrap().starts_with("2 could not be moved"), "{told}");
        assert!(!is_at(server, to).await);
        let address = super::address(server, server.top).await;
        let failed = ada.get(&address).await.ok();
        let mut failures: Vec<_> = failed["failures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["path"].clone(), one["reason"].clone()))
            .collect();
        failures.sort_by_key(|(path, _)| path.to_string());
        let wanted = [(json!("Summer/wrong.txt"), json!("damaged")), (Value::Null, json!("bytes_missing"))];
        assert_eq!(failures, wanted, "{failed}");
        assert_eq!(wim.content(wrong).await.status, 500, "from now on nobody gets it");
        // People work, in the place where it is.
        wim.upload(folder, "new.txt", "new").await.ok();

        server.overwrite("Summer/wrong.txt", "wrong").await;
        server.overwrite("Summer/secret.txt", "secret").await;
        let again = ada.post(&format!("{address}/retry"), json!({})).await;
        assert_eq!(again.status, 202, "{}", again.body);
        server.drain().await;
        assert!(is_at(server, to).await);
        let told = action(&ada, &again.body["bg_action_id"]).await.unwrap();
        assert_eq!(told["status"], "success", "{told}");
        assert_eq!(wim.content(wrong).await.bytes, b"wrong");
        is_sound(server).await;
    });
}

#[test]
fn a_target_that_goes_away_ends_the_move_and_it_can_be_given_up() {
    on_both(async |server| {
        let (ada, wim) = (server.user("ada"), server.user("wim"));
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let to = archive(server, "archive").await;
        let begun = ask(server, &ada, server.top, to).await.ok();
        std::fs::remove_dir_all(files_folder(server).join("archive")).unwrap();
        for _ in 0..14 {
            server.drain().await;
            server.clock.advance(700);
        }
        let told = action(&ada, &begun["bg_action_id"]).await.unwrap();
        assert_eq!(told["status"], "partial_error", "{told}");
        assert_eq!(repository(server, server.top).await["moving"]["state"], "failed");
        wim.rename(file, "b.txt").await.ok();
        let address = super::address(server, server.top).await;
        assert_eq!(ada.delete(&address).await.status, 204);
        server.drain().await;
        assert_eq!(repository(server, server.top).await["moving"], Value::Null);
        assert_eq!(ada.get(&address).await.status, 404);
        is_sound(server).await;
    });
}

#[test]
fn a_closed_repository_can_be_read_and_nothing_of_it_changes() {
    on_both(async |server| {
        let (ada, wim, mia) = (server.user("ada"), server.user("wim"), server.user("mia"));
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let binned = wim.upload(server.top, "binned.txt", "binned").await.id();
        mia.delete(&format!("entry/{binned}")).await.ok();
        let prepared = wim.prepare(server.top, "begun.txt", Some(5)).await.ok();
        let to = archive(server, "archive").await;
        ask(server, &ada, server.top, to).await.ok();
        let close = "UPDATE storage_move SET state = 'closed'";
        server.app.db.write(move |tx| tx.run(close, &[])).await.unwrap();
        let restore = async { mia.post(&format!("entry/restore/{binned}"), json!({})).await };
        let (purge, remove) = (format!("entry/bin/{binned}"), format!("entry/{file}"));
        let (renamed, made, uploaded, ended, restored, purged, removed) = tokio::join!(
            wim.rename(file, "b.txt"),
            wim.folder(server.top, "Folder"),
            wim.upload(server.top, "new.txt", "new"),
            wim.patch(&prepared, 0, b"words", &[]),
            restore,
            mia.delete(&purge),
            mia.delete(&remove),
        );
        for answer in [renamed, made, uploaded, ended, restored, purged, removed] {
            assert_eq!(answer.refusal(), (409, "repository_moving"), "{}", answer.body);
        }
        assert_eq!(wim.content(file).await.bytes, b"words");
        assert_eq!(wim.list(server.top).await, ["a.txt"]);
        // The upload is not lost: it ends here, or begins anew there.
        for _ in 0..4 {
            server.drain().await;
            server.clock.advance(300);
        }
        assert!(is_at(server, to).await);
        assert_eq!(wim.patch(&prepared, 0, b"words", &[]).await.status, 204);
        wim.rename(file, "b.txt").await.ok();
        assert_eq!(wim.list(server.top).await, ["b.txt", "begun.txt"]);
        is_sound(server).await;
    });
}
