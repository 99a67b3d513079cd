//! The display of a client that only knows `message`: every error has one, in the caller's language, and it says what
//! is wrong.

use reqwest::Method;
use serde_json::json;

use super::{Known, ask, somebody};
use crate::harness::on_both;
use crate::test_users::Answer;

/// Who, method, path, content type, body, status, and the message in English.
type Refusal = (&'static str, &'static str, &'static str, &'static str, &'static str, u16, &'static str);

const JSON: &str = "application/json";
const UNKNOWN_KIND: &str = "The server cannot read this kind of content.";
const UNREADABLE: &str = "The request could not be understood.";

const REFUSALS: &[Refusal] = &[
    ("ada", "PATCH", "/api/core/tenant", "", "", 405, "This cannot be done here."),
    ("", "DELETE", "/api/core/auth/login", "", "", 405, "This cannot be done here."),
    ("", "GET", "/api/file/upload", "", "", 405, "This cannot be done here."),
    ("ada", "POST", "/api/core/company", JSON, "{", 400, UNREADABLE),
    ("ada", "POST", "/api/core/company", "text/plain", "{}", 415, UNKNOWN_KIND),
    ("wim", "POST", "/api/app/$content/file", "multipart/form-data", "x", 400, UNREADABLE),
    ("wim", "POST", "/api/app/$content/file", JSON, "{}", 415, UNKNOWN_KIND),
    ("wim", "POST", "/api/file/upload", JSON, "{}", 415, UNKNOWN_KIND),
    ("", "POST", "/somewhere", "", "", 405, "This cannot be done here."),
    ("wim", "POST", "/api/file/upload", "multipart/form-data", "x", 400, UNREADABLE),
    ("ada", "PUT", "/api/core/theme/$theme/logo", "image/png", "BIG", 413, "That is larger than allowed."),
    ("ada", "POST", "/api/core/company", JSON, "BIG", 413, "That is larger than allowed."),
    ("ada", "PUT", "/api/core/tenant/$lume", JSON, r#"{"tenant_title":""}"#, 422, "This field is required"),
    ("ada", "PUT", "/api/core/tenant/$lume", JSON, r#"{"theme":"x"}"#, 422, "This value of theme cannot be used."),
    ("ada", "PUT", "/api/core/tenant/$lume", JSON, r#"{"active":2}"#, 422, "This value of active cannot be used."),
    ("ada", "GET", "/api/core/tenant?order=cnpj", "", "", 422, "This value of order cannot be used."),
    ("ada", "GET", "/api/core/tenant?limit=many", "", "", 422, "This value of limit cannot be used."),
    ("ada", "GET", "/api/core/tenant?q=LONG", "", "", 422, "Search may have at most 200 characters"),
    ("rea", "GET", "/api/app/$content/search", "", "", 422, "This field is required"),
    (
        "mia",
        "GET",
        "/api/node/grant/$top/parents?only_recursive=2",
        "",
        "",
        422,
        "This value of only_recursive cannot be used.",
    ),
];

fn path_of(known: &Known, path: &str) -> String {
    known.fill(path).replace("LONG", &"x".repeat(201))
}

#[test]
fn every_refusal_has_a_message_that_names_the_error() {
    on_both(async |server| {
        let ada = server.user("ada");
        let mut known = Known::of(server).await;
        let theme = json!({ "theme_title": "Day", "theme_key": "day", "tenant_id": known.0["lume"] });
        known.learn("theme=/theme_id", &ada.post("/api/core/theme", theme).await);
        for (who, method, path, kind, body, status, message) in REFUSALS {
            let request = somebody(server, who).request(method.parse::<Method>().unwrap(), &path_of(&known, path));
            let request = if kind.is_empty() { request } else { request.header("content-type", *kind) };
            let body = if *body == "BIG" { "x".repeat(3 * 1024 * 1024) } else { (*body).to_owned() };
            let answer = Answer::of(request.body(body)).await;
            let called = format!("{who} {method} {path} {kind}: {}", String::from_utf8_lossy(&answer.bytes));
            assert_eq!(answer.status, *status, "{called}");
            assert_eq!(answer.header("content-type"), "application/problem+json", "{called}");
            assert_eq!(
                (&answer.body["status"], &answer.body["message"]),
                (&json!(status), &json!(message)),
                "{called}"
            );
        }
    });
}

#[test]
fn a_parameter_is_named_and_a_refusal_speaks_the_caller_s_language() {
    on_both(async |server| {
        let rea = server.user("rea");
        let named = rea.get("search").await;
        assert_eq!(named.body["errors"][0]["field"], "term", "{}", named.body);
        let request = server.user("ada").request(Method::PATCH, "/api/core/tenant").header("accept-language", "pt-BR");
        let refused = Answer::of(request).await;
        assert_eq!(refused.body["message"], "Isto não pode ser feito aqui.");
        let vary: Vec<_> = refused.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
        assert!(vary.contains(&"accept-language") && refused.header("content-language") == "pt", "{vary:?}");
        let told = rea.get("/api/core/session").await;
        let vary = told.headers.get_all("vary").iter().any(|value| value == "accept-language");
        assert!(!vary && told.header("content-language").is_empty(), "this says the same in every language");
        assert_eq!(server.anonymous().get("/api/core/session").await.header("www-authenticate"), "Bearer");
        assert!(!refused.header("allow").is_empty(), "which methods there are is still told");
    });
}

#[test]
fn the_version_is_judged_when_the_form_was_read() {
    on_both(async |server| {
        let known = Known::of(server).await;
        let put = async |body: &str| {
            let request = server.user("ada").request(Method::PUT, &known.fill("/api/core/tenant/$lume"));
            let request = request.header("if-match", "\"stale\"").header("content-type", JSON);
            Answer::of(request.body(body.to_owned())).await.status
        };
        assert_eq!(put("{").await, 400);
        assert_eq!(put(r#"{"tenant_title":7}"#).await, 422);
        assert_eq!(put(r#"{"tenant_title":"Lume"}"#).await, 412);
        assert_eq!(
            ask(&server.user("ada"), "GET", &known.fill("/api/core/tenant/$lume"), "").await.body["title"],
            "lume"
        );
    });
}
