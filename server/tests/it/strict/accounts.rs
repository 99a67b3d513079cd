//! Users as the specification writes them: `admins` in the form, a company derived from the tenant, and one's own
//! profile sent back with a change that is not allowed.

use serde_json::{Value, json};

use super::Known;
use crate::harness::on_both;

#[test]
fn admins_of_a_form_are_taken_where_the_asker_may_give_them() {
    on_both(async |server| {
        let known = Known::of(server).await;
        let (lume, other) = (known.0["lume"].clone(), known.0["other"].clone());
        let made = |who: &'static str, email: &'static str, admins: Value| {
            let body = json!({ "name": "Nina", "email": email, "admins": admins });
            async move { server.user(who).post("/api/core/users_with_admin", body).await }
        };
        let nina = made("ada", "nina@lume.example", json!([{ "tenant_id": lume }])).await.ok();
        assert_eq!((&nina["company_id"], &nina["tenant_id"]), (&known.0["lume_company"], &lume));
        assert_eq!(nina["roles"], json!(["USER_REGULAR", "USER_ADMIN"]));
        let refused = made("ada", "nora@lume.example", json!([{ "tenant_id": lume }, { "tenant_id": other }])).await;
        let named = (&refused.body["errors"][0]["field"], &refused.body["errors"][0]["key"]);
        assert_eq!(named, (&json!("admins[1].tenant_id"), &json!("form_rules.unknown")), "{}", refused.body);
        let none = made("ada", "nora@lume.example", json!([])).await;
        assert_eq!((none.status, &none.body["errors"][0]["field"]), (422, &json!("company_id")));
        let both = made("root", "olga@lume.example", json!([{ "tenant_id": lume }, { "tenant_id": other }])).await;
        assert_eq!((both.status, &both.body["tenant_id"]), (201, &lume));

        let path = format!("/api/core/users/{}", nina["users_id"]);
        let admins = async |who: &str| {
            let told = server.user(who).get(&path).await.ok()["admins"].clone();
            told.as_array().unwrap().iter().map(|admin| admin["tenant_id"].clone()).collect::<Vec<_>>()
        };
        let put = async |who: &str, admins: Value| server.user(who).put(&path, json!({ "admins": admins })).await;
        put("root", json!([{ "tenant_id": lume }, { "tenant_id": other }])).await.ok();
        assert_eq!(admins("root").await, [lume.clone(), other.clone()]);
        let both = json!([{ "tenant_id": lume }, { "tenant_id": other }]);
        assert_eq!(put("ada", both.clone()).await.status, 403, "she is more than ada");
        put("root", json!([{ "tenant_id": lume, "tenant_title": "lume" }])).await.ok();
        assert_eq!(admins("root").await, std::slice::from_ref(&lume));
        let refused = put("ada", both).await;
        assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("admins[1].tenant_id")));
        put("ada", json!([])).await.ok();
        assert_eq!(admins("ada").await, [Value::Null; 0]);
        put("ada", json!([{ "tenant_id": lume }])).await.ok();
        assert_eq!(admins("ada").await, std::slice::from_ref(&lume));
        server.user("ada").put(&path, json!({ "name": "Nina B" })).await.ok();
        assert_eq!(admins("ada").await, [lume], "what is left out stays");
    });
}

#[test]
fn a_company_that_is_not_named_is_the_first_of_the_tenant_that_is() {
    on_both(async |server| {
        let known = Known::of(server).await;
        let ada = server.user("ada");
        for (body, errors) in [
            (r#"{"tenant_id":$lume,"users":[{"name":"Ana","email":"a1@lume.example"}]}"#, None),
            (r#"{"users":[{"name":"Ana","email":"a2@lume.example","tenant_id":$lume}]}"#, None),
            (r#"[{"name":"Ana","email":"a3@lume.example","tenant_id":$lume}]"#, None),
            (r#"[{"name":"Ana","email":"a4@lume.example"}]"#, Some("users[0].company_id")),
        ] {
            let body: Value = serde_json::from_str(&known.fill(body)).unwrap();
            let answer = ada.put("/api/core/users/batch/create", body.clone()).await;
            match errors {
                None => assert_eq!(answer.clone().ok()["created"], 1, "{body}: {}", answer.body),
                Some(field) => assert_eq!(answer.body["errors"][0]["field"], field, "{body}"),
            }
        }
        let found = ada.get("/api/core/users?q=ana").await.ok();
        for one in found["items"].as_array().unwrap() {
            assert_eq!(one["company_id"], known.0["lume_company"]);
        }
    });
}

#[test]
fn a_user_s_change_of_reserved_fields_is_refused_at_each_field() {
    on_both(async |server| {
        let known = Known::of(server).await;
        let path = known.fill("/api/core/users/$rea");
        let rea = server.user("rea");
        let own = rea.get(&path).await.ok();
        let put = async |field: &str, value: Value| {
            let mut body = own.clone();
            body[field] = value;
            rea.put(&path, body).await
        };
        for (field, value) in [
            ("email", json!("new@lume.example")),
            ("active", json!(false)),
            ("master", json!(true)),
            ("company_id", known.0["other_company"].clone()),
            ("reset_pwd", json!(true)),
            ("admins", json!([{ "tenant_id": known.0["lume"] }])),
        ] {
            let refused = put(field, value).await;
            let error = &refused.body["errors"][0];
            let told = (refused.status, &error["field"], &error["key"]);
            assert_eq!(told, (422, &json!(field), &json!("form_rules.not_yourself")), "{}", refused.body);
            assert_eq!(refused.body["message"], "You cannot change this yourself");
        }
        assert_eq!(rea.get(&path).await.ok(), own, "nothing was changed");
        rea.put(&path, own).await.ok();
        assert_eq!(server.user("rita").put(&path, json!({ "email": "x@lume.example" })).await.status, 404);
    });
}
