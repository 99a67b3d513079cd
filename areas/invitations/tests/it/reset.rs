use axum::http::StatusCode;
use passwords::{Password, hash_password};
use serde_json::{Value, json};

use crate::test_server::{Answer, PASSWORD, TestServer, hashed, on_both};

const NEXT: &str = "varanda sextante 41 nuvem";

async fn reset(server: &TestServer, token: &str, password: &str, new: &str) -> Answer {
    let body: Value = json!({ "password": password, "new_password": new });
    server.ask("POST", "auth/reset_password", Some(token), Some(body)).await
}

#[tokio::test]
async fn a_new_password_is_judged_and_the_current_one_asked_for() {
    let server = TestServer::small().await;
    let token = server.token("ana").await;
    for (current, new, field, key) in [
        ("not hers", NEXT, "password", "form_rules.wrong_password"),
        ("", NEXT, "password", "form_rules.mandatory"),
        (PASSWORD, "", "new_password", "form_rules.mandatory"),
        (PASSWORD, "a7%K2z", "new_password", "form_rules.min_length"),
        (PASSWORD, "password1", "new_password", "form_rules.weak_password"),
        (PASSWORD, "ana@lume.example", "new_password", "form_rules.weak_password"),
        (PASSWORD, PASSWORD, "new_password", "form_rules.same_password"),
    ] {
        let answer = reset(&server, &token, current, new).await;
        assert_eq!((answer.refusal(), answer.field()), ((422, "invalid"), (field, key)), "{new}");
    }
    let short = reset(&server, &token, PASSWORD, "a7%K2z").await;
    assert_eq!(short.body["errors"][0]["params"], json!({ "name": "New password", "min": "8" }));
    assert_eq!(short.body["message"], "New password needs at least 8 characters");
    assert_eq!(server.login("ana", PASSWORD).await.status, StatusCode::OK, "nothing has changed");
}

#[test]
fn a_new_password_ends_the_other_sessions_and_keeps_this_one() {
    on_both(async |server| {
        let (here, elsewhere, max) = (server.token("ana").await, server.token("ana").await, server.token("max").await);
        let answer = reset(server, &here, PASSWORD, NEXT).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert!(answer.header("set-cookie").starts_with("vitrine_bytes=ey"));
        assert_eq!(server.me("ana", &elsewhere).await.refusal(), (401, "no_session"));
        for kept in [&here, &answer.token()] {
            assert_eq!(server.me("ana", kept).await.status, StatusCode::OK);
        }
        assert_eq!(server.get("session", &here).await.body["total"], 1, "it is one session");
        assert_eq!(server.me("max", &max).await.status, StatusCode::OK, "others are left alone");
        assert_eq!(server.login("ana", PASSWORD).await.refusal(), (401, "invalid_credentials"));
        assert_eq!(server.login("ana", NEXT).await.status, StatusCode::OK);
    });
}

#[test]
fn a_user_who_must_reset_the_password_can_do_little_else() {
    on_both(async |server| {
        let ana = server.user("ana").await;
        server.write(move |tx| accounts::set_password(tx, ana, &hashed(), true)).await;
        let token = server.token("ana").await;
        let me = server.me("ana", &token).await;
        assert_eq!((me.status, &me.body["reset_pwd"]), (StatusCode::OK, &json!(true)));
        let path = format!("users/{ana}");
        let change = server.ask("PUT", &path, Some(&token), Some(json!({ "name": "Ana" }))).await;
        assert_eq!(change.refusal(), (403, "password_reset_due"));
        let fresh = reset(server, &token, PASSWORD, NEXT).await.token();
        assert_eq!(server.me("ana", &fresh).await.body["reset_pwd"], json!(false));
        let change = server.ask("PUT", &path, Some(&fresh), Some(json!({ "name": "Ana" }))).await;
        assert_eq!(change.status, StatusCode::OK);
    });
}

#[test]
fn a_password_set_from_outside_ends_the_sessions() {
    on_both(async |server| {
        let token = server.token("ana").await;
        let ana = server.user("ana").await;
        let hash = hash_password(&Password::parse(NEXT).unwrap()).unwrap();
        server.write(move |tx| accounts::set_password(tx, ana, &hash, false)).await;
        assert_eq!(server.me("ana", &token).await.refusal(), (401, "no_session"));
        assert_eq!(server.login("ana", NEXT).await.status, StatusCode::OK);
    });
}

#[tokio::test]
async fn guesses_at_the_current_password_are_limited_too() {
    let server = TestServer::small().await;
    let token = server.token("ana").await;
    for _ in 0..5 {
        assert_eq!(reset(&server, &token, "a guess", NEXT).await.refusal(), (422, "invalid"));
    }
    assert_eq!(reset(&server, &token, PASSWORD, NEXT).await.refusal(), (429, "rate_limited"));
}
