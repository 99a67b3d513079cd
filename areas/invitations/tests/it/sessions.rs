use axum::http::StatusCode;
use serde_json::json;

use crate::test_server::{TestServer, on_both};

#[test]
fn a_session_ends_at_its_lifetime_unless_it_is_renewed() {
    on_both(async |server| {
        let first = server.token("ana").await;
        server.clock.advance(86_000);
        let renewed = server.ask("POST", "auth/renew_token", None, Some(json!({ "token": first }))).await;
        assert_eq!(renewed.status, StatusCode::OK);
        assert!(renewed.header("set-cookie").starts_with("vitrine_bytes=ey"));
        let second = renewed.token();
        server.clock.advance(400);
        assert_eq!(server.me("ana", &first).await.refusal(), (401, "expired_token"));
        let again = server.ask("POST", "auth/renew_token", None, Some(json!({ "token": first }))).await;
        assert_eq!(again.refusal(), (401, "expired_token"));
        assert_eq!(server.me("ana", &second).await.status, StatusCode::OK);
        server.clock.advance(86_000);
        assert_eq!(server.me("ana", &second).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn signing_out_ends_the_session_for_all_its_tokens_and_no_other_session() {
    on_both(async |server| {
        let (here, elsewhere) = (server.token("ana").await, server.token("ana").await);
        let renewed = server.ask("POST", "auth/renew_token", None, Some(json!({ "token": here }))).await.token();
        let answer = server.ask("POST", "auth/logout", Some(&here), None).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
        assert_eq!(answer.header("set-cookie"), "vitrine_bytes=; Path=/api; Max-Age=0; HttpOnly; SameSite=Strict");
        for ended in [&here, &renewed] {
            assert_eq!(server.me("ana", ended).await.refusal(), (401, "no_session"));
            let again = server.ask("POST", "auth/renew_token", None, Some(json!({ "token": ended }))).await;
            assert_eq!(again.refusal(), (401, "no_session"));
        }
        assert_eq!(server.me("ana", &elsewhere).await.status, StatusCode::OK);
    });
}

#[test]
fn sessions_of_an_inactive_tenant_are_refused_until_it_is_active_again() {
    on_both(async |server| {
        let (ana, eva) = (server.token("ana").await, server.token("eva").await);
        assert_eq!(server.me("ana", &ana).await.status, StatusCode::OK);
        let lume = server.lume.tenant;
        server.test.db.write(move |tx| tenancy::set_tenant_active(tx, lume, false)).await.unwrap();
        assert_eq!(server.me("ana", &ana).await.refusal(), (401, "no_session"));
        assert_eq!(server.me("eva", &eva).await.status, StatusCode::OK);
        server.test.db.write(move |tx| tenancy::set_tenant_active(tx, lume, true)).await.unwrap();
        assert_eq!(server.me("ana", &ana).await.status, StatusCode::OK);
    });
}

#[test]
fn a_change_by_another_process_applies_to_the_next_request() {
    on_both(async |server| {
        let token = server.token("ana").await;
        assert_eq!(server.me("ana", &token).await.body["roles"], json!(["USER_REGULAR"]));
        let (ana, tenant) = (server.user("ana").await, server.lume.tenant);
        let elsewhere = server.another_process();
        elsewhere.write(move |tx| accounts::make_admin(tx, ana, tenant)).await.unwrap();
        assert_eq!(server.me("ana", &token).await.body["roles"], json!(["USER_REGULAR", "USER_ADMIN"]));
        elsewhere.write(move |tx| accounts::set_user_active(tx, ana, false)).await.unwrap();
        assert_eq!(server.me("ana", &token).await.refusal(), (401, "no_session"));
    });
}

#[test]
fn processes_on_one_database_accept_each_other_s_tokens() {
    on_both(async |server| {
        let token = server.token("ana").await;
        server.restart().await;
        assert_eq!(server.me("ana", &token).await.status, StatusCode::OK);
    });
}

#[tokio::test]
async fn a_request_without_a_valid_token_is_refused() {
    let server = TestServer::small().await;
    let forged = "eyJhbGciOiJub25lIn0.eyJzdWIiOjEsImp0aSI6MSwiaWF0IjoxLCJleHAiOjk5OTk5OTk5OTl9.";
    for token in [None, Some("nonsense"), Some(forged)] {
        for (method, path) in [
            ("GET", "users/1"),
            ("PUT", "users/1"),
            ("GET", "usergroup/application"),
            ("GET", "theme/user"),
            ("POST", "auth/logout"),
            ("POST", "auth/reset_password"),
        ] {
            let answer = server.ask(method, path, token, None).await;
            assert_eq!(answer.refusal(), (401, "no_session"), "{method} {path}");
        }
    }
}
