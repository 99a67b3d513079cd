//! An invalid upload link must not sign a user out, which is what clients do at a 401.

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
            (Method::PATCH, at(&given_up), (410, "upload_ended")),
            (Method::DELETE, at(&given_up), (410, "upload_ended")),
            (Method::PATCH, forged.clone(), (404, "ticket")),
            (Method::DELETE, forged.clone(), (404, "ticket")),
            (Method::DELETE, ENDPOINT.to_owned(), (404, "ticket")),
            (Method::DELETE, at(&ended), (410, "upload_ended")),
        ] {
            let told = call(&wim, method.clone(), &url).await;
            assert_eq!((told.0, told.1.as_str()), wanted, "{method} {url}");
        }
        for (url, status) in [(at(&given_up), 410), (forged, 404)] {
            assert_eq!(call(&wim, Method::HEAD, &url).await.0, status, "{url}");
            assert_eq!(call(&server.user("mia"), Method::HEAD, &url).await.0, 404, "{url}: not hers");
        }
        assert_eq!(wim.send(&given_up, "abc").await.refusal(), (410, "upload_ended"));
        assert_eq!(wim.send(&ended, "xyz").await.refusal(), (409, "ticket_spent"));
        let joined = wim.tus(Method::POST, ENDPOINT).header("upload-concat", "final;upload?partial_id=7&callback=0000");
        let place = format!("filename Yy50eHQ=,folder_parent_id {}", base64(&server.top.to_string()));
        assert_eq!(Answer::of(joined.header("upload-metadata", place)).await.refusal(), (404, "ticket"));
        let nameless = Form::new().text("raw_data", "x");
        let nameless = Answer::of(wim.request(Method::POST, ENDPOINT).multipart(nameless)).await;
        assert_eq!((nameless.status, &nameless.body["errors"][0]["field"]), (422, &json!("node_id")));
    });
}

#[test]
fn an_upload_that_was_given_up_is_known_for_a_day() {
    on_both(async |server| {
        let wim = server.user("wim");
        let cancelled = wim.prepare(server.top, "a.txt", Some(3)).await.ok();
        let left = wim.prepare(server.top, "b.txt", Some(3)).await.ok();
        let partial =
            Answer::of(wim.tus(Method::POST, ENDPOINT).header("upload-concat", "partial").header("upload-length", "3"));
        let partial = format!("/api/file/{}", partial.await.header("location"));
        let at = |prepared: &Value| prepared["url"].as_str().unwrap().to_owned();
        let cancel = format!("/api/core/background-action/{}/cancel", cancelled["bg_action_id"].as_str().unwrap());
        wim.post(&cancel, json!(null)).await.ok();
        assert_eq!(call(&wim, Method::DELETE, &partial).await.0, 204);
        for url in [at(&cancelled), partial.clone()] {
            assert_eq!(call(&wim, Method::HEAD, &url).await.0, 410, "{url}");
            assert_eq!(call(&wim, Method::PATCH, &url).await, (410, "upload_ended".to_owned()), "{url}");
        }
        let a_day_later = async || {
            server.clock.advance(86_401);
            content::sweep(&server.app.content).await.unwrap();
            let token = wim.sign_in_again("wim").await.ok()["token"].as_str().unwrap().to_owned();
            TestUser { token: Some(token), ..server.user("wim") }
        };
        let wim = a_day_later().await;
        assert_eq!(call(&wim, Method::HEAD, &at(&left)).await.0, 410, "its time ran out");
        for url in [at(&cancelled), partial] {
            assert_eq!(call(&wim, Method::PATCH, &url).await, (404, "ticket".to_owned()), "{url}");
        }
        assert_eq!(call(&a_day_later().await, Method::HEAD, &at(&left)).await.0, 404);
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
