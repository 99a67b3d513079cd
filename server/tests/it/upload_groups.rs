//! Uploads of several files: one background action, and what failed until it is answered.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

async fn begin(who: &TestUser<'_>, folder: i64, title: &str, files: u64) -> Value {
    let body = json!({ "folder_parent_id": folder, "title": title, "files": files });
    who.post("upload/group", body).await.ok()
}

fn id(group: &Value) -> &str {
    group["bg_group_id"].as_str().unwrap()
}

async fn send(who: &TestUser<'_>, group: &Value, folder: i64, name: &str) {
    let body = json!({ "folder_parent_id": folder, "filename": name, "bg_group_id": id(group) });
    let prepared = who.post("file/prepare", body).await.ok();
    assert_eq!(prepared["bg_action_id"], group["bg_action_id"], "one action for all");
    who.send(&prepared, "x").await.ok();
}

async fn fail(who: &TestUser<'_>, group: &Value, folder: i64, name: &str, reason: &str) {
    let failure = json!({ "folder_id": folder, "name": name, "size": 3, "reason": reason });
    let told = who.post(&format!("upload/group/{}/failure", id(group)), json!({ "failures": [failure] })).await;
    assert_eq!(told.status, 204, "{}", told.body);
}

/// What failed of the newest group: names with reasons, and its numbers.
async fn shown(who: &TestUser<'_>) -> Vec<(i64, i64, i64, bool, Vec<String>)> {
    let list = who.get("upload/group").await.ok();
    let groups = list["items"].as_array().unwrap().iter();
    let of = |group: &Value| {
        let number = |field: &str| group[field].as_i64().unwrap();
        let failures = group["failures"].as_array().unwrap().iter();
        let names =
            failures.map(|one| format!("{}: {}", one["name"].as_str().unwrap(), one["reason"].as_str().unwrap()));
        (number("files"), number("done"), number("failed"), group["ended"].as_bool().unwrap(), names.collect())
    };
    groups.map(of).collect()
}

/// How many files the newest action is about.
async fn items(who: &TestUser<'_>) -> i64 {
    who.get("/api/core/background-action").await.ok()["items"][0]["items"].as_i64().unwrap()
}

#[test]
fn many_files_are_one_action_that_ends_with_the_last_of_them() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "  Campanha Verão 2027 ", 2).await;
        assert_eq!((group["title"].as_str(), group["files"].as_i64()), (Some("Campanha Verão 2027"), Some(2)));
        send(&wim, &group, server.top, "one.txt").await;
        assert_eq!(shown(&wim).await, [(2, 1, 0, false, vec![])]);
        assert_eq!(wim.actions().await, [("Campanha Verão 2027".to_owned(), "in_progress".to_owned())]);
        send(&wim, &group, server.top, "two.txt").await;
        assert_eq!(items(&wim).await, 2);
        assert_eq!(shown(&wim).await, [], "nothing is left to say");
        assert_eq!(wim.actions().await, [("Campanha Verão 2027".to_owned(), "success".to_owned())]);
        assert_eq!(wim.list(server.top).await, ["one.txt", "two.txt"]);
    });
}

#[test]
fn what_failed_stays_until_it_is_sent_again_or_left_out() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Summer", 3).await;
        fail(&wim, &group, server.top, "<a>.txt", "name").await;
        fail(&wim, &group, server.top, "b?.txt", "name").await;
        send(&wim, &group, server.top, "c.txt").await;
        let failed = vec!["<a>.txt: name".to_owned(), "b?.txt: name".to_owned()];
        assert_eq!(shown(&wim).await, [(3, 1, 2, true, failed)]);
        assert_eq!(wim.actions().await, [("Summer".to_owned(), "partial_error".to_owned())]);
        assert_eq!(shown(&server.user("mia")).await, [], "they are his alone");

        let list = wim.get("upload/group").await.ok();
        let failure = |at: usize| list["items"][0]["failures"][at]["upload_failure_id"].as_i64().unwrap();
        let answer = async |at: usize, again: bool| {
            let path = format!("upload/group/{}/failure/{}?again={again}", id(&group), failure(at));
            wim.delete(&path).await.status
        };
        assert_eq!(answer(0, true).await, 204);
        assert_eq!(answer(0, true).await, 404, "it is known no more");
        assert_eq!(wim.actions().await, [("Summer".to_owned(), "in_progress".to_owned())]);
        send(&wim, &group, server.top, "a.txt").await;
        assert_eq!(shown(&wim).await, [(3, 2, 1, true, vec!["b?.txt: name".to_owned()])]);
        assert_eq!((items(&wim).await, answer(1, false).await), (3, 204));
        assert_eq!(items(&wim).await, 2, "what was left out does not count");
        assert_eq!(shown(&wim).await, []);
        assert_eq!(wim.actions().await, [("Summer".to_owned(), "success".to_owned())]);
    });
}

