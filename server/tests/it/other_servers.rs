//! A second server on the same database, which pages of the first may use: its CORS headers for their browsers, and for
//! no others.

use reqwest::{Method, RequestBuilder};
use serde_json::json;
use tokio::process::Command;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vitrine::app::App;
use vitrine::settings::Settings;

use crate::harness::{PASSWORD, TestServer, on_both, serve};
use crate::stores::settings_in;
use crate::test_users::{Answer, TestUser};

const GOOD: &str = "https://good.example";

/// Origins that are not in the list, however similar they are to one that is.
const OTHERS: [&str; 11] = [
    "https://evil.test",
    "https://good.example.evil.test",
    "https://evil-good.example",
    "https://www.good.example",
    "https://good.example:8443",
    "https://good.example:443",
    "http://good.example",
    "HTTPS://GOOD.EXAMPLE",
    "https://good.example/",
    "https://good.example https://evil.test",
    "null",
];

pub struct Other {
    base: String,
    serving: JoinHandle<()>,
    stop: CancellationToken,
}

impl Other {
    /// On the server's database and disk, open to pages of these origins.
    async fn open(server: &TestServer, origins: &[&str]) -> Self {
        let origins = origins.iter().map(|origin| (*origin).to_owned()).collect();
        Self::with(server, |settings| settings.allowed_origins = origins).await
    }

    /// On the server's database and disk, with other settings.
    pub async fn with(server: &TestServer, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = settings_in(server.test.folder());
        change(&mut settings);
        let app = App::new(server.app.db.clone(), server.clock.clone(), &settings).await.unwrap();
        let (base, serving, stop) = serve(&app).await;
        Self { base, serving, stop }
    }

