//! tus's own creation, at one address for all files, as generic clients use it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use reqwest::{Method, RequestBuilder};

use crate::harness::{NOW, TestServer, on_both, on_disks};
use crate::other_servers::Other;
use crate::test_users::{Answer, TestUser};

const ENDPOINT: &str = "/api/file/upload";
const BYTES: (&str, &str) = ("content-type", "application/offset+octet-stream");

/// The headers that a client sends for a file of `folder`.
fn metadata(folder: i64, name: &str) -> String {
    format!("filename {},folder_parent_id {}", STANDARD.encode(name), STANDARD.encode(folder.to_string()))
}

fn creation(who: &TestUser<'_>, folder: i64, name: &str) -> RequestBuilder {
    who.tus(Method::POST, ENDPOINT).header("upload-metadata", metadata(folder, name))
}

/// An upload's address, as a client resolves the answer.
fn address(made: &Answer) -> String {
    assert_eq!(made.status, 201, "{}", made.body);
    let endpoint = reqwest::Url::parse("http://x/api/file/upload").unwrap();
    let url = endpoint.join(made.header("location")).unwrap();
    format!("{}?{}", url.path(), url.query().unwrap())
}

async fn append(who: &TestUser<'_>, address: &str, offset: usize, bytes: &[u8]) -> Answer {
    let request = who.tus(Method::PATCH, address).header("upload-offset", offset.to_string());
    Answer::of(request.header(BYTES.0, BYTES.1).body(bytes.to_vec())).await
}

async fn probe(who: &TestUser<'_>, address: &str) -> Answer {
    Answer::of(who.tus(Method::HEAD, address)).await
}

#[test]
fn a_client_that_knows_the_endpoint_alone_sends_a_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let made = Answer::of(creation(&wim, server.top, "açaí.txt").header("upload-length", "7")).await;
        let at = address(&made);
        assert_eq!((made.header("tus-resumable"), made.header("upload-offset")), ("1.0.0", "0"));
        assert_eq!(made.header("upload-expires"), rest::http_date(NOW + 86_400));
        assert_eq!(append(&wim, &at, 0, b"one ").await.header("upload-offset"), "4");
        assert_eq!(append(&wim, &at, 4, b"two").await.status, 204);
        assert_eq!(server.bytes_at("açaí.txt").await, b"one two");
        let with_bytes = creation(&wim, server.top, "at once.txt").header("upload-length", "3");
        let made = Answer::of(with_bytes.header(BYTES.0, BYTES.1).body("abc")).await;
        assert_eq!((address(&made).is_empty(), made.header("upload-offset")), (false, "3"));
        assert_eq!(server.bytes_at("at once.txt").await, b"abc");
        let empty = Answer::of(creation(&wim, server.top, "empty.txt").header("upload-length", "0")).await;
        assert_eq!(probe(&wim, &address(&empty)).await.header("upload-offset"), "0");
        assert_eq!(wim.list(server.top).await, ["açaí.txt", "at once.txt", "empty.txt"]);
    });
}

#[test]
fn an_empty_upload_is_placed_by_a_head_request() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "empty.txt", Some(0)).await.ok();
        let at = prepared["url"].as_str().unwrap();
        for _ in 0..2 {
            let told = probe(&wim, at).await;
            assert_eq!((told.status, told.header("upload-offset"), told.header("upload-length")), (200, "0", "0"));
        }
        assert_eq!(wim.list(server.top).await, ["empty.txt"]);
        assert_eq!(wim.content(prepared["node_id"].as_i64().unwrap()).await.bytes, b"");
    });
}

