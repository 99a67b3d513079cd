//! A link stops at once when its maker's rights end: each of its calls answers as at an address that no link ever had. Before
//! its password it tells no name. The calls are those of the document: a new one fails here until it is added.

use std::collections::BTreeSet;

use db::params;
use primitives::{NodeRole, TenantId};
use reqwest::{Method, RequestBuilder};
use security::Principal;
use serde_json::{Value, json};

use super::made;
use super::rights::declassify;
use super::visitor::Visitor;
use crate::conversions::photograph;
use crate::expectations::described;
use crate::harness::{TestServer, on_both};
use crate::quotas::tenant;
use crate::sweep::look_of;
use crate::test_users::Answer;

/// An operation, how it is called, and what it answers while the link is open; 0 if that is no matter here.
type Call = (&'static str, Method, String, Option<Value>, u16);

/// What a link that shows something is asked.
struct Showing {
    file: i64,
    /// Of pictures that were made for its visitors.
    pictures: String,
}

impl Showing {
    fn calls(&self) -> Vec<Call> {
        let Self { file, pictures } = self;
        let get = |id, path: String, status| (id, Method::GET, path, None, status);
        vec![
            get("link_show", String::new(), 200),
            // Nobody has uploaded a logo.
            get("link_logo", "/logo".to_owned(), 0),
            ("link_open", Method::POST, "/open".to_owned(), Some(json!({ "password": "a guess" })), 204),
            get("link_entries", "/entries".to_owned(), 200),
            get("link_picture", format!("/picture/{file}"), 200),
            get("link_content", format!("/content/{file}"), 200),
            get("link_converted", format!("/converted/{file}?width=40"), 200),
            get("link_presets", "/presets".to_owned(), 200),
            get("link_archive", "/archive".to_owned(), 200),
            ("link_pictures_prepare", Method::POST, "/pictures".to_owned(), Some(json!({ "width": 40 })), 202),
            get("link_pictures", format!("/pictures/{pictures}"), 200),
            get("link_pictures_archive", format!("/pictures/{pictures}/archive"), 200),
        ]
    }
}

/// What a link that asks for files is asked for one that was announced, in an order in which each can be answered.
fn asking(announced: &Value) -> Vec<Call> {
    let file = format!("/file/{}?ticket={}", announced["node_id"], announced["ticket"].as_str().unwrap());
    let form = json!({ "name": "photo.jpg", "size": 5, "sender": "Ana" });
    vec![
        ("link_show", Method::GET, String::new(), None, 200),
        ("link_file_announce", Method::POST, "/file".to_owned(), Some(form), 201),
        ("link_file_probe", Method::HEAD, file.clone(), None, 200),
        ("link_file_append", Method::PATCH, file.clone(), None, 204),
        ("link_file_give_up", Method::DELETE, file, None, 0),
    ]
}

fn request(guest: &Visitor<'_>, (_, method, path, body, _): &Call) -> RequestBuilder {
    let request = guest.request(method.clone(), path);
    match body {
        Some(body) => request.json(body),
        None if *method == Method::PATCH => {
            let request =
                request.header("upload-offset", "0").header("content-type", "application/offset+octet-stream");
            request.body("12")
        }
        None => request,
    }
}

/// An address that no link ever had.
fn nothing(server: &TestServer) -> Visitor<'_> {
    Visitor::at(server, &format!("{}/l/0123456789abcdef0123456789abcdef", server.base))
}

async fn expect_open(guest: &Visitor<'_>, calls: &[Call]) {
    for call in calls.iter().filter(|(.., wanted)| *wanted != 0) {
        let answer = guest.send(request(guest, call)).await;
        assert_eq!(answer.status, call.4, "{}: {}", call.0, answer.body);
    }
}

async fn expect_stopped(server: &TestServer, guest: &Visitor<'_>, calls: &[Call], why: &str) {
    let nobody = nothing(server);
    for call in calls {
        let answer = Answer::of(request(guest, call)).await;
        assert_eq!(answer.status, 404, "{}, {why}: {}", call.0, answer.body);
        let never = Answer::of(request(&nobody, call)).await;
        assert_eq!(look_of(answer), look_of(never), "{}, {why}: stopped, and never made", call.0);
    }
}

/// Whatever takes the maker's right; `back` gives it again.
const REASONS: [&str; 5] = ["a mark", "a lesser role", "no grant", "a locked account", "a tenant that is switched off"];

async fn take(server: &TestServer, why: &str, folder: i64, back: bool) {
    let managers = Principal::Group(server.groups["managers"]);
    match why {
        "a mark" if back => declassify(server, folder).await,
        "a mark" => server.classify(folder).await,
        "a lesser role" if !back => server.grant(server.top, managers, NodeRole::Reader).await,
        "no grant" if !back => server.revoke(server.top, managers).await,
        "a lesser role" | "no grant" => server.grant(server.top, managers, NodeRole::Manager).await,
        "a locked account" => {
            let user = server.users["mia"];
            server.app.db.write(move |tx| accounts::set_user_active(tx, user, back)).await.unwrap();
        }
        "a tenant that is switched off" => {
            let lume = TenantId(tenant(server, "lume").await);
            server.app.db.write(move |tx| tenancy::set_tenant_active(tx, lume, back)).await.unwrap();
        }
        other => panic!("{other}"),
    }
}

