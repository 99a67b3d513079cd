//! A tenant's way to a file server, a repository, and people with access to it: every call by everybody, every rule,
//! and the limits of an admin on the host.

mod file_servers;
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
fn refused(answer: &Answer, field: &str, rule: &str) {
    assert_eq!(faults(answer), [(field.to_owned(), rule.to_owned())], "{} {}", answer.status, answer.body);
}

async fn give(who: &TestUser<'_>, node: i64, body: Value) -> Answer {
    let mut whole = json!({ "node_id": node, "role": "reader", "recursive": true });
    for (key, value) in body.as_object().unwrap() {
        whole[key] = value.clone();
    }
    who.post("/api/node/grant", whole).await
}

/// Calls an operation so that it succeeds, for the log's test.
pub async fn succeed(server: &TestServer, operation: &str) -> Answer {
    let (ada, mia, lume) = (server.user("ada"), server.user("mia"), tenant(server, "lume").await);
    match operation {
        "file_server_create" => ada.post("fileserver", file_server("made/here", &[lume])).await,
        "file_server_update" => {
            let made = ada.post("fileserver", file_server("changed/here", &[lume])).await.ok();
            ada.put(&format!("fileserver/{}", made["file_server_id"]), file_server("changed/there", &[lume])).await
        }
        "repository_create" => {
            let disk = ada.post("fileserver", file_server("one", &[lume])).await.ok();
            ada.post("repository", repository(&disk["file_server_id"], lume, "films")).await
        }
        "repository_update" => {
            let (disk, made) = ground(server, "two", "films").await;
            let form = json!({ "title": "Cinema", "file_server_id": disk["file_server_id"] });
            ada.put(&format!("repository/{}", made["repository_id"]), form).await
        }
        "grant_create" => give(&mia, server.top, json!({ "users_id": server.users["rita"] })).await,
        "grant_remove" => {
            let given = give(&mia, server.top, json!({ "users_id": server.users["rita"] })).await.ok();
            mia.delete(&format!("/api/node/grant/{}", given["grant_id"])).await
        }
        other => panic!("{other} needs a call that succeeds here"),
    }
}
