//! How long a session lives at most, used or unused, and what becomes of a token when a newer one is made.

use identity::Config;
use serde_json::json;

use crate::house::{Answer, House, on_both};

const HOUR: i64 = 3_600;

async fn renew(house: &House, token: &str) -> Answer {
    house.post("auth/renew_token", None, json!({ "token": token })).await
}

#[test]
fn a_session_ends_however_often_it_is_renewed() {
    on_both(async |house| {
        let limits = Config { token_lifetime: 10 * HOUR, session_lifetime: 24 * HOUR, ..Config::default() };
        house.restart_with(limits).await;
        let mut token = house.token("ana").await;
        for _ in 0..2 {
            house.clock.advance(9 * HOUR);
            token = renew(house, &token).await.token();
        }
        let ends = house.get("session", &token).await.body["items"][0]["expires_at"].as_i64().unwrap();
        assert_eq!(ends, 1_800_000_000 + 24 * HOUR, "no token reaches beyond it");
        house.clock.advance(6 * HOUR - 1);
        assert_eq!(house.me("ana", &token).await.status, 200);
        house.clock.advance(1);
        assert_eq!(house.me("ana", &token).await.refusal(), (401, "expired_token"));
        assert_eq!(renew(house, &token).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn a_limit_that_is_set_later_counts_for_sessions_of_before() {
    on_both(async |house| {
        let token = house.token("ana").await;
        house.clock.advance(2 * HOUR);
        assert_eq!(house.me("ana", &token).await.status, 200);
        house.restart_with(Config { session_lifetime: HOUR, ..Config::default() }).await;
        assert_eq!(house.me("ana", &token).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn an_unused_session_ends() {
    on_both(async |house| {
        house.restart_with(Config { session_idle: HOUR, ..Config::default() }).await;
        let (used, unused) = (house.token("ana").await, house.token("ana").await);
        for _ in 0..3 {
            house.clock.advance(HOUR / 2);
            assert_eq!(house.me("ana", &used).await.status, 200);
        }
        assert_eq!(house.me("ana", &unused).await.refusal(), (401, "expired_token"));
    });
}

#[test]
fn a_token_is_good_for_a_minute_after_a_newer_one_came_into_use() {
    on_both(async |house| {
        let first = house.token("ana").await;
        house.clock.advance(HOUR);
        renew(house, &first).await.token();
        house.clock.advance(HOUR);
        assert_eq!(house.me("ana", &first).await.status, 200, "an answer that was lost retires nothing");
        let (other_tab, second) = (renew(house, &first).await.token(), renew(house, &first).await.token());
        assert_eq!(house.me("ana", &second).await.status, 200);
        house.clock.advance(59);
        assert_eq!(house.me("ana", &first).await.status, 200, "what was on its way arrives");
        house.clock.advance(1);
        assert_eq!(house.me("ana", &first).await.refusal(), (401, "expired_token"));
        assert_eq!(renew(house, &first).await.refusal(), (401, "expired_token"), "nor does it make another");
        for token in [&second, &other_tab] {
            assert_eq!(house.me("ana", token).await.status, 200);
        }
    });
}

/// The secrets that lie in the database, as somebody who reads it sees them.
async fn secrets(house: &House) -> Vec<String> {
    let read = house.test.db.read(|c| c.rows("SELECT secret FROM identity_secret", &[], |row| row.get(0)));
    read.await.unwrap()
}

#[test]
fn nothing_that_lies_in_the_database_signs_a_token() {
    use jsonwebtoken::{EncodingKey, Header, encode};
    on_both(async |house| {
        let key = identity::SecretKey::new(Some("outside".into()), vec![]);
        house.restart_with(Config { secret_key: key.clone(), ..Config::default() }).await;
        let token = house.token("ana").await;
        let session = house.get("session", &token).await.body["items"][0]["session_id"].clone();
        let (user, now) = (house.user("ana").await, house.clock.now());
        let claims = json!({ "sub": user, "jti": session, "iat": now, "exp": now + 60 });
        let secrets = secrets(house).await;
        assert_eq!(secrets.len(), 2);
        for secret in &secrets {
            let forged = encode(&Header::default(), &claims, &EncodingKey::from_secret(secret.as_bytes())).unwrap();
            assert_eq!(house.me("ana", &forged).await.refusal(), (401, "no_session"));
        }
        house.restart_with(Config { secret_key: key.clone(), ..Config::default() }).await;
        assert_eq!(house.me("ana", &token).await.status, 200, "the key outlives a start");
        let next = identity::SecretKey::new(Some("another".into()), vec!["outside".into()]);
        house.restart_with(Config { secret_key: next.clone(), ..Config::default() }).await;
        assert_eq!(house.me("ana", &token).await.status, 200, "and a change of secret_key");
        house.restart_with(Config { secret_key: key, ..Config::default() }).await;
        assert_eq!(house.me("ana", &token).await.refusal(), (401, "no_session"), "without the key it is made anew");
        assert_eq!(house.login("ana", crate::house::PASSWORD).await.status, 200);
    });
}

#[test]
fn everything_ends_at_once() {
    on_both(async |house| {
        let token = house.token("ana").await;
        house.post("auth/forgotten_password", None, json!({ "email": "ana@lume.example" })).await;
        house.work().await;
        let link = house.mailed_token("ana@lume.example").await;
        let before = secrets(house).await;
        house.write(identity::end_everything).await;
        house.restart().await;
        assert_eq!(house.me("ana", &token).await.refusal(), (401, "no_session"));
        let body = json!({ "token": link, "new_password": "varanda sextante 41 nuvem" });
        assert_eq!(house.post("auth/new_password", None, body).await.refusal(), (409, "link_spent"));
        assert_ne!(secrets(house).await, before, "another key");
    });
}