#[test]
fn a_complete_upload_reports_its_length_for_a_day() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "a.txt", Some(3)).await.ok();
        let at = prepared["url"].as_str().unwrap();
        let stored = wim.send(&prepared, "abc").await.ok();
        assert_eq!(wim.send(&prepared, "abc").await.ok(), stored, "the same bytes once more");
        assert_eq!(wim.send(&prepared, "xyz").await.refusal(), (409, "ticket_spent"));
        assert_eq!((append(&wim, at, 3, b"").await.status, append(&wim, at, 0, b"abc").await.status), (204, 409));
        assert_eq!(append(&wim, at, 3, b"d").await.refusal(), (413, "payload_too_large"), "it has ended");
        let told = probe(&wim, at).await;
        assert_eq!((told.status, told.header("upload-offset"), told.header("upload-length")), (200, "3", "3"));
        assert_eq!(probe(&server.user("mia"), at).await.status, 404, "it is not hers");
        assert_eq!(wim.list(server.top).await, ["a.txt"]);
        server.clock.advance(86_401);
        content::sweep(&server.app.content).await.unwrap();
        let wim = server.sign_in("wim").await;
        assert_eq!(probe(&wim, at).await.status, 404);
    });
}

#[test]
fn a_deferred_upload_length_is_set_by_a_later_part() {
    on_both(async |server| {
        let wim = server.user("wim");
        let at = address(&Answer::of(creation(&wim, server.top, "a.txt").header("upload-defer-length", "1")).await);
        append(&wim, &at, 0, b"abc").await.ok();
        let told = probe(&wim, &at).await;
        assert_eq!((told.header("upload-defer-length"), told.header("upload-length")), ("1", ""));
        let request = wim.tus(Method::PATCH, &at).header("upload-offset", "3").header("upload-length", "5");
        assert_eq!(Answer::of(request.header(BYTES.0, BYTES.1).body("de")).await.status, 204);
        assert_eq!(server.bytes_at("a.txt").await, b"abcde");
    });
}

async fn partial(who: &TestUser<'_>, bytes: &[u8]) -> String {
    let request = who.tus(Method::POST, ENDPOINT).header("upload-concat", "partial");
    let at = address(&Answer::of(request.header("upload-length", bytes.len().to_string())).await);
    assert_eq!(append(who, &at, 0, &bytes[..1]).await.header("upload-offset"), "1");
    assert_eq!(append(who, &at, 1, &bytes[1..]).await.status, 204);
    let told = probe(who, &at).await;
    assert_eq!((told.header("upload-concat"), told.header("upload-offset")), ("partial", &*bytes.len().to_string()));
    at
}

#[test]
fn partial_uploads_become_one_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (partial(&wim, b"one ").await, partial(&wim, b"two").await);
        let join = async |who: &TestUser<'_>, parts: &str| {
            Answer::of(creation(who, server.top, "whole.txt").header("upload-concat", format!("final;{parts}"))).await
        };
        let unfinished =
            wim.tus(Method::POST, ENDPOINT).header("upload-concat", "partial").header("upload-length", "9");
        let unfinished = address(&Answer::of(unfinished).await);
        for (parts, status) in [(format!("{one} {unfinished}"), 400), (format!("{one} {one}"), 400), ("x".into(), 400)]
        {
            assert_eq!(join(&wim, &parts).await.status, status, "{parts}");
        }
        assert_eq!(join(&server.user("mia"), &format!("{one} {two}")).await.status, 404, "they are not hers");
        let at = address(&join(&wim, &format!("{one} {}{two}", server.base)).await);
        assert_eq!(server.bytes_at("whole.txt").await, b"one two");
        let told = probe(&wim, &at).await;
        assert_eq!(told.header("upload-concat"), format!("final;{one} {}{two}", server.base));
        assert_eq!(append(&wim, &at, 7, b"").await.status, 403, "it is made of its parts alone");
        assert_eq!(Answer::of(wim.tus(Method::DELETE, &unfinished)).await.status, 204);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_partial_upload").await, 0);
        assert_eq!(std::fs::read_dir(server.test.folder().join("partial_uploads")).unwrap().count(), 0);
    });
}

/// Without a lease of their own, two processes may join the same ones.
#[test]
fn partial_uploads_that_another_process_joins_first_become_no_second_file() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let (one, two) = (partial(&wim, b"one ").await, partial(&wim, b"two").await);
        let held = blobs::testing::hold(&server.disk);
        let join = creation(&wim, server.top, "late.txt").header("upload-concat", format!("final;{one} {two}"));
        let another = async {
            let held = tokio::task::spawn_blocking(move || {
                held.until_waiting(1);
                held
            });
            let held = held.await.unwrap();
            server.test.run("DELETE FROM content_partial_upload".into()).await;
            drop(held);
        };
        let (joined, ()) = tokio::join!(Answer::of(join), another);
        assert_eq!(joined.refusal(), (410, "upload_ended"));
        assert_eq!(server.names_at("").await, [".vitrine"]);
        assert_eq!(wim.list(server.top).await, [""; 0]);
    });
}

