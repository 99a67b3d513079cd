//! Nothing that was requested with the old credentials stays valid after they have changed.

use serde_json::{Value, json};

use crate::second_factor::{code, enrolled};
use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

const EVIL: &str = "evil@lume.example";
const NEXT: &str = "varanda sextante 41 nuvem";

async fn begin_change(server: &TestServer, token: &str) -> String {
    let asked = server.post("user/email", Some(token), json!({ "email": EVIL, "password": PASSWORD })).await;
    assert_eq!(asked.status, 202, "{}", asked.body);
    server.mailed_token(EVIL).await
}

async fn confirm(server: &TestServer, link: &str) -> Answer {
    server.post("auth/confirm_email", None, json!({ "token": link })).await
}

async fn subjects(server: &TestServer, to: &str) -> Vec<String> {
    server.messages(to).await.into_iter().map(|(subject, _)| subject).collect()
}

#[test]
fn a_pending_address_does_not_outlive_a_new_password() {
    on_both(async |server| {
        let link = begin_change(server, &server.token("ana").await).await;
        let owner = server.token("ana").await;
        let body = json!({ "password": PASSWORD, "new_password": NEXT });
        assert_eq!(server.post("auth/reset_password", Some(&owner), body).await.status, 200);
        assert_eq!(confirm(server, &link).await.refusal(), (409, "link_spent"));
        assert_eq!(server.login("ana", NEXT).await.status, 200);
    });
}

#[test]
fn a_pending_address_does_not_outlive_a_recovery() {
    on_both(async |server| {
        let link = begin_change(server, &server.token("ana").await).await;
        server.post("auth/forgotten_password", None, json!({ "email": email("ana") })).await;
        server.work().await;
        let recover = server.mailed_token(&email("ana")).await;
        let body = json!({ "token": recover, "new_password": NEXT });
        assert_eq!(server.post("auth/new_password", None, body).await.status, 204);
        assert_eq!(confirm(server, &link).await.refusal(), (409, "link_spent"));
    });
}

#[test]
fn a_pending_address_does_not_outlive_a_new_second_factor() {
    on_both(async |server| {
        let link = begin_change(server, &server.token("ana").await).await;
        enrolled(server).await;
        assert_eq!(confirm(server, &link).await.refusal(), (409, "link_spent"));
    });
}

#[test]
fn a_pending_address_does_not_outlive_switching_the_account_off_and_on() {
    on_both(async |server| {
        let link = begin_change(server, &server.token("ana").await).await;
        let adm = server.token("adm").await;
        let path = format!("users/{}", server.user("ana").await);
        for active in [false, true] {
            let answer = server.ask("PUT", &path, Some(&adm), Some(json!({ "active": active }))).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
        assert_eq!(confirm(server, &link).await.refusal(), (409, "link_spent"));
        let (link, ana) = (begin_change(server, &server.token("ana").await).await, server.user("ana").await);
        for active in [false, true] {
            server.write(move |tx| accounts::set_user_active(tx, ana, active)).await;
        }
        assert_eq!(confirm(server, &link).await.refusal(), (409, "link_spent"), "whoever switches it");
    });
}

#[test]
fn an_address_set_by_an_admin_ends_sessions_and_links_and_sends_emails() {
    on_both(async |server| {
        let ana = server.token("ana").await;
        let link = begin_change(server, &ana).await;
        let adm = server.token("adm").await;
        let path = format!("users/{}", server.user("ana").await);
        let body = json!({ "name": "ana", "email": "ana.new@lume.example" });
        assert_eq!(server.ask("PUT", &path, Some(&adm), Some(body)).await.status, 200);
        assert_eq!(server.get(&path, &ana).await.refusal(), (401, "no_session"));
        assert_eq!(confirm(server, &link).await.refusal(), (409, "link_spent"));
        assert_eq!(subjects(server, &email("ana")).await.last().unwrap(), "Your e-mail was changed");
        let own = format!("users/{}", server.user("adm").await);
        let body = json!({ "name": "adm", "email": EVIL });
        let refused = server.ask("PUT", &own, Some(&adm), Some(body)).await;
        assert_eq!(refused.refusal(), (409, "not_yourself"), "a session alone changes no address of one's own");
    });
}

#[test]
fn changing_password_or_address_needs_the_second_factor() {
    on_both(async |server| {
        let (token, secret, codes) = enrolled(server).await;
        server.post("auth/forgotten_password", None, json!({ "email": email("ana") })).await;
        server.work().await;
        let link = server.mailed_token(&email("ana")).await;
        let calls: [(&str, Option<&str>, Value); 3] = [
            ("user/email", Some(&token), json!({ "email": EVIL, "password": PASSWORD })),
            ("auth/reset_password", Some(&token), json!({ "password": PASSWORD, "new_password": NEXT })),
            ("auth/new_password", None, json!({ "token": link, "new_password": NEXT })),
        ];
        for (path, token, body) in &calls {
            let with = |code: &str| {
                let mut body = body.clone();
                body["code"] = code.into();
                server.post(path, *token, body)
            };
            assert_eq!(
                server.post(path, *token, body.clone()).await.field(),
                ("code", "form_rules.mandatory"),
                "{path}"
            );
            assert_eq!(with(" ").await.field(), ("code", "form_rules.mandatory"), "{path}");
            assert_eq!(with("000000").await.field(), ("code", "form_rules.wrong_code"), "{path}");
        }
        assert_eq!(server.login("ana", PASSWORD).await.refusal(), (401, "second_factor_needed"), "nothing has changed");
        let (path, token, mut body) = calls.into_iter().next_back().unwrap();
        body["code"] = codes[0].clone().into();
        assert_eq!(server.post(path, token, body).await.status, 204);
        let now = code(&secret, server.clock.now());
        let body = json!({ "email": email("ana"), "password": NEXT, "code": now });
        assert_eq!(server.post("auth/login", None, body).await.status, 200);
    });
}

#[test]
fn new_recovery_codes_end_other_sessions_and_send_an_email() {
    on_both(async |server| {
        let (token, secret, codes) = enrolled(server).await;
        let login = json!({ "email": email("ana"), "password": PASSWORD, "code": codes[0] });
        let other = server.post("auth/login", None, login).await.body["token"].as_str().unwrap().to_owned();
        assert_eq!(server.me("ana", &other).await.status, 200);
        let body = json!({ "password": PASSWORD, "code": code(&secret, server.clock.now()) });
        assert_eq!(server.post("user/second_factor/recovery_codes", Some(&token), body).await.status, 200);
        assert_eq!(server.me("ana", &other).await.refusal(), (401, "no_session"));
        assert_eq!(server.me("ana", &token).await.status, 200, "the session that asked goes on");
        assert_eq!(subjects(server, &email("ana")).await.last().unwrap(), "You have new recovery codes");
    });
}
