//! Limits on e-mails to unconfirmed addresses: per address, and per tenant.

use serde_json::{Value, json};

use crate::test_server::{Answer, PASSWORD, TestServer, on_both};

const STRANGER: &str = "stranger@far.example";

async fn invite(server: &TestServer, by: &str, email: &str) -> Answer {
    let company = if by == "eva" { server.other.company } else { server.lume.company };
    let body = json!({ "name": "Nobody", "email": email, "company_id": company });
    server.post("invitation", Some(&server.token(by).await), body).await
}

async fn count(server: &TestServer, sql: &'static str) -> i64 {
    server.test.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
}

#[test]
fn an_address_gets_five_emails_in_all_from_every_form_and_sender() {
    on_both(async |server| {
        let (adm, root, ana) = (server.token("adm").await, server.token("root").await, server.token("ana").await);
        for _ in 0..5 {
            let made = invite(server, "root", STRANGER).await;
            assert_eq!(made.status, 201, "{}", made.body);
            let path = format!("invitation/{}", made.body["invitation_id"]);
            assert_eq!(server.ask("DELETE", &path, Some(&root), None).await.status, 204);
        }
        let users = count(server, "SELECT COUNT(*) FROM identity_user").await;
        let (company, tenant) = (server.lume.company, server.lume.tenant);
        let person = json!({ "name": "Nobody", "email": "Stranger@FAR.example", "company_id": company });
        let batch = json!({ "company_id": company, "users": [{ "name": "Nobody", "email": STRANGER }] });
        let change = json!({ "email": STRANGER, "password": PASSWORD });
        for (method, path, token, body) in [
            ("POST", "invitation".to_owned(), &adm, person.clone()),
            ("POST", "users_with_admin".to_owned(), &adm, person.clone()),
            ("PUT", "users/batch/create".to_owned(), &adm, batch),
            ("POST", format!("tenant/{tenant}/admin"), &adm, person.clone()),
            ("POST", "user/email".to_owned(), &ana, change),
        ] {
            let refused = server.ask(method, &path, Some(token), Some(body)).await;
            assert_eq!(refused.refusal(), (429, "rate_limited"), "{path}: {}", refused.body);
            assert_eq!(refused.header("retry-after"), "600", "{path}");
        }
        assert_eq!(server.messages(STRANGER).await.len(), 5);
        assert_eq!(count(server, "SELECT COUNT(*) FROM identity_user").await, users, "nobody was made");
        assert_eq!(count(server, "SELECT COUNT(*) FROM identity_invitation WHERE ended_at IS NULL").await, 0);
        assert_eq!(invite(server, "adm", "another@far.example").await.status, 201);
        // No e-mail is sent when the maker chooses the password.
        let mut told = person;
        told["password"] = json!(PASSWORD);
        assert_eq!(server.post("users_with_admin", Some(&adm), told).await.status, 201);
        server.clock.advance(600);
        assert_eq!(invite(server, "root", STRANGER).await.refusal().0, 201);
    });
}

#[test]
fn an_address_gets_five_emails_at_most_about_repeated_changes() {
    on_both(async |server| {
        let (adm, max) = (server.token("adm").await, server.user("max").await);
        let put = async |email: &str| {
            server.ask("PUT", &format!("users/{max}"), Some(&adm), Some(json!({ "email": email }))).await
        };
        for _ in 0..5 {
            assert_eq!(put(STRANGER).await.status, 200);
            assert_eq!(put("max@lume.example").await.status, 200);
        }
        assert_eq!(put(STRANGER).await.refusal(), (429, "rate_limited"));
        assert_eq!(server.messages(STRANGER).await.len(), 5);
        assert_eq!(server.get(&format!("users/{max}"), &adm).await.body["email"], "max@lume.example");
    });
}

#[test]
fn a_tenant_has_a_limit_of_emails_that_does_not_affect_other_tenants() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        for list in 0..2 {
            let users: Vec<Value> = (0..1000)
                .map(|number| json!({ "name": "Nobody", "email": format!("n{list}.{number}@far.example") }))
                .collect();
            let body = json!({ "company_id": server.lume.company, "users": users });
            let made = server.ask("PUT", "users/batch/create", Some(&adm), Some(body)).await;
            assert_eq!((made.status.as_u16(), &made.body["created"]), (200, &json!(1000)), "{}", made.body["errors"]);
        }
        let refused = invite(server, "adm", STRANGER).await;
        assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited"), "5"));
        assert!(server.messages(STRANGER).await.is_empty());
        assert_eq!(
            server
                .post(
                    "invitation",
                    Some(&server.token("root").await),
                    json!({
                        "name": "Nobody", "email": STRANGER, "company_id": server.other.company,
                    })
                )
                .await
                .status,
            201
        );
        server.clock.advance(5);
        assert_eq!(invite(server, "adm", "another@far.example").await.status, 201);
    });
}
