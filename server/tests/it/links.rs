//! Share links: their whole life, what their makers and others see of them, and what somebody without an account gets.

mod bytes;
mod cards;
mod changes;
mod following;
mod listing;
mod mailed;
mod passwords;
pub mod received;
mod requests;
mod rights;
mod sizes;
mod stops;
pub mod visitor;
mod watermarks;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{NOW, TestServer, on_both};
use crate::test_users::{Answer, TestUser};
use visitor::Visitor;

const DAY: i64 = 86_400;

/// A new link of `maker`.
async fn made(maker: &TestUser<'_>, form: Value) -> Value {
    let answer = maker.post("link", form).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body
}

/// A folder with a file, and a folder with a file in it.
struct Campaign {
    folder: i64,
    inner: i64,
    file: i64,
    within: i64,
}

impl Campaign {
    async fn of(server: &TestServer) -> Self {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Campaign").await.id();
        let inner = wim.folder(folder, "Inner").await.id();
        let file = wim.upload(folder, "words.txt", "some words").await.id();
        let within = wim.upload(inner, "within.txt", "within").await.id();
        Self { folder, inner, file, within }
    }
}

/// The links that somebody is told of, as ids and states.
async fn listed(who: &TestUser<'_>, query: &str) -> Vec<(i64, String)> {
    let page = who.get(&format!("link{query}")).await.ok();
    let told = |link: &Value| (link["link_id"].as_i64().unwrap(), link["state"].as_str().unwrap().to_owned());
    page["items"].as_array().unwrap().iter().map(told).collect()
}

/// The state of a link, as its maker is told.
async fn state_of(who: &TestUser<'_>, link: &Value) -> String {
    let all = listed(who, "").await;
    all.into_iter().find(|(id, _)| link["link_id"] == *id).map(|(_, state)| state).expect("it is listed")
}

#[test]
fn a_link_lives_from_its_making_until_it_is_forgotten() {
    on_both(async |server| {
        let (mia, Campaign { folder, inner, file, within }) = (server.user("mia"), Campaign::of(server).await);
        server.drain().await;
        let link = made(&mia, json!({ "node_ids": [folder] })).await;
        let id = link["link_id"].as_i64().unwrap();
        assert_eq!(link["entries"], json!([{ "node_id": folder, "name": "Campaign", "kind": "folder" }]));
        assert_eq!((&link["state"], &link["expires_at"]), (&json!("active"), &json!(NOW + 30 * DAY)));
        assert_eq!((&link["made_by"]["name"], &link["has_password"]), (&json!("mia"), &json!(false)));

        let guest = Visitor::of(server, &link);
        let shown = guest.get("").await.ok();
        let told =
            (&shown["state"], &shown["title"], &shown["kind"], &shown["made_by"], &shown["count"], &shown["bytes"]);
        let wanted = (json!("open"), json!("Campaign"), json!("folder"), json!("mia"), json!(2), json!(16));
        assert_eq!(told, (&wanted.0, &wanted.1, &wanted.2, &wanted.3, &wanted.4, &wanted.5));
        assert_eq!(shown["front"]["tenant_title"], "lume");
        let top = guest.get("/entries").await;
        assert_eq!(top.body["path"], json!([{ "node_id": folder, "name": "Campaign" }]));
        assert_eq!(top.clone().names(), ["Inner", "words.txt"]);
        let below = guest.get(&format!("/entries?folder={inner}")).await;
        assert_eq!(below.body["path"][1], json!({ "node_id": inner, "name": "Inner" }));
        assert_eq!(below.body["items"][0]["node_id"], within);
        assert_eq!(below.body["items"][0]["has_picture"], true);
        let shown = guest.get(&format!("/content/{file}")).await;
        assert_eq!((shown.status, shown.bytes.as_slice()), (200, b"some words".as_slice()));
        let kept = guest.get(&format!("/content/{within}?download=true")).await;
        assert!(kept.header("content-disposition").starts_with("attachment; filename=\"within.txt\""));
        let picture = guest.get(&format!("/picture/{file}?size=320")).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
        for answer in [&top, &shown, &picture, &guest.get("/content/999999").await] {
            assert_eq!(answer.header("referrer-policy"), "no-referrer");
            assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
            let cached = answer.header("cache-control");
            assert!(cached == "no-store" || cached.starts_with("private"), "{cached}");
        }

        // It is counted afterwards: two files, each once, and one visit of one visitor.
        guest.get("").await.ok();
        guest.get(&format!("/content/{file}")).await;
        server.app.db.background_ended().await;
        let known = mia.get("link").await.ok()["items"][0].clone();
        assert_eq!((&known["visits"], &known["downloads"]), (&json!(1), &json!(2)));
        assert_eq!((&known["last_used_at"], &known["url"]), (&json!(NOW), &link["url"]));

        let changed =
            mia.put(&format!("link/{id}"), json!({ "label": " For the press ", "expires_at": NOW + 60 })).await;
        assert_eq!(changed.ok()["label"], "For the press");
        assert_eq!(guest.get("").await.ok()["title"], "For the press");
        server.clock.advance(60);
        assert_eq!(guest.get("").await.refusal(), (404, "not_found"));
        assert_eq!(state_of(&mia, &link).await, "expired");
        let changed = mia.put(&format!("link/{id}"), json!({ "expires_at": NOW + 3600, "label": null })).await.ok();
        assert_eq!((&changed["state"], &changed["label"]), (&json!("active"), &Value::Null));
        assert_eq!(guest.get("").await.status, 200);

        assert_eq!(mia.delete(&format!("link/{id}")).await.status, 204);
        assert_eq!(guest.get("").await.refusal(), (404, "not_found"));
        assert_eq!(mia.put(&format!("link/{id}"), json!({})).await.refusal(), (409, "link_revoked"));
        assert_eq!(state_of(&mia, &link).await, "revoked");
        server.clock.advance(30 * DAY);
        sweep(server).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM links_link").await, 0);
    });
}

