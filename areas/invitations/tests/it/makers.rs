//! An invitation is valid only while its maker may make it.

use accounts::Belonging;
use serde_json::{Value, json};

use crate::test_server::{PASSWORD, TestServer, new_user, on_both};

const NEW: &str = "second@lume.example";

/// Gives `tim` rights in lume: as an admin, or as a manager of its group.
pub async fn tim(server: &TestServer, admin: bool) -> (primitives::UserId, String) {
    let lume = server.lume;
    let tim = server.write(move |tx| {
        let tim = accounts::create_user(tx, lume.company, &new_user("tim"), 0)?;
        if admin {
            accounts::make_admin(tx, tim, lume.tenant)?;
        } else {
            accounts::add_member(tx, tim, lume.group, Belonging::Manager)?;
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
fn an_invitation_is_revoked_when_its_maker_is_no_longer_admin() {
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
fn an_invitation_is_void_when_its_maker_is_no_longer_manager() {
    on_both(async |server| {
        let group = server.lume.group;
        let (tim, token) = tim(server, false).await;
        let max = server.token("max").await;
        let member = format!("usergroup/{group}/users/{tim}");
        for (method, body) in [("PUT", Some(json!({ "manager": false }))), ("DELETE", None)] {
            server.write(move |tx| accounts::add_member(tx, tim, group, Belonging::Manager)).await;
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
fn deactivating_the_maker_of_an_invitation_revokes_it_for_good() {
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
fn an_invitation_is_void_while_its_maker_is_inactive() {
    on_both(async |server| {
        let (tim, token) = tim(server, true).await;
        let link = invited(server, &token, json!({ "user_group_id": server.lume.group })).await;
        server.write(move |tx| accounts::set_user_active(tx, tim, false)).await;
        let body = json!({ "token": link, "name": "S", "password": PASSWORD });
        assert_eq!(server.post("auth/invitation/accept", None, body.clone()).await.refusal(), (409, "link_spent"));
        server.write(move |tx| accounts::set_user_active(tx, tim, true)).await;
        assert_eq!(server.post("auth/invitation/accept", None, body).await.status, 200);
    });
}

/// Whether the account with the address `NEW` is an admin of lume.
async fn is_admin(server: &TestServer) -> bool {
    let adm = server.token("adm").await;
    let admins = server.get(&format!("tenant/{}/admin", server.lume.tenant), &adm).await.body;
    admins["items"].as_array().unwrap().iter().any(|one| one["email"] == NEW)
}

#[test]
fn an_unused_admin_account_is_void_once_its_maker_is_no_longer_admin() {
    on_both(async |server| {
        let (lume, adm) = (server.lume, server.token("adm").await);
        let (tim, token) = tim(server, true).await;
        let person = json!({ "name": "Second", "email": NEW, "company_id": lume.company });
        let with = |more: Value| {
            let mut body = person.clone();
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        let demote = format!("users/{tim}/tenant/{}/admin", lume.tenant);
        for (path, body) in [
            ("users_with_admin".to_owned(), with(json!({ "admin": true }))),
            ("users_with_admin".to_owned(), with(json!({ "admins": [{ "tenant_id": lume.tenant }] }))),
            ("users_with_admin".to_owned(), with(json!({ "admin": true, "password": PASSWORD }))),
            (format!("tenant/{}/admin", lume.tenant), json!({ "name": "Second", "email": NEW })),
        ] {
            let told = body.get("password").is_some();
            let made = server.post(&path, Some(&token), body.clone()).await;
            assert!(made.status.is_success(), "{path}: {}", made.body);
            assert!(is_admin(server).await, "{body}");
            assert_eq!(server.ask("DELETE", &demote, Some(&adm), None).await.status, 204);
            if told {
                assert_eq!(server.login("second", PASSWORD).await.refusal(), (401, "invalid_credentials"), "{body}");
            } else {
                let chosen = json!({ "token": server.mailed_token(NEW).await, "new_password": PASSWORD });
                let refused = server.post("auth/new_password", None, chosen).await;
                assert_eq!(refused.refusal(), (409, "link_spent"), "{body}");
            }
            let again = server.write(move |tx| {
                accounts::make_admin(tx, tim, lume.tenant)?;
                tx.run(
                    "UPDATE identity_user SET email = 'x', email_key = 'x' || users_id WHERE email = $1",
                    &[NEW.into()],
                )?;
                Ok(())
            });
            again.await;
        }
    });
}

#[test]
fn an_admin_account_in_use_stays_admin_when_its_maker_is_deactivated() {
    on_both(async |server| {
        let (lume, adm) = (server.lume, server.token("adm").await);
        let (tim, token) = tim(server, true).await;
        let body = json!({ "name": "Second", "email": NEW, "company_id": lume.company, "admin": true });
        assert_eq!(server.post("users_with_admin", Some(&token), body).await.status, 201);
        let chosen = json!({ "token": server.mailed_token(NEW).await, "new_password": PASSWORD });
        assert_eq!(server.post("auth/new_password", None, chosen).await.status, 204);
        let off = json!({ "name": "Tim", "active": false });
        assert_eq!(server.ask("PUT", &format!("users/{tim}"), Some(&adm), Some(off)).await.status, 200);
        assert!(is_admin(server).await);
    });
}

#[test]
fn an_unused_admin_account_does_not_count_as_the_last_admin() {
    on_both(async |server| {
        let (lume, adm) = (server.lume, server.token("adm").await);
        let body = json!({ "name": "Second", "email": NEW, "company_id": lume.company, "admin": true });
        assert_eq!(server.post("users_with_admin", Some(&adm), body).await.status, 201);
        let own = format!("users/{}/tenant/{}/admin", server.user("adm").await, lume.tenant);
        assert_eq!(server.ask("DELETE", &own, Some(&adm), None).await.refusal(), (409, "last_admin"));
        assert!(is_admin(server).await, "nothing has changed");
    });
}
