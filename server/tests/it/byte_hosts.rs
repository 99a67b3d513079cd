//! Bytes at other hosts: what answers say of them, what opens there, for whom and until when; and nothing else.

mod pictures;

use reqwest::Method;
use security::Principal;
use serde_json::{Value, json};
use vitrine::settings::Settings;

use crate::harness::{TestServer, on_both};
use crate::other_servers::Other;
use crate::previews::jpeg;
use crate::test_users::{Answer, TestUser};

const PUBLIC: &str = "https://dam.example";
const HOSTS: [&str; 3] = ["https://files.example", "https://upload.example", "https://cdn.example"];

/// The server once more, whose operator allows these hosts.
async fn allowing(server: &TestServer) -> Other {
    let change = |settings: &mut Settings| {
        settings.public_url = Some(PUBLIC.to_owned());
        settings.byte_origins = HOSTS.map(str::to_owned).to_vec();
    };
    Other::with(server, change).await
}

/// The tenant's file server has addresses at these hosts.
async fn choose(server: &TestServer) -> Value {
    let ada = server.user("ada");
    let disk = ada.get("fileserver").await.ok()["items"][0].clone();
    let form = json!({
        "external_access_address": "https://files.example/", "external_api_address": "https://upload.example",
        "cdn_domain": "cdn.example"
    });
    ada.put(&format!("fileserver/{}", disk["file_server_id"]), form).await.ok()
}

/// Asks at the host of a whole address.
fn at(who: &TestUser<'_>, method: Method, address: &str) -> reqwest::RequestBuilder {
    let (host, path) = address.strip_prefix("https://").unwrap().split_once('/').unwrap();
    who.request(method, &format!("/{path}")).header("host", host)
}

async fn get(who: &TestUser<'_>, address: &str) -> Answer {
    Answer::of(at(who, Method::GET, address)).await
}

async fn link_to(who: &TestUser<'_>, node: i64) -> String {
    let told = who.get(&format!("actions/download/{node}")).await.ok();
    assert_eq!(told["elsewhere"], true, "{told}");
    told["link"].as_str().unwrap().to_owned()
}

#[test]
fn addresses_of_hosts_that_the_operator_does_not_allow_are_kept_and_not_used() {
    on_both(async |server| {
        let kept = choose(server).await;
        assert_eq!(
            (&kept["external_access_address"], &kept["cdn_domain"]),
            (&json!("https://files.example"), &json!("cdn.example"))
        );
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.jpg", jpeg()).await.id();
        server.drain().await;
        let prepared = wim.prepare(server.top, "b.txt", None).await.ok();
        assert_eq!(
            (&prepared["elsewhere"], prepared["url"].as_str().unwrap().starts_with(&wim.base)),
            (&json!(false), true)
        );
        let told = wim.get(&format!("actions/download/{file}")).await.ok();
        let usual = format!("{}/api/file/content/{file}?download=1", wim.base);
        assert_eq!((&told["link"], &told["elsewhere"]), (&json!(usual), &json!(false)));
        let preview = wim.get(&format!("entry/{file}")).await.ok()["preview"].clone();
        assert_eq!((preview.get("cached"), preview.get("original_elsewhere")), (None, None));
        let reach = server.user("ada").get("reach/fileserver").await.ok();
        assert_eq!(reach, json!({ "origins": [], "path": null, "answer": null }));
        // Where another host is allowed, this one still is not.
        let other = Other::with(server, |settings| {
            settings.public_url = Some(PUBLIC.to_owned());
            settings.byte_origins = vec!["https://elsewhere.example".to_owned()];
        });
        let other = other.await;
        let told = other.user(server, "wim").get(&format!("actions/download/{file}")).await.ok();
        assert_eq!(told["link"], format!("{PUBLIC}/api/file/content/{file}?download=1"));
        other.close().await;
    });
}

