//! Selections and folders as one archive of pictures in a size and a format: what is in it, who gets it, and its end.

use std::collections::BTreeMap;

use primitives::NodeId;
use serde_json::{Value, json};

use crate::archives::unpacked;
use crate::conversions::photograph;
use crate::harness::{TestServer, on_both};
use crate::previews::png;
use crate::test_users::{Answer, TestUser};

async fn asked(who: &TestUser<'_>, form: Value) -> Answer {
    who.post("rendition/archive", form).await
}

/// The id of the background action.
async fn begun(who: &TestUser<'_>, form: Value) -> String {
    let answer = asked(who, form).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.body["bg_action_id"].as_str().unwrap().to_owned()
}

async fn told(who: &TestUser<'_>, action: &str) -> Value {
    who.get(&format!("rendition/archive/{action}")).await.ok()
}

/// What is in the archive once its pictures are made.
async fn archive(server: &TestServer, who: &TestUser<'_>, form: Value) -> BTreeMap<String, String> {
    let action = begun(who, form).await;
    server.drain().await;
    let answer = who.get(told(who, &action).await["link"].as_str().expect("a link")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
    assert_eq!(answer.header("content-length"), answer.bytes.len().to_string());
    unpacked(&answer.bytes)
}

fn names(archive: &BTreeMap<String, String>) -> Vec<&str> {
    archive.keys().map(String::as_str).collect()
}

/// Files of the test's folders of made pictures.
fn kept(server: &TestServer) -> usize {
    let folder = server.test.folder().join("renditions/prepared");
    let folders = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    folders.map(|folder| std::fs::read_dir(folder).unwrap().count()).sum()
}

#[test]
fn the_pictures_of_a_folder_are_made_in_one_format_and_other_files_stay_as_they_are() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Campaign").await.id();
        let inner = wim.folder(folder, "inner").await.id();
        for (parent, name, bytes) in [
            (folder, "beach.jpg", photograph(false)),
            (folder, "beach.png", png()),
            (folder, "notes.txt", b"words".to_vec()),
            (inner, "same.png", png()),
        ] {
            wim.upload(parent, name, bytes).await.id();
        }
        let form = json!({ "selection": { "node_ids": [folder] }, "format": "jpeg", "width": 32, "height": 32 });
        let action = begun(&wim, form.clone()).await;
        let before = told(&wim, &action).await;
        assert_eq!((&before["link"], &before["total"], &before["made"]), (&Value::Null, &json!(2), &json!(0)));
        server.drain().await;
        let after = told(&wim, &action).await;
        assert_eq!(
            (&after["made"], &after["name"]),
            (&json!(2), &json!("Campaign.zip")),
            "equal files share a picture"
        );
        assert_eq!(wim.actions().await[0], ("3 pictures".to_owned(), "success".to_owned()));
        assert_eq!(kept(server), 2);

        let whole = wim.get(after["link"].as_str().unwrap()).await;
        let found = unpacked(&whole.bytes);
        let wanted = [
            "Campaign/",
            "Campaign/beach (2).jpg",
            "Campaign/beach.jpg",
            "Campaign/inner/",
            "Campaign/inner/same.jpg",
            "Campaign/notes.txt",
        ];
        assert_eq!(names(&found), wanted);
        assert_eq!(found["Campaign/notes.txt"], "words");
        assert!(found["Campaign/inner/same.jpg"].contains("JFIF") && found["Campaign/beach.jpg"].contains("JFIF"));
        assert!(whole.bytes.len() < photograph(false).len(), "they are smaller than their sources");

        // Its download goes on where it was interrupted.
        let rest = wim.request(reqwest::Method::GET, after["link"].as_str().unwrap()).header("range", "bytes=100-");
        let rest = Answer::of(rest.header("if-range", whole.header("etag"))).await;
        assert_eq!((rest.status, rest.bytes.as_slice()), (206, &whole.bytes[100..]));

        let only = json!({ "selection": { "parent_id": folder }, "format": "webp", "other_files": false });
        let found = archive(server, &wim, only).await;
        assert_eq!(names(&found), ["beach (2).webp", "beach.webp", "inner/", "inner/same.webp"]);
    });
}

#[test]
fn what_comes_beside_the_pictures_is_recorded_when_it_is_sent() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Campaign").await.id();
        wim.upload(folder, "beach.png", png()).await.ok();
        let action = begun(&wim, json!({ "selection": { "node_ids": [folder] }, "format": "jpeg" })).await;
        server.drain().await;
        let link = told(&wim, &action).await["link"].as_str().unwrap().to_owned();
        let fetched = async || {
            assert_eq!(wim.get(&link).await.status, 200);
            let sql = "SELECT COUNT(*) FROM audit_entry WHERE what = 'selection_download'";
            server.count(sql).await
        };
        assert_eq!(fetched().await, 0, "it is recorded as it was asked for");
        wim.upload(folder, "notes.txt", "late").await.ok();
        assert_eq!((fetched().await, fetched().await), (1, 1));
    });
}

