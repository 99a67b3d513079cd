//! Calls each writing operation once with success, for the test that all of them are recorded.

use serde_json::{Value, json};

use super::calls::{CALLS, CNPJ, Ids, PNG};
use crate::harness::TestServer;
use crate::test_users::Answer;

/// Calls an operation of administration so that it succeeds.
pub async fn succeed(server: &TestServer, operation: &str) -> Answer {
    let ids = Ids::lume(server).await;
    let (other, company) = Ids::other(server).await;
    let (root, ada, eva) = (server.user("root"), server.user("ada"), server.user("eva"));
    let managers = server.groups["managers"];
    let invitation = format!("/api/core/company/{company}/usergroup/{managers}");
    let invite = async |cnpj: &str| {
        let body = json!({ "name": "Other", "cnpj": cnpj });
        eva.put(&format!("/api/core/company/{company}"), body).await.ok();
        let path = format!("/api/core/company/usergroup/{managers}");
        ada.put(&path, json!({ "cnpj": cnpj })).await
    };
    let spare = async |key: &str| {
        let body = json!({ "title": key, "key": key, "cnpj": CNPJ });
        root.post("/api/core/tenant_with_company", body).await.ok()["tenant_id"].as_i64().unwrap()
    };
    match operation {
        "tenant_delete" => root.delete(&format!("/api/core/tenant/{}", spare("spare").await)).await,
        "company_delete" => {
            let body = json!({ "name": "Spare", "key": "spare", "cnpj": CNPJ, "tenant_id": ids.tenant });
            let made = ada.post("/api/core/company", body).await.ok()["company_id"].clone();
            ada.delete(&format!("/api/core/company/{made}")).await
        }
        "external_company_invite" => invite(CNPJ).await,
        "external_company_accept" => {
            invite(CNPJ).await.ok();
            eva.put(&invitation, Value::Null).await
        }
        "external_company_remove" => {
            invite(CNPJ).await.ok();
            ada.delete(&invitation).await
        }
        "user_create_with_admin" | "user_batch_create" | "update_user" => {
            let email = format!("{operation}@lume.example");
            let one = json!({ "name": "New", "email": email });
            match operation {
                "update_user" => {
                    let path = format!("/api/core/users/{}", server.users["rita"]);
                    ada.put(&path, json!({ "name": "Rita", "active": true })).await
                }
                "user_batch_create" => {
                    let body = json!({ "company_id": ids.company, "users": [one] });
                    ada.put("/api/core/users/batch/create", body).await
                }
                _ => {
                    let body = json!({ "name": "New", "email": email, "company_id": ids.company });
                    ada.post("/api/core/users_with_admin", body).await
                }
            }
        }
        "tenant_admin_add" => {
            let path = format!("/api/core/tenant/{}/admin", ids.tenant);
            ada.post(&path, json!({ "email": "wim@lume.example" })).await
        }
        "tenant_admin_remove" => {
            let path = format!("/api/core/tenant/{other}/admin");
            root.post(&path, json!({ "email": "wim@lume.example" })).await.ok();
            root.delete(&format!("/api/core/users/{}/tenant/{other}/admin", server.users["wim"])).await
        }
        "avatar_remove" => {
            let path = format!("/api/core/users/{}/avatar", ids.user);
            Answer::of(ada.request(reqwest::Method::PUT, &path).body(PNG)).await.ok();
            ada.delete(&path).await
        }
        "group_member_remove" => {
            let path = format!("/api/core/usergroup/{managers}/users/{}", server.users["rita"]);
            ada.put(&path, json!({})).await.ok();
            ada.delete(&path).await
        }
        other => {
            let call = CALLS.iter().find(|call| call.operation == other).expect("a call of administration");
            let who = if call.gate.admits("ada") { &ada } else { &root };
            call.send(who, ids).await
        }
    }
}
