//! Until when entries may be used, and readers who ask before they download: every way to the bytes is closed.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::archives::unpacked;
use crate::conversions::photograph;
use crate::harness::{NOW, TestServer, on_both};
use crate::links::visitor::Visitor;
use crate::notices::{kinds, told};
use crate::test_users::{Answer, TestUser};
use crate::versions::versions;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

pub async fn set(who: &TestUser<'_>, node: i64, terms: Value) -> Answer {
    who.put(&format!("usage/{node}"), terms).await
}

async fn usage(who: &TestUser<'_>, node: i64) -> Value {
    who.get(&format!("usage/{node}")).await.ok()
}

pub async fn ask(who: &TestUser<'_>, node: i64, reason: &str) -> Answer {
    who.post(&format!("usage/request/{node}"), json!({ "reason": reason })).await
}

pub async fn answer(who: &TestUser<'_>, request: &Value, days: Option<i64>) -> Answer {
    who.put(&format!("usage/answer/{}", request["request_id"]), json!({ "days": days })).await
}

/// A folder with a photograph that has two versions, and a text beside it.
pub struct Album {
    pub folder: i64,
    pub picture: i64,
    pub text: i64,
    version: i64,
}

impl Album {
    pub async fn of(server: &TestServer) -> Self {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Album").await.id();
        let picture = wim.upload(folder, "beach.jpg", photograph(false)).await.id();
        wim.replace(folder, picture, large()).await.ok();
        let text = wim.upload(folder, "plan.txt", "words").await.id();
        server.drain().await;
        let version = versions(&wim, picture).await.last().unwrap()["version_id"].as_i64().unwrap();
        Self { folder, picture, text, version }
    }
}

