//! Icons that people give to entries: where they are shown, who may set them and who sees them, and what is refused.

use std::pin::pin;

use futures_util::future::{Either, select};
use futures_util::stream::{FuturesUnordered, StreamExt};
use primitives::NodeRole;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use security::Principal;
use serde_json::{Value, json};

use crate::harness::{PASSWORD, on_both};
use crate::previews::{jpeg, png};
use crate::test_users::{Answer, TestUser};

pub fn address(node: i64) -> String {
    format!("actions/node/custom-icon/{node}")
}

pub async fn send(who: &TestUser<'_>, node: i64, field: &'static str, bytes: Vec<u8>) -> Answer {
    let form = Form::new().text("note", "passed over").part(field, Part::bytes(bytes).file_name("icon.png"));
    Answer::of(who.request(Method::POST, &address(node)).multipart(form)).await
}

/// The version that the answer tells.
pub async fn set(who: &TestUser<'_>, node: i64, bytes: Vec<u8>) -> String {
    send(who, node, "file", bytes).await.ok()["icon"].as_str().unwrap().to_owned()
}

pub async fn icon(who: &TestUser<'_>, node: i64) -> Answer {
    who.get(&format!("rendition/icon/{node}")).await
}

/// What the entry itself says of its icon.
pub async fn told(who: &TestUser<'_>, node: i64) -> Value {
    who.get(&format!("entry/{node}")).await.ok()["icon"].clone()
}

/// What the list of its folder says.
pub async fn listed(who: &TestUser<'_>, folder: i64, node: i64) -> Value {
    let list = who.get(&format!("entry/list/{folder}")).await.ok();
    list["items"].as_array().unwrap().iter().find(|entry| entry["node_id"] == node).unwrap()["icon"].clone()
}

/// Width and height of a lossy or lossless WebP of one picture, or of one with a header of its own.
fn pixels(webp: &[u8]) -> (u32, u32) {
    let number = |at: usize, bytes: usize| (0..bytes).fold(0, |sum, n| sum | u32::from(webp[at + n]) << (8 * n));
    match &webp[12..16] {
        b"VP8 " => (number(26, 2) & 0x3fff, number(28, 2) & 0x3fff),
        b"VP8L" => ((number(21, 4) & 0x3fff) + 1, ((number(21, 4) >> 14) & 0x3fff) + 1),
        _ => (number(24, 3) + 1, number(27, 3) + 1),
    }
}

/// A picture of one colour, wider than high.
pub fn wide(red: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 800, 500);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[red, 120, 60].repeat(800 * 500)).unwrap();
    bytes
}

#[test]
fn repositories_folders_and_files_have_the_icon_that_a_writer_sets() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let folder = wim.folder(server.top, "folder").await.id();
        let file = wim.upload(folder, "words.txt", "words").await.id();
        for node in [server.top, folder, file] {
            assert_eq!((told(&rea, node).await, icon(&rea, node).await.status), (Value::Null, 404));
            let version = set(&wim, node, wide(200)).await;
            assert_eq!(told(&rea, node).await, json!(version));
        }
        let version = told(&rea, folder).await;
        assert_eq!(listed(&rea, server.top, folder).await, version);
        assert_eq!(listed(&rea, folder, file).await, version);
        let tree = rea.get(&format!("entry/folders/{}", server.top)).await.ok();
        assert_eq!(tree["items"][0]["icon"], version);
        assert_eq!(rea.search(&[("term", "words")]).await.ok()["items"][0]["icon"], version);
        let covers = rea.get(&format!("rendition/covers?node_ids={},{folder}", server.top)).await.ok();
        assert_eq!((&covers["items"][0]["icon"], &covers["items"][1]["icon"]), (&version, &version));

        for (size, edge) in [("?size=40", 96), ("?size=96", 96), ("?size=200", 384), ("", 384)] {
            let shown = rea.get(&format!("rendition/icon/{folder}{size}")).await;
            assert_eq!((shown.status, pixels(&shown.bytes)), (200, (edge, edge)), "{size}");
            assert_eq!(shown.header("content-type"), "image/webp");
            assert_eq!(shown.header("cache-control"), "private, no-cache");
            assert_eq!(shown.header("x-content-type-options"), "nosniff");
            let again = rea.request(Method::GET, &format!("rendition/icon/{folder}{size}"));
            let again = Answer::of(again.header("if-none-match", shown.header("etag"))).await;
            assert_eq!((again.status, again.bytes.len()), (304, 0), "{size}");
        }
        // A small picture stays as small as it is: its middle square.
        let other = set(&wim, folder, png()).await;
        assert_ne!(json!(other), version);
        assert_eq!(pixels(&icon(&rea, folder).await.bytes), (48, 48));

        for _ in 0..2 {
            assert_eq!(wim.delete(&address(folder)).await.status, 204, "also where there is none");
            assert_eq!((told(&rea, folder).await, icon(&rea, folder).await.status), (Value::Null, 404));
        }
        assert_eq!(told(&rea, file).await, version, "another entry with the same icon keeps it");
    });
}