#[test]
fn every_call_of_a_link_stops_with_its_maker_s_rights() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let folder = wim.folder(server.top, "Campaign").await.id();
        let file = wim.upload(folder, "beach.jpg", photograph(false)).await.id();
        server.drain().await;
        let link = made(&mia, json!({ "node_ids": [folder] })).await;
        let guest = Visitor::of(server, &link);
        let begun = guest.post("/pictures", json!({ "width": 40 })).await;
        server.drain().await;
        let pictures = begun.body["pictures_id"].as_str().unwrap().to_owned();
        let showing = Showing { file, pictures }.calls();

        let inbox = wim.folder(server.top, "Inbox").await.id();
        let form = json!({ "node_ids": [inbox], "request": { "file_limit": 100 } });
        let asks = Visitor::of(server, &made(&mia, form).await);
        let announced = asks.announce("first.jpg", 4).await.ok();
        let mut sending = asking(&announced);

        let of_links = described(server).into_iter().filter(|one| one.operation.path.starts_with("/api/link/{token}"));
        let of_links: BTreeSet<String> = of_links.map(|one| one.operation.id).collect();
        let known: BTreeSet<String> = showing.iter().chain(&sending).map(|(id, ..)| (*id).to_owned()).collect();
        assert_eq!(known, of_links, "each call of a link is asked here");

        expect_open(&guest, &showing).await;
        expect_open(&asks, &sending).await;
        // Its first bytes have come.
        let append = sending.iter_mut().find(|(id, ..)| *id == "link_file_append").unwrap();
        append.4 = 0;
        for why in REASONS {
            let at = if why == "a mark" { inbox } else { folder };
            take(server, why, folder, false).await;
            expect_stopped(server, &guest, &showing, why).await;
            if why == "a mark" {
                take(server, why, inbox, false).await;
            }
            expect_stopped(server, &asks, &sending, why).await;
            take(server, why, folder, true).await;
            take(server, why, at, true).await;
            expect_open(&guest, &showing).await;
            expect_open(&asks, &sending).await;
        }
        // Her session has ended with her account.
        let mia = server.sign_in("mia").await;
        for link in [&link, &mia.get("link").await.ok()["items"][0]] {
            assert_eq!(mia.delete(&format!("link/{}", link["link_id"])).await.status, 204);
        }
        expect_stopped(server, &guest, &showing, "revoked").await;
        expect_stopped(server, &asks, &sending, "revoked").await;
    });
}

#[test]
fn before_its_password_no_call_of_a_link_tells_a_name() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let folder = wim.folder(server.top, "Secret campaign").await.id();
        let file = wim.upload(folder, "secret beach.jpg", photograph(false)).await.id();
        server.drain().await;
        let form = json!({ "node_ids": [folder], "label": "Secret autumn", "password": "girassol amarelo" });
        let link = made(&mia, form).await;
        let inside = Visitor::of(server, &link);
        assert_eq!(inside.post("/open", json!({ "password": "girassol amarelo" })).await.status, 204);
        let begun = inside.post("/pictures", json!({ "width": 40 })).await;
        server.drain().await;
        let pictures = begun.body["pictures_id"].as_str().unwrap().to_owned();
        let calls = Showing { file, pictures }.calls();
        expect_open(&inside, &calls.iter().filter(|call| call.0 != "link_open").cloned().collect::<Vec<_>>()).await;

        let outside = Visitor::of(server, &link);
        let nobody = nothing(server);
        for call in &calls {
            let answer = Answer::of(request(&outside, call)).await;
            let told = format!("{:?} {}", answer.headers, String::from_utf8_lossy(&answer.bytes)).to_lowercase();
            for name in ["secret", "mia", "beach", "autumn"] {
                assert!(!told.contains(name), "{} tells {name}: {told}", call.0);
            }
            if !["link_show", "link_open", "link_logo"].contains(&call.0) {
                let never = Answer::of(request(&nobody, call)).await;
                assert_eq!(look_of(answer), look_of(never), "{}", call.0);
            }
        }
        // The page is the same for every address; what programs show of a link in a message comes from there.
        let page =
            async |token: &str| Answer::of(server.anonymous().request(Method::GET, &format!("/l/{token}"))).await;
        let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let (own, never) = (page(&token).await, page("0123456789abcdef0123456789abcdef").await);
        assert!(!String::from_utf8_lossy(&own.bytes).contains("og:"));
        assert_eq!(look_of(own), look_of(never));
    });
}

#[test]
fn a_link_of_a_maker_who_has_left_stops_for_who_is_in_the_middle_of_it() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let folder = wim.folder(server.top, "Campaign").await.id();
        let file = wim.upload(folder, "beach.jpg", photograph(false)).await.id();
        let link =
            made(&mia, json!({ "node_ids": [folder], "download_limit": 9, "password": "girassol amarelo" })).await;
        let guest = Visitor::of(server, &link);
        assert_eq!(guest.enter("girassol amarelo").await.status, 204);
        let path = format!("/converted/{file}?width=40");
        assert_eq!(guest.get_range(&path, "bytes=0-9").await.status, 206);
        let (user, leave) = (server.users["mia"], "DELETE FROM identity_member WHERE users_id = $1");
        server.app.db.write(move |tx| tx.run(leave, params![user])).await.unwrap();
        assert_eq!(guest.get_range(&path, "bytes=10-").await.refusal(), (404, "not_found"));
        assert_eq!(guest.get("").await.refusal(), (404, "not_found"));
    });
}
