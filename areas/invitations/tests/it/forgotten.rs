use serde_json::{Value, json};

use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

const NEXT: &str = "varanda sextante 41 nuvem";

async fn forgotten(server: &TestServer, address: &str) -> Answer {
    server.post("auth/forgotten_password", None, json!({ "email": address })).await
}

async fn choose(server: &TestServer, token: &str, new: &str) -> Answer {
    server.post("auth/new_password", None, json!({ "token": token, "new_password": new })).await
}

#[test]
fn a_mailed_link_sets_a_new_password_once_and_ends_the_sessions() {
    on_both(async |server| {
        let before = server.token("ana").await;
        assert_eq!(forgotten(server, " Ana@Lume.example ").await.status, 202);
        server.work().await;
        let token = server.mailed_token(&email("ana")).await;
        assert_eq!(choose(server, &token, "password1").await.field(), ("new_password", "form_rules.weak_password"));
        assert_eq!(choose(server, &token, "ana@lume.example").await.field().1, "form_rules.weak_password");
        assert_eq!(choose(server, &token, NEXT).await.status, 204);
        assert_eq!(choose(server, &token, NEXT).await.refusal(), (409, "link_spent"));
        assert_eq!(server.me("ana", &before).await.refusal(), (401, "no_session"));
        assert_eq!(server.login("ana", PASSWORD).await.refusal(), (401, "invalid_credentials"));
        assert_eq!(server.login("ana", NEXT).await.status, 200);
        let subjects: Vec<_> = server.messages(&email("ana")).await.into_iter().map(|(subject, _)| subject).collect();
        assert_eq!(subjects, ["Choose a new password", "Your password was changed"]);
    });
}

#[test]
fn the_answer_to_a_forgotten_password_does_not_depend_on_the_account() {
    on_both(async |server| {
        let off = server.user("max").await;
        server.write(move |tx| accounts::set_user_active(tx, off, false)).await;
        let known = forgotten(server, &email("ana")).await;
        for nobody in ["nobody@lume.example", "max@lume.example"] {
            let unknown = forgotten(server, nobody).await;
            assert_eq!((unknown.status, &unknown.body), (known.status, &known.body), "{nobody}");
            assert_eq!(unknown.header("retry-after"), known.header("retry-after"));
        }
        server.work().await;
        for nobody in ["nobody@lume.example", "max@lume.example"] {
            assert_eq!(server.messages(nobody).await, vec![], "{nobody}");
        }
        assert_eq!(server.messages(&email("ana")).await.len(), 1);
    });
}

#[tokio::test]
async fn requests_for_password_links_are_limited_per_client_address() {
    let server = TestServer::small().await;
    let mut answers = Vec::new();
    for n in 0..12 {
        answers.push(forgotten(&server, &format!("nobody{n}@lume.example")).await.status.as_u16());
    }
    assert_eq!(answers[..10], [202; 10]);
    assert_eq!(answers[10..], [429; 2]);
}

#[tokio::test]
async fn repeated_requests_send_one_password_link_and_only_the_newest_is_valid() {
    let server = TestServer::small().await;
    for _ in 0..3 {
        forgotten(&server, &email("ana")).await;
    }
    server.work().await;
    assert_eq!(server.messages(&email("ana")).await.len(), 1);
    let first = server.mailed_token(&email("ana")).await;
    server.clock.advance(121);
    forgotten(&server, &email("ana")).await;
    server.work().await;
    let second = server.mailed_token(&email("ana")).await;
    assert_eq!(choose(&server, &first, NEXT).await.refusal(), (409, "link_spent"));
    assert_eq!(choose(&server, &second, NEXT).await.status, 204);
}

#[tokio::test]
async fn a_password_link_is_valid_for_an_hour_and_for_its_purpose_only() {
    let server = TestServer::small().await;
    forgotten(&server, &email("ana")).await;
    server.work().await;
    let token = server.mailed_token(&email("ana")).await;
    let (id, secret) = token.split_once('.').unwrap();
    let other = format!("{id}.{}", "0".repeat(64));
    for wrong in [&other, id, secret, "", ".", &format!("{id}9.{secret}"), &format!("-{id}.{secret}")] {
        assert_eq!(choose(&server, wrong, NEXT).await.refusal(), (409, "link_spent"), "{wrong}");
    }
    let confirm: Value = json!({ "token": token });
    assert_eq!(server.post("auth/confirm_email", None, confirm.clone()).await.refusal(), (409, "link_spent"));
    assert_eq!(server.post("auth/invitation", None, confirm).await.refusal(), (409, "link_spent"));
    server.clock.advance(3_600);
    assert_eq!(choose(&server, &token, NEXT).await.refusal(), (409, "link_spent"));
    assert_eq!(server.login("ana", PASSWORD).await.status, 200);
}

#[test]
fn a_password_link_followed_twice_at_once_works_once() {
    on_both(async |server| {
        forgotten(server, &email("ana")).await;
        server.work().await;
        let token = server.mailed_token(&email("ana")).await;
        let both =
            futures_util::future::join(choose(server, &token, NEXT), choose(server, &token, "outra varanda 77 lago"));
        let (one, other) = both.await;
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409]);
    });
}

#[test]
fn the_database_stores_only_a_hash_of_a_link_s_secret() {
    on_both(async |server| {
        forgotten(server, &email("ana")).await;
        server.work().await;
        let token = server.mailed_token(&email("ana")).await;
        let secret = token.split_once('.').unwrap().1.to_owned();
        let kept: Vec<String> = server
            .test
            .db
            .read(|c| c.rows("SELECT secret_hash FROM identity_link", &[], |row| row.get(0)))
            .await
            .unwrap();
        assert_eq!(kept.len(), 1);
        assert!(!kept[0].contains(&secret));
    });
}