/// A photograph that has more pixels than a small preview.
fn large() -> Vec<u8> {
    let (width, height) = (1200_u16, 900_u16);
    let pixel = |x: u16, y: u16| [u8::try_from(x % 251).unwrap(), u8::try_from(y % 251).unwrap(), 90];
    let pixels: Vec<u8> = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixel(x, y))).collect();
    let mut bytes = Vec::new();
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, 80);
    encoder.encode(&pixels, width, height, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

/// The status and code of every request by which somebody could get the bytes of the picture.
async fn ways(who: &TestUser<'_>, album: &Album, own: i64) -> Vec<(String, u16, String)> {
    let Album { picture, version, .. } = album;
    let named = json!({ "node_ids": [picture] });
    let mut told = Vec::new();
    let mut note = |way: &str, answer: Answer| {
        let code = answer.body["code"].as_str().unwrap_or("").to_owned();
        told.push((way.to_owned(), answer.status, code));
    };
    note("content", who.content(*picture).await);
    let range = who.request(reqwest::Method::GET, &format!("/api/file/content/{picture}")).header("range", "bytes=0-9");
    note("range", Answer::of(range).await);
    note("link", who.get(&format!("actions/download/{picture}")).await);
    note("version", who.get(&format!("/api/file/version/{version}")).await);
    note("converted", who.get(&format!("/api/file/converted/{picture}?width=90")).await);
    note("archive", who.post("selection/download", named.clone()).await);
    note("pictures", who.post("rendition/archive", json!({ "selection": named, "width": 90 })).await);
    note("copy", who.put(&format!("entry/copy/{picture}/to/{own}"), json!({})).await);
    told
}

fn refused(ways: &[(String, u16, String)], code: &str) -> bool {
    ways.iter().all(|(_, status, told)| *status == 403 && told == code)
}

fn open(ways: &[(String, u16, String)]) -> bool {
    ways.iter().all(|(_, status, _)| (200..300).contains(status))
}

async fn acts(who: &TestUser<'_>, node: i64) -> Vec<String> {
    let body = who.get(&format!("actions/node/{node}")).await.ok();
    body["items"].as_array().unwrap().iter().map(|item| item["action_key"].as_str().unwrap().to_owned()).collect()
}

/// Height of the largest picture that somebody gets.
async fn largest(who: &TestUser<'_>, path: &str) -> u32 {
    let answer = who.get(&format!("{path}?size=2560")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    image::load_from_memory(&answer.bytes).unwrap().height()
}

#[test]
fn after_its_end_readers_get_nothing_of_a_file_and_writers_go_on() {
    on_both(async |server| {
        let (rea, wim, mia) = (server.user("rea"), server.user("wim"), server.user("mia"));
        let album = Album::of(server).await;
        let own = mia.folder(server.top, "Rea's own").await.id();
        server.grant(own, Principal::User(server.users["rea"]), NodeRole::Writer).await;
        assert!(open(&ways(&rea, &album, own).await), "nothing is set yet");
        server.drain().await;
        let set_end = set(&wim, album.picture, json!({ "usable_until": NOW + HOUR })).await.ok();
        assert_eq!((&set_end["usable_until"], &set_end["withheld"]), (&json!(NOW + HOUR), &Value::Null));
        server.clock.advance(HOUR - 1);
        assert_eq!(rea.content(album.picture).await.status, 200, "until its last second");
        let preview = format!("rendition/preview/{}", album.picture);
        assert_eq!(largest(&rea, &preview).await, 900);

        server.clock.advance(1);
        let told = ways(&rea, &album, own).await;
        assert!(refused(&told, "rights_ended"), "{told:?}");
        assert_eq!(usage(&rea, album.picture).await["withheld"], "ended");
        assert_eq!(largest(&rea, &preview).await, 640, "it is still seen, small");
        let of_version = format!("rendition/version/{}", album.version);
        assert_eq!(rea.get(&format!("{of_version}?size=2560")).await.status, 200);
        let offered = acts(&rea, album.picture).await;
        assert!(!offered.iter().any(|act| act == "download" || act == "copy"), "{offered:?}");
        let listed = rea.get(&format!("entry/list/{}", album.folder)).await.ok();
        let ends: Vec<_> = listed["items"].as_array().unwrap().iter().map(|item| &item["usable_until"]).collect();
        assert_eq!(ends, [&json!(NOW + HOUR), &Value::Null]);
        // What is beside it is not concerned, and the archive of both says what is not in it.
        assert_eq!(rea.content(album.text).await.status, 200);
        let link = rea.post("selection/download", json!({ "node_ids": [album.folder] })).await.ok();
        let found = unpacked(&rea.get(link["link"].as_str().unwrap()).await.bytes);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["Album/", "Album/plan.txt", "Left out.txt"]);
        assert!(found["Left out.txt"].contains("Album/beach.jpg: its rights of use have ended"));

        for (name, who) in [("wim", &wim), ("mia", &mia)] {
            let told = ways(who, &album, own).await;
            assert!(open(&told[..7]), "{name}: {told:?}");
        }
        assert_eq!(set(&wim, album.picture, json!({ "usable_until": NOW + 9 * DAY })).await.status, 200);
        server.drain().await;
        assert_eq!(rea.content(album.picture).await.status, 200);
    });
}

#[test]
fn an_archive_that_was_begun_before_the_end_has_nothing_of_it_afterwards() {
    on_both(async |server| {
        let (rea, wim) = (server.user("rea"), server.user("wim"));
        let album = Album::of(server).await;
        set(&wim, album.picture, json!({ "usable_until": NOW + HOUR })).await.ok();
        let all = json!({ "node_ids": [album.folder] });
        let archive = rea.post("selection/download", all.clone()).await.ok();
        let form = json!({ "selection": all, "width": 90, "format": "png" });
        let pictures = rea.post("rendition/archive", form).await.ok()["bg_action_id"].as_str().unwrap().to_owned();
        server.drain().await;
        let made = format!("/api/file/pictures/{pictures}");
        assert!(unpacked(&rea.get(&made).await.bytes).contains_key("Album/beach.png"));
        server.clock.advance(HOUR);
        for link in [archive["link"].as_str().unwrap(), &made] {
            let found = unpacked(&rea.get(link).await.bytes);
            assert!(!found.keys().any(|name| name.starts_with("Album/beach")), "{found:?}");
            assert!(found["Left out.txt"].contains("its rights of use have ended"));
        }
    });
}

#[test]
fn a_copy_of_a_folder_leaves_out_what_has_ended() {
    on_both(async |server| {
        let (rea, wim, mia) = (server.user("rea"), server.user("wim"), server.user("mia"));
        let album = Album::of(server).await;
        let own = mia.folder(server.top, "Rea's own").await.id();
        server.grant(own, Principal::User(server.users["rea"]), NodeRole::Writer).await;
        set(&wim, album.picture, json!({ "usable_until": NOW - DAY })).await.ok();
        rea.put(&format!("entry/copy/{}/to/{own}", album.folder), json!({})).await.ok();
        server.drain().await;
        let copy = rea.get(&format!("entry/list/{own}")).await.ok()["items"][0]["node_id"].as_i64().unwrap();
        assert_eq!(rea.list(copy).await, ["plan.txt"]);
        assert_eq!(rea.actions().await[0].1, "partial_error");
    });
}

#[test]
fn the_nearest_end_counts_and_a_move_takes_none_away() {
    on_both(async |server| {
        let (rea, wim) = (server.user("rea"), server.user("wim"));
        let Album { folder, picture, text, .. } = Album::of(server).await;
        set(&wim, folder, json!({ "usable_until": NOW - DAY })).await.ok();
        for file in [picture, text] {
            assert_eq!(rea.content(file).await.refusal(), (403, "rights_ended"));
        }
        let shown = usage(&rea, picture).await;
        assert_eq!((&shown["usable_until"], &shown["usable_until_of"]["name"]), (&json!(NOW - DAY), &json!("Album")));
        set(&wim, picture, json!({ "usable_until": NOW + DAY })).await.ok();
        assert_eq!((rea.content(picture).await.status, rea.content(text).await.status), (200, 403));
        let link = rea.post("selection/download", json!({ "node_ids": [picture] })).await.ok();
        assert_eq!(link["count"], 1);
        let folder_alone = rea.post("selection/download", json!({ "node_ids": [folder] })).await;
        assert_eq!(folder_alone.refusal(), (403, "rights_ended"));

        let other = wim.folder(server.top, "Elsewhere").await.id();
        wim.post(&format!("entry/move/{text}"), json!({ "target_id": other })).await.ok();
        assert_eq!(rea.content(text).await.refusal(), (403, "rights_ended"));
        assert_eq!(usage(&wim, text).await["own"]["usable_until"], NOW - DAY);
        set(&wim, text, json!({ "usable_until": null })).await.ok();
        assert_eq!(rea.content(text).await.status, 200);
    });
}

#[test]
fn who_may_say_what_is_decided_by_role() {
    on_both(async |server| {
        let Album { folder, picture, .. } = Album::of(server).await;
        let end = json!({ "usable_until": NOW + DAY });
        for (name, ends, asks) in [("rea", 403, 403), ("wim", 200, 403), ("mia", 200, 200), ("eva", 404, 404)] {
            let who = server.user(name);
            assert_eq!(set(&who, picture, end.clone()).await.status, ends, "{name}");
            assert_eq!(set(&who, folder, json!({ "asks_first": true })).await.status, asks, "{name}");
        }
        let mia = server.user("mia");
        assert_eq!(set(&mia, picture, json!({ "asks_first": true })).await.refusal(), (409, "wrong_kind"));
        assert_eq!(set(&mia, picture, json!({ "usable_until": 5 })).await.status, 422);
        server.classify(folder).await;
        assert_eq!(mia.get(&format!("usage/{picture}")).await.refusal(), (404, "not_found"));
        assert_eq!(server.anonymous().get(&format!("usage/{picture}")).await.status, 401);
    });
}

#[test]
fn a_reader_asks_and_is_let_for_some_days() {
    on_both(async |server| {
        let (rea, mia, wim) = (server.user("rea"), server.user("mia"), server.user("wim"));
        let album = Album::of(server).await;
        let own = mia.folder(server.top, "Rea's own").await.id();
        server.grant(own, Principal::User(server.users["rea"]), NodeRole::Writer).await;
        set(&mia, album.folder, json!({ "asks_first": true })).await.ok();
        let told_ways = ways(&rea, &album, own).await;
        assert!(refused(&told_ways, "asks_first"), "{told_ways:?}");
        assert_eq!(usage(&rea, album.picture).await["withheld"], "asks_first");
        assert_eq!(ask(&rea, album.picture, "  ").await.status, 422);
        let request = ask(&rea, album.picture, "A poster for June").await.ok();
        assert_eq!(request["state"], "waiting");
        assert_eq!(ask(&rea, album.text, "again").await.refusal(), (409, "already_asked"));
        assert_eq!(ask(&wim, album.picture, "I write here").await.refusal(), (409, "nothing_to_ask"));

        // Its managers are told, with the reason, and nobody else.
        assert_eq!(kinds(&mia).await, [("download_asked".to_owned(), 1)]);
        let notice = told(&mia).await.remove(0);
        assert_eq!(
            (&notice["about"]["text"], &notice["entry"]["name"]),
            (&json!("A poster for June"), &json!("Album"))
        );
        assert_eq!((kinds(&wim).await, kinds(&server.user("clea")).await), (vec![], vec![]));
        let path = format!("usage/request/{}", album.folder);
        let waiting = mia.get(&path).await.ok();
        assert_eq!((&waiting["items"][0]["asked_by"]["name"], &waiting["next"]), (&json!("rea"), &Value::Null));
        assert_eq!(waiting["items"][0]["entry"]["node_id"], album.picture);
        for (name, status) in [("rea", 403), ("wim", 403), ("eva", 404)] {
            assert_eq!(server.user(name).get(&path).await.status, status, "{name}");
            assert_eq!(answer(&server.user(name), &request, Some(2)).await.refusal(), (404, "not_found"), "{name}");
        }
        assert_eq!(answer(&mia, &request, Some(0)).await.status, 422);

        assert_eq!(answer(&mia, &request, Some(2)).await.status, 204);
        assert_eq!(answer(&mia, &request, None).await.refusal(), (409, "already_answered"));
        assert_eq!((kinds(&mia).await, kinds(&rea).await), (vec![], vec![("download_answered".to_owned(), 1)]));
        let notice = told(&rea).await.remove(0);
        assert_eq!(notice["detail"], json!({ "days": 2, "is_file": false }));
        let named = (&notice["about"]["title"], &notice["entry"]["name"]);
        assert_eq!(named, (&json!("Album"), &json!("beach.jpg")), "the folder, and what was open");
        let told_ways = ways(&rea, &album, own).await;
        assert!(open(&told_ways), "{told_ways:?}");
        assert_eq!(rea.content(album.text).await.status, 200, "all of the folder");
        assert_eq!(server.user("clea").content(album.text).await.refusal(), (403, "asks_first"), "and nobody else");
        let asked = usage(&rea, album.picture).await["request"].clone();
        assert_eq!((&asked["state"], &asked["allowed_until"]), (&json!("allowed"), &json!(NOW + 2 * DAY)));
        server.clock.advance(2 * DAY);
        let rea = server.sign_in("rea").await;
        assert_eq!(rea.content(album.picture).await.refusal(), (403, "asks_first"));
        assert_eq!(usage(&rea, album.picture).await["request"]["state"], "over");
    });
}

#[test]
fn a_request_may_be_refused_and_asked_again_and_an_answer_opens_nothing_that_has_ended() {
    on_both(async |server| {
        let (rea, mia) = (server.user("rea"), server.user("mia"));
        let Album { folder, picture, .. } = Album::of(server).await;
        set(&mia, folder, json!({ "asks_first": true })).await.ok();
        let first = ask(&rea, picture, "Please").await.ok();
        answer(&mia, &first, None).await;
        assert_eq!(usage(&rea, picture).await["request"]["state"], "refused");
        assert_eq!(rea.content(picture).await.refusal(), (403, "asks_first"));
        let second = ask(&rea, folder, "For the annual report").await.ok();
        set(&mia, picture, json!({ "usable_until": NOW - DAY })).await.ok();
        answer(&mia, &second, Some(365)).await;
        assert_eq!(rea.content(picture).await.refusal(), (403, "rights_ended"));
        set(&mia, folder, json!({ "asks_first": false })).await.ok();
        assert_eq!(usage(&rea, folder).await["request"], Value::Null);
        server.clock.advance(400 * DAY);
        assert_eq!(server.count("SELECT COUNT(*) FROM usage_request").await, 2);
        let usage = usage::Usage::new(server.app.db.clone(), server.clock.clone());
        usage::sweep(&usage).await.unwrap();
        assert_eq!(server.count("SELECT COUNT(*) FROM usage_request").await, 0);
    });
}

#[test]
fn visitors_of_a_link_get_nothing_that_has_ended_and_need_not_ask() {
    on_both(async |server| {
        let mia = server.user("mia");
        let album = Album::of(server).await;
        let link = mia.post("link", json!({ "node_ids": [album.folder] })).await.ok();
        let visitor = Visitor::of(server, &link);
        set(&mia, album.folder, json!({ "asks_first": true })).await.ok();
        let path = format!("/content/{}", album.picture);
        assert_eq!(visitor.get(&path).await.status, 200, "who shares a folder has answered");
        set(&mia, album.picture, json!({ "usable_until": NOW })).await.ok();
        assert_eq!(visitor.get(&path).await.refusal(), (403, "rights_ended"));
        assert_eq!(visitor.get_range(&path, "bytes=0-9").await.status, 403);
        let listed = visitor.get("/entries").await.ok();
        let ended: Vec<_> = listed["items"].as_array().unwrap().iter().map(|item| &item["rights_ended"]).collect();
        assert_eq!(ended, [&json!(true), &json!(false)]);
        let picture = visitor.get(&format!("/picture/{}?size=2560", album.picture)).await;
        assert_eq!(image::load_from_memory(&picture.bytes).unwrap().height(), 640);
        let found = unpacked(&visitor.get("/archive").await.bytes);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["Album/", "Album/plan.txt", "Left out.txt"]);
    });
}

