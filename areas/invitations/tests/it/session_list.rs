use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use signin::Config;

use crate::test_server::{ADDRESS, Answer, PASSWORD, TestServer, email, on_both};

async fn listed(server: &TestServer, token: &str) -> Vec<Value> {
    server.get("session", token).await.body["items"].as_array().unwrap().clone()
}

#[test]
fn sessions_are_listed_with_where_and_when_and_ended_one_by_one() {
    on_both(async |server| {
        let here = server.token("ana").await;
        server.clock.advance(60);
        let there = server.login_from([198, 51, 100, 7], "ana", PASSWORD).await.token();
        let max = server.token("max").await;
        let found = listed(server, &here).await;
        assert_eq!(found.len(), 2);
        let elsewhere = found.iter().find(|session| session["current"] == false).unwrap();
        assert_eq!(elsewhere["address"], "198.51.100.7");
        assert_eq!(elsewhere["created_at"], 1_800_000_060);
        let id = &elsewhere["session_id"];
        let path = format!("session/{id}");
        assert_eq!(server.ask("DELETE", &path, Some(&max), None).await.refusal(), (404, "not_found"), "not another's");
        assert_eq!(server.ask("DELETE", &path, Some(&here), None).await.status, 204);
        assert_eq!(server.me("ana", &there).await.refusal(), (401, "no_session"));
        assert_eq!(server.ask("DELETE", &path, Some(&here), None).await.refusal(), (404, "not_found"));
        assert_eq!(server.me("ana", &here).await.status, 200);
    });
}

async fn login_through(server: &TestServer, forwarded: &str, password: &str) -> Answer {
    let body = json!({ "email": email("ana"), "password": password });
    let request = Request::builder().method("POST").uri("/api/core/auth/login").header("x-forwarded-for", forwarded);
    let request = request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap();
    server.send(ADDRESS, request).await
}

#[test]
fn an_address_that_a_proxy_wrote_with_its_port_is_that_address() {
    on_both(async |server| {
        server.restart_with(Config { trust_forwarded: true, ..Config::default() }).await;
        for (forwarded, address) in [
            ("198.51.100.7", "198.51.100.7"),
            ("198.51.100.8:567", "198.51.100.8"),
            ("203.0.113.1, 198.51.100.9:65535", "198.51.100.9"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::8]:80", "2001:db8::8"),
            ("[2001:db8::9]", "2001:db8::9"),
            // A header that is not an address is ignored: the connection's own address counts.
            ("198.51.100.7:99999", "192.0.2.1"),
            ("198.51.100.7:", "192.0.2.1"),
            ("[198.51.100.7]", "192.0.2.1"),
            ("198.51.100.7, unknown", "192.0.2.1"),
            ("198.51.100.7,", "192.0.2.1"),
            ("198.51.100.7, ,", "192.0.2.1"),
            ("", "192.0.2.1"),
            ("\"198.51.100.7\"", "192.0.2.1"),
            ("\"[2001:db8::7]:80\"", "192.0.2.1"),
            ("for=198.51.100.7", "192.0.2.1"),
            ("198.51.100.7 203.0.113.1", "192.0.2.1"),
            ("fe80::1%eth0", "192.0.2.1"),
            // What others said before does not matter, whatever it is.
            ("\"unknown\", , 198.51.100.10", "198.51.100.10"),
        ] {
            let token = login_through(server, forwarded, PASSWORD).await.token();
            let sessions = listed(server, &token).await;
            let own = sessions.iter().find(|session| session["current"] == true).unwrap();
            assert_eq!(own["address"], address, "{forwarded}");
        }
        for port in 1..=5 {
            let guess = login_through(server, &format!("203.0.113.5:{port}"), "a guess").await;
            assert_eq!(guess.refusal(), (401, "invalid_credentials"));
        }
        let next = login_through(server, "203.0.113.5:6", "a guess").await;
        assert_eq!(next.refusal(), (429, "rate_limited"), "one address, whatever its port");
        assert_eq!(login_through(server, "203.0.113.6:6", "a guess").await.status, 401, "another has its own tries");
    });
}

#[test]
fn ending_all_other_sessions_keeps_the_asking_one() {
    on_both(async |server| {
        let (here, there, max) = (server.token("ana").await, server.token("ana").await, server.token("max").await);
        assert_eq!(server.ask("DELETE", "session", Some(&here), None).await.status, 204);
        assert_eq!(server.me("ana", &there).await.refusal(), (401, "no_session"));
        assert_eq!(
            (server.me("ana", &here).await.status, server.me("max", &max).await.status),
            (200.try_into().unwrap(), 200.try_into().unwrap())
        );
    });
}

#[test]
fn last_use_is_known_to_within_five_minutes() {
    on_both(async |server| {
        let token = server.token("ana").await;
        let seen = async || listed(server, &token).await[0]["seen_at"].as_i64().unwrap() - 1_800_000_000;
        server.clock.advance(299);
        assert_eq!(seen().await, 0);
        server.clock.advance(1);
        assert_eq!(seen().await, 300);
    });
}

#[test]
fn unused_expired_sessions_are_swept() {
    on_both(async |server| {
        server.token("ana").await;
        server.clock.advance(80_000);
        server.token("max").await;
        server.clock.advance(6_400);
        signin::sweep(&server.sign_in).await.unwrap();
        let users: Vec<String> = server
            .test
            .db
            .read(|c| {
                let sql = "SELECT u.name FROM identity_session s JOIN identity_user u ON u.users_id = s.users_id";
                c.rows(sql, &[], |row| row.get(0))
            })
            .await
            .unwrap();
        assert_eq!(users, ["max"]);
    });
}