#[test]
fn a_partial_upload_that_another_process_receives_is_busy() {
    on_both(async |server| {
        let wim = server.user("wim");
        let request = wim.tus(Method::POST, ENDPOINT).header("upload-concat", "partial");
        let at = address(&Answer::of(request.header("upload-length", "3")).await);
        assert_eq!(append(&wim, &at, 0, b"a").await.status, 204);
        let held_until = async |until: i64| {
            let sql = format!("UPDATE content_partial_upload SET owner = 'another', lease_until = {until}");
            server.test.run(sql).await;
        };
        held_until(server.clock.now() + 30).await;
        assert_eq!(append(&wim, &at, 1, b"b").await.refusal(), (423, "upload_busy"));
        held_until(server.clock.now()).await;
        assert_eq!(append(&wim, &at, 1, b"b").await.header("upload-offset"), "2", "its lease is over");
        assert_eq!(append(&wim, &at, 2, b"c").await.header("upload-offset"), "3");
    });
}

#[test]
fn a_partial_upload_needs_the_right_to_upload_somewhere() {
    on_both(async |server| {
        for (name, status) in [("wim", 201), ("rita", 403)] {
            let who = server.user(name);
            let request = who.tus(Method::POST, ENDPOINT).header("upload-concat", "partial");
            assert_eq!(Answer::of(request.header("upload-length", "5")).await.status, status, "{name}");
        }
    });
}

#[test]
fn requests_of_another_tus_version_are_refused_with_the_version() {
    on_both(async |server| {
        let wim = server.user("wim");
        let prepared = wim.prepare(server.top, "a.txt", None).await.ok();
        let at = prepared["url"].as_str().unwrap();
        let old =
            |method: Method| wim.request(method, at).header("tus-resumable", "0.2.2").header("upload-offset", "0");
        for method in [Method::HEAD, Method::PATCH, Method::DELETE] {
            let answer = Answer::of(old(method.clone()).header(BYTES.0, BYTES.1)).await;
            let said = (answer.status, answer.header("tus-version"), answer.header("tus-resumable"));
            assert_eq!(said, (412, "1.0.0", "1.0.0"), "{method}");
        }
        let text = wim.tus(Method::PATCH, at).header("upload-offset", "0").header("content-type", "text/plain");
        assert_eq!(Answer::of(text.body("x")).await.refusal(), (415, "unsupported_media_type"));
        let without = wim.tus(Method::PATCH, at).header(BYTES.0, BYTES.1).body("x");
        assert_eq!(Answer::of(without).await.refusal(), (400, "bad_request"));
        let nobody = Answer::of(server.anonymous().tus(Method::HEAD, at)).await;
        assert_eq!((nobody.status, nobody.header("tus-resumable")), (401, "1.0.0"));
        let hidden = wim.tus(Method::POST, at).header("x-http-method-override", "PATCH");
        let hidden = hidden.header("upload-offset", "0").header(BYTES.0, BYTES.1).body("abc");
        assert_eq!(Answer::of(hidden).await.status, 204);
        assert_eq!(probe(&wim, at).await.header("upload-offset"), "3");
    });
}

