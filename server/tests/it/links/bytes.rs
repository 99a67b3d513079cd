//! What a link gives away: files in ranges, archives, and no more of them than its limit.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::visitor::Visitor;
use super::{Campaign, made, state_of};
use crate::archives::unpacked;
use crate::harness::on_both;

async fn downloads(mia: &crate::test_users::TestUser<'_>) -> Value {
    mia.server.app.db.background_ended().await;
    mia.get("link").await.ok()["items"][0]["downloads"].clone()
}

#[test]
fn of_many_who_ask_at_once_only_so_many_get_a_download_as_are_left() {
    on_both(async |server| {
        let (mia, Campaign { file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [file], "download_limit": 3 })).await;
        let path = format!("/content/{file}");
        let visitors: Vec<_> = (0..8).map(|_| Visitor::of(server, &link)).collect();
        let answers = join_all(visitors.iter().map(|visitor| visitor.get(&path))).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 404, 404, 404, 404, 404]);
        assert_eq!(downloads(&mia).await, 3);
        assert_eq!(state_of(&mia, &link).await, "used_up");
        assert_eq!(Visitor::of(server, &link).get("").await.refusal(), (404, "not_found"));
        mia.put(&format!("link/{}", link["link_id"]), json!({ "download_limit": 4 })).await.ok();
        let another = Visitor::of(server, &link);
        assert_eq!(another.get("").await.ok()["downloads_left"], 1);
    });
}

#[test]
fn a_download_that_was_begun_goes_on_after_the_last_one_is_taken() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, within, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "download_limit": 1 })).await;
        let (guest, other, path) = (Visitor::of(server, &link), Visitor::of(server, &link), format!("/content/{file}"));
        assert_eq!(guest.get("").await.ok()["downloads_left"], 1);
        assert_eq!(guest.send(guest.request(Method::HEAD, &path)).await.status, 200);
        assert_eq!(guest.get_range(&path, "bytes=99-").await.status, 416);
        assert_eq!(downloads(&mia).await, 0, "nothing was sent yet");
        for (range, bytes) in [("bytes=0-3", "some"), ("bytes=4-", " words"), ("bytes=0-3", "some")] {
            let part = guest.get_range(&path, range).await;
            assert_eq!((part.status, part.bytes.as_slice()), (206, bytes.as_bytes()));
        }
        assert_eq!(downloads(&mia).await, 1);
        assert_eq!(guest.get("").await.ok()["downloads_left"], 0);
        for path in [format!("/content/{within}"), "/archive".to_owned()] {
            assert_eq!(guest.get(&path).await.refusal(), (404, "not_found"), "another download: {path}");
        }
        assert_eq!(other.get(&path).await.refusal(), (404, "not_found"), "another visitor");
        assert_eq!(downloads(&mia).await, 1);
    });
}

#[test]
fn a_download_is_counted_once_however_many_ranges_it_has() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, within, .. }) = (server.user("mia"), Campaign::of(server).await);
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        guest.get("").await.ok();
        let path = format!("/content/{file}");
        let whole = guest.get(&path).await;
        let tag = whole.header("etag").to_owned();
        for range in ["bytes=0-1", "bytes=5-", "bytes=-3"] {
            assert_eq!(guest.get_range(&path, range).await.status, 206);
        }
        let known = guest.request(Method::GET, &format!("/content/{within}")).header("if-none-match", "*");
        assert_eq!(guest.send(known).await.status, 304);
        let again = guest.request(Method::GET, &path).header("if-none-match", tag);
        assert_eq!(guest.send(again).await.status, 304);
        assert_eq!(downloads(&mia).await, 1);
        guest.get("/archive").await;
        guest.get("/archive").await;
        assert_eq!(downloads(&mia).await, 2);
        let another = Visitor::of(server, &mia.get("link").await.ok()["items"][0]);
        another.send(another.request(Method::GET, "").header("user-agent", "Another")).await.ok();
        server.app.db.background_ended().await;
        assert_eq!(mia.get("link").await.ok()["items"][0]["visits"], 2);
    });
}

