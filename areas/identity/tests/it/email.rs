use serde_json::json;

use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

const NEW: &str = "ana.lima@lume.example";

async fn change(server: &TestServer, token: &str, address: &str, password: &str) -> Answer {
    server.post("user/email", Some(token), json!({ "email": address, "password": password })).await
}

#[test]
fn a_new_address_counts_once_its_owner_has_confirmed_it_and_the_old_one_is_told() {
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

#[test]
fn whether_an_address_is_taken_is_told_to_its_owner_alone() {
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
