use reqwest::Method;

use serde_json::json;

use crate::harness::{NOW, PASSWORD, on_both, on_disks};
use crate::test_users::Answer;

#[test]
fn a_file_is_fetched_whole_in_part_or_not_at_all() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "digits.txt", "0123456789").await.id();
        let link = wim.get(&format!("actions/download/{file}")).await.ok();
        let link = link["link"].as_str().unwrap();
        let whole = wim.get(link).await;
        assert_eq!((whole.status, whole.bytes.as_slice()), (200, &b"0123456789"[..]));
        assert_eq!(
            whole.header("content-disposition"),
            "attachment; filename=\"digits.txt\"; filename*=UTF-8''digits.txt"
        );
        let tag = format!("\"{}\"", blake3::hash(b"0123456789").to_hex());
        assert_eq!((whole.header("etag"), whole.header("content-length")), (tag.as_str(), "10"));
        for (name, value, status, bytes, range) in [
            ("range", "bytes=2-4", 206, "234", "bytes 2-4/10"),
            ("range", "bytes=-3", 206, "789", "bytes 7-9/10"),
            ("range", "bytes=8-", 206, "89", "bytes 8-9/10"),
            ("range", "bytes=10-", 416, "", "bytes */10"),
            ("range", "bytes=99999999999999999999-", 416, "", "bytes */10"),
            ("range", "bytes=8-99999999999999999999", 206, "89", "bytes 8-9/10"),
            ("range", "bytes=-99999999999999999999", 206, "0123456789", "bytes 0-9/10"),
            ("range", "bytes=0-1,4-5", 200, "0123456789", ""),
            ("if-none-match", tag.as_str(), 304, "", ""),
            ("if-none-match", "\"other\"", 200, "0123456789", ""),
        ] {
            let answer = Answer::of(wim.request(Method::GET, link).header(name, value)).await;
            let got = (answer.status, String::from_utf8(answer.bytes.clone()).unwrap());
            assert_eq!(got, (status, bytes.to_owned()), "{name}: {value}");
            assert_eq!(answer.header("content-range"), range, "{name}: {value}");
        }
        let stale = wim.request(Method::GET, link).header("range", "bytes=2-4").header("if-range", "\"other\"");
        assert_eq!(Answer::of(stale).await.status, 200, "the part of another version is of no use");
    });
}

#[test]
fn a_file_is_asked_for_by_its_date() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "digits.txt", "0123456789").await.id();
        let at = format!("/api/file/content/{file}");
        let modified = wim.get(&at).await.header("last-modified").to_owned();
        assert_eq!(modified, rest::http_date(NOW));
        server.clock.advance(60);
        let before = rest::http_date(NOW - 1);
        for (headers, status) in [
            (vec![("if-modified-since", modified.as_str())], 304),
            (vec![("if-modified-since", &before)], 200),
            (vec![("if-unmodified-since", &modified)], 200),
            (vec![("if-unmodified-since", &before)], 412),
            (vec![("if-match", "\"other\"")], 412),
            (vec![("if-match", "*")], 200),
            (vec![("range", "bytes=2-4"), ("if-range", &modified)], 206),
            (vec![("range", "bytes=2-4"), ("if-range", &before)], 200),
        ] {
            let request = wim.request(Method::GET, &at);
            let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            assert_eq!(Answer::of(request).await.status, status, "{headers:?}");
        }
    });
}

#[test]
fn files_that_could_run_in_a_browser_are_sent_as_downloads() {
    on_both(async |server| {
        let wim = server.user("wim");
        for (name, bytes, mime) in [
            ("page.html", "<!doctype html><script>alert(1)</script>", "application/octet-stream"),
            (
                "drawing.svg",
                "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
                "application/octet-stream",
            ),
            ("page.txt", "<html><script>alert(1)</script></html>", ""),
            ("plain.txt", "only words", "text/plain"),
        ] {
            let file = wim.upload(server.top, name, bytes).await.id();
            let answer = wim.content(file).await;
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{name}");
            assert!(answer.header("content-security-policy").starts_with("sandbox"), "{name}");
            let inline = answer.header("content-disposition").starts_with("inline");
            assert_eq!(
                inline,
                answer.header("content-type") == "text/plain",
                "{name}: {}",
                answer.header("content-type")
            );
            if !mime.is_empty() {
                assert_eq!(answer.header("content-type"), mime, "{name}");
            }
        }
    });
}

#[test]
fn the_byte_cookie_opens_bytes_and_nothing_else() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let nobody = server.anonymous();
        let login = json!({ "email": "wim@lume.example", "password": PASSWORD });
        let signed_in = nobody.post("/api/core/auth/login", login).await;
        let cookie = signed_in.header("set-cookie").split(';').next().unwrap().to_owned();
        for (method, path, status) in [
            (Method::GET, format!("/api/file/content/{file}"), 200),
            (Method::GET, format!("entry/{file}"), 401),
            (Method::DELETE, format!("entry/{file}"), 401),
            (Method::DELETE, format!("rendition/{file}"), 401),
        ] {
            let answer = Answer::of(nobody.request(method.clone(), &path).header("cookie", &cookie)).await;
            assert_eq!(answer.status, status, "{method} {path}");
        }
    });
}

#[test]
fn a_file_whose_bytes_are_gone_says_so_and_nothing_else() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        std::fs::remove_file(server.disk.join("a.txt")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", server.disk.join("a.txt")).unwrap();
        assert_eq!(wim.content(file).await.refusal(), (500, "bytes_missing"), "a planted link is not followed");
    });
}
