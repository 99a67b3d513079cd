//! Every operation of the document that changes something leaves an entry in the log, with its id.

use reqwest::Method;
use serde_json::json;

use crate::administration::calls::PNG;
use crate::audit_people;
use crate::expectations::{Described, Log, described, take};
use crate::harness::{TestServer, on_both};
use crate::icons;
use crate::links::received::waiting;
use crate::previews::png;
use crate::repository_moves;
use crate::test_users::Answer;
use crate::versions::versions;

/// Calls an operation so that it succeeds, where that takes more than the calls that a room's file can write.
async fn succeed(server: &TestServer, operation: &str) -> Answer {
    let (wim, ada) = (server.user("wim"), server.user("ada"));
    let avatar = format!("/api/core/users/{}/avatar", server.users["rea"]);
    let picture = async || Answer::of(ada.request(Method::PUT, &avatar).body(PNG)).await;
    match operation {
        "rendition_discard" => {
            let file = wim.upload(server.top, "drawn.txt", "words").await.id();
            server.drain().await;
            wim.delete(&format!("rendition/{file}")).await
        }
        "icon_set" | "icon_remove" => {
            let folder = wim.folder(server.top, operation).await.id();
            let set = icons::send(&wim, folder, "file", png()).await;
            if operation == "icon_set" {
                return set;
            }
            set.ok();
            wim.delete(&icons::address(folder)).await
        }
        "pictures_prepare" => {
            let file = wim.upload(server.top, "prepared.png", png()).await.id();
            wim.post("rendition/archive", json!({ "selection": { "node_ids": [file] } })).await
        }
        "file_upload" => {
            let prepared = wim.prepare(server.top, "sent.txt", Some(5)).await.ok();
            wim.send(&prepared, "words").await
        }
        "file_upload_append" => {
            let prepared = wim.prepare(server.top, "parted.txt", Some(5)).await.ok();
            wim.patch(&prepared, 0, b"words", &[]).await
        }
        "selection_retry" => {
            let file = wim.upload(server.top, "soon sealed.txt", "words").await.id();
            let removal = wim.post("selection/remove", json!({ "node_ids": [file] })).await.ok();
            server.classify(file).await;
            server.drain().await;
            let id = removal["bg_action"]["bg_action_id"].as_str().unwrap();
            wim.post(&format!("selection/retry/{id}"), json!({})).await
        }
        "repository_move_retry" => repository_moves::try_again(server).await,
        "version_restore" | "version_update" | "version_delete" => {
            let file = wim.upload(server.top, &format!("{operation}.txt"), "words").await.id();
            wim.replace(server.top, file, "other words").await.ok();
            let first = versions(&wim, file).await.pop().unwrap()["version_id"].clone();
            match operation {
                "version_restore" => wim.post(&format!("version/restored/{first}"), json!({})).await,
                "version_update" => wim.put(&format!("version/{first}"), json!({ "label": "As agreed" })).await,
                _ => wim.delete(&format!("version/{first}")).await,
            }
        }
        "avatar_put" => picture().await,
        "avatar_remove" => {
            picture().await.ok();
            ada.delete(&avatar).await
        }
        "received_accept" | "received_reject" => {
            let (folder, _) = waiting(server, operation).await;
            wim.post(&format!("received/folder/{folder}/{}", operation.trim_start_matches("received_")), json!({}))
                .await
        }
        other => audit_people::succeed(server, other).await,
    }
}

/// The newest entry: what, object, origin, user, before and after.
async fn newest(server: &TestServer) -> (i64, String, String, Option<i64>) {
    let sql = "SELECT audit_id, what, origin, users_id FROM audit_entry ORDER BY audit_id DESC LIMIT 1";
    let read =
        server.app.db.read(move |c| c.find(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))));
    read.await.unwrap().unwrap_or_default()
}

#[test]
fn every_operation_that_changes_something_is_recorded() {
    on_both(async |server| {
        let all = described(server);
        for Described { operation, expectation } in &all {
            let before = newest(server).await.0;
            let answer = match &expectation.log {
                None => continue,
                Some(Log::NotRecorded(reason)) => {
                    assert!(!reason.is_empty(), "{}: say why nothing is recorded", operation.id);
                    continue;
                }
                Some(Log::Calls(steps)) => take(server, &all, operation, steps).await,
                Some(Log::InCode) => succeed(server, &operation.id).await,
            };
            let operation = &operation.id;
            assert!((200..300).contains(&answer.status), "{operation}: {} {}", answer.status, answer.body);
            let (id, what, origin, user) = newest(server).await;
            assert!(id > before, "{operation} leaves no entry");
            assert_eq!((what.as_str(), origin.as_str()), (operation.as_str(), "127.0.0.1"));
            assert!(user.is_some(), "{operation} names nobody");
        }
        for state in audit::verify(&server.app.db).await.unwrap() {
            assert_eq!(state.broken, None, "chain {}", state.chain);
        }
        let told = server.app.db.read(|c| {
            let sql = "SELECT COALESCE(before_json, '') || COALESCE(after_json, '') || object_title FROM audit_entry";
            c.rows(sql, &[], |row| row.get::<String>(0))
        });
        for text in told.await.unwrap() {
            assert!(!text.contains("telhado") && !text.contains("girassol"), "a password is told: {text}");
        }
    });
}

#[test]
fn a_refused_request_is_not_recorded_in_the_log() {
    on_both(async |server| {
        let before = newest(server).await.0;
        let rea = server.user("rea");
        assert_eq!(rea.folder(server.top, "planted").await.status, 403);
        assert_eq!(server.user("eva").folder(server.top, "planted").await.status, 404);
        let login = json!({ "email": "rea@lume.example", "password": "wrong" });
        assert_eq!(rea.post("/api/core/auth/login", login).await.status, 401);
        assert_eq!(newest(server).await.0, before);
    });
}

#[test]
fn an_audit_entry_of_a_rename_has_old_and_new_name() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "draft").await.id();
        wim.rename(folder, "final").await.ok();
        let read = server.app.db.read(|c| {
            let sql = "SELECT object_title, before_json, after_json, session_id FROM audit_entry
                       WHERE what = 'entry_rename'";
            c.get(sql, &[], |row| {
                Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<Option<i64>>(3)?))
            })
        });
        let (title, before, after, session) = read.await.unwrap();
        assert_eq!(
            (title.as_str(), before.as_str(), after.as_str()),
            ("final", r#"{"name":"draft"}"#, r#"{"name":"final"}"#)
        );
        assert!(session.is_some());
    });
}