#[test]
fn uploads_go_to_the_api_address_with_their_sender_s_token() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let prepared = wim.prepare(server.top, "a.txt", Some(5)).await.ok();
        let url = prepared["url"].as_str().unwrap();
        assert!(url.starts_with("https://upload.example/api/file/upload?node_id="), "{url}");
        assert_eq!(prepared["elsewhere"], true);
        let append = |who: &TestUser<'_>| {
            let request = at(who, Method::PATCH, url).header("tus-resumable", "1.0.0").header("upload-offset", "0");
            request.header("content-type", "application/offset+octet-stream").body("words")
        };
        assert_eq!(Answer::of(append(&nobody)).await.status, 401);
        let mia = other.user(server, "mia");
        assert_eq!(Answer::of(append(&mia)).await.status, 404, "it is of who prepared it");
        assert_eq!(Answer::of(append(&wim)).await.status, 204);
        assert_eq!(wim.list(server.top).await, ["a.txt"]);
        other.close().await;
    });
}

#[test]
fn a_signed_link_opens_one_file_while_its_session_and_its_rights_last() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let wim = other.user(server, "wim");
        let folder = wim.folder(server.top, "Given").await.id();
        let file = wim.upload(folder, "a.txt", "some words").await.id();
        let hidden = wim.upload(server.top, "b.txt", "other words").await.id();
        let to_rita = Principal::User(server.users["rita"]);
        server.grant(folder, to_rita, primitives::NodeRole::Reader).await;
        let rita = server.sign_in("rita").await;
        let rita = TestUser { token: rita.token.clone(), ..other.anonymous(server) };
        let nobody = other.anonymous(server);
        let link = link_to(&rita, file).await;
        assert!(link.starts_with("https://files.example/api/file/signed/"), "{link}");
        assert!(link.ends_with(&format!("/content/{file}?download=1")), "{link}");

        let answer = get(&nobody, &link).await;
        assert_eq!((answer.status, answer.bytes.as_slice()), (200, &b"some words"[..]));
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        assert!(answer.header("content-disposition").starts_with("attachment"));
        let part = at(&nobody, Method::GET, &link).header("range", "bytes=0-3");
        assert_eq!(Answer::of(part).await.bytes, b"some");
        let shown = get(&nobody, link.trim_end_matches("?download=1")).await;
        assert!(shown.header("content-disposition").starts_with("inline"));
        // It is signed at any host, and for this path and these methods alone.
        assert_eq!(get(&nobody, &link.replace("files.example", "dam.example")).await.status, 200);
        assert_eq!(
            get(&nobody, &link.replace(&format!("content/{file}"), &format!("content/{hidden}"))).await.status,
            404
        );
        assert_eq!(
            get(&nobody, &link.replace(&format!("content/{file}"), &format!("converted/{file}"))).await.status,
            404
        );
        let (before, after) = link.split_once("/content/").unwrap();
        let (start, last) = before.split_at(before.len() - 1);
        let altered = format!("{start}{}/content/{after}", if last == "0" { "1" } else { "0" });
        assert_eq!(get(&nobody, &altered).await.status, 404);
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            assert_eq!(Answer::of(at(&nobody, method.clone(), &link)).await.status, 404, "{method}");
        }

        server.revoke(folder, to_rita).await;
        assert_eq!(get(&nobody, &link).await.status, 404, "a right that ends stops it at once");
        server.grant(folder, to_rita, primitives::NodeRole::Reader).await;
        assert_eq!(get(&nobody, &link).await.status, 200);
        server.classify(file).await;
        assert_eq!(get(&nobody, &link).await.status, 404, "and so does a mark");
        other.close().await;
    });
}

#[test]
fn a_signed_link_ends_with_its_session_and_after_six_hours() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let folder = wim.folder(server.top, "Many").await.id();
        let file = wim.upload(folder, "a.txt", "some words").await.id();
        let session = server.sign_in("wim").await;
        let session = TestUser { token: session.token.clone(), ..other.anonymous(server) };
        let (link, whole) = (link_to(&session, file).await, link_to(&session, folder).await);
        assert!(whole.starts_with("https://files.example/api/file/signed/"), "{whole}");
        assert_eq!(get(&nobody, &whole).await.header("content-type"), "application/zip");
        let selected = session.post("selection/download", json!({ "node_ids": [file] })).await.ok();
        assert_eq!(selected["elsewhere"], true);
        assert_eq!(get(&nobody, selected["link"].as_str().unwrap()).await.status, 200);
        session.post("/api/core/auth/logout", Value::Null).await.ok();
        assert_eq!(get(&nobody, &link).await.status, 401);
        assert_eq!(get(&nobody, &whole).await.status, 401);
        let link = link_to(&wim, file).await;
        server.clock.advance(6 * 3600);
        assert_eq!(get(&nobody, &link).await.status, 200);
        server.clock.advance(1);
        assert_eq!(get(&nobody, &link).await.status, 404);
        other.close().await;
    });
}

