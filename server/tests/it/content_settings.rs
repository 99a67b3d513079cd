//! A tenant's way to a file server, a repository, and people with access to it: every call by everybody, every rule,
//! and the limits of an admin on the host.

mod checks;
mod file_servers;
mod gdrive;
mod grants;
mod places;
mod repositories;
mod switched_off;

use serde_json::{Value, json};

use crate::harness::TestServer;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};

/// A file server of the tenant in this folder.
fn file_server(url: &str, tenants: &[i64]) -> Value {
    json!({ "label": "Disk", "url": url, "type": "posix", "tenant_ids": tenants })
}

fn repository(file_server: &Value, tenant: i64, folder: &str) -> Value {
    json!({ "title": "Films", "folder_name": folder, "file_server_id": file_server, "tenant_id": tenant })
}

/// A file server and an empty repository on it, created by the tenant's admin.
async fn ground(server: &TestServer, url: &str, folder: &str) -> (Value, Value) {
    let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
    let disk = ada.post("fileserver", file_server(url, &[lume])).await.ok();
    let made = ada.post("repository", repository(&disk["file_server_id"], lume, folder)).await.ok();
    (disk, made)
}

/// Field and rule of every error.
fn faults(answer: &Answer) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let errors = answer.body["errors"].as_array().into_iter().flatten();
    errors.map(|error| (text(&error["field"]), text(&error["key"]).replace("form_rules.", ""))).collect()
}

#[track_caller]
pub fn refused(answer: &Answer, field: &str, rule: &str) {
    assert_eq!(faults(answer), [(field.to_owned(), rule.to_owned())], "{} {}", answer.status, answer.body);
}

async fn give(who: &TestUser<'_>, node: i64, body: Value) -> Answer {
    let mut whole = json!({ "node_id": node, "role": "reader", "recursive": true });
    for (key, value) in body.as_object().unwrap() {
        whole[key] = value.clone();
    }
    who.post("/api/node/grant", whole).await
}
