//! Links that ask for files: what their visitors are told, what they send, and what is refused.

use primitives::NodeRole;
use reqwest::Method;
use security::Principal;
use serde_json::{Value, json};

use super::received::{asking, received};
use super::visitor::Visitor;
use super::{DAY, made, state_of, sweep};
use crate::harness::{NOW, on_both};

#[test]
fn a_visitor_sends_files_and_learns_nothing_of_the_folder() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Secret plans").await.id();
        let inside = wim.upload(folder, "plan.txt", "inside").await.id();
        let form = json!({
            "node_ids": [folder], "label": "For the press", "request": { "message": "Your photos, please", "file_limit": 3 },
        });
        let link = made(&wim, form).await;
        let told = &link["request"];
        assert_eq!((&told["file_limit"], &told["byte_limit"]), (&json!(3), &json!(10_i64 << 30)));
        assert_eq!((&told["received_files"], &told["waiting"]), (&json!(0), &json!(0)));
        assert_eq!((&link["may_download"], &link["state"]), (&json!(false), &json!("active")));

        let guest = Visitor::of(server, &link);
        let shown = guest.get("").await.ok();
        let wanted = json!({
            "state": "request", "front": shown["front"], "title": "For the press", "message": "Your photos, please",
            "made_by": "wim", "expires_at": NOW + 30 * DAY, "extensions": [], "files_left": 3,
            "bytes_left": 10_i64 << 30, "max_file_bytes": shown["max_file_bytes"],
        });
        assert_eq!(shown, wanted);
        for path in [
            "/entries".to_owned(),
            format!("/entries?folder={folder}"),
            "/archive".to_owned(),
            format!("/content/{inside}"),
            format!("/picture/{inside}"),
        ] {
            assert_eq!(guest.get(&path).await.refusal(), (404, "not_found"), "{path}");
        }
        // A name that is there is no other answer than one that is not.
        let taken = guest.announce("plan.txt", 5).await;
        assert_eq!((taken.status, guest.announce("free.txt", 5).await.status), (201, 201));
        assert_eq!(guest.get("").await.ok()["files_left"], 3, "nothing has come");
        assert_eq!(guest.append(&taken.ok(), 0, b"theirs").await.status, 413, "more than was announced");
        assert_eq!(guest.get("").await.ok()["files_left"], 2);
    });
}

#[test]
fn an_interrupted_file_goes_on_where_it_stopped() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({})).await;
        let guest = Visitor::of(server, &link);
        let announced = guest.announce("photo.jpg", 10).await.ok();
        assert_eq!(guest.append(&announced, 0, b"first").await.header("upload-offset"), "5");
        assert_eq!(guest.append(&announced, 2, b"again").await.refusal(), (409, "offset_mismatch"));
        let probed = guest.send(guest.of_file(Method::HEAD, &announced)).await;
        assert_eq!((probed.header("upload-offset"), probed.header("upload-length")), ("5", "10"));
        assert_eq!(probed.header("x-robots-tag"), "noindex, nofollow");
        assert_eq!(received(&wim, folder).await, Vec::<(String, i64)>::new(), "it is not whole");
        assert_eq!(guest.append(&announced, 5, b"and so").await.status, 413);
        assert_eq!(guest.append(&announced, 5, b" done").await.status, 204);
        assert_eq!(received(&wim, folder).await, [("photo.jpg".to_owned(), 10)]);
        let ended = guest.send(guest.of_file(Method::HEAD, &announced)).await;
        assert_eq!(ended.header("upload-offset"), "10", "who lost the answer learns that it has come");
        assert_eq!(wim.actions().await, [], "nobody has begun anything");

        let given_up = guest.announce("other.jpg", 10).await.ok();
        guest.append(&given_up, 0, b"first").await;
        let wrong = json!({ "node_id": given_up["node_id"], "ticket": "0123" });
        for ticket in [&wrong, &json!({ "node_id": given_up["node_id"], "ticket": announced["ticket"] })] {
            assert_eq!(guest.send(guest.of_file(Method::DELETE, ticket)).await.status, 404);
        }
        assert_eq!(guest.send(guest.of_file(Method::DELETE, &given_up)).await.status, 204);
        assert_eq!((server.staged().await.len(), server.binned().await.len()), (0, 1));
        assert_eq!(guest.append(&given_up, 0, b"first").await.status, 404);
        let empty = guest.announce("empty.txt", 0).await.ok();
        assert_eq!(guest.append(&empty, 0, b"").await.status, 204);
        assert_eq!(received(&wim, folder).await[0], ("empty.txt".to_owned(), 0));
    });
}

