//! The rules of the specification's forms at the server: the same keys, and messages in both languages.

use serde_json::{Value, json};

use super::calls::{CNPJ, Ids};
use crate::harness::on_both;
use crate::test_users::Answer;

/// Field and rule of every error.
fn faults(answer: &Answer) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let errors = answer.body["errors"].as_array().into_iter().flatten();
    errors.map(|error| (text(&error["field"]), text(&error["key"]).replace("form_rules.", ""))).collect()
}

#[test]
fn every_rule_of_a_form_is_a_rule_of_the_server() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let (root, ada) = (server.user("root"), server.user("ada"));
        let long = "x".repeat(201);
        let instance = "/api/core/application_instance";
        let found = "/api/core/tenant_with_company";
        let users = "/api/core/users_with_admin";
        for (path, body, wanted) in [
            (
                instance,
                json!({ "application_instance_title": " ", "application_id": 1, "access_url": "" }),
                vec![("application_instance_title", "mandatory"), ("access_url", "mandatory")],
            ),
            (
                instance,
                json!({ "application_instance_title": "A\nB", "application_id": 10, "access_url": "//evil", "config": "{" }),
                vec![
                    ("application_instance_title", "one_line"),
                    ("application_id", "unknown"),
                    ("access_url", "invalid_url"),
                    ("config", "invalid_json"),
                ],
            ),
            (
                found,
                json!({ "title": "", "key": "" }),
                vec![("title", "mandatory"), ("key", "mandatory"), ("cnpj", "mandatory")],
            ),
            (
                found,
                json!({ "title": long, "key": "ab", "cnpj": "11.222.333/0001-82" }),
                vec![("title", "max_length"), ("key", "min_length"), ("cnpj", "invalid_cnpj")],
            ),
            (
                found,
                json!({ "title": "T", "key": "Ab c", "cnpj": CNPJ, "company_key": "É" }),
                vec![("key", "alphanumeric_hyphen"), ("company_key", "alphanumeric_hyphen")],
            ),
            (
                users,
                json!({ "name": "", "email": "" }),
                vec![("name", "mandatory"), ("email", "mandatory"), ("company_id", "mandatory")],
            ),
            (
                users,
                json!({ "name": long, "email": "nobody", "company_id": ids.company }),
                vec![("name", "max_length"), ("email", "invalid_email")],
            ),
            (
                users,
                json!({ "name": "N", "email": "n@lume.example", "company_id": ids.company, "password": "12345678" }),
                vec![("password", "weak_password")],
            ),
        ] {
            let answer = root.post(path, body.clone()).await;
            assert_eq!(answer.status, 422, "{path} {body}");
            let wanted: Vec<_> = wanted.into_iter().map(|(field, rule)| (field.to_owned(), rule.to_owned())).collect();
            assert_eq!(faults(&answer), wanted, "{path} {body}");
        }
        for (path, body, wanted) in [
            (
                "/api/core/company",
                json!({ "name": "", "key": "", "cnpj": "", "tenant_id": ids.tenant }),
                vec![("name", "mandatory"), ("key", "mandatory"), ("cnpj", "mandatory")],
            ),
            (
                "/api/core/usergroup",
                json!({ "group_title": "", "group_key": "", "company_id": ids.company }),
                vec![("group_title", "mandatory"), ("group_key", "mandatory")],
            ),
        ] {
            let wanted: Vec<_> = wanted.into_iter().map(|(field, rule)| (field.to_owned(), rule.to_owned())).collect();
            assert_eq!(faults(&ada.post(path, body.clone()).await), wanted, "{path} {body}");
        }
    });
}

#[test]
fn a_taken_key_is_refused_at_its_field() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let tenant = json!({ "title": "Lume", "key": "lume", "cnpj": CNPJ });
        let company = json!({ "name": "Lume", "key": "lume", "cnpj": CNPJ, "tenant_id": ids.tenant });
        let group = json!({ "group_title": "R", "group_key": "readers", "company_id": ids.company });
        let user = json!({ "name": "Rea", "email": "Rea@Lume.example", "company_id": ids.company });
        for (who, path, body, field) in [
            ("root", "/api/core/tenant_with_company", tenant, "key"),
            ("ada", "/api/core/company", company, "key"),
            ("ada", "/api/core/usergroup", group, "group_key"),
            ("ada", "/api/core/users_with_admin", user, "email"),
        ] {
            let answer = server.user(who).post(path, body).await;
            assert_eq!(answer.status, 409, "{path}");
            assert_eq!(faults(&answer), [(field.to_owned(), "taken".to_owned())], "{path}");
        }
    });
}

#[test]
fn the_sentence_is_in_the_caller_s_language() {
    on_both(async |server| {
        let body = json!({ "tenant_title": "T", "active": false });
        let path = format!("/api/core/tenant/{}", Ids::lume(server).await.tenant);
        let ask = |language: &'static str| {
            let request = server.user("ada").request(reqwest::Method::PUT, &path);
            Answer::of(request.header("accept-language", language).json(&body))
        };
        assert_eq!(ask("pt-BR").await.body["message"], "Somente um master pode fazer isto.");
        assert_eq!(ask("en").await.body["message"], "Only a master may do this.");
    });
}