#[test]
fn who_may_not_change_an_entry_sets_no_icon_and_who_does_not_see_it_sees_none() {
    on_both(async |server| {
        let (wim, mia, rea) = (server.user("wim"), server.user("mia"), server.user("rea"));
        let folder = wim.folder(server.top, "folder").await.id();
        let offered = async |who: &TestUser<'_>| {
            let acts = who.get(&format!("actions/node/{folder}")).await.ok();
            acts["items"].as_array().unwrap().iter().any(|act| act["action_key"] == "set_icon")
        };
        assert_eq!((offered(&wim).await, offered(&rea).await), (true, false));
        set(&wim, folder, png()).await;
        assert_eq!(send(&rea, folder, "file", jpeg()).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(rea.delete(&address(folder)).await.refusal(), (403, "needs_role.writer"));
        for stranger in ["rita", "eva"] {
            let who = server.user(stranger);
            for refused in
                [send(&who, folder, "file", jpeg()).await, who.delete(&address(folder)).await, icon(&who, folder).await]
            {
                assert_eq!(refused.refusal(), (404, "not_found"), "{stranger}");
            }
            let covers = who.get(&format!("rendition/covers?node_ids={folder}")).await.ok();
            assert_eq!(covers["items"], json!([]));
        }
        assert_eq!(send(&server.anonymous(), folder, "file", jpeg()).await.status, 401);
        assert_eq!(icon(&server.anonymous(), folder).await.status, 401);

        wim.post(&format!("entry/lock/{folder}"), json!({})).await.ok();
        assert_eq!(send(&mia, folder, "file", jpeg()).await.refusal(), (403, "locked"), "a manager");
        assert_eq!(send(&wim, folder, "file", jpeg()).await.status, 200, "its holder");
        wim.delete(&format!("entry/lock/{folder}")).await.ok();

        server.classify(folder).await;
        assert_eq!(icon(&rea, folder).await.refusal(), (404, "not_found"));
        assert_eq!(send(&wim, folder, "file", jpeg()).await.refusal(), (404, "not_found"));
        assert_eq!(icon(&server.user("clea"), folder).await.status, 200);
    });
}

#[test]
fn where_only_the_name_is_shown_there_is_no_icon() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let way = wim.folder(server.top, "way").await.id();
        let open = wim.folder(way, "open").await.id();
        set(&wim, way, png()).await;
        let version = set(&wim, open, png()).await;
        server.grant(open, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        server.drain().await;
        assert_eq!(listed(&rita, server.top, way).await, Value::Null);
        assert_eq!(listed(&rita, way, open).await, json!(version));
        assert!([403, 404].contains(&icon(&rita, way).await.status));
        let tree = rita.get(&format!("entry/folders/{}", server.top)).await.ok();
        assert_eq!((&tree["items"][0]["name"], &tree["items"][0]["icon"]), (&json!("way"), &Value::Null));
        let covers = rita.get(&format!("rendition/covers?node_ids={way},{open}")).await.ok();
        assert_eq!(covers["items"][0]["icon"], Value::Null);
        assert_eq!(covers["items"][1]["icon"], json!(version));
    });
}