#[test]
fn what_a_link_does_not_take_is_refused_for_a_reason() {
    on_both(async |server| {
        let wim = server.user("wim");
        let request = json!({ "file_limit": 3, "byte_limit": 20, "extensions": ["JPG", ".png"] });
        let (_, link) = asking(&wim, server.top, request).await;
        let guest = Visitor::of(server, &link);
        assert_eq!(guest.announce("tool.exe", 5).await.refusal(), (409, "link_kind"));
        assert_eq!(guest.announce("large.jpg", 21).await.refusal(), (409, "link_full"));
        assert_eq!(guest.announce("huge.jpg", 1 << 41).await.refusal(), (413, "payload_too_large"));
        for (field, value) in [("name", "a/b.jpg"), ("name", ""), ("sender", " "), ("email", "nowhere")] {
            let mut form = json!({ "name": "a.jpg", "size": 1, "sender": "Rui" });
            form[field] = json!(value);
            let refused = guest.post("/file", form).await;
            assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!(field)));
        }
        guest.send_file("one.jpg", b"0123456789").await;
        let coming = guest.announce("two.jpg", 8).await.ok();
        guest.append(&coming, 0, b"0").await;
        assert_eq!(guest.announce("three.jpg", 3).await.refusal(), (409, "link_full"), "what comes has its place");
        guest.send(guest.of_file(Method::DELETE, &coming)).await;
        guest.send_file("two.JPG", b"01234567").await;
        guest.send_file("three.png", b"01").await;
        assert_eq!(state_of(&wim, &link).await, "used_up");
        let shown = guest.get("").await.ok();
        assert_eq!((&shown["state"], &shown["files_left"]), (&json!("request"), &json!(0)));
        assert_eq!(guest.announce("four.jpg", 1).await.refusal(), (409, "link_full"));
        let told = wim.get("link").await.ok()["items"][0]["request"].clone();
        assert_eq!(
            (&told["received_files"], &told["received_bytes"], &told["waiting"]),
            (&json!(3), &json!(20), &json!(3))
        );

        let path = format!("link/{}", link["link_id"]);
        let more = json!({ "request": { "file_limit": 4, "byte_limit": 30 } });
        assert_eq!(wim.put(&path, more).await.ok()["request"]["extensions"], json!([]));
        guest.send_file("four.exe", b"0").await;
    });
}

