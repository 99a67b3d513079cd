//! An unused account can be used only while its maker may make it, whatever way its owner comes in.

use primitives::UserId;
use serde_json::{Value, json};

use crate::makers::tim;
use crate::provider::{set_up, sign_in, vouched};
use crate::test_server::{Answer, PASSWORD, TestServer, email, new_user, on_both};

const NEW: &str = "second@lume.example";
const NEXT: &str = "varanda sextante 41 nuvem";
const SPENT: (u16, &str) = (409, "link_spent");
const WRONG: (u16, &str) = (401, "invalid_credentials");

/// Makes the account with the address `NEW` by this token; its id.
async fn made(server: &TestServer, token: &str, more: Value) -> UserId {
    let mut body = json!({ "name": "Second", "email": NEW, "company_id": server.lume.company });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = server.post("users_with_admin", Some(token), body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    UserId(answer.body["users_id"].as_i64().unwrap())
}

async fn put(server: &TestServer, by: &str, user: UserId, body: Value) -> Answer {
    server.ask("PUT", &format!("users/{user}"), Some(by), Some(body)).await
}

async fn switch(server: &TestServer, by: &str, user: UserId, active: bool) {
    let answer = put(server, by, user, json!({ "active": active })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

async fn choose(server: &TestServer, link: &str) -> Answer {
    server.post("auth/new_password", None, json!({ "token": link, "new_password": NEXT })).await
}

async fn reset(server: &TestServer, token: &str) -> Answer {
    let body = json!({ "password": PASSWORD, "new_password": NEXT });
    server.post("auth/reset_password", Some(token), body).await
}

async fn demote(server: &TestServer, by: &str, user: UserId) {
    let path = format!("users/{user}/tenant/{}/admin", server.lume.tenant);
    assert_eq!(server.ask("DELETE", &path, Some(by), None).await.status, 204);
}

/// How many e-mails the address gets when a new password is requested.
async fn asked_for(server: &TestServer, to: &str) -> usize {
    let before = server.messages(to).await.len();
    server.clock.advance(200);
    assert_eq!(server.post("auth/forgotten_password", None, json!({ "email": to })).await.status, 202);
    server.work().await;
    server.messages(to).await.len() - before
}

#[test]
fn an_unused_master_account_is_void_once_its_maker_is_no_longer_master() {
    on_both(async |server| {
        let root = server.token("root").await;
        let (m2, m3) = (email("m2"), email("m3"));
        let master = |address: &str| json!({ "name": "Master", "email": address, "master": true });
        let made = server.post("users_with_admin", Some(&root), master(&m2)).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let second = UserId(made.body["users_id"].as_i64().unwrap());
        assert_eq!(choose(server, &server.mailed_token(&m2).await).await.status, 204);
        let token = server.login("m2", NEXT).await.token();
        let made = server.post("users_with_admin", Some(&token), master(&m3)).await;
        let third = UserId(made.body["users_id"].as_i64().unwrap());
        let link = server.mailed_token(&m3).await;

        let unmade = put(server, &root, second, json!({ "master": false })).await;
        assert_eq!(unmade.status, 200, "{}", unmade.body);
        assert_eq!(choose(server, &link).await.refusal(), SPENT);
        switch(server, &root, second, false).await;
        assert_eq!(choose(server, &link).await.refusal(), SPENT);
        assert_eq!(asked_for(server, &m3).await, 0, "nor is another link sent");

        switch(server, &root, third, false).await;
        switch(server, &root, third, true).await;
        assert_eq!(asked_for(server, &m3).await, 1, "another master stands in for the account");
        assert_eq!(choose(server, &server.mailed_token(&m3).await).await.status, 204);
        assert_eq!(server.login("m3", NEXT).await.status, 200);
    });
}

#[test]
fn the_last_master_in_use_cannot_be_demoted() {
    on_both(async |server| {
        let root = server.token("root").await;
        let body = json!({ "name": "Master", "email": email("m2"), "master": true });
        assert_eq!(server.post("users_with_admin", Some(&root), body).await.status, 201);
        let own = server.user("root").await;
        assert_eq!(put(server, &root, own, json!({ "master": false })).await.refusal(), (409, "last_master"));
    });
}

#[test]
fn links_of_an_unused_account_with_groups_are_void_without_its_maker() {
    on_both(async |server| {
        let (lume, adm) = (server.lume, server.token("adm").await);
        let (tim, token) = tim(server, true).await;
        let user = made(server, &token, json!({ "user_group_ids": [lume.group] })).await;
        let member = format!("usergroup/{}/users/{user}", lume.group);
        let manages = server.ask("PUT", &member, Some(&token), Some(json!({ "manager": true }))).await;
        assert_eq!(manages.status, 204, "{}", manages.body);
        let rows = json!([{ "name": "Third", "email": email("third") }]);
        let batch = json!({ "company_id": lume.company, "user_group_ids": [lume.group], "users": rows });
        assert_eq!(server.ask("PUT", "users/batch/create", Some(&token), Some(batch)).await.body["created"], 1);
        let links = [server.mailed_token(NEW).await, server.mailed_token(&email("third")).await];

        switch(server, &adm, tim, false).await;
        for link in &links {
            assert_eq!(choose(server, link).await.refusal(), SPENT);
        }
        assert_eq!(asked_for(server, NEW).await, 0);
        assert_eq!(asked_for(server, &email("third")).await, 0);
        let told = server.test.db.read(move |conn| accounts::contacts(conn, &[user])).await.unwrap();
        assert!(told.is_empty(), "nor does the house write to it");

        // The sender of an invitation to the address becomes the maker of the account.
        let body = json!({ "name": "Second", "email": NEW, "company_id": lume.company });
        assert_eq!(server.post("invitation", Some(&adm), body).await.status, 201);
        let body = json!({ "token": server.mailed_token(NEW).await, "name": "Second", "password": NEXT });
        let came = server.post("auth/invitation/accept", None, body).await;
        assert_eq!(came.status, 200, "{}", came.body);
        assert_eq!(server.user("second").await, user);
    });
}

#[test]
fn a_manager_s_invitation_does_not_open_accounts_with_more_rights() {
    on_both(async |server| {
        let (lume, adm) = (server.lume, server.token("adm").await);
        let (tim, token) = tim(server, true).await;
        made(server, &token, json!({ "admin": true })).await;
        let max = server.token("max").await;
        let body = json!({ "name": "Second", "email": NEW, "user_group_id": lume.group });
        assert_eq!(server.post("invitation", Some(&max), body).await.status, 201);
        let body = json!({ "token": server.mailed_token(NEW).await, "name": "Second", "password": NEXT });
        demote(server, &adm, tim).await;
        assert_eq!(server.post("auth/invitation/accept", None, body).await.refusal(), SPENT);
    });
}

#[test]
fn a_first_password_and_its_sessions_end_when_the_maker_loses_the_rights() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let (tim, token) = tim(server, true).await;
        made(server, &token, json!({ "admin": true, "password": PASSWORD })).await;
        let open = server.token("second").await;
        assert_eq!(server.me("second", &open).await.status, 200);
        demote(server, &adm, tim).await;
        assert_eq!(server.login("second", PASSWORD).await.refusal(), WRONG);
        assert_eq!(server.me("second", &open).await.refusal(), (401, "no_session"));
        assert_eq!(reset(server, &open).await.refusal(), (401, "no_session"));
        assert_eq!(
            server.post("auth/renew_token", None, json!({ "token": open })).await.refusal(),
            (401, "no_session")
        );
        assert_eq!(asked_for(server, NEW).await, 0);
        let lume = server.lume.tenant;
        server.write(move |tx| accounts::make_admin(tx, tim, lume)).await;
        assert_eq!(server.login("second", PASSWORD).await.status, 200, "an admin again");
    });
}

