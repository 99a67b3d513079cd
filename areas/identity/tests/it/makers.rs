//! An invitation is worth what its maker may do at the moment when it is answered.

use identity::Belonging;
use serde_json::{Value, json};

use crate::test_server::{PASSWORD, TestServer, new_user, on_both};

const NEW: &str = "second@lume.example";

/// Makes `tim`, who has a say in lume: as an admin, or as a manager of its group.
async fn tim(server: &TestServer, admin: bool) -> (primitives::UserId, String) {
    let lume = server.lume;
    let tim = server.write(move |tx| {
        let tim = identity::create_user(tx, lume.company, &new_user("tim"), 0)?;
        if admin {
            identity::make_admin(tx, tim, lume.tenant)?;
        } else {
            identity::add_member(tx, tim, lume.group, Belonging::Manager)?;
        }
        Ok(tim)
    });
    let tim = tim.await;
    (tim, server.token("tim").await)
}

async fn invited(server: &TestServer, token: &str, place: Value) -> String {
    let mut body = json!({ "name": "Second", "email": NEW });
    body.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    let answer = server.post("invitation", Some(token), body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    server.mailed_token(NEW).await
}

#[test]
fn what_a_former_admin_has_invited_stays_out() {
    on_both(async |server| {
        let (tim, token) = tim(server, true).await;
        let link = invited(server, &token, json!({ "company_id": server.lume.company, "admin": true })).await;
        let adm = server.token("adm").await;
        let path = format!("users/{tim}/tenant/{}/admin", server.lume.tenant);
        assert_eq!(server.ask("DELETE", &path, Some(&adm), None).await.status, 204);
        let body = json!({ "token": link, "name": "S", "password": PASSWORD });
        assert_eq!(server.post("auth/invitation", None, json!({ "token": link })).await.refusal(), (409, "link_spent"));
        assert_eq!(server.post("auth/invitation/accept", None, body).await.refusal(), (409, "link_spent"));
        let listed = server.get("invitation", &adm).await.body;
        assert_eq!(listed["items"][0]["status"], "revoked", "and everybody sees it");
    });
}

#[test]
fn what_a_manager_invited_ends_with_their_standing() {
    on_both(async |server| {
        let group = server.lume.group;
        let (tim, token) = tim(server, false).await;
        let max = server.token("max").await;
        let member = format!("usergroup/{group}/users/{tim}");
        for (method, body) in [("PUT", Some(json!({ "manager": false }))), ("DELETE", None)] {
            server.write(move |tx| identity::add_member(tx, tim, group, Belonging::Manager)).await;
            let link = invited(server, &token, json!({ "user_group_id": group, "manager": true })).await;
            assert_eq!(server.ask(method, &member, Some(&max), body).await.status, 204);
            let body = json!({ "token": link, "name": "S", "password": PASSWORD });
            assert_eq!(
                server.post("auth/invitation/accept", None, body).await.refusal(),
                (409, "link_spent"),
                "{method}"
            );
        }
    });
}

#[test]
fn who_is_switched_off_or_moved_away_has_invited_nobody() {
    on_both(async |server| {
        let (tim, token) = tim(server, true).await;
        let link = invited(server, &token, json!({ "company_id": server.lume.company })).await;
        let adm = server.token("adm").await;
        let off = json!({ "name": "Tim", "active": false });
        assert_eq!(server.ask("PUT", &format!("users/{tim}"), Some(&adm), Some(off)).await.status, 200);
        let body = json!({ "token": link, "name": "S", "password": PASSWORD });
        assert_eq!(server.post("auth/invitation/accept", None, body).await.refusal(), (409, "link_spent"));
        let on = json!({ "name": "Tim", "active": true });
        server.ask("PUT", &format!("users/{tim}"), Some(&adm), Some(on)).await;
        assert_eq!(server.get("invitation", &adm).await.body["items"][0]["status"], "revoked", "for good");
    });
}

#[test]
fn the_maker_is_asked_again_also_where_nothing_took_the_invitation_back() {
    on_both(async |server| {
        let (tim, token) = tim(server, true).await;
        let link = invited(server, &token, json!({ "user_group_id": server.lume.group })).await;
        server.write(move |tx| identity::set_user_active(tx, tim, false)).await;
        let body = json!({ "token": link, "name": "S", "password": PASSWORD });
        assert_eq!(server.post("auth/invitation/accept", None, body.clone()).await.refusal(), (409, "link_spent"));
        server.write(move |tx| identity::set_user_active(tx, tim, true)).await;
        assert_eq!(server.post("auth/invitation/accept", None, body).await.status, 200);
    });
}
