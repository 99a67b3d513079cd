//! The longest life of a session, used or unused, and the end of a token when a newer one is made.

use secrets::SecretKey;
use serde_json::json;
use signin::Config;

use crate::test_server::{Answer, TestServer, on_both};

const HOUR: i64 = 3_600;

async fn renew(server: &TestServer, token: &str) -> Answer {
    server.post("auth/renew_token", None, json!({ "token": token })).await
}

#[test]
fn a_renewed_session_still_ends_at_its_maximum_lifetime() {
    on_both(async |server| {
        let limits = Config { token_lifetime: 10 * HOUR, session_lifetime: 24 * HOUR, ..Config::default() };
        server.restart_with(limits).await;
        let mut token = server.token("ana").await;
        for _ in 0..2 {
            server.clock.advance(9 * HOUR);
            token = renew(server, &token).await.token();
        }
        let ends = server.get("session", &token).await.body["items"][0]["expires_at"].as_i64().unwrap();
        assert_eq!(ends, 1_800_000_000 + 24 * HOUR, "no token reaches beyond it");
        server.clock.advance(6 * HOUR - 1);
        assert_eq!(server.me("ana", &token).await.status, 200);
        server.clock.advance(1);
        assert_eq!(server.me("ana", &token).await.refusal(), (401, "expired_token"));
        assert_eq!(renew(server, &token).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn a_new_session_limit_applies_to_existing_sessions() {
    on_both(async |server| {
        let token = server.token("ana").await;
        server.clock.advance(2 * HOUR);
        assert_eq!(server.me("ana", &token).await.status, 200);
        server.restart_with(Config { session_lifetime: HOUR, ..Config::default() }).await;
        assert_eq!(server.me("ana", &token).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn an_unused_session_ends() {
    on_both(async |server| {
        server.restart_with(Config { session_idle: HOUR, ..Config::default() }).await;
        let (used, unused) = (server.token("ana").await, server.token("ana").await);
        for _ in 0..3 {
            server.clock.advance(HOUR / 2);
            assert_eq!(server.me("ana", &used).await.status, 200);
        }
        assert_eq!(server.me("ana", &unused).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn a_token_is_good_for_a_minute_after_a_newer_one_came_into_use() {
    on_both(async |server| {
        let first = server.token("ana").await;
        server.clock.advance(HOUR);
        renew(server, &first).await.token();
        server.clock.advance(HOUR);
        assert_eq!(server.me("ana", &first).await.status, 200, "an answer that was lost retires nothing");
        let (other_tab, second) = (renew(server, &first).await.token(), renew(server, &first).await.token());
        assert_eq!(server.me("ana", &second).await.status, 200);
        server.clock.advance(59);
        assert_eq!(server.me("ana", &first).await.status, 200, "what was on its way arrives");
        server.clock.advance(1);
        assert_eq!(server.me("ana", &first).await.refusal(), (401, "expired_token"));
        assert_eq!(renew(server, &first).await.refusal(), (401, "expired_token"), "nor does it make another");
        for token in [&second, &other_tab] {
            assert_eq!(server.me("ana", token).await.status, 200);
        }
    });
}

/// The secrets in the database, as a reader of it sees them.
async fn secrets(server: &TestServer) -> Vec<String> {
    let read = server.test.db.read(|c| c.rows("SELECT secret FROM identity_secret", &[], |row| row.get(0)));
    read.await.unwrap()
}

#[test]
fn secrets_in_the_database_do_not_sign_valid_tokens() {
    use jsonwebtoken::{EncodingKey, Header, encode};
    on_both(async |server| {
        let key = SecretKey::new(Some("outside".into()), vec![]);
        server.restart_with_key(&key).await;
        let token = server.token("ana").await;
        let session = server.get("session", &token).await.body["items"][0]["session_id"].clone();
        let (user, now) = (server.user("ana").await, server.clock.now());
        let claims = json!({ "sub": user, "jti": session, "iat": now, "exp": now + 60 });
        let secrets = secrets(server).await;
        assert_eq!(secrets.len(), 2);
        for secret in &secrets {
            let forged = encode(&Header::default(), &claims, &EncodingKey::from_secret(secret.as_bytes())).unwrap();
            assert_eq!(server.me("ana", &forged).await.refusal(), (401, "no_session"));
        }
        server.restart_with_key(&key).await;
        assert_eq!(server.me("ana", &token).await.status, 200, "the key outlives a start");
        let next = SecretKey::new(Some("another".into()), vec!["outside".into()]);
        server.restart_with_key(&next).await;
        assert_eq!(server.me("ana", &token).await.status, 200, "and a change of secret_key");
        server.restart_with_key(&key).await;
        assert_eq!(server.me("ana", &token).await.refusal(), (401, "no_session"), "without the key it is made anew");
        assert_eq!(server.login("ana", crate::test_server::PASSWORD).await.status, 200);
    });
}

#[test]
fn ending_everything_voids_sessions_links_and_keys() {
    on_both(async |server| {
        let token = server.token("ana").await;
        server.post("auth/forgotten_password", None, json!({ "email": "ana@lume.example" })).await;
        server.work().await;
        let link = server.mailed_token("ana@lume.example").await;
        let before = secrets(server).await;
        server.test.db.write(signin::end_everything).await.unwrap();
        server.restart().await;
        assert_eq!(server.me("ana", &token).await.refusal(), (401, "no_session"));
        let body = json!({ "token": link, "new_password": "varanda sextante 41 nuvem" });
        assert_eq!(server.post("auth/new_password", None, body).await.refusal(), (409, "link_spent"));
        assert_ne!(secrets(server).await, before, "another key");
    });
}
