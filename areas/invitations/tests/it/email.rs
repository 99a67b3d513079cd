use serde_json::json;

use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

const NEW: &str = "ana.lima@lume.example";

async fn change(server: &TestServer, token: &str, address: &str, password: &str) -> Answer {
    server.post("user/email", Some(token), json!({ "email": address, "password": password })).await
}

#[test]
fn a_new_address_is_used_after_confirmation_and_the_old_one_gets_an_email() {
    on_both(async |server| {
        let ana = server.token("ana").await;
        assert_eq!(change(server, &ana, NEW, PASSWORD).await.status, 202);
        assert_eq!(server.me("ana", &ana).await.body["email"], email("ana"), "not before it is confirmed");
        let token = server.mailed_token(NEW).await;
        let confirm = json!({ "token": token });
        assert_eq!(server.post("auth/confirm_email", None, confirm.clone()).await.status, 204);
        assert_eq!(server.post("auth/confirm_email", None, confirm).await.refusal(), (409, "link_spent"));
        let told: Vec<_> = server.messages(&email("ana")).await.into_iter().map(|(subject, _)| subject).collect();
        assert_eq!(told, ["Your e-mail is about to change", "Your e-mail was changed"]);
        assert_eq!(server.login("ana", PASSWORD).await.refusal(), (401, "invalid_credentials"));
        assert_eq!(server.login("ana.lima", PASSWORD).await.status, 200);
    });
}

#[tokio::test]
async fn the_password_is_asked_for_and_the_address_must_be_one() {
    let server = TestServer::small().await;
    let ana = server.token("ana").await;
    for (address, password, field, key) in [
        (NEW, "a guess", "password", "form_rules.wrong_password"),
        (NEW, "", "password", "form_rules.mandatory"),
        ("", PASSWORD, "email", "form_rules.mandatory"),
        ("no address", PASSWORD, "email", "form_rules.invalid_email"),
        ("ana@lume.example\r\nBcc: eva@lume.example", PASSWORD, "email", "form_rules.invalid_email"),
    ] {
        assert_eq!(change(&server, &ana, address, password).await.field(), (field, key), "{address}");
    }
    assert_eq!(server.messages(NEW).await, vec![]);
}

/// Addresses that no mail server accepts, or that belong to somebody else in disguise.
const ODD: [&str; 22] = [
    "\"ana lima\"@lume.example",
    "ana lima@lume.example",
    "ana@b@lume.example",
    "ana(work)@lume.example",
    "ana@lume.example (work)",
    "Ana <ana@lume.example>",
    "ana@lume.example.",
    "ana@lume",
    "ana@.lume.example",
    "ana@lume..example",
    "ana@-lume.example",
    "ana@lume_.example",
    "ana@[192.0.2.1]",
    "ana@192.0.2.1",
    ".ana@lume.example",
    "ana.@lume.example",
    "an..a@lume.example",
    "ana\\@lume.example",
    "joão@lume.example",
    "ana@lumé.example",
    "ana\u{202e}@lume.example",
    "ana\u{7}@lume.example",
];

#[tokio::test]
async fn every_form_refuses_the_same_invalid_addresses() {
    let server = TestServer::small().await;
    let (adm, root) = (server.token("adm").await, server.token("root").await);
    let (company, tenant) = (server.lume.company, server.lume.tenant);
    let max = server.user("max").await;
    let (long, local) = (format!("ana@{}.example", "lume.".repeat(50)), format!("{}@lume.example", "a".repeat(65)));
    for odd in ODD.into_iter().chain([long.as_str(), &local]) {
        let new = json!({ "name": "Nina", "email": odd, "company_id": company });
        let users = json!({ "company_id": company, "users": [{ "name": "Nina", "email": odd }] });
        for (method, path, token, body) in [
            ("POST", "users_with_admin".to_owned(), &adm, new.clone()),
            ("PUT", format!("users/{max}"), &adm, json!({ "email": odd })),
            ("POST", "invitation".to_owned(), &adm, new),
            ("POST", "user/email".to_owned(), &adm, json!({ "email": odd, "password": PASSWORD })),
            ("POST", "auth/forgotten_password".to_owned(), &adm, json!({ "email": odd })),
            ("POST", format!("tenant/{tenant}/admin"), &root, json!({ "email": odd, "name": "Nina" })),
        ] {
            let answer = server.ask(method, &path, Some(token), Some(body)).await;
            assert_eq!(answer.field(), ("email", "form_rules.invalid_email"), "{path} {odd}");
        }
        let batch = server.ask("PUT", "users/batch/create", Some(&adm), Some(users)).await;
        let fault = &batch.body["items"][0]["errors"][0];
        assert_eq!((&fault["field"], &fault["key"]), (&json!("email"), &json!("form_rules.invalid_email")), "{odd}");
    }
}

#[test]
fn addresses_that_differ_in_case_or_surrounding_blanks_are_equal() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let typed = " MAX@Lume.EXAMPLE ";
        let new = json!({ "name": "Max", "email": typed, "company_id": server.lume.company });
        let made = server.post("users_with_admin", Some(&adm), new).await;
        assert_eq!(made.field(), ("email", "form_rules.taken"), "{}", made.body);
        assert_eq!(server.post("auth/forgotten_password", None, json!({ "email": typed })).await.status, 202);
        server.work().await;
        assert_eq!(server.messages(&email("max")).await.len(), 1);
        let login = json!({ "email": typed, "password": PASSWORD });
        assert_eq!(server.post("auth/login", None, login).await.status, 200);
    });
}

#[test]
fn only_the_owner_of_an_address_learns_that_it_is_taken() {
    on_both(async |server| {
        let ana = server.token("ana").await;
        let (taken, free) =
            (change(server, &ana, &email("eva"), PASSWORD).await, change(server, &ana, NEW, PASSWORD).await);
        assert_eq!((taken.status, taken.body), (free.status, free.body));
        change(server, &ana, &email("eva"), PASSWORD).await;
        let token = server.mailed_token(&email("eva")).await;
        let answer = server.post("auth/confirm_email", None, json!({ "token": token })).await;
        assert_eq!(answer.refusal(), (409, "email_taken"));
        assert_eq!(server.login("ana", PASSWORD).await.status, 200);
    });
}

#[test]
fn a_password_link_sent_to_the_old_address_is_worthless_afterwards() {
    on_both(async |server| {
        let ana = server.token("ana").await;
        server.post("auth/forgotten_password", None, json!({ "email": email("ana") })).await;
        server.work().await;
        let old = server.mailed_token(&email("ana")).await;
        change(server, &ana, NEW, PASSWORD).await;
        let token = server.mailed_token(NEW).await;
        assert_eq!(server.post("auth/confirm_email", None, json!({ "token": token })).await.status, 204);
        let body = json!({ "token": old, "new_password": "varanda sextante 41 nuvem" });
        assert_eq!(server.post("auth/new_password", None, body).await.refusal(), (409, "link_spent"));
    });
}