async fn sweep(server: &TestServer) {
    for schedule in server.app.schedules().iter().filter(|schedule| schedule.failure.starts_with("Share links")) {
        schedule.run().await;
    }
}

#[test]
fn a_link_goes_with_its_last_entry() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let file = wim.upload(server.top, "gone.txt", "words").await.id();
        made(&mia, json!({ "node_ids": [file] })).await;
        wim.delete(&format!("entry/{file}")).await.ok();
        mia.delete(&format!("entry/bin/{file}")).await;
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM links_entry").await, 0);
        sweep(server).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM links_link").await, 0);
    });
}

#[test]
fn a_link_is_listed_for_its_maker_and_for_who_manages_its_entry() {
    on_both(async |server| {
        let (mia, ada, wim) = (server.user("mia"), server.user("ada"), server.user("wim"));
        let Campaign { folder, file, .. } = Campaign::of(server).await;
        let sealed = server.user("zoe").folder(server.top, "sealed").await.id();
        let link = made(&mia, json!({ "node_ids": [folder, sealed] })).await;
        let other = made(&mia, json!({ "node_ids": [file] })).await;
        let theirs = made(&ada, json!({ "node_ids": [folder] })).await;
        server.classify(sealed).await;
        let id = |link: &Value| link["link_id"].as_i64().unwrap();
        let ids = |listed: Vec<(i64, String)>| listed.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(ids(listed(&mia, "").await), [id(&other), id(&link)], "one's own");
        assert_eq!(ids(listed(&ada, "").await), [id(&theirs)]);
        let of_folder = format!("?node_id={folder}");
        assert_eq!(ids(listed(&ada, &of_folder).await), [id(&theirs), id(&link)], "who gives access there sees all");
        for name in ["wim", "rea"] {
            assert_eq!(listed(&server.user(name), &of_folder).await, [], "{name}");
        }
        for (name, node) in [("eva", folder), ("mia", sealed), ("rita", folder), ("mia", 999_999)] {
            let refused = server.user(name).get(&format!("link?node_id={node}")).await;
            assert_eq!(refused.refusal(), (404, "not_found"), "{name}");
        }

        let page = ada.get(&format!("link{of_folder}")).await.ok();
        let (own, seen) = (&page["items"][0], &page["items"][1]);
        assert!(own["url"].is_string() && seen["url"].is_null(), "only its maker can copy the address");
        assert_eq!((&seen["made_by"]["name"], &seen["state"]), (&json!("mia"), &json!("active")));
        let names: Vec<_> = seen["entries"].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect();
        assert_eq!(names, ["Campaign"], "the other entry is not for her");

        let path = format!("link/{}", id(&link));
        for who in [&ada, &wim] {
            assert_eq!(who.put(&path, json!({ "label": "Mine" })).await.status, 404);
        }
        for who in [&wim, &server.user("rea"), &server.user("eva")] {
            assert_eq!(who.delete(&path).await.status, 404);
        }
        assert_eq!(ada.delete(&path).await.status, 204);
        assert_eq!(Visitor::of(server, &link).get("").await.status, 404);
        assert_eq!(ada.delete(&path).await.status, 204, "again");
        let sql = "SELECT COUNT(*) FROM audit_entry WHERE what = 'link_revoke'";
        assert_eq!(server.count(sql).await, 1, "it was revoked once");
    });
}

