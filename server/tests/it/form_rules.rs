//! `docs/form-rules.tsv` at the server: a typed value, and the rule that refuses it. `web/src/app/form-rules.test.tsx`
//! holds the page's forms to the same table.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::Answer;

const TABLE: &str = include_str!("../../../docs/form-rules.tsv");
const CNPJ: &str = "11.222.333/0001-81";

/// The sender and address of a form, and valid content.
async fn form(server: &TestServer, name: &str) -> (&'static str, Method, String, Value) {
    let tenant = crate::quotas::tenant(server, "lume").await;
    let post = |who, path: &str, body| (who, Method::POST, format!("/api/core/{path}"), body);
    match name {
        "instance" => {
            let body =
                json!({ "application_instance_title": "T", "application_id": 1, "access_url": "/x", "config": "" });
            post("root", "application_instance", body)
        }
        "theme" => post("ada", "theme", json!({ "theme_title": "T", "theme_key": "t", "tenant_id": tenant })),
        "new tenant" => post("root", "tenant_with_company", json!({ "title": "T", "key": "tee", "cnpj": CNPJ })),
        "tenant" => ("ada", Method::PUT, format!("/api/core/tenant/{tenant}"), json!({ "tenant_title": "T" })),
        "company" => post("ada", "company", json!({ "name": "C", "key": "c", "cnpj": CNPJ, "tenant_id": tenant })),
        "group" => {
            let company = server.count("SELECT company_id FROM tenancy_company WHERE company_key = 'lume'").await;
            post("ada", "usergroup", json!({ "group_title": "G", "group_key": "g", "company_id": company }))
        }
        "user" => {
            let company = server.count("SELECT company_id FROM tenancy_company WHERE company_key = 'lume'").await;
            post("ada", "users_with_admin", json!({ "name": "U", "email": "u@lume.example", "company_id": company }))
        }
        "quota" | "deposit" => {
            let new = json!({ "tenant_id": tenant, "service": "synthetic_image", "type_of_billing": "prepaid" });
            server.user("ada").post("/api/core/quota/tenant", new).await;
            let quota = server.count("SELECT quota_id FROM billing_quota").await;
            let (path, body) = match name {
                "quota" => ("", json!({ "balance_limit": 0, "monthly_credit": 0, "type_of_billing": "prepaid" })),
                _ => ("deposit/", json!({ "amount": 1, "idempotency_key": "form-rules", "note": "" })),
            };
            ("ada", Method::PUT, format!("/api/core/quota/{path}{quota}/tenant/{tenant}"), body)
        }
        other => panic!("{other} is no form"),
    }
}

/// As the page sends it: numbers are numbers, and an empty choice or number is null.
fn sent(typed: &str, whole: &Value) -> Value {
    match typed.split_once('×') {
        Some((letter, times)) => letter.repeat(times.parse().unwrap()).into(),
        None if whole.is_number() && typed.is_empty() => Value::Null,
        None if whole.is_number() => typed.parse::<i64>().unwrap().into(),
        None => typed.into(),
    }
}

#[test]
fn every_rule_of_the_forms_is_the_server_s_too_by_the_same_key() {
    on_both(async |server| {
        for line in TABLE.lines().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [name, field, typed, rule] = columns[..] else { panic!("{line}") };
            let (who, method, path, mut body) = form(server, name).await;
            let whole = Answer::of(server.user(who).request(method.clone(), &path).json(&body)).await;
            assert!([200, 201, 409].contains(&whole.status), "{name}: {}", whole.body);
            body[field] = sent(typed, &body[field]);
            let answer = Answer::of(server.user(who).request(method, &path).json(&body)).await;
            assert_eq!(answer.status, 422, "{line}: {}", answer.body);
            let wanted = json!([{ "field": field, "key": format!("form_rules.{rule}") }]);
            let told = answer.body["errors"].as_array().unwrap().iter();
            let told: Value = told.map(|error| json!({ "field": error["field"], "key": error["key"] })).collect();
            assert_eq!(told, wanted, "{line}");
        }
    });
}
