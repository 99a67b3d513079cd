//! What visitors have sent waits, seen by nobody, until somebody of its folder accepts or rejects it.

use std::fs;

use serde_json::{Value, json};

use super::made;
use super::visitor::Visitor;
use crate::harness::{TestServer, on_both, on_disks};
use crate::objects::Library;
use crate::previews::png;
use crate::test_users::TestUser;

/// A new folder in `parent`, and a link of `maker` that asks for files for it.
pub async fn asking(maker: &TestUser<'_>, parent: i64, request: Value) -> (i64, Value) {
    let folder = maker.folder(parent, "Incoming").await.id();
    (folder, made(maker, json!({ "node_ids": [folder], "request": request })).await)
}

/// The files that wait for `who` to decide about them, with their sizes; the newest first.
pub async fn received(who: &TestUser<'_>, folder: i64) -> Vec<(String, i64)> {
    let page = who.get(&format!("received/folder/{folder}")).await.ok();
    let told = |file: &Value| (file["name"].as_str().unwrap().to_owned(), file["size"].as_i64().unwrap());
    page["items"].as_array().unwrap().iter().map(told).collect()
}

/// A folder of wim's with a file that waits: both.
pub async fn waiting(server: &TestServer, name: &str) -> (i64, i64) {
    let wim = server.user("wim");
    let folder = wim.folder(server.top, name).await.id();
    let link = made(&wim, json!({ "node_ids": [folder], "request": {} })).await;
    (folder, Visitor::of(server, &link).send_file("photo.jpg", b"bytes").await)
}

async fn decide(who: &TestUser<'_>, folder: i64, how: &str, form: Value) -> Value {
    who.post(&format!("received/folder/{folder}/{how}"), form).await.ok()
}

async fn notices(who: &TestUser<'_>) -> Vec<Value> {
    let page = who.get("/api/core/notice").await.ok();
    let items = page["items"].as_array().unwrap().iter();
    items.filter(|notice| notice["kind"] == "files_received").cloned().collect()
}

async fn broken(server: &TestServer) -> Vec<String> {
    server.app.db.read(|c| room::broken_rules(&vitrine::rooms::rooms(), c)).await.unwrap()
}

#[test]
fn what_came_waits_and_one_file_is_accepted_and_another_rejected() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let (folder, link) = asking(&mia, server.top, json!({})).await;
        let guest = Visitor::of(server, &link);
        let kept = guest.send_file("photo.png", &png()).await;
        server.clock.advance(60);
        let other = guest.send_file("spam.txt", b"words").await;
        server.drain().await;
        assert_eq!((mia.list(folder).await, mia.find("photo").await), (vec![], vec![]));
        assert_eq!(mia.get("entry/bin").await.names(), [""; 0]);
        assert_eq!(mia.get(&format!("entry/{folder}")).await.ok()["item_count"], 0);
        assert_eq!(server.names_at("Incoming").await, [""; 0], "nor does the readable tree have it");
        assert_eq!((server.staged().await.len(), server.binned().await.len()), (0, 2));
        assert_eq!(broken(server).await, [""; 0]);

        let page = wim.get(&format!("received/folder/{folder}")).await.ok();
        let (newest, first) = (&page["items"][0], &page["items"][1]);
        assert_eq!(
            (&newest["name"], &first["name"], &page["total"]),
            (&json!("spam.txt"), &json!("photo.png"), &json!(2))
        );
        assert_eq!((&first["sender"], &first["sender_email"]), (&json!("Rui Lima"), &json!("rui@casa.example")));
        assert_eq!((&first["link_id"], &first["picture"]), (&link["link_id"], &json!("ready")));
        assert_eq!(wim.get(&format!("received/folder/{folder}/count")).await.ok()["count"], 2);
        let picture = wim.get(&format!("received/picture/{kept}?size=96")).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
        assert_eq!(picture.header("content-security-policy"), "sandbox; default-src 'none'");
        let bytes = wim.get(&format!("/api/file/received/{other}")).await;
        assert_eq!((bytes.status, bytes.bytes.as_slice()), (200, &b"words"[..]));
        assert_eq!(bytes.header("content-type"), "application/octet-stream");
        assert!(bytes.header("content-disposition").starts_with("attachment; filename=\"spam.txt\""));
        let told = notices(&mia).await;
        assert_eq!((told.len(), &told[0]["times"], &told[0]["entry"]["node_id"]), (1, &json!(2), &json!(folder)));

        let accepted = decide(&wim, folder, "accept", json!({ "node_ids": [kept] })).await;
        assert_eq!(accepted, json!({ "done": [kept], "failed": [], "left": 1 }));
        let entry = wim.get(&format!("entry/{kept}")).await.ok();
        assert_eq!((&entry["name"], &entry["properties"]["width"]), (&json!("photo.png"), &json!(64)));
        assert_eq!(server.bytes_at("Incoming/photo.png").await, png());
        assert_eq!((wim.list(folder).await, wim.find("photo").await.len()), (vec!["photo.png".to_owned()], 1));
        assert_eq!(wim.preview(kept).await.status, 200);
        let rejected = decide(&wim, folder, "reject", json!({})).await;
        assert_eq!(rejected, json!({ "done": [other], "failed": [], "left": 0 }));
        assert_eq!((server.staged().await.len(), server.binned().await.len()), (0, 0));
        assert_eq!(notices(&mia).await, Vec::<Value>::new(), "nothing of it waits");
        for how in ["accept", "reject"] {
            let again = decide(&wim, folder, how, json!({ "node_ids": [kept, other] })).await;
            let codes: Vec<_> = again["failed"].as_array().unwrap().iter().map(|one| one["code"].clone()).collect();
            assert_eq!((codes, &again["done"]), (vec![json!("not_found"); 2], &json!([])), "{how}");
        }
        let recorded = "SELECT COUNT(*) FROM audit_entry WHERE what IN ('received_accept', 'received_reject')
            AND COALESCE(after_json, before_json) LIKE '%Rui Lima%'";
        assert_eq!(server.count(recorded).await, 2);
        assert_eq!(broken(server).await, [""; 0]);
    });
}

