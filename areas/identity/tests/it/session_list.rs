use serde_json::Value;

use crate::test_server::{PASSWORD, TestServer, on_both};

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

#[test]
fn all_others_end_together() {
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
fn sessions_of_who_never_came_back_are_swept() {
    on_both(async |server| {
        server.token("ana").await;
        server.clock.advance(80_000);
        server.token("max").await;
        server.clock.advance(6_400);
        identity::sweep(&server.identity).await.unwrap();
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