#[test]
fn a_group_is_its_owner_s_and_begins_where_they_may_upload() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let group = begin(&wim, server.top, "Summer", 2).await;
        let body = json!({ "folder_parent_id": server.top, "title": "Summer", "files": 1 });
        server.grant(server.top, Principal::User(server.users["rea"]), NodeRole::Reader).await;
        assert_eq!(rea.post("upload/group", body).await.status, 403);
        for (path, body) in [("failure", json!({ "failures": [] })), ("end", json!(null))] {
            let path = format!("upload/group/{}/{path}", id(&group));
            assert_eq!(mia.post(&path, body).await.status, 404, "{path}");
        }
        assert_eq!(mia.delete(&format!("upload/group/{}", id(&group))).await.status, 404);
        let foreign = json!({ "folder_parent_id": server.top, "filename": "m.txt", "bg_group_id": id(&group) });
        let prepared = mia.post("file/prepare", foreign).await.ok();
        assert_ne!(prepared["bg_action_id"], group["bg_action_id"], "it is an upload of her own");
        mia.send(&prepared, "x").await.ok();
        assert_eq!(shown(&wim).await, [(2, 0, 0, false, vec![])]);
        for (field, body) in [
            ("title", json!({ "folder_parent_id": server.top, "title": " ", "files": 1 })),
            ("files", json!({ "folder_parent_id": server.top, "title": "a", "files": 0 })),
        ] {
            let refused = wim.post("upload/group", body).await;
            assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!(field)));
        }
    });
}

#[test]
fn a_failure_tells_nobody_which_folders_there_are() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Summer", 1).await;
        fail(&wim, &group, 999_999, "lost.txt", "forbidden").await;
        let list = wim.get("upload/group").await.ok();
        assert_eq!(list["items"][0]["failures"][0]["folder_id"], server.top, "the place where it was begun");
    });
}

#[test]
fn what_its_page_gave_up_does_not_belong_to_it_and_dismissing_forgets_what_failed() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Summer", 5).await;
        send(&wim, &group, server.top, "one.txt").await;
        fail(&wim, &group, server.top, "two.txt", "too_large").await;
        let path = format!("upload/group/{}", id(&group));
        assert_eq!(wim.delete(&path).await.status, 423, "it goes on");
        assert_eq!(wim.post(&format!("{path}/end"), json!(null)).await.status, 204);
        assert_eq!(shown(&wim).await, [(2, 1, 1, true, vec!["two.txt: too_large".to_owned()])]);
        assert_eq!(wim.actions().await, [("Summer".to_owned(), "partial_error".to_owned())]);
        assert_eq!(wim.delete(&path).await.status, 204);
        assert_eq!(shown(&wim).await, []);
        assert_eq!(wim.actions().await, [("Summer".to_owned(), "success".to_owned())]);
        assert_eq!(items(&wim).await, 1);
    });
}

#[test]
fn cancelling_its_action_ends_all_of_its_uploads() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Summer", 3).await;
        send(&wim, &group, server.top, "one.txt").await;
        let mut open = Vec::new();
        for name in ["two.txt", "three.txt"] {
            let body =
                json!({ "folder_parent_id": server.top, "filename": name, "size": 9, "bg_group_id": id(&group) });
            open.push(wim.post("file/prepare", body).await.ok());
        }
        assert_eq!(wim.patch(&open[0], 0, b"12345", &[]).await.status, 204);
        let cancel = format!("/api/core/background-action/{}/cancel", group["bg_action_id"].as_str().unwrap());
        assert_eq!(wim.post(&cancel, json!(null)).await.status, 204);
        assert_eq!(wim.actions().await, []);
        assert_eq!(shown(&wim).await, []);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
        assert_eq!(server.staged().await, [""; 0]);
        assert_eq!(wim.list(server.top).await, ["one.txt"], "what has arrived stays");
    });
}