#[test]
fn a_picture_that_cannot_be_made_is_named_and_the_others_are_there() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let mut broken = png();
        broken.truncate(60);
        wim.upload(folder, "broken.png", broken).await.id();
        wim.upload(folder, "good.png", png()).await.id();
        let action = begun(&wim, json!({ "selection": { "parent_id": folder }, "format": "png", "width": 20 })).await;
        server.drain().await;
        assert_eq!(wim.actions().await[0].1, "partial_error");
        let state = told(&wim, &action).await;
        assert_eq!((&state["made"], &state["failed"]), (&json!(1), &json!(1)));
        // What comes later is no part of it.
        wim.upload(folder, "later.jpg", photograph(false)).await.id();
        let found = unpacked(&wim.get(state["link"].as_str().unwrap()).await.bytes);
        assert_eq!(names(&found), ["Left out.txt", "good.png"]);
        let left_out = &found["Left out.txt"];
        assert!(left_out.contains("broken.png: no picture could be made of it"), "{left_out}");
        assert!(!left_out.contains("later.jpg"), "{left_out}");
    });
}

#[test]
fn nobody_gets_a_picture_of_what_they_may_not_download() {
    on_both(async |server| {
        let (wim, zoe, rea) = (server.user("wim"), server.user("zoe"), server.user("rea"));
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "open.png", png()).await.id();
        let sealed = zoe.upload(folder, "sealed.jpg", photograph(false)).await.id();
        server.classify(sealed).await;
        let form = |selection: Value| json!({ "selection": selection, "width": 20 });
        let found = archive(server, &rea, form(json!({ "node_ids": [folder] }))).await;
        assert_eq!(names(&found), ["Folder/", "Folder/open.jpg"]);
        assert_eq!(asked(&rea, form(json!({ "node_ids": [sealed] }))).await.refusal(), (404, "not_found"));

        // What was made for one person is theirs alone, and only as long as they have the rights.
        let action = begun(&zoe, form(json!({ "parent_id": folder }))).await;
        server.drain().await;
        let link = told(&zoe, &action).await["link"].as_str().unwrap().to_owned();
        assert_eq!(unpacked(&zoe.get(&link).await.bytes).len(), 2);
        assert_eq!(rea.get(&link).await.refusal(), (404, "not_found"));
        assert_eq!(rea.get(&format!("rendition/archive/{action}")).await.refusal(), (404, "not_found"));
        assert_eq!(server.anonymous().get(&link).await.status, 401);
        zoe.delete(&format!("entry/{sealed}")).await.ok();
        assert_eq!(names(&unpacked(&zoe.get(&link).await.bytes)), ["open.jpg"]);
    });
}

#[test]
fn a_selection_without_pictures_and_one_with_too_many_are_refused() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let text = wim.upload(folder, "a.txt", "words").await.id();
        let form = json!({ "selection": { "node_ids": [text] } });
        assert_eq!(asked(&wim, form).await.refusal(), (409, "no_pictures"));
        let picture = wim.upload(folder, "a.png", png()).await.id();
        let sql = "INSERT INTO nodes_node
                     (tenant_id, repository_id, parent_id, kind, state, name, name_key, sort_key, entry_type, size_bytes,
                      content_hash, mime, created_at, modified_at)
                   SELECT n.tenant_id, n.repository_id, n.parent_id, n.kind, n.state, n.name || $2, n.name_key || $2,
                     n.sort_key, n.entry_type, n.size_bytes, n.content_hash, n.mime, n.created_at, n.modified_at
                   FROM nodes_node n
                   WHERE n.node_id = $1";
        let copied = server.app.db.write(move |tx| {
            (0..500).try_for_each(|at| tx.run(sql, db::params![NodeId(picture), &format!("-{at}")]).map(drop))
        });
        copied.await.unwrap();
        let form = json!({ "selection": { "parent_id": folder } });
        assert_eq!(asked(&wim, form).await.refusal(), (409, "too_many_pictures"));
        for (wrong, field) in [(json!({ "width": 0 }), "width"), (json!({ "preset": 999_999 }), "preset")] {
            let mut form = json!({ "selection": { "node_ids": [picture] } });
            form.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
            let refused = asked(&wim, form).await;
            assert_eq!((refused.status, refused.body["errors"][0]["field"].as_str()), (422, Some(field)));
        }
    });
}

#[test]
fn a_cancelled_archive_leaves_nothing_and_a_ready_one_is_kept_for_a_day() {
    on_both(async |server| {
        let wim = server.user("wim");
        let picture = wim.upload(server.top, "a.png", png()).await.id();
        let form = json!({ "selection": { "node_ids": [picture] }, "width": 20 });
        let action = begun(&wim, form.clone()).await;
        assert_eq!(wim.actions().await[0].0, "1 picture");
        wim.post(&format!("/api/core/background-action/{action}/cancel"), json!({})).await.ok();
        server.drain().await;
        assert_eq!(wim.get(&format!("rendition/archive/{action}")).await.status, 404);
        assert_eq!(server.count("SELECT COUNT(*) FROM media_prepared").await, 0);

        let action = begun(&wim, form.clone()).await;
        server.drain().await;
        let link = told(&wim, &action).await["link"].as_str().unwrap().to_owned();
        server.clock.advance(86_000);
        media::tidy_prepared(server.app.media.clone()).await.unwrap();
        assert_eq!((wim.get(&link).await.status, kept(server)), (200, 1));
        server.clock.advance(500);
        let wim = server.sign_in("wim").await;
        media::tidy_prepared(server.app.media.clone()).await.unwrap();
        assert_eq!((wim.get(&link).await.status, kept(server)), (404, 0));

        // A person has few of them unfinished.
        for _ in 0..3 {
            begun(&wim, form.clone()).await;
        }
        assert_eq!(asked(&wim, form.clone()).await.refusal(), (429, "rate_limited"));
        assert_eq!(asked(&server.sign_in("rea").await, form).await.status, 202, "others have theirs");
        server.drain().await;
    });
}