#[test]
fn a_creation_that_says_too_little_or_too_much_makes_nothing() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let sized = |request: RequestBuilder, length: &str| request.header("upload-length", length.to_owned());
        let bare = wim.tus(Method::POST, ENDPOINT);
        for (request, status) in [
            (sized(creation(&wim, server.top, "a.txt"), "-4"), 400),
            (sized(creation(&wim, server.top, "a.txt"), "four"), 400),
            (creation(&wim, server.top, "a.txt"), 400),
            (sized(creation(&wim, server.top, "a.txt"), "1099511627777"), 413),
            (sized(creation(&wim, server.top, "a/b.txt"), "4"), 422),
            (sized(bare, "4"), 422),
            (sized(creation(&rea, server.top, "a.txt"), "4"), 403),
            (sized(creation(&wim, server.other_top, "a.txt"), "4"), 404),
            (sized(creation(&server.user("root"), server.top, "a.txt"), "4"), 404),
            (sized(creation(&server.anonymous(), server.top, "a.txt"), "4"), 401),
            (sized(creation(&wim, server.top, "a.txt"), "2").header(BYTES.0, BYTES.1).body("more"), 413),
        ] {
            let answer = Answer::of(request).await;
            assert_eq!(answer.status, status, "{}", answer.body);
        }
        assert_nothing_staged(server).await;
    });
}

async fn assert_nothing_staged(server: &TestServer) {
    assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
    assert_eq!(server.staged().await, [""; 0]);
}

#[test]
fn an_upload_ends_with_its_session_and_goes_on_with_a_renewed_token() {
    on_both(async |server| {
        let mut wim = server.sign_in("wim").await;
        let prepared = wim.prepare(server.top, "a.txt", Some(6)).await.ok();
        let at = prepared["url"].as_str().unwrap();
        append(&wim, at, 0, b"ab").await.ok();
        let renewed = wim.post("/api/core/auth/renew_token", serde_json::json!({ "token": wim.token })).await.ok();
        wim.token = Some(renewed["token"].as_str().unwrap().to_owned());
        append(&wim, at, 2, b"cd").await.ok();
        wim.post("/api/core/auth/logout", serde_json::Value::Null).await.ok();
        assert_eq!(append(&wim, at, 4, b"ef").await.refusal(), (401, "no_session"));
        let back = server.sign_in("wim").await;
        assert_eq!(append(&back, at, 4, b"ef").await.status, 204, "the same person, signed in again");
        assert_eq!(server.bytes_at("a.txt").await, b"abcdef");
    });
}

#[test]
fn an_upload_without_a_length_obeys_max_file_bytes() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.max_file_bytes = 10).await;
        let wim = other.user(server, "wim");
        let prepared = wim.prepare(server.top, "a.txt", None).await.ok();
        let at = prepared["url"].as_str().unwrap();
        append(&wim, at, 0, b"123456").await.ok();
        assert_eq!(append(&wim, at, 6, b"78901").await.refusal(), (413, "payload_too_large"));
        assert_eq!(probe(&wim, at).await.header("upload-offset"), "6", "nothing of it is kept");
        other.close().await;
    });
}

#[test]
fn a_person_has_so_many_open_uploads_and_no_more() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.max_open_uploads = 2).await;
        let wim = other.user(server, "wim");
        let one = wim.prepare(server.top, "1.txt", Some(1)).await.ok();
        wim.prepare(server.top, "2.txt", Some(1)).await.ok();
        assert_eq!(wim.prepare(server.top, "3.txt", Some(1)).await.refusal(), (429, "rate_limited"));
        let partial = wim.tus(Method::POST, ENDPOINT).header("upload-concat", "partial").header("upload-length", "1");
        assert_eq!(Answer::of(partial).await.status, 429);
        other.user(server, "mia").prepare(server.top, "3.txt", Some(1)).await.ok();
        wim.send(&one, "1").await.ok();
        wim.prepare(server.top, "4.txt", Some(1)).await.ok();
        other.close().await;
    });
}

#[test]
fn the_limit_of_open_uploads_holds_when_all_begin_at_once() {
    on_both(async |server| {
        let other = Other::with(server, |settings| settings.max_open_uploads = 10).await;
        let wim = &other.user(server, "wim");
        let begun = join_all((0..40).map(async |number| {
            if number % 4 == 0 {
                let partial = wim.tus(Method::POST, ENDPOINT).header("upload-concat", "partial");
                return Answer::of(partial.header("upload-length", "1")).await.status;
            }
            wim.prepare(server.top, &format!("{number}.txt"), Some(1)).await.status
        }));
        let mut statuses = begun.await;
        statuses.sort_unstable();
        assert_eq!(statuses, [[201; 10].as_slice(), [429; 30].as_slice()].concat());
        other.close().await;
    });
}