#[test]
fn an_upload_that_fails_leaves_the_action_of_its_group_to_the_others() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Summer", 2).await;
        let body =
            json!({ "folder_parent_id": server.top, "filename": "four.txt", "size": 4, "bg_group_id": id(&group) });
        let prepared = wim.post("file/prepare", body).await.ok();
        assert_eq!(wim.send(&prepared, "12345").await.status, 413);
        assert_eq!(wim.actions().await, [("Summer".to_owned(), "in_progress".to_owned())]);
    });
}

#[test]
fn blanks_around_a_name_are_no_part_of_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let names = json!({ "names": [" spaces.jpg"] });
        assert_eq!(wim.post(&format!("entry/exists/{}", server.top), names.clone()).await.ok()["exists"], false);
        let prepared = wim.prepare(server.top, "  spaces.jpg ", None).await.ok();
        assert_eq!(prepared["name"], "spaces.jpg");
        wim.send(&prepared, "x").await.ok();
        assert_eq!(wim.post(&format!("entry/exists/{}", server.top), names).await.ok()["exists"], true);
    });
}

#[test]
fn an_upload_without_a_page_ends_with_what_is_missing() {
    on_both(async |server| silent(server).await);
}

/// Its page is gone, and nothing has come for a day.
async fn silent(server: &TestServer) {
    let wim = server.user("wim");
    let group = begin(&wim, server.top, "Summer", 3).await;
    send(&wim, &group, server.top, "one.txt").await;
    let body = json!({ "folder_parent_id": server.top, "filename": "two.txt", "size": 4, "bg_group_id": id(&group) });
    wim.post("file/prepare", body).await.ok();
    let keeps = server.app.content.config.staging_keeps;
    server
        .app
        .db
        .write(move |tx| {
            tx.run("UPDATE nodes_node SET created_at = created_at - $1 WHERE state = 0", db::params![keeps * 2])?;
            tx.run("UPDATE content_upload SET seen_at = seen_at - $1", db::params![keeps * 2])?;
            tx.run("UPDATE content_upload_group SET seen_at = seen_at - $1", db::params![keeps * 2])
        })
        .await
        .unwrap();
    content::sweep(&server.app.content).await.unwrap();
    assert_eq!(shown(&wim).await, [(3, 1, 1, false, vec!["two.txt: interrupted".to_owned()])]);
    server
        .app
        .db
        .write(move |tx| tx.run("UPDATE content_upload_group SET seen_at = seen_at - $1", db::params![keeps * 2]))
        .await
        .unwrap();
    content::sweep(&server.app.content).await.unwrap();
    assert_eq!(shown(&wim).await, [(2, 1, 1, true, vec!["two.txt: interrupted".to_owned()])]);
}

#[test]
fn of_too_many_open_groups_the_most_silent_one_ends() {
    on_both(async |server| {
        let wim = server.user("wim");
        let first = begin(&wim, server.top, "First", 3).await;
        fail(&wim, &first, server.top, "a.txt", "other").await;
        for number in 0..51 {
            server.clock.advance(1);
            begin(&wim, server.top, &format!("Next {number}"), 2).await;
        }
        let groups = shown(&wim).await;
        assert_eq!(groups.iter().filter(|group| !group.3).count(), 50);
        assert_eq!(groups.last(), Some(&(1, 0, 1, true, vec!["a.txt: other".to_owned()])), "what failed stays");
        assert_eq!(groups.len(), 51, "the next one had nothing to say");
    });
}