#[test]
fn an_accepted_file_says_who_has_sent_its_content() {
    on_both(async |server| {
        let (mia, wim, rea) = (server.user("mia"), server.user("wim"), server.user("rea"));
        let (folder, link) = asking(&mia, server.top, json!({})).await;
        mia.put(&format!("link/{}", link["link_id"]), json!({ "label": "Photos of the fair" })).await.ok();
        let file = Visitor::of(server, &link).send_file("photo.jpg", b"theirs").await;
        server.clock.advance(60);
        decide(&wim, folder, "accept", json!({ "node_ids": [file] })).await;
        server.drain().await;
        let from = async |who: &TestUser<'_>| who.get(&format!("entry/{file}")).await.ok()["received"].clone();
        let told = from(&mia).await;
        assert_eq!((&told["sender"], &told["sender_email"]), (&json!("Rui Lima"), &json!("rui@casa.example")));
        assert_eq!((&told["link_label"], &told["accepted_by"]), (&json!("Photos of the fair"), &json!("wim")));
        assert_eq!(told["accepted_at"].as_i64().unwrap() - told["arrived_at"].as_i64().unwrap(), 60);
        let told = from(&rea).await;
        assert_eq!((&told["sender"], &told["accepted_by"]), (&json!("Rui Lima"), &json!("wim")));
        assert_eq!(
            (&told["sender_email"], &told["link_label"]),
            (&Value::Null, &Value::Null),
            "readers decide nothing"
        );
        let own = wim.upload(folder, "own.txt", "words").await.id();
        assert_eq!(wim.get(&format!("entry/{own}")).await.ok()["received"], Value::Null);
        // Another content is from somebody else.
        wim.replace(folder, file, "ours").await.ok();
        assert_eq!(from(&mia).await, Value::Null);
        server.classify(folder).await;
        assert_eq!(rea.get(&format!("entry/{file}")).await.status, 404);
    });
}