#[test]
fn what_ends_soon_is_listed_for_who_writes_there() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let Album { folder, picture, text, .. } = Album::of(server).await;
        let sealed = zoe.upload(folder, "sealed.txt", "secret").await.id();
        server.classify(sealed).await;
        for (node, end) in [(picture, 20 * DAY), (text, -DAY), (folder, 90 * DAY), (sealed, DAY)] {
            set(&zoe, node, json!({ "usable_until": NOW + end })).await.ok();
        }
        let listed = async |name: &str| {
            let body = server.user(name).get("usage/ending").await.ok();
            let items = body["items"].as_array().unwrap().clone();
            items.iter().map(|item| item["entry"]["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(listed("wim").await, ["plan.txt", "beach.jpg"], "the first to end first");
        assert_eq!(listed("zoe").await, ["plan.txt", "sealed.txt", "beach.jpg"]);
        assert_eq!((listed("rea").await, listed("eva").await), (vec![], vec![]));
        assert_eq!(wim.get("usage/ending").await.ok()["items"][0]["usable_until"], NOW - DAY);
    });
}

#[test]
fn neither_a_copy_nor_a_replacement_takes_an_end_away() {
    on_both(async |server| {
        let (rea, wim) = (server.user("rea"), server.user("wim"));
        let Album { folder, picture, .. } = Album::of(server).await;
        set(&wim, folder, json!({ "usable_until": NOW + HOUR })).await.ok();
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for (what, target) in [(picture, one), (folder, two)] {
            wim.put(&format!("entry/copy/{what}/to/{target}"), json!({})).await.ok();
        }
        let there = wim.upload(server.top, "beach.jpg", "another").await.id();
        let form = json!({ "node_ids": [picture], "target_id": server.top, "replace": true });
        wim.post("entry/move", form).await.ok();
        server.drain().await;
        assert_eq!(wim.content(there).await.bytes, b"another", "its readers would get the other one for good");
        let inner = wim.get(&format!("entry/list/{two}")).await.ok()["items"][0]["node_id"].as_i64().unwrap();
        server.clock.advance(HOUR);
        for place in [one, inner] {
            let copies = rea.get(&format!("entry/list/{place}")).await.ok();
            let copy = copies["items"][0]["node_id"].as_i64().unwrap();
            assert_eq!(rea.content(copy).await.refusal(), (403, "rights_ended"), "{copies}");
        }
    });
}