#[test]
fn a_link_that_asks_for_files_ends_with_its_maker_s_rights() {
    on_both(async |server| {
        let (wim, ada) = (server.user("wim"), server.user("ada"));
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "plan.txt", "inside").await.id();
        for (name, status) in [("wim", 201), ("mia", 201), ("ada", 201), ("rea", 403), ("rita", 404), ("eva", 404)] {
            let form = json!({ "node_ids": [folder], "request": {} });
            assert_eq!(server.user(name).post("link", form).await.status, status, "{name}");
        }
        for nodes in [json!([folder, server.top]), json!([])] {
            assert_eq!(wim.post("link", json!({ "node_ids": nodes, "request": {} })).await.status, 422, "{nodes}");
        }
        assert_eq!(wim.post("link", json!({ "node_ids": [file], "request": {} })).await.status, 409, "no folder");
        let shared = made(&ada, json!({ "node_ids": [folder] })).await;
        let path = format!("link/{}", shared["link_id"]);
        assert_eq!(ada.put(&path, json!({ "request": {} })).await.status, 422, "it shows entries");

        let link = made(&wim, json!({ "node_ids": [folder], "request": {} })).await;
        let guest = Visitor::of(server, &link);
        let announced = guest.announce("photo.jpg", 5).await.ok();
        let writers = Principal::Group(server.groups["writers"]);
        server.grant(server.top, writers, NodeRole::Reader).await;
        assert_eq!(state_of(&wim, &link).await, "closed");
        assert_eq!(guest.get("").await.refusal(), (404, "not_found"));
        assert_eq!(guest.announce("other.jpg", 5).await.refusal(), (404, "not_found"));
        assert_eq!(guest.append(&announced, 0, b"bytes").await.refusal(), (404, "not_found"));
        server.grant(server.top, writers, NodeRole::Writer).await;
        assert_eq!(guest.append(&announced, 0, b"by").await.status, 204);

        assert_eq!(wim.delete(&format!("link/{}", link["link_id"])).await.status, 204);
        assert_eq!(guest.append(&announced, 2, b"tes").await.refusal(), (404, "not_found"), "it is revoked");
    });
}

#[test]
fn what_was_begun_before_the_end_comes_and_nothing_begins_after_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let form =
            json!({ "node_ids": [folder], "expires_at": NOW + 60, "password": "girassol amarelo", "request": {} });
        let link = made(&wim, form).await;
        let (guest, other) = (Visitor::of(server, &link), Visitor::of(server, &link));
        assert_eq!(guest.get("").await.ok()["state"], "password");
        assert_eq!(guest.announce("photo.jpg", 5).await.status, 404, "the password comes first");
        assert_eq!(guest.enter("girassol amarelo").await.status, 204);
        let announced = guest.announce("photo.jpg", 5).await.ok();
        assert_eq!(other.append(&announced, 0, b"bytes").await.status, 404, "another visitor");
        server.clock.advance(60);
        assert_eq!(guest.get("").await.status, 404);
        assert_eq!(guest.announce("late.jpg", 5).await.status, 404);
        server.clock.advance(600);
        assert_eq!(guest.append(&announced, 0, b"bytes").await.status, 204);
        assert_eq!(received(&wim, folder).await, [("photo.jpg".to_owned(), 5)]);
        // The link is forgotten before the file.
        server.clock.advance(30 * DAY - 1);
        sweep(server).await;
        let again = server.sign_in("wim").await;
        let page = again.get(&format!("received/folder/{folder}")).await.ok();
        assert_eq!((&page["total"], &page["items"][0]["link_id"]), (&json!(1), &Value::Null));
        server.clock.advance(DAY);
        sweep(server).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM links_received").await, 0);
        assert_eq!((server.staged().await.len(), server.binned().await.len()), (0, 0), "and nobody has decided");
    });
}

#[test]
fn one_address_does_not_begin_files_without_end() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (_, link) = asking(&wim, server.top, json!({ "file_limit": 1_000 })).await;
        let guest = Visitor::of(server, &link);
        for sent in 0..50 {
            let announced = guest.announce("photo.jpg", 5).await;
            assert_eq!(announced.status, 201, "{sent}");
            assert_eq!(guest.append(&announced.ok(), 0, b"b").await.status, 204, "{sent}");
        }
        assert_eq!(guest.announce("photo.jpg", 5).await.refusal(), (429, "rate_limited"), "so many are sent at once");
        // Those of others in their name keep nobody from their own.
        wim.prepare(server.top, "mine.txt", Some(1)).await.ok();
    });
}