#[test]
fn a_name_that_is_taken_gets_a_number_or_a_new_version() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({})).await;
        let guest = Visitor::of(server, &link);
        let coming = guest.announce("plan.txt", 6).await.ok();
        let file = wim.upload(folder, "plan.txt", "before").await.id();
        guest.append(&coming, 0, b"theirs").await;
        let second = guest.send_file("PLAN.txt", b"second").await;
        let page = wim.get(&format!("received/folder/{folder}")).await.ok();
        assert!(page["items"].as_array().unwrap().iter().all(|file| file["name_taken"] == true));
        decide(&wim, folder, "accept", json!({ "node_ids": [coming["node_id"]] })).await;
        assert_eq!(wim.list(folder).await, ["plan (2).txt", "plan.txt"]);
        assert_eq!(wim.content(file).await.bytes, b"before");

        let replaced = decide(&wim, folder, "accept", json!({ "node_ids": [second], "replace": true })).await;
        assert_eq!(replaced["done"], json!([second]), "{replaced}");
        assert_eq!(wim.list(folder).await, ["plan (2).txt", "plan.txt"], "it keeps its own name");
        assert_eq!(wim.content(file).await.bytes, b"second");
        let versions = wim.get(&format!("version/entry/{file}")).await.ok();
        assert_eq!(versions["versions"].as_array().unwrap().len(), 2);
        assert_eq!((server.staged().await.len(), server.binned().await.len()), (0, 1), "the earlier version");
        assert_eq!(server.count("SELECT COUNT(*) FROM links_received").await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn only_who_may_upload_there_sees_what_waits() {
    on_both(async |server| {
        let (folder, node) = waiting(server, "Folder").await;
        for (name, refusal) in
            [("rea", (403, "needs_role.writer")), ("rita", (404, "not_found")), ("eva", (404, "not_found"))]
        {
            let who = server.user(name);
            assert_eq!(who.get(&format!("received/folder/{folder}")).await.refusal(), refusal, "{name}");
            assert_eq!(who.get(&format!("received/folder/{folder}/count")).await.refusal(), refusal);
            for how in ["accept", "reject"] {
                let refused = who.post(&format!("received/folder/{folder}/{how}"), json!({})).await;
                assert_eq!(refused.refusal(), refusal, "{name} {how}");
            }
            assert_eq!(who.get(&format!("received/picture/{node}")).await.refusal(), (404, "not_found"));
            assert_eq!(who.get(&format!("/api/file/received/{node}")).await.refusal(), (404, "not_found"));
        }
        // It is nobody's entry, and another folder's people have no say in it.
        let other = server.user("wim").folder(server.top, "Other").await.id();
        for name in ["wim", "mia", "ada"] {
            let who = server.user(name);
            assert_eq!(who.content(node).await.status, 404);
            assert_eq!(who.get(&format!("entry/{node}")).await.status, 404);
            assert_eq!(who.preview(node).await.status, 404);
            assert_eq!(who.post(&format!("entry/restore/{node}"), json!({})).await.status, 404);
            assert_eq!(who.delete(&format!("entry/bin/{node}")).await.status, 404);
            let through = decide(&who, other, "accept", json!({ "node_ids": [node] })).await;
            assert_eq!(through["failed"], json!([{ "node_id": node, "code": "not_found" }]));
            assert_eq!(decide(&who, other, "reject", json!({ "node_ids": [node] })).await["done"], json!([]));
        }
        server.classify(folder).await;
        assert_eq!(server.user("wim").get(&format!("/api/file/received/{node}")).await.status, 404);
        let many: Vec<i64> = (1..=51).collect();
        let (zoe, path) = (server.user("zoe"), format!("received/folder/{folder}/accept"));
        assert_eq!(zoe.post(&path, json!({ "node_ids": many })).await.status, 422);
    });
}

#[test]
fn what_waits_goes_with_its_folder_and_comes_back_with_it() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (folder, node) = waiting(server, "Folder").await;
        wim.rename(folder, "Renamed").await.ok();
        wim.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!(wim.get(&format!("received/folder/{folder}")).await.status, 404);
        assert_eq!(wim.post(&format!("received/folder/{folder}/accept"), json!({})).await.status, 404);
        wim.post(&format!("entry/restore/{folder}"), json!({})).await.ok();
        decide(&wim, folder, "accept", json!({})).await;
        assert_eq!(wim.content(node).await.bytes, b"bytes");

        let (folder, _) = waiting(server, "Another").await;
        wim.delete(&format!("entry/{folder}")).await.ok();
        mia.delete(&format!("entry/bin/{folder}")).await;
        server.drain().await;
        assert_eq!((server.count("SELECT COUNT(*) FROM links_received").await, server.binned().await.len()), (0, 0));
        assert_eq!(broken(server).await, [""; 0]);
    });
}

#[test]
fn a_file_that_a_crash_has_left_between_staging_and_its_row_is_sent_to_its_end() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({})).await;
        let guest = Visitor::of(server, &link);
        let announced = guest.announce("photo.jpg", 5).await.ok();
        guest.append(&announced, 0, b"byte").await;
        let (ours, node) = (server.disk.join(".vitrine"), announced["node_id"].to_string());
        // The last byte has come, and they were moved; the row does not say so.
        fs::write(ours.join("staging").join(&node), "bytes").unwrap();
        fs::rename(ours.join("staging").join(&node), ours.join("bin").join(&node)).unwrap();
        let owner = storage::Owner::this_process();
        storage::recover(&server.app.db, &owner, server.clock.now() + 1).await.unwrap();
        assert_eq!((server.staged().await, server.binned().await.len()), (vec![node], 0));
        let probed = guest.send(guest.of_file(reqwest::Method::HEAD, &announced)).await;
        assert_eq!(probed.header("upload-offset"), "5");
        assert_eq!(received(&wim, folder).await, [("photo.jpg".to_owned(), 5)], "asking ends it");
    });
}

#[test]
fn in_a_bucket_a_received_file_is_an_object_from_the_beginning() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let (folder, link) = asking(&ada, library.top, json!({})).await;
        let guest = Visitor::of(server, &link);
        let (kept, other) = (guest.send_file("a.txt", b"one").await, guest.send_file("b.txt", b"two").await);
        assert_eq!(library.bytes(kept).unwrap(), b"one");
        ada.upload(folder, "a.txt", "before").await.id();
        decide(&ada, folder, "accept", json!({ "node_ids": [kept], "replace": true })).await;
        decide(&ada, folder, "reject", json!({ "node_ids": [other] })).await;
        assert_eq!((library.bytes(kept), library.bytes(other)), (None, None));
        assert_eq!(library.objects.keys().len(), 3, "two contents, and what tells that the repository is there");
    });
}