#[test]
fn of_many_failures_a_thousand_are_kept_and_the_others_counted() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Many", 1_200).await;
        for numbers in [0..1_000, 1_000..1_200] {
            let failure = |number: i32| {
                let name = number.to_string();
                json!({ "folder_id": server.top, "name": name, "size": 3, "reason": "other" })
            };
            let failures: Vec<Value> = numbers.map(failure).collect();
            let path = format!("upload/group/{}/failure", id(&group));
            assert_eq!(wim.post(&path, json!({ "failures": failures })).await.status, 204);
        }
        let numbers = async || {
            let (files, done, failed, ended, names) = shown(&wim).await.remove(0);
            (files, done, failed, ended, names.len())
        };
        assert_eq!(numbers().await, (1_200, 0, 1_000, false, 200));
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload_failure").await, 1_000);
        assert_eq!(wim.post(&format!("upload/group/{}/end", id(&group)), json!(null)).await.status, 204);
        assert_eq!(numbers().await, (1_200, 0, 1_200, true, 200));
    });
}

#[test]
fn a_group_tells_when_something_last_happened_to_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Campaign", 3).await;
        assert_eq!(group["seen_at"], crate::harness::NOW);
        server.clock.advance(100);
        send(&wim, &group, server.top, "one.txt").await;
        let seen = async || wim.get("upload/group").await.ok()["items"][0]["seen_at"].clone();
        assert_eq!(seen().await, crate::harness::NOW + 100);
        server.clock.advance(100);
        let body = json!({ "folder_parent_id": server.top, "filename": "two.txt", "bg_group_id": id(&group) });
        wim.post("file/prepare", body).await.ok();
        assert_eq!(seen().await, crate::harness::NOW + 200, "a file is on its way");
        server.clock.advance(3_600);
        assert_eq!(seen().await, crate::harness::NOW + 200);
    });
}

#[test]
fn a_group_whose_page_is_gone_is_quiet_after_a_minute() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "Campaign", 3).await;
        assert_eq!(group["quiet"], false);
        send(&wim, &group, server.top, "one.txt").await;
        let quiet = async || wim.get("upload/group").await.ok()["items"][0]["quiet"].clone();
        server.clock.advance(59);
        assert_eq!(quiet().await, false);
        server.clock.advance(1);
        assert_eq!(quiet().await, true);
        send(&wim, &group, server.top, "two.txt").await;
        assert_eq!(quiet().await, false, "it goes on");
        server.clock.advance(60);
        fail(&wim, &group, server.top, "three.txt", "other").await;
        server.clock.advance(60);
        assert_eq!(quiet().await, false, "it has ended");
    });
}

#[test]
fn a_name_that_only_an_interrupted_upload_holds_is_told_with_its_action_to_its_owner() {
    on_both(async |server| {
        let wim = server.user("wim");
        let group = begin(&wim, server.top, "solo.bin", 1).await;
        let body =
            json!({ "folder_parent_id": server.top, "filename": "solo.bin", "size": 9, "bg_group_id": id(&group) });
        let prepared = wim.post("file/prepare", body).await.ok();
        assert_eq!(wim.patch(&prepared, 0, b"12345", &[]).await.status, 204);
        let path = format!("entry/exists/{}", server.top);
        let asked = async |who: &TestUser<'_>| {
            let told = who.post(&path, json!({ "names": ["Solo.bin"] })).await.ok();
            told["entries"][0].clone()
        };
        let held = asked(&wim).await;
        assert_eq!((&held["name"], &held["interrupted_by"]), (&json!("Solo.bin"), &json!(null)), "it goes on");
        server.clock.advance(60);
        assert_eq!(asked(&wim).await["interrupted_by"], group["bg_action_id"]);
        let other = server.user("mia");
        let theirs = asked(&other).await;
        assert_eq!((&theirs["name"], &theirs["interrupted_by"]), (&json!("Solo.bin"), &json!(null)));
        let cancel = format!("/api/core/background-action/{}/cancel", group["bg_action_id"].as_str().unwrap());
        assert_eq!(wim.post(&cancel, json!(null)).await.status, 204);
        assert_eq!(asked(&wim).await, json!(null), "the name is free");
        let group = begin(&wim, server.top, "solo.bin", 1).await;
        send(&wim, &group, server.top, "solo.bin").await;
        assert_eq!(asked(&wim).await["interrupted_by"], json!(null), "it is there");
    });
}
