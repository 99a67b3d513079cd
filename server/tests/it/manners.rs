//! The server's HTTP towards clients, proxies and robots of others.

use reqwest::Method;

use crate::harness::on_both;
use crate::other_servers::Other;
use crate::test_users::{Answer, TestUser, http};

async fn with(who: &TestUser<'_>, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = who.request(Method::GET, path);
    Answer::of(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
}

#[test]
fn a_long_listing_is_compressed_for_who_takes_it() {
    on_both(async |server| {
        let wim = server.user("wim");
        for number in 0..30 {
            wim.folder(server.top, &format!("A folder with a name {number}")).await.id();
        }
        let list = format!("entry/list/{}?limit=200", server.top);
        let plain = with(&wim, &list, &[]).await;
        assert_eq!(plain.header("content-encoding"), "");
        for (accepted, coding) in
            [("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("gzip;q=0", ""), ("identity", ""), ("*", "gzip")]
        {
            let answer = with(&wim, &list, &[("accept-encoding", accepted)]).await;
            assert_eq!((answer.status, answer.header("content-encoding")), (200, coding), "{accepted}");
            assert_eq!(answer.header("vary"), "accept-encoding");
            if coding == "gzip" {
                assert!(answer.bytes.starts_with(&[0x1f, 0x8b]) && answer.bytes.len() * 3 < plain.bytes.len());
            }
        }
        let short = with(&wim, "entry/999999", &[("accept-encoding", "gzip")]).await;
        assert_eq!((short.status, short.header("content-encoding")), (404, ""));
        let file = wim.upload(server.top, "data.json", format!("[{}0]", "0,".repeat(4000))).await.id();
        for headers in [&[("accept-encoding", "gzip")][..], &[("accept-encoding", "gzip"), ("range", "bytes=0-1999")]] {
            let bytes = with(&wim, &format!("/api/file/content/{file}"), headers).await;
            assert_eq!(bytes.header("content-encoding"), "", "bytes of files are as they are");
        }
    });
}

#[test]
fn unknown_paths_are_not_answered_with_the_web_app() {
    on_both(async |server| {
        let nobody = server.anonymous();
        for (path, status, kind) in [
            ("/api/nowhere", 404, "application/problem+json"),
            ("/api", 404, "application/problem+json"),
            ("/openapi.json", 404, ""),
            ("/metrics", 404, ""),
            ("/.well-known/change-password", 404, ""),
            ("/.well-known/security.txt", 404, ""),
            ("/robots.txt", 200, "text/plain; charset=utf-8"),
        ] {
            let answer = with(&nobody, path, &[]).await;
            assert_eq!((answer.status, answer.header("content-type")), (status, kind), "{path}");
        }
        let http = http().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let icon = with(&TestUser { http, ..server.anonymous() }, "/favicon.ico", &[]).await;
        assert_eq!((icon.status, icon.header("location")), (308, "favicon.svg"));
        assert_eq!(with(&nobody, "/robots.txt", &[]).await.bytes, b"User-agent: *\nDisallow: /\n");
        let contact = |settings: &mut vitrine::settings::Settings| {
            settings.security_contact = Some("mailto:security@vitrine.example".into());
            settings.public_url = Some("https://vitrine.example".into());
        };
        let other = Other::with(server, contact).await;
        let said = with(&other.anonymous(server), "/.well-known/security.txt", &[]).await;
        let said = String::from_utf8(said.bytes).unwrap();
        for line in [
            "Contact: mailto:security@vitrine.example",
            "Expires: 2027-07-14T08:00:00Z",
            "Canonical: https://vitrine.example/.well-known/security.txt",
        ] {
            assert!(said.lines().any(|one| one == line), "{line} is not in {said}");
        }
        other.close().await;
    });
}

#[test]
fn a_server_below_a_path_answers_with_it_and_without() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.public_url = Some("https://x.example/dam".into())).await;
        let wim = other.user(server, "wim");
        for path in ["/dam/api/core/session", "/api/core/session"] {
            assert_eq!(with(&wim, path, &[]).await.status, 200, "{path}");
        }
        let login = serde_json::json!({ "email": "wim@lume.example", "password": crate::harness::PASSWORD });
        let answer = other.anonymous(server).post("/dam/api/core/auth/login", login).await;
        assert!(answer.header("set-cookie").contains("; Path=/dam/api;"), "{}", answer.header("set-cookie"));
        let polled = with(&wim, "/dam/api/socket.io/?EIO=4&transport=polling", &[]).await;
        assert_eq!(polled.status, 200);
        other.close().await;
    });
}