#[test]
fn who_keeps_no_cookie_is_not_counted_each_time() {
    on_both(async |server| {
        let (mia, Campaign { folder, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder] })).await;
        let visits = async || {
            server.app.db.background_ended().await;
            mia.get("link").await.ok()["items"][0]["visits"].clone()
        };
        for _ in 0..5 {
            Visitor::of(server, &link).get("").await.ok();
        }
        assert_eq!(visits().await, 1);
        // A browser that has got a cookie is the same one.
        let guest = Visitor::of(server, &link);
        guest.get("").await.ok();
        guest.get("").await.ok();
        assert_eq!(visits().await, 1);
        server.clock.advance(1_800);
        guest.get("").await.ok();
        assert_eq!(visits().await, 2, "it was away");
        // Whoever invents a browser each time adds a bounded number.
        for number in 0..150 {
            let stranger = Visitor::of(server, &link);
            let asked = stranger.request(Method::GET, "").header("user-agent", format!("Browser {number}"));
            stranger.send(asked).await.ok();
        }
        assert_eq!(visits().await, 101);
    });
}

#[test]
fn an_archive_of_a_link_opens_and_goes_on_where_it_was_cut_off() {
    on_both(async |server| {
        let (mia, Campaign { folder, inner, .. }) = (server.user("mia"), Campaign::of(server).await);
        server.user("wim").upload(folder, "large.bin", vec![7; 600_000]).await.id();
        let link = made(&mia, json!({ "node_ids": [folder], "download_limit": 3 })).await;
        let guest = Visitor::of(server, &link);
        let whole = guest.get("/archive").await;
        assert_eq!((whole.status, whole.header("content-type")), (200, "application/zip"));
        assert!(whole.header("content-disposition").contains("filename=\"Campaign.zip\""));
        let found = unpacked(&whole.bytes);
        let names: Vec<_> = found.keys().map(String::as_str).collect();
        let wanted =
            ["Campaign/", "Campaign/Inner/", "Campaign/Inner/within.txt", "Campaign/large.bin", "Campaign/words.txt"];
        assert_eq!((names, found["Campaign/words.txt"].as_str()), (wanted.to_vec(), "some words"));
        let rest = guest.request(Method::GET, "/archive").header("range", "bytes=300000-");
        let rest = guest.send(rest.header("if-range", whole.header("etag"))).await;
        assert_eq!((rest.status, rest.bytes == whole.bytes[300_000..]), (206, true));
        assert_eq!(guest.get("").await.ok()["downloads_left"], 2);

        let part = guest.get(&format!("/archive?folder={inner}")).await;
        assert_eq!(unpacked(&part.bytes).into_keys().collect::<Vec<_>>(), ["Inner/", "Inner/within.txt"]);
        assert!(part.header("content-disposition").contains("filename=\"Inner.zip\""));
        assert_eq!(guest.get("/archive?node_ids=1,x").await.status, 422);
    });
}

#[test]
fn a_link_to_several_entries_shows_each_of_them() {
    on_both(async |server| {
        let (mia, Campaign { folder, inner, file, within }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [file, inner] })).await;
        let guest = Visitor::of(server, &link);
        let shown = guest.get("").await.ok();
        assert_eq!((&shown["kind"], &shown["title"], &shown["count"]), (&json!("selection"), &Value::Null, &json!(2)));
        let listed = guest.get("/entries").await;
        assert_eq!((&listed.body["path"], &listed.body["next"]), (&json!([]), &Value::Null));
        assert_eq!(listed.names(), ["words.txt", "Inner"], "in the order in which they were shared");
        let below = guest.get(&format!("/entries?folder={inner}")).await;
        assert_eq!(below.body["path"], json!([{ "node_id": inner, "name": "Inner" }]));
        assert_eq!(below.names(), ["within.txt"]);
        assert_eq!(guest.get(&format!("/entries?folder={folder}")).await.status, 404, "not what they lie in");
        let archive = guest.get("/archive").await;
        assert!(archive.header("content-disposition").contains("filename=\"Files.zip\""));
        let names: Vec<_> = unpacked(&archive.bytes).into_keys().collect();
        assert_eq!(names, ["Inner/", "Inner/within.txt", "words.txt"]);
        let part = guest.get(&format!("/archive?node_ids={within},{file},{folder}")).await;
        assert_eq!(unpacked(&part.bytes).into_keys().collect::<Vec<_>>(), ["within.txt", "words.txt"]);

        let path = format!("link/{}", link["link_id"]);
        let changed = mia.put(&path, json!({ "node_ids": [inner], "label": "Autumn" })).await.ok();
        assert_eq!(changed["entries"].as_array().unwrap().len(), 1);
        let shown = guest.get("").await.ok();
        assert_eq!((&shown["kind"], &shown["title"]), (&json!("folder"), &json!("Autumn")));
        assert_eq!(guest.get(&format!("/content/{file}")).await.status, 404, "it is not shared any more");
    });
}