#[test]
fn a_first_password_that_need_not_be_reset_still_depends_on_the_maker() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let (tim, token) = tim(server, true).await;
        let user = made(server, &token, json!({ "admin": true, "password": PASSWORD })).await;
        assert_eq!(put(server, &token, user, json!({ "reset_pwd": false })).await.status, 200);
        let open = server.token("second").await;
        // It cannot vouch for itself.
        let path = format!("tenant/{}/admin", server.lume.tenant);
        assert_eq!(server.post(&path, Some(&open), json!({ "email": NEW })).await.status, 200);
        let theirs = json!({ "name": "Third", "email": email("third"), "company_id": server.lume.company });
        assert_eq!(server.post("users_with_admin", Some(&open), theirs).await.status, 201);
        let link = server.mailed_token(&email("third")).await;
        demote(server, &adm, tim).await;
        assert_eq!(server.me("second", &open).await.refusal(), (401, "no_session"));
        assert_eq!(choose(server, &link).await.refusal(), SPENT, "nor for others");
    });
}

#[test]
fn an_account_with_a_password_of_its_own_no_longer_depends_on_its_maker() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let (tim, token) = tim(server, true).await;
        let user = made(server, &token, json!({ "admin": true, "password": PASSWORD })).await;
        let own = server.token("second").await;
        assert_eq!(reset(server, &own).await.status, 200);
        assert_eq!(put(server, &adm, user, json!({ "reset_pwd": true })).await.status, 200);
        demote(server, &adm, tim).await;
        let again = server.login("second", NEXT).await;
        assert_eq!(again.status, 200, "{}", again.body);
        let me = server.me("second", &again.token()).await.body;
        assert_eq!(me["admins"][0]["tenant_id"], json!(server.lume.tenant), "{me}");
    });
}