    pub fn user<'h>(&self, server: &'h TestServer, name: &str) -> TestUser<'h> {
        TestUser { base: self.base.clone(), ..server.user(name) }
    }

    pub fn anonymous<'h>(&self, server: &'h TestServer) -> TestUser<'h> {
        TestUser { base: self.base.clone(), ..server.anonymous() }
    }

    pub async fn close(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

fn preflight(who: &TestUser<'_>, path: &str) -> RequestBuilder {
    who.request(Method::OPTIONS, path)
        .header("access-control-request-method", "PATCH")
        .header("access-control-request-headers", "authorization,content-type,upload-offset")
}

/// All headers that could differ between answers to the same question.
fn told(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let headers = answer.headers.iter().filter(|(name, _)| name.as_str() != "date");
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    (answer.status, headers, answer.bytes.clone())
}

fn sharing(answer: &Answer) -> Vec<&str> {
    let names = answer.headers.keys().map(|name| name.as_str());
    names.filter(|name| name.starts_with("access-control-")).collect()
}

/// Whether caches keep answers apart by the origin that asks.
fn follows_origin(answer: &Answer) -> bool {
    answer.headers.get_all("vary").iter().any(|value| value == "origin")
}

#[test]
fn a_preflight_of_an_allowed_origin_is_answered_before_the_router() {
    on_both(async |server| {
        let other = Other::open(server, &[GOOD, "http://127.0.0.1:9000"]).await;
        let nobody = other.anonymous(server);
        let entries = "SELECT COUNT(*) FROM audit_entry";
        let before = server.count(entries).await;
        for path in ["entry/list/1", "folder", "/api/file/upload", "/api/core/auth/bytes", "/api/core/nowhere"] {
            for origin in [GOOD, "http://127.0.0.1:9000"] {
                let answer = Answer::of(preflight(&nobody, path).header("origin", origin)).await;
                assert_eq!((answer.status, answer.bytes.len()), (200, 0), "{path}");
                assert_eq!(answer.header("access-control-allow-origin"), origin);
                assert_eq!(answer.header("access-control-allow-credentials"), "true");
                assert_eq!(answer.header("access-control-allow-methods"), "GET,HEAD,POST,PUT,PATCH,DELETE");
                let sent = "authorization,content-type,if-match,if-none-match,range,\
                            tus-resumable,upload-offset,upload-length,upload-checksum,upload-metadata,\
                            upload-defer-length,upload-concat,upload-expires,upload-unchanged,tus-version,\
                            tus-extension,tus-max-size,x-http-method-override";
                assert_eq!(answer.header("access-control-allow-headers"), sent);
                assert_eq!(answer.header("access-control-max-age"), "7200");
                assert_eq!(answer.header("vary"), "origin");
            }
            let plain = Answer::of(preflight(&nobody, path)).await;
            for origin in OTHERS {
                let answer = Answer::of(preflight(&nobody, path).header("origin", origin)).await;
                assert_eq!(sharing(&answer), Vec::<&str>::new(), "{path} from {origin}");
                assert_eq!(told(&answer), told(&plain), "{path} from {origin}");
            }
        }
        assert_eq!(server.count(entries).await, before);
        other.close().await;
    });
}

#[test]
fn answers_are_read_by_pages_of_allowed_origins_alone() {
    on_both(async |server| {
        let other = Other::open(server, &[GOOD]).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let list = format!("entry/list/{}", server.top);
        for (who, path, status) in [(&wim, list.as_str(), 200), (&nobody, &list, 401), (&wim, "entry/999999", 404)] {
            let plain = Answer::of(who.request(Method::GET, path)).await;
            assert_eq!((plain.status, follows_origin(&plain)), (status, true), "caches keep them apart");
            let answer = Answer::of(who.request(Method::GET, path).header("origin", GOOD)).await;
            assert_eq!((answer.status, &answer.bytes), (status, &plain.bytes));
            assert_eq!(answer.header("access-control-allow-origin"), GOOD);
            assert_eq!(answer.header("access-control-allow-credentials"), "true");
            let read = answer.header("access-control-expose-headers");
            for name in ["etag", "location", "retry-after", "content-disposition", "content-range", "upload-offset"] {
                assert!(read.split(',').any(|one| one == name), "{name} is not in {read}");
            }
            for origin in OTHERS {
                let answer = Answer::of(who.request(Method::GET, path).header("origin", origin)).await;
                assert_eq!(told(&answer), told(&plain), "{path} from {origin}");
            }
        }
        let asked = wim.request(Method::OPTIONS, "/api/file/upload").header("origin", GOOD);
        assert_eq!(Answer::of(asked).await.header("tus-version"), "1.0.0", "what is no preflight reaches its handler");
        other.close().await;
    });
}

#[test]
fn a_server_that_allows_nobody_answers_as_if_nobody_asked_from_elsewhere() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        for (method, path) in [
            (Method::GET, format!("entry/{file}")),
            (Method::GET, format!("/api/file/content/{file}")),
            (Method::GET, "/api/core/nowhere".into()),
            (Method::OPTIONS, "/api/file/upload".into()),
            (Method::OPTIONS, "folder".into()),
        ] {
            let ask = || wim.request(method.clone(), &path).header("access-control-request-method", "POST");
            let plain = Answer::of(ask()).await;
            let answer = Answer::of(ask().header("origin", GOOD)).await;
            assert_eq!(told(&answer), told(&plain), "{method} {path}");
            assert_eq!((sharing(&plain), follows_origin(&plain)), (vec![], false), "{method} {path}");
        }
    });
}

#[test]
fn the_cookie_is_set_for_the_page_s_site_and_opens_bytes_alone() {
    on_both(async |server| {
        let other = Other::open(server, &[GOOD]).await;
        let (wim, nobody) = (other.user(server, "wim"), other.anonymous(server));
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        server.clock.advance(1000);
        let apart = "SameSite=None; Secure; Partitioned";
        let mut token = String::new();
        for (origin, site, reach) in [
            (GOOD, "same-origin", "SameSite=Strict"),
            (GOOD, "same-site", "SameSite=Strict"),
            (GOOD, "cross-site", apart),
            ("https://evil.test", "cross-site", "SameSite=Strict"),
        ] {
            let ask = |method| {
                let request = wim.request(method, "/api/core/auth/bytes");
                request.header("origin", origin).header("sec-fetch-site", site)
            };
            let answer = Answer::of(ask(Method::POST)).await;
            assert_eq!((answer.status, answer.header("cache-control")), (204, "no-store"));
            let (value, rest) = answer.header("set-cookie").split_once(';').unwrap();
            let age = 86_400 - 1000;
            assert_eq!(rest, format!(" Path=/api; Max-Age={age}; HttpOnly; {reach}"), "it ends with the session");
            token = value.to_owned();
            let answer = Answer::of(ask(Method::DELETE)).await;
            let gone = format!("vitrine_bytes=; Path=/api; Max-Age=0; HttpOnly; {reach}");
            assert_eq!((answer.status, answer.header("set-cookie")), (204, gone.as_str()));
        }
        for (method, path, status) in [
            (Method::GET, format!("/api/file/content/{file}"), 200),
            (Method::GET, format!("entry/{file}"), 401),
            (Method::DELETE, format!("entry/{file}"), 401),
            (Method::POST, "/api/core/auth/bytes".into(), 401),
            (Method::DELETE, "/api/core/auth/bytes".into(), 401),
            (Method::POST, "/api/core/auth/logout".into(), 401),
        ] {
            let asked = nobody.request(method.clone(), &path).header("cookie", &token).header("origin", GOOD);
            assert_eq!(Answer::of(asked).await.status, status, "{method} {path}");
            assert_eq!(Answer::of(nobody.request(method.clone(), &path)).await.status, 401, "{method} {path}");
        }
        let bytes = token.strip_prefix("vitrine_bytes=").unwrap().to_owned();
        let bearer = TestUser { token: Some(bytes), ..other.anonymous(server) };
        assert_eq!(bearer.post("/api/core/auth/bytes", json!(null)).await.refusal(), (401, "no_session"));
        other.close().await;
    });
}