#[test]
fn at_these_hosts_there_is_nothing_but_bytes() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let ada = other.user(server, "ada");
        let list = format!("/api/app/{}/entry/list/{}", server.content, server.top);
        let polling = "/socket.io/?EIO=4&transport=polling";
        let sockets = [polling.to_owned(), format!("/api{polling}")];
        let others = ["/", "/index.html", &list, "/api/core/auth/login", "/healthz", "/api/file/content/1", "/docs"];
        for path in others.into_iter().chain(sockets.iter().map(String::as_str)) {
            for host in
                ["files.example", "CDN.example:443", "files.example.", "files.example:0443", "ada@files.example"]
            {
                let answer = Answer::of(ada.request(Method::GET, path).header("host", host)).await;
                assert_eq!((answer.status, &answer.body["code"]), (404, &json!("not_found")), "{host}{path}");
            }
        }
        assert_eq!(get(&ada, &format!("{PUBLIC}{list}")).await.status, 200);
        other.close().await;
    });
}

#[test]
fn the_own_page_and_no_other_may_ask_these_hosts() {
    on_both(async |server| {
        choose(server).await;
        let other = allowing(server).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let file = wim.upload(server.top, "a.txt", "some words").await.id();
        let link = link_to(&wim, file).await;
        for (origin, may) in [(PUBLIC, true), ("https://files.example", false), ("https://evil.test", false)] {
            let answer = Answer::of(at(&nobody, Method::GET, &link).header("origin", origin)).await;
            let allowed = answer.headers.get("access-control-allow-origin").map(|value| value.to_str().unwrap());
            assert_eq!((answer.status, allowed), (200, may.then_some(origin)));
            let asked = at(&nobody, Method::OPTIONS, "https://upload.example/api/file/upload").header("origin", origin);
            let asked = asked.header("access-control-request-method", "PATCH");
            let asked = Answer::of(asked.header("access-control-request-headers", "authorization,upload-offset")).await;
            assert_eq!(asked.headers.contains_key("access-control-allow-methods"), may, "{origin}");
        }
        other.close().await;
    });
}

#[test]
fn an_address_proves_that_it_leads_here() {
    on_both(async |server| {
        let other = allowing(server).await;
        let (ada, nobody) = (other.user(server, "ada"), other.anonymous(server));
        let told = ada.get("reach/fileserver").await.ok();
        assert_eq!(told["origins"], json!(HOSTS));
        let address = format!("https://files.example{}", told["path"].as_str().unwrap());
        let answer = get(&nobody, &address).await;
        assert_eq!((&answer.body["answer"], answer.header("cache-control")), (&told["answer"], "no-store"));
        assert_eq!(get(&nobody, &format!("{address}0")).await.status, 404);
        assert_eq!(get(&nobody, "https://files.example/api/file/reached/x").await.status, 404);
        // A server that does not allow the host answers no question.
        assert_eq!(server.anonymous().get(told["path"].as_str().unwrap()).await.status, 404);
        server.clock.advance(601);
        assert_eq!(get(&nobody, &address).await.status, 404);
        other.close().await;
    });
}

#[test]
fn hosts_for_bytes_are_origins_beside_that_of_the_page() {
    let settings = |public: Option<&str>, host: &str| Settings {
        public_url: public.map(str::to_owned),
        byte_origins: vec![host.to_owned()],
        ..Settings::default()
    };
    assert!(settings(Some(PUBLIC), "https://files.example").byte_origins().is_ok());
    assert_eq!(settings(None, "").byte_origins().unwrap(), [], "an empty variable names none");
    for (public, host) in [
        (None, "https://files.example"),
        (Some(PUBLIC), "https://files.example/path"),
        (Some(PUBLIC), "*"),
        (Some("https://dam.example/dam"), "https://dam.example"),
        (Some(PUBLIC), "http://dam.example"),
    ] {
        assert!(settings(public, host).byte_origins().is_err(), "{public:?} {host}");
    }
}
