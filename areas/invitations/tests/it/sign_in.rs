use axum::http::StatusCode;
use rest::{Authenticate, Credential};
use serde_json::json;

use crate::test_server::{PASSWORD, TestServer, email, on_both};

#[test]
fn the_right_password_opens_a_session_and_sets_the_cookie_for_bytes() {
    on_both(async |server| {
        let body = json!({ "email": "  ANA@Lume.example ", "password": PASSWORD });
        let answer = server.ask("POST", "auth/login", None, Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.body["data"]["token"], answer.body["token"]);
        assert_eq!(answer.header("cache-control"), "no-store");
        let (cookie, rest) = answer.header("set-cookie").split_once("; ").unwrap();
        assert_eq!(rest, "Path=/api; Max-Age=86400; HttpOnly; SameSite=Strict");
        let bytes = cookie.strip_prefix("vitrine_bytes=").unwrap().to_owned();

        let ana = server.user("ana").await;
        assert_eq!(server.sign_in.authenticate(Credential::Cookie(bytes.clone())).await.unwrap().user, ana);
        assert_eq!(server.me("ana", &bytes).await.refusal(), (401, "no_session"), "the cookie is no bearer's token");
        assert_eq!(server.me("ana", &answer.token()).await.body["email"], email("ana"));
        let swapped = server.sign_in.authenticate(Credential::Cookie(answer.token())).await;
        assert_eq!(swapped.unwrap_err().code(), "no_session");
    });
}

#[test]
fn every_refused_sign_in_gets_the_same_answer() {
    on_both(async |server| {
        let max = server.user("max").await;
        let other = server.other.tenant;
        server.write(move |tx| accounts::set_user_active(tx, max, false)).await;
        server.test.db.write(move |tx| tenancy::set_tenant_active(tx, other, false)).await.unwrap();
        let known = server.login("ana", "not her password").await;
        assert_eq!(known.refusal(), (401, "invalid_credentials"));
        for (why, name, password) in [
            ("unknown", "nobody", PASSWORD),
            ("switched off", "max", PASSWORD),
            ("of a tenant that is switched off", "eva", PASSWORD),
        ] {
            let answer = server.login(name, password).await;
            assert_eq!((answer.status, &answer.body), (known.status, &known.body), "{why}");
            let names = |answer: &crate::test_server::Answer| answer.headers.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&answer), names(&known), "{why}");
        }
    });
}

#[test]
fn an_unknown_user_costs_as_much_work_as_a_wrong_password() {
    on_both(async |server| {
        for name in ["ana", "nobody"] {
            let before = server.sign_in.passwords_hashed();
            assert_eq!(server.login(name, "a wrong password").await.refusal(), (401, "invalid_credentials"));
            assert_eq!(server.sign_in.passwords_hashed(), before + 1, "{name}");
        }
    });
}

#[tokio::test]
#[ignore = "it measures time: make prove PART=time"]
async fn an_unknown_user_takes_as_much_time_as_a_wrong_password() {
    let server = TestServer::small().await;
    let mut fastest = [std::time::Duration::MAX; 2];
    for round in 0..8 {
        for (which, name) in ["ana", "nobody"].into_iter().enumerate() {
            let begun = std::time::Instant::now();
            server.login_from([192, 0, 2, round], name, "a wrong password").await;
            fastest[which] = fastest[which].min(begun.elapsed());
        }
    }
    let (known, unknown) = (fastest[0].as_secs_f64(), fastest[1].as_secs_f64());
    // Without the hash the answer would come about thirty times sooner; a busy machine alone does not cause that.
    assert!(unknown > known / 8.0 && unknown < known * 8.0, "known {known}, unknown {unknown}");
}

#[tokio::test]
async fn a_sign_in_without_a_field_is_refused_at_that_field() {
    let server = TestServer::small().await;
    for (body, field) in [
        (json!({ "password": "x" }), "email"),
        (json!({ "email": " ", "password": "x" }), "email"),
        (json!({ "email": "ana@lume.example", "password": "" }), "password"),
    ] {
        let answer = server.ask("POST", "auth/login", None, Some(body)).await;
        assert_eq!((answer.refusal(), answer.field()), ((422, "invalid"), (field, "form_rules.mandatory")));
    }
    let long = json!({ "email": "ana@lume.example", "password": "x".repeat(1_001) });
    let answer = server.ask("POST", "auth/login", None, Some(long)).await;
    assert_eq!(answer.field(), ("password", "form_rules.max_length"));
}

#[tokio::test]
async fn guesses_at_a_password_are_limited_and_the_owner_can_still_sign_in() {
    let server = TestServer::small().await;
    for _ in 0..5 {
        assert_eq!(server.login("ana", "a guess").await.refusal(), (401, "invalid_credentials"));
    }
    let refused = server.login("ana", PASSWORD).await;
    assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited"), "20"));
    let elsewhere = server.login_from([192, 0, 2, 99], "ana", PASSWORD).await;
    assert_eq!(elsewhere.status, StatusCode::OK, "another address is not locked out by these guesses");
    server.clock.advance(20);
    assert_eq!(server.login("ana", PASSWORD).await.status, StatusCode::OK);
    for _ in 0..8 {
        assert_eq!(server.login("ana", PASSWORD).await.status, StatusCode::OK, "a right password counts for nothing");
    }
}
