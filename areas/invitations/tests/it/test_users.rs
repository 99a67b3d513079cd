use axum::http::StatusCode;
use primitives::CompanyId;
use serde_json::json;

use crate::test_server::{new_user, on_both};

#[test]
fn users_change_only_their_own_name_and_language() {
    on_both(async |server| {
        let token = server.token("ana").await;
        let (own, others) =
            (format!("users/{}", server.user("ana").await), format!("users/{}", server.user("max").await));
        let put = async |path: &str, body| server.ask("PUT", path, Some(&token), Some(body)).await;

        let changed = put(&own, json!({ "name": "  Ana Lima ", "language": "pt" })).await;
        assert_eq!((&changed.body["name"], &changed.body["language"]), (&json!("Ana Lima"), &json!("pt")));
        let renamed = put(&own, json!({ "name": "Ana" })).await;
        assert_eq!((&renamed.body["name"], &renamed.body["language"]), (&json!("Ana"), &json!("pt")));
        assert_eq!(put(&own, json!({ "name": "Ana", "language": null })).await.body["language"], json!(null));

        for (body, key) in [
            (json!({ "name": " " }), "form_rules.mandatory"),
            (json!({ "name": "x".repeat(201) }), "form_rules.max_length"),
            (json!({ "name": "a\nb" }), "form_rules.one_line"),
        ] {
            let answer = put(&own, body).await;
            assert_eq!((answer.refusal(), answer.field()), ((422, "invalid"), ("name", key)));
        }
        assert_eq!(put(&others, json!({ "name": "Mine" })).await.status, StatusCode::NOT_FOUND);
        for path in [others.as_str(), "users/999999", "users/none"] {
            assert_eq!(server.get(path, &token).await.refusal(), (404, "not_found"), "{path}");
        }
        assert_eq!(server.me("ana", &token).await.body["name"], "Ana");
    });
}

#[test]
fn an_e_mail_belongs_to_one_user_and_a_user_to_a_company_that_is_there() {
    on_both(async |server| {
        let company = server.lume.company;
        let again = server.test.db.write(move |tx| accounts::create_user(tx, company, &new_user("ANA"), 0)).await;
        assert!(matches!(again, Err(accounts::Error::EmailTaken)));
        let nowhere = server.test.db.write(|tx| accounts::create_user(tx, CompanyId(99), &new_user("new"), 0)).await;
        assert!(matches!(nowhere, Err(accounts::Error::Missing)));
        let group = server.lume.group;
        let nobody = primitives::UserId(999);
        let joined =
            server.test.db.write(move |tx| accounts::add_member(tx, nobody, group, accounts::Belonging::Member));
        assert!(matches!(joined.await, Err(accounts::Error::Missing)));
    });
}

#[test]
fn an_installation_has_no_master_until_one_is_made() {
    on_both(async |server| {
        assert!(server.test.db.read(accounts::has_master).await.unwrap());
        let demoted = server.test.db.write(|tx| tx.run("UPDATE identity_user SET master = FALSE WHERE master", &[]));
        assert_eq!(demoted.await.unwrap(), 1);
        assert!(!server.test.db.read(accounts::has_master).await.unwrap(), "other users do not count");
    });
}