#[test]
fn many_links_come_page_by_page() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "Folder").await.id();
        let mut wanted = Vec::new();
        for _ in 0..31 {
            wanted.insert(0, made(&mia, json!({ "node_ids": [folder] })).await["link_id"].as_i64().unwrap());
        }
        let first = mia.get("link").await.ok();
        let next = first["next"].as_str().unwrap();
        let second = mia.get(&format!("link?cursor={next}")).await.ok();
        let pages = [&first, &second].map(|page| page["items"].as_array().unwrap());
        let ids: Vec<i64> = pages.into_iter().flatten().map(|link| link["link_id"].as_i64().unwrap()).collect();
        assert_eq!((ids, &second["next"]), (wanted, &Value::Null));
        assert_eq!(mia.get("link?cursor=x").await.status, 422);
    });
}

#[test]
fn only_managers_of_an_entry_make_links_to_it() {
    on_both(async |server| {
        let Campaign { folder, file, .. } = Campaign::of(server).await;
        for (name, status) in [("mia", 201), ("ada", 201), ("wim", 403), ("rea", 403), ("rita", 404), ("eva", 404)] {
            let answer = server.user(name).post("link", json!({ "node_ids": [folder, file] })).await;
            assert_eq!(answer.status, status, "{name}: {}", answer.body);
        }
        let mia = server.user("mia");
        for (nodes, status) in [(json!([server.top]), 409), (json!([file, server.other_top]), 404), (json!([]), 422)] {
            assert_eq!(mia.post("link", json!({ "node_ids": nodes })).await.status, status, "{nodes}");
        }
        for (field, value, key) in [
            ("expires_at", json!(NOW), "link_rules.later"),
            ("expires_at", json!(NOW + 732 * DAY), "link_rules.later"),
            ("password", json!("12345"), "form_rules.min_length"),
            ("download_limit", json!(0), "form_rules.greater_than_zero"),
            ("allowed_addresses", json!(["here"]), "link_rules.address"),
        ] {
            let mut form = json!({ "node_ids": [file] });
            form[field] = value;
            let refused = mia.post("link", form).await;
            assert_eq!((refused.status, &refused.body["errors"][0]["key"]), (422, &json!(key)), "{field}");
        }
    });
}

#[test]
fn an_entry_has_an_address_and_a_link_by_its_menu() {
    on_both(async |server| {
        let (mia, rea, Campaign { folder, file, .. }) =
            (server.user("mia"), server.user("rea"), Campaign::of(server).await);
        let acts = mia.get(&format!("actions/node/{file}")).await.ok();
        assert!(acts["items"].to_string().contains("share_link"));
        let before = server.base.clone() + &format!("/content/{}/navigation/", server.content);
        let address = rea.get(&format!("actions/link/{file}")).await.ok();
        assert_eq!(address["link"], format!("{before}{folder}?show={file}"));
        let address = rea.get(&format!("actions/link/{folder}")).await.ok();
        assert_eq!(address["link"], format!("{before}{folder}"));

        let path = format!("actions/generate/download-link/{file}");
        assert_eq!(rea.get(&path).await.status, 403);
        assert_eq!(mia.get(&format!("{path}?expires_at={NOW}")).await.status, 422);
        let link = mia.get(&format!("{path}?expires_at={}", NOW + 60)).await.ok();
        let guest = Visitor::at(server, link["download_link"].as_str().unwrap());
        let shown = guest.get("").await.ok();
        assert_eq!(
            (&shown["kind"], &shown["title"], &shown["expires_at"]),
            (&json!("file"), &json!("words.txt"), &json!(NOW + 60))
        );
        assert_eq!(guest.get("/entries").await.names(), ["words.txt"]);
    });
}

#[test]
fn the_page_of_a_link_is_kept_by_nobody_and_loads_nothing_of_others() {
    on_both(async |server| {
        let page = Answer::of(server.anonymous().request(Method::GET, "/l/0123456789abcdef0123456789abcdef")).await;
        assert_eq!(page.header("cache-control"), "no-store");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
    });
}
