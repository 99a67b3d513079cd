//! Bytes and pictures of marked files, requested in every way of HTTP: whole, in part, conditionally, by HEAD, with the
//! token and with the cookie. Uncleared users always get the answer for a file that never existed.

use reqwest::{Method, RequestBuilder};
use serde_json::json;

use super::{MISSING, UNCLEARED, look_of};
use crate::harness::{NOW, PASSWORD, TestServer, on_both};
use crate::test_users::{Answer, TestUser};

const WORDS: &str = "sealed words";

/// Headers that change the answer, and the answer for a cleared person.
fn ways(tag: &str) -> Vec<(Vec<(&'static str, String)>, u16)> {
    let range = |wanted: &str| ("range", wanted.to_owned());
    vec![
        (vec![], 200),
        (vec![range("bytes=0-3")], 206),
        (vec![range("bytes=-1")], 206),
        (vec![range("bytes=900-")], 416),
        (vec![range("bytes=0-1,3-4")], 200),
        (vec![("if-none-match", tag.to_owned())], 304),
        (vec![("if-none-match", "*".to_owned())], 304),
        (vec![("if-modified-since", later())], 304),
        (vec![("if-match", "\"other\"".to_owned())], 412),
        (vec![("if-unmodified-since", rest::http_date(1))], 412),
        (vec![range("bytes=0-3"), ("if-range", tag.to_owned())], 206),
        (vec![range("bytes=0-3"), ("if-range", "\"other\"".to_owned())], 200),
    ]
}

fn later() -> String {
    rest::http_date(NOW + 86_400)
}

fn addresses(node: i64) -> [String; 6] {
    [
        format!("/api/file/content/{node}"),
        format!("/api/file/content/{node}?download=1"),
        format!("/api/file/converted/{node}?width=64"),
        format!("actions/download/{node}"),
        format!("rendition/preview/{node}?size=256"),
        format!("rendition/preview/{node}?size=1280&v=1"),
    ]
}

fn with(request: RequestBuilder, headers: &[(&'static str, String)]) -> RequestBuilder {
    headers.iter().fold(request, |request, (name, value)| request.header(*name, value))
}

#[test]
fn bytes_and_previews_of_marked_files_answer_like_missing_ones() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "folder").await.id();
        let inside = wim.upload(folder, "inside.txt", WORDS).await.id();
        let alone = wim.upload(server.top, "alone.txt", WORDS).await.id();
        server.drain().await;
        server.classify(folder).await;
        server.classify(alone).await;
        let tag = format!("\"{}\"", blake3::hash(WORDS.as_bytes()).to_hex());
        for marked in [inside, alone] {
            for (invisible, gone) in addresses(marked).into_iter().zip(addresses(MISSING)) {
                for (headers, _) in ways(&tag) {
                    for method in [Method::GET, Method::HEAD] {
                        for name in UNCLEARED {
                            let who = server.user(name);
                            let ask = async |path| Answer::of(with(who.request(method.clone(), path), &headers)).await;
                            let (answer, missing) = (ask(&invisible).await, ask(&gone).await);
                            assert_eq!(answer.status, 404, "{name}: {method} {invisible} {headers:?}");
                            assert_eq!(look_of(answer), look_of(missing), "{name}: {method} {invisible} {headers:?}");
                        }
                        let request = server.anonymous().request(method.clone(), &invisible);
                        assert_eq!(Answer::of(with(request, &headers)).await.status, 401);
                    }
                }
            }
            // The same requests return the bytes if the clearance covers the marks.
            let clea = server.user("clea");
            for (headers, status) in ways(&tag) {
                for method in [Method::GET, Method::HEAD] {
                    let path = format!("/api/file/content/{marked}");
                    let answer = Answer::of(with(clea.request(method.clone(), &path), &headers)).await;
                    assert_eq!(answer.status, status, "{method} {headers:?}");
                }
            }
            assert_eq!(clea.content(marked).await.bytes, WORDS.as_bytes());
            assert_eq!(clea.preview(marked).await.status, 200);
        }
    });
}

/// The cookie that a sign-in sets beside its token.
async fn cookie(server: &TestServer, name: &str) -> String {
    let login = json!({ "email": format!("{name}@lume.example"), "password": PASSWORD });
    let answer = server.anonymous().post("/api/core/auth/login", login).await;
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

#[test]
fn the_byte_cookie_opens_no_more_than_the_token() {
    on_both(async |server| {
        let file = server.user("wim").upload(server.top, "alone.txt", WORDS).await.id();
        server.drain().await;
        server.classify(file).await;
        for (name, status) in [("wim", 404), ("clea", 200)] {
            let cookie = cookie(server, name).await;
            let nobody: TestUser<'_> = server.anonymous();
            let ask = async |path: &str| Answer::of(nobody.request(Method::GET, path).header("cookie", &cookie)).await;
            assert_eq!(ask(&format!("/api/file/content/{file}")).await.status, status, "{name}");
            let missing = ask(&format!("/api/file/content/{MISSING}")).await;
            assert_eq!(missing.status, 404);
            // Everything but bytes requires the token.
            for path in [format!("entry/{file}"), format!("actions/download/{file}")] {
                assert_eq!(ask(&path).await.status, 401, "{name} {path}");
            }
        }
    });
}
