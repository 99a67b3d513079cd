use serde_json::Value;

use crate::house::{House, PASSWORD, on_both};

async fn listed(house: &House, token: &str) -> Vec<Value> {
    house.get("session", token).await.body["items"].as_array().unwrap().clone()
}

#[test]
fn sessions_are_listed_with_where_and_when_and_ended_one_by_one() {
    on_both(async |house| {
        let here = house.token("ana").await;
        house.clock.advance(60);
        let there = house.login_from([198, 51, 100, 7], "ana", PASSWORD).await.token();
        let max = house.token("max").await;
        let found = listed(house, &here).await;
        assert_eq!(found.len(), 2);
        let elsewhere = found.iter().find(|session| session["current"] == false).unwrap();
        assert_eq!(elsewhere["address"], "198.51.100.7");
        assert_eq!(elsewhere["created_at"], 1_800_000_060);
        let id = &elsewhere["session_id"];
        let path = format!("session/{id}");
        assert_eq!(house.ask("DELETE", &path, Some(&max), None).await.refusal(), (404, "not_found"), "not another's");
        assert_eq!(house.ask("DELETE", &path, Some(&here), None).await.status, 204);
        assert_eq!(house.me("ana", &there).await.refusal(), (401, "no_session"));
        assert_eq!(house.ask("DELETE", &path, Some(&here), None).await.refusal(), (404, "not_found"));
        assert_eq!(house.me("ana", &here).await.status, 200);
    });
}

#[test]
fn all_others_end_together() {
    on_both(async |house| {
        let (here, there, max) = (house.token("ana").await, house.token("ana").await, house.token("max").await);
        assert_eq!(house.ask("DELETE", "session", Some(&here), None).await.status, 204);
        assert_eq!(house.me("ana", &there).await.refusal(), (401, "no_session"));
        assert_eq!(
            (house.me("ana", &here).await.status, house.me("max", &max).await.status),
            (200.try_into().unwrap(), 200.try_into().unwrap())
        );
    });
}

#[test]
fn last_use_is_known_to_within_five_minutes() {
    on_both(async |house| {
        let token = house.token("ana").await;
        let seen = async || listed(house, &token).await[0]["seen_at"].as_i64().unwrap() - 1_800_000_000;
        house.clock.advance(299);
        assert_eq!(seen().await, 0);
        house.clock.advance(1);
        assert_eq!(seen().await, 300);
    });
}

#[test]
fn sessions_of_who_never_came_back_are_swept() {
    on_both(async |house| {
        house.token("ana").await;
        house.clock.advance(80_000);
        house.token("max").await;
        house.clock.advance(6_400);
        identity::sweep(&house.identity).await.unwrap();
        let users: Vec<String> = house
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