#[test]
fn neither_a_move_nor_a_copy_ends_that_readers_ask() {
    on_both(async |server| {
        let (rea, wim, mia) = (server.user("rea"), server.user("wim"), server.user("mia"));
        let Album { folder, picture, text, .. } = Album::of(server).await;
        set(&mia, folder, json!({ "asks_first": true })).await.ok();
        let first = ask(&rea, text, "For the fair").await.ok();
        answer(&mia, &first, Some(9)).await;
        assert_eq!(rea.content(text).await.status, 200);
        let other = wim.folder(server.top, "Elsewhere").await.id();
        let move_to = async |target: i64| {
            wim.post(&format!("entry/move/{text}"), json!({ "target_id": target })).await.ok();
        };
        move_to(other).await;
        assert_eq!(rea.content(text).await.refusal(), (403, "asks_first"));
        assert_eq!(usage(&wim, text).await["own"]["asks_first"], true);
        let ended = set(&wim, text, json!({ "asks_first": false })).await;
        assert_eq!(ended.status, 403, "who may not end it may not lose it");
        let second = ask(&rea, text, "Still for the fair").await.ok();
        assert_eq!(mia.get(&format!("usage/request/{text}")).await.ok()["items"][0]["asked_by"]["name"], "rea");
        assert_eq!(answer(&mia, &second, Some(2)).await.status, 204);
        let notices = told(&rea).await;
        let of_file = notices.iter().find(|notice| notice["detail"]["days"] == 2).unwrap();
        assert_eq!(of_file["detail"]["is_file"], true, "for this file alone: {notices:?}");
        assert_eq!(rea.content(text).await.status, 200);
        move_to(folder).await;
        let back = usage(&rea, text).await;
        assert_eq!((&back["own"]["asks_first"], &back["asks_first_of"]["name"]), (&json!(false), &json!("Album")));
        assert_eq!(rea.content(text).await.status, 200, "by the answer for the folder");

        for what in [picture, folder] {
            wim.put(&format!("entry/copy/{what}/to/{other}"), json!({})).await.ok();
        }
        server.drain().await;
        let listed = wim.get(&format!("entry/list/{other}")).await.ok()["items"].clone();
        let id = |name: &str| {
            let found = listed.as_array().unwrap().iter().find(|item| item["name"] == name);
            found.unwrap()["node_id"].as_i64().unwrap()
        };
        let (copied, copy) = (id("beach.jpg"), id("Album"));
        let inner = wim.get(&format!("entry/list/{copy}")).await.ok()["items"][0]["node_id"].as_i64().unwrap();
        let later = wim.upload(copy, "later.txt", "words").await.id();
        for file in [copied, inner, later] {
            assert_eq!(rea.content(file).await.refusal(), (403, "asks_first"), "{file}");
        }
        assert_eq!(usage(&rea, inner).await["asks_first_of"]["name"], "Album", "one asks for the folder");
        set(&mia, copy, json!({ "asks_first": false })).await.ok();
        assert_eq!((rea.content(inner).await.status, rea.content(later).await.status), (200, 200));
    });
}

#[test]
fn a_check_before_a_copy_counts_what_terms_withhold() {
    on_both(async |server| {
        let (wim, rea, album) = (server.user("wim"), server.user("rea"), Album::of(server).await);
        let theirs = wim.folder(server.top, "Theirs").await.id();
        server.grant(theirs, Principal::User(server.users["rea"]), NodeRole::Writer).await;
        server.drain().await;
        let checked = async |who: &TestUser<'_>| {
            let planned = json!({ "parent_id": album.folder, "target_id": theirs, "copy": true });
            let check = who.put("entry/copymove/check", planned).await.ok();
            (check["possible"].as_i64().unwrap(), check["not_allowed"].as_i64().unwrap())
        };
        assert_eq!(checked(&rea).await, (2, 0));
        let ended = json!({ "usable_until": server.clock.now() - HOUR });
        for (node, possible) in [(album.text, 1), (album.folder, 0)] {
            set(&wim, node, ended.clone()).await.ok();
            assert_eq!((checked(&rea).await, checked(&wim).await), ((possible, 2 - possible), (2, 0)));
        }
    });
}