#[test]
fn a_request_has_a_name_that_its_answer_and_its_problem_tell() {
    on_both(async |server| {
        let nobody = server.anonymous();
        let request = |id: &str| {
            let url = format!("{}/api/core/session", nobody.base);
            let request = nobody.http.get(url);
            if id.is_empty() { request } else { request.header("x-request-id", id) }
        };
        let given = Answer::of(request("trace-7")).await;
        let told = (given.status, given.header("x-request-id"), given.body["request_id"].as_str());
        assert_eq!(told, (401, "trace-7", Some("trace-7")));
        for made_up in ["", "two words"] {
            let answer = Answer::of(request(made_up)).await;
            assert_eq!(answer.header("x-request-id").len(), 32, "{made_up}");
            assert_eq!(answer.body["request_id"], answer.header("x-request-id"));
        }
        assert_eq!(with(&server.user("wim"), "/healthz", &[]).await.header("x-request-id"), "story");
    });
}

#[test]
fn an_answer_that_is_spared_tells_no_length_of_its_own() {
    on_both(async |server| {
        let ada = server.user("ada");
        let file = ada.upload(server.top, "a.txt", "words").await.id();
        let user = format!("/api/core/users/{}", server.users["rea"]);
        for path in [user.as_str(), &format!("/api/file/content/{file}"), "/", "/login"] {
            let known = ada.get(path).await;
            // Without its page the server was built for the API alone.
            if known.status == 404 {
                continue;
            }
            let tag = known.header("etag");
            for (method, asked) in [
                (Method::GET, tag.to_owned()),
                (Method::HEAD, tag.to_owned()),
                (Method::HEAD, format!("\"x,y\", W/{tag}")),
            ] {
                let spared = Answer::of(ada.request(method.clone(), path).header("if-none-match", &asked)).await;
                assert_eq!((spared.status, spared.header("etag")), (304, tag), "{method} {path} {asked}");
                assert_eq!(spared.header("content-length"), "", "{method} {path} {asked}");
            }
            assert_ne!(Answer::of(ada.request(Method::HEAD, path)).await.header("content-length"), "", "{path}");
        }
    });
}

#[test]
fn an_unchanged_answer_is_304_for_its_etag() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), crate::quotas::tenant(server, "lume").await);
        let rea = format!("/api/core/users/{}", server.users["rea"]);
        let group = format!("/api/core/usergroup/{}", server.groups["guests"]);
        let ask = async |method: Method, path: &str, tag: &str| {
            Answer::of(ada.request(method, path).header("if-none-match", tag)).await
        };
        for path in [&rea, &group, &format!("/api/core/tenant/{lume}")] {
            let tag = ada.get(path).await.header("etag").to_owned();
            assert!(!tag.is_empty(), "{path}");
            for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
                let spared = ask(Method::GET, path, &known).await;
                assert_eq!((spared.status, spared.bytes.len(), spared.header("etag")), (304, 0, &*tag), "{known}");
                assert_eq!(spared.header("content-type"), "", "{path}");
            }
            assert_eq!(ask(Method::GET, path, "\"1\"").await.status, 200, "{path}: another tag");
            assert_eq!(ask(Method::GET, path, "none of ours").await.status, 200, "{path}");
        }
        // The answer also contains the groups, which do not change the user's version.
        let before = ada.get(&rea).await;
        ada.put(&format!("{group}/users/{}", server.users["rea"]), serde_json::json!({})).await.ok();
        let after = ask(Method::GET, &rea, before.header("etag")).await;
        assert_eq!((after.status, &after.body["version"]), (200, &before.body["version"]));
        assert_ne!(after.body["groups"], before.body["groups"]);
        let written = ada.request(Method::PUT, &rea).header("if-none-match", after.header("etag"));
        assert_eq!(Answer::of(written.json(&serde_json::json!({ "name": "rea" }))).await.status, 200, "of reads alone");
    });
}