#[test]
fn what_is_only_announced_takes_no_place_and_what_falls_silent_lets_go_of_its_own() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({ "file_limit": 2, "byte_limit": 12 })).await;
        let guest = Visitor::of(server, &link);
        let mut announced = Vec::new();
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            announced.push(guest.announce(name, 5).await.ok());
        }
        let [a, b, c] = announced.as_slice() else { panic!("three files") };
        assert_eq!(guest.get("").await.ok()["files_left"], 2, "nothing has come");
        assert_eq!(guest.append(c, 0, b"bytes").await.status, 204);
        assert_eq!(guest.append(b, 0, b"by").await.status, 204);
        assert_eq!(guest.append(a, 0, b"bytes").await.refusal(), (409, "link_full"));
        assert_eq!(guest.announce("d.jpg", 1).await.refusal(), (409, "link_full"));

        server.clock.advance(1_799);
        assert_eq!(guest.append(a, 0, b"bytes").await.refusal(), (409, "link_full"));
        server.clock.advance(1);
        assert_eq!(guest.append(a, 0, b"bytes").await.status, 204);
        assert_eq!(guest.append(b, 2, b"tes").await.refusal(), (409, "link_full"));
        let came: Vec<String> = received(&wim, folder).await.into_iter().map(|(name, _)| name).collect();
        assert_eq!(came, ["c.jpg", "a.jpg"]);

        let more = json!({ "request": { "file_limit": 3, "byte_limit": 15 } });
        wim.put(&format!("link/{}", link["link_id"]), more).await.ok();
        assert_eq!(guest.append(b, 2, b"tes").await.status, 204, "it goes on where it stopped");
    });
}

#[test]
fn neither_a_wrong_ticket_nor_a_part_without_bytes_takes_a_place() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({ "file_limit": 1 })).await;
        let guest = Visitor::of(server, &link);
        let (one, two) = (guest.announce("one.jpg", 5).await.ok(), guest.announce("two.jpg", 5).await.ok());
        let empty = guest.announce("empty.txt", 0).await.ok();
        let foreign = |file: &Value| json!({ "node_id": file["node_id"], "ticket": "x" });
        for (file, bytes) in [(foreign(&one), "bytes"), (foreign(&one), ""), (foreign(&empty), "")] {
            assert_eq!(guest.append(&file, 0, bytes.as_bytes()).await.status, 404, "{bytes}");
        }
        assert_eq!(guest.send(guest.of_file(Method::HEAD, &foreign(&empty))).await.status, 404);
        let nothing = guest.append(&one, 0, b"").await;
        assert_eq!((nothing.status, nothing.header("upload-offset")), (204, "0"));
        assert_eq!(guest.append(&two, 0, b"bytes").await.status, 204);
        assert_eq!(received(&wim, folder).await, [("two.jpg".to_owned(), 5)]);
    });
}

#[test]
fn empty_files_take_a_place_each() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({ "file_limit": 1 })).await;
        let guest = Visitor::of(server, &link);
        let (one, two) = (guest.announce("one.txt", 0).await.ok(), guest.announce("two.txt", 0).await.ok());
        assert_eq!(guest.send(guest.of_file(Method::HEAD, &one)).await.status, 200);
        assert_eq!(guest.send(guest.of_file(Method::HEAD, &two)).await.status, 409);
        assert_eq!(received(&wim, folder).await, [("one.txt".to_owned(), 0)]);
    });
}

#[test]
fn of_too_many_announced_files_the_earliest_are_forgotten() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (folder, link) = asking(&wim, server.top, json!({})).await;
        let guest = Visitor::of(server, &link);
        let first = guest.announce("first.jpg", 5).await.ok();
        let second = guest.announce("second.jpg", 5).await.ok();
        guest.append(&second, 0, b"by").await;
        for _ in 0..200 {
            guest.announce("photo.jpg", 5).await.ok();
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM links_received").await, 201);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 201);
        assert_eq!(guest.append(&first, 0, b"bytes").await.refusal(), (404, "not_found"));
        assert_eq!(guest.append(&second, 2, b"tes").await.status, 204, "what has begun to come stays");
        assert_eq!(received(&wim, folder).await, [("second.jpg".to_owned(), 5)]);
    });
}
