//! An upload link that opens nothing is no reason to sign anybody out, which is what a client does at a 401.

use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::harness::on_both;
use crate::test_users::{Answer, TestUser};

const ENDPOINT: &str = "/api/file/upload";

async fn call(who: &TestUser<'_>, method: Method, url: &str) -> (u16, String) {
    let request = who.tus(method.clone(), url).header("upload-offset", "0");
    let request = request.header("content-type", "application/offset+octet-stream");
    let answer = Answer::of(if method == Method::HEAD { request } else { request.body("x") }).await;
    (answer.status, answer.body["code"].as_str().unwrap_or("").to_owned())
}

#[test]
fn a_link_that_opens_nothing_is_not_found_or_gone_and_the_session_stays() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (ended, given_up) =
            (wim.prepare(server.top, "a.txt", None).await.ok(), wim.prepare(server.top, "b.txt", Some(3)).await.ok());
        let at = |prepared: &Value| prepared["url"].as_str().unwrap().to_owned();
        wim.send(&ended, "abc").await.ok();
        assert_eq!(call(&wim, Method::DELETE, &at(&given_up)).await.0, 204);
        let forged = format!("{ENDPOINT}?node_id={}&callback=0000", ended["node_id"]);
        for (method, url, wanted) in [
            (Method::PATCH, at(&given_up), (404, "ticket")),
            (Method::DELETE, at(&given_up), (404, "ticket")),
            (Method::PATCH, forged.clone(), (404, "ticket")),
            (Method::DELETE, forged.clone(), (404, "ticket")),
            (Method::DELETE, ENDPOINT.to_owned(), (404, "ticket")),
            (Method::DELETE, at(&ended), (410, "upload_ended")),
        ] {
            let told = call(&wim, method.clone(), &url).await;
            assert_eq!((told.0, told.1.as_str()), wanted, "{method} {url}");
        }
        for url in [at(&given_up), forged] {
            assert_eq!(call(&wim, Method::HEAD, &url).await.0, 404, "{url}");
        }
        assert_eq!(wim.send(&given_up, "abc").await.refusal(), (404, "ticket"));
        assert_eq!(wim.send(&ended, "xyz").await.refusal(), (409, "ticket_spent"));
        let joined = wim.tus(Method::POST, ENDPOINT).header("upload-concat", "final;upload?partial_id=7&callback=0000");
        let place = format!("filename Yy50eHQ=,folder_parent_id {}", base64(&server.top.to_string()));
        assert_eq!(Answer::of(joined.header("upload-metadata", place)).await.refusal(), (404, "ticket"));
        let nameless = Form::new().text("raw_data", "x");
        let nameless = Answer::of(wim.request(Method::POST, ENDPOINT).multipart(nameless)).await;
        assert_eq!((nameless.status, &nameless.body["errors"][0]["field"]), (422, &json!("node_id")));
    });
}

fn base64(text: &str) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(text)
}

#[test]
fn a_session_is_the_one_reason_for_401_and_its_scheme_has_no_case() {
    on_both(async |server| {
        let wim = server.user("wim");
        let token = wim.token.clone().unwrap();
        for (header, status) in [
            (format!("bearer {token}"), 200),
            (format!("BEARER   {token}"), 200),
            (format!("Bearer\t{token}"), 200),
            (format!("Basic {token}"), 401),
            (format!("Bearer{token}"), 401),
            ("Bearer".to_owned(), 401),
        ] {
            let request = server.anonymous().request(Method::GET, "/api/core/session").header("authorization", &header);
            assert_eq!(Answer::of(request).await.status, status, "{header}");
        }
    });
}