#[test]
fn signing_out_anywhere_ends_the_cookie_everywhere() {
    on_both(async |server| {
        let other = Other::open(server, &[GOOD]).await;
        let file = server.user("wim").upload(server.top, "a.txt", "words").await.id();
        let login = json!({ "email": "wim@lume.example", "password": PASSWORD });
        let token = server.anonymous().post("/api/core/auth/login", login).await.ok()["token"].clone();
        let here = TestUser { token: Some(token.as_str().unwrap().to_owned()), ..server.anonymous() };
        let there = TestUser { base: other.base.clone(), token: here.token.clone(), ..server.anonymous() };
        let cookie = there.post("/api/core/auth/bytes", json!(null)).await;
        let cookie = cookie.header("set-cookie").split(';').next().unwrap().to_owned();
        let nobody = other.anonymous(server);
        let picture = || nobody.request(Method::GET, &format!("/api/file/content/{file}")).header("cookie", &cookie);
        assert_eq!(Answer::of(picture()).await.status, 200);
        let leave = here.request(Method::POST, "/api/core/auth/logout");
        assert_eq!(Answer::of(leave).await.status, 204);
        assert_eq!(Answer::of(picture()).await.refusal(), (401, "no_session"));
        assert_eq!(there.post("/api/core/auth/bytes", json!(null)).await.refusal(), (401, "no_session"));

        let rea = other.user(server, "rea");
        let leave = rea.request(Method::POST, "/api/core/auth/logout").header("origin", GOOD);
        let left = Answer::of(leave.header("sec-fetch-site", "cross-site")).await;
        let gone = "vitrine_bytes=; Path=/api; Max-Age=0; HttpOnly; SameSite=None; Secure; Partitioned";
        assert_eq!((left.status, left.header("set-cookie")), (204, gone));
        other.close().await;
    });
}

#[test]
fn pictures_are_shown_by_pages_that_say_who_they_are() {
    on_both(async |server| {
        let other = Other::open(server, &[GOOD]).await;
        let wim = other.user(server, "wim");
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let cookie = wim.post("/api/core/auth/bytes", json!(null)).await;
        let cookie = cookie.header("set-cookie").split(';').next().unwrap().to_owned();
        let nobody = other.anonymous(server);
        let picture = || nobody.request(Method::GET, &format!("/api/file/content/{file}")).header("cookie", &cookie);
        for origin in OTHERS {
            let answer = Answer::of(picture().header("origin", origin)).await;
            assert_eq!((answer.status, sharing(&answer)), (200, vec![]), "{origin}");
            assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "without asking, nowhere else");
        }
        let answer = Answer::of(picture().header("origin", GOOD)).await;
        assert_eq!(answer.header("access-control-allow-origin"), GOOD);
        assert_eq!(answer.header("access-control-allow-credentials"), "true");
        other.close().await;
    });
}

#[tokio::test]
async fn an_invalid_allowed_origin_stops_the_start_with_its_name() {
    let data = tempfile::tempdir().unwrap();
    for (origins, named) in [
        ("*", "*"),
        ("null", "null"),
        ("https://*.example", "https://*.example"),
        ("https://good.example,https://good.example/path", "https://good.example/path"),
        ("https://good.example, ftp://good.example", " ftp://good.example"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path());
        let ended = command.env("VITRINE_ALLOWED_ORIGINS", origins).kill_on_drop(true).output().await.unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!ended.status.success(), "{origins}");
        assert!(said.contains(&format!("allowed_origins: {named:?} is no origin")), "{said}");
    }
}