#[test]
fn the_byte_cookie_shows_an_icon_and_sets_none() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        set(&wim, folder, png()).await;
        let login = json!({ "email": "wim@lume.example", "password": PASSWORD });
        let signed_in = server.anonymous().post("/api/core/auth/login", login).await;
        let cookie = signed_in.header("set-cookie").split(';').next().unwrap().to_owned();
        let nobody = server.anonymous();
        for (method, path, status) in [
            (Method::GET, format!("rendition/icon/{folder}"), 200),
            (Method::POST, address(folder), 401),
            (Method::DELETE, address(folder), 401),
        ] {
            let answer = Answer::of(nobody.request(method.clone(), &path).header("cookie", &cookie)).await;
            assert_eq!(answer.status, status, "{method} {path}");
        }
    });
}

/// A PNG of a few bytes that claims more pixels than an icon may have.
fn bomb() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, 60_000, 60_000).write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0; 20]).unwrap();
    drop(writer);
    bytes
}

#[test]
fn only_pictures_are_taken_and_nothing_of_the_file_is_served() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>alert(1)</script></svg>";
        for (bytes, why) in [
            (svg.to_vec(), "icon_rules.no_picture"),
            (b"<html><script>alert(1)</script></html>".to_vec(), "icon_rules.no_picture"),
            (b"GIF89a<script>".to_vec(), "icon_rules.no_picture"),
            (b"%PDF-1.7".to_vec(), "icon_rules.no_picture"),
            (jpeg()[..120].to_vec(), "icon_rules.no_picture"),
            ([&png()[..40], &svg[..]].concat(), "icon_rules.no_picture"),
            (bomb(), "icon_rules.too_many_pixels"),
            (Vec::new(), "form_rules.mandatory"),
        ] {
            let refused = send(&wim, folder, "file", bytes).await;
            let error = &refused.body["errors"][0];
            assert_eq!((refused.status, &error["field"], &error["key"]), (422, &json!("file"), &json!(why)));
        }
        assert_eq!(send(&wim, folder, "picture", png()).await.status, 422, "there is no file");
        assert_eq!(send(&wim, folder, "file", vec![0; 1024 * 1024 + 1]).await.status, 413);
        let twice = Form::new().part("file", Part::bytes(png())).part("file", Part::bytes(png()));
        let twice = Answer::of(wim.request(Method::POST, &address(folder)).multipart(twice)).await;
        assert_eq!(twice.status, 422);
        assert_eq!(Answer::of(wim.request(Method::POST, &address(folder)).body(png())).await.status, 415);
        assert_eq!(told(&wim, folder).await, Value::Null, "nothing came about");
        assert_eq!(server.count("SELECT COUNT(*) FROM media_icon_picture").await, 0);

        // A picture with something behind it is a picture, and nothing else of it is kept.
        let evil = b"<script>alert(1)</script>";
        set(&wim, folder, [&png()[..], &evil[..]].concat()).await;
        let shown = icon(&wim, folder).await.bytes;
        assert_eq!(&shown[8..12], b"WEBP");
        assert!(!shown.windows(evil.len()).any(|part| part == evil));
    });
}

#[test]
fn one_person_sets_so_many_icons_at_a_time() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "folder").await.id();
        for _ in 0..60 {
            assert_eq!(send(&wim, folder, "file", b"no picture".to_vec()).await.status, 422);
        }
        let refused = send(&wim, folder, "file", png()).await;
        assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited"), "5"));
        set(&mia, folder, png()).await;
        server.clock.advance(5);
        set(&wim, folder, png()).await;
    });
}

#[test]
fn who_sets_many_icons_at_once_keeps_nobody_from_theirs() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (his, hers) = (wim.folder(server.top, "his").await.id(), wim.folder(server.top, "hers").await.id());
        let mut many: FuturesUnordered<_> = (0..12).map(|red| set(&wim, his, wide(red))).collect();
        many.next().await;
        let one = pin!(set(&mia, hers, wide(99)));
        let others = pin!(many.collect::<Vec<_>>());
        let is_first = matches!(select(one, others).await, Either::Left(_));
        assert!(is_first, "hers waits for one of his, and not for all");
    });
}