#[test]
fn the_last_user_who_gives_rights_becomes_the_maker_of_an_unused_account() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let (tim, token) = tim(server, true).await;
        made(server, &token, json!({ "admin": true })).await;
        let link = server.mailed_token(NEW).await;
        let path = format!("tenant/{}/admin", server.lume.tenant);
        assert_eq!(server.post(&path, Some(&adm), json!({ "email": NEW })).await.status, 200);
        demote(server, &adm, tim).await;
        assert_eq!(choose(server, &link).await.status, 204);
        let me = server.login("second", NEXT).await.token();
        assert_eq!(server.get(&path, &me).await.status, 200);
    });
}

#[test]
fn a_user_who_changes_an_unused_account_s_address_becomes_its_maker() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let (tim, token) = tim(server, true).await;
        let user = made(server, &adm, json!({ "admin": true })).await;
        let moved = put(server, &token, user, json!({ "email": email("evil") })).await;
        assert_eq!(moved.status, 200, "{}", moved.body);
        assert_eq!(asked_for(server, &email("evil")).await, 1);
        let link = server.mailed_token(&email("evil")).await;
        demote(server, &adm, tim).await;
        assert_eq!(choose(server, &link).await.refusal(), SPENT);
        assert_eq!(put(server, &adm, user, json!({ "email": NEW })).await.status, 200);
        assert_eq!(asked_for(server, NEW).await, 1, "and back");
        assert_eq!(choose(server, &server.mailed_token(NEW).await).await.status, 204);
    });
}

#[test]
fn an_unused_account_is_void_if_its_maker_s_company_is_inactive_or_changed() {
    on_both(async |server| {
        let (lume, other, root) = (server.lume, server.other, server.token("root").await);
        let new = json!({ "tenant_id": lume.tenant, "name": "Lume Sul", "key": "lume-sul", "cnpj": "11222333000181" });
        let second = server.post("company", Some(&root), new).await;
        assert_eq!(second.status, 201, "{}", second.body);
        let second = primitives::CompanyId(second.body["company_id"].as_i64().unwrap());
        let tim = server.write(move |tx| {
            let tim = accounts::create_user(tx, second, &new_user("tim"), 0)?;
            accounts::make_admin(tx, tim, lume.tenant)?;
            Ok(tim)
        });
        let tim = tim.await;
        let token = server.token("tim").await;
        made(server, &token, json!({ "admin": true, "password": PASSWORD })).await;
        let open = server.token("second").await;
        let company = format!("company/{second}");
        for (active, wanted) in [(false, 401), (true, 200)] {
            let answer = server.ask("PUT", &company, Some(&root), Some(json!({ "active": active }))).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            assert_eq!(server.me("second", &open).await.status, wanted);
            assert_eq!(server.login("second", PASSWORD).await.status, wanted);
        }
        assert_eq!(put(server, &root, tim, json!({ "company_id": other.company })).await.status, 200);
        assert_eq!(server.login("second", PASSWORD).await.refusal(), WRONG);
        assert_eq!(server.me("second", &open).await.refusal(), (401, "no_session"));
    });
}

#[test]
fn a_provider_opens_no_unused_account_without_a_maker() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let adm = server.token("adm").await;
        let (tim, token) = tim(server, true).await;
        made(server, &token, json!({})).await;
        demote(server, &adm, tim).await;
        assert_eq!(sign_in(server, &provider, vouched("second")).await.refusal(), (401, "provider_refused"));
        let lume = server.lume.tenant;
        server.write(move |tx| accounts::make_admin(tx, tim, lume)).await;
        assert_eq!(sign_in(server, &provider, vouched("second")).await.status, 200);
        demote(server, &adm, tim).await;
        assert_eq!(sign_in(server, &provider, vouched("second")).await.status, 200);
    });
}
