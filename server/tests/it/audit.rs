//! Every operation of the document that changes something leaves an entry in the log, with its id.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{PASSWORD, TestServer, on_both};
use crate::test_users::{Answer, TestUser};
use crate::{administration, audit_people, content_settings};

/// Why an operation other than GET records nothing.
fn excuse(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "entry_exists" => "it only asks",
        "renew_token" => "it prolongs a session whose beginning is recorded",
        "byte_cookie_set" | "byte_cookie_remove" => "it is of a session whose beginning and end are recorded",
        "file_prepare" | "file_upload_terminate" => "nobody has seen the file yet; its arrival is recorded",
        "file_upload_probe" | "file_upload_options" => "they only ask",
        "clear_background_actions" | "cancel_background_action" => "the list of one's own work in progress",
        other => return audit_people::excuse(other),
    })
}

/// Calls an operation so that it succeeds.
async fn succeed(server: &TestServer, operation: &str) -> Answer {
    let (wim, rea) = (server.user("wim"), server.user("rea"));
    match operation {
        "login" => rea.post("/api/core/auth/login", json!({ "email": "rea@lume.example", "password": PASSWORD })).await,
        "logout" => anew(server, "rita").await.post("/api/core/auth/logout", Value::Null).await,
        "reset_password" => {
            let body = json!({ "password": PASSWORD, "new_password": "girassol montanha veludo" });
            server.user("clea").post("/api/core/auth/reset_password", body).await
        }
        "update_user" => {
            let user = server.users["rea"];
            rea.put(&format!("/api/core/users/{user}"), json!({ "name": "Rea Renamed", "language": "pt" })).await
        }
        "folder_create" => wim.folder(server.top, "made").await,
        "file_create" => wim.upload(server.top, "made.txt", "words").await,
        "entry_rename" => {
            let folder = wim.folder(server.top, "before").await.id();
            wim.rename(folder, "after").await
        }
        "entry_remove" => {
            let folder = wim.folder(server.top, "unwanted").await.id();
            wim.delete(&format!("entry/{folder}")).await
        }
        "entry_restore" => {
            let folder = wim.folder(server.top, "missed").await.id();
            wim.delete(&format!("entry/{folder}")).await.ok();
            wim.post(&format!("entry/restore/{folder}"), Value::Null).await
        }
        "bin_purge" => {
            let folder = wim.folder(server.top, "gone").await.id();
            wim.delete(&format!("entry/{folder}")).await.ok();
            server.user("mia").delete(&format!("entry/bin/{folder}")).await
        }
        "bin_empty" => {
            let folder = wim.folder(server.top, "gone with others").await.id();
            wim.delete(&format!("entry/{folder}")).await.ok();
            server.user("mia").delete("entry/bin").await
        }
        "rendition_discard" => {
            let file = wim.upload(server.top, "drawn.txt", "words").await.id();
            server.drain().await;
            wim.delete(&format!("rendition/{file}")).await
        }
        "file_upload" => {
            let prepared = wim.prepare(server.top, "sent.txt", Some(5)).await.ok();
            wim.send(&prepared, "words").await
        }
        "file_upload_append" => {
            let prepared = wim.prepare(server.top, "parted.txt", Some(5)).await.ok();
            wim.patch(&prepared, 0, b"words", &[]).await
        }
        "quota_create" | "quota_update" | "quota_deposit" | "tenant_time_zone_set" => quota(server, operation).await,
        "file_server_create" | "file_server_update" | "repository_create" | "repository_update" | "grant_create"
        | "grant_remove" => content_settings::succeed(server, operation).await,
        other if other.starts_with("theme_") => theme(server, other).await,
        other if administration::calls::is_covered(other) => administration::succeed::succeed(server, other).await,
        other => audit_people::succeed(server, other).await,
    }
}

async fn quota(server: &TestServer, operation: &str) -> Answer {
    let (ada, lume) = (server.user("ada"), crate::quotas::tenant(server, "lume").await);
    if operation == "tenant_time_zone_set" {
        let zone = json!({ "time_zone": "America/Sao_Paulo" });
        return ada.put(&format!("/api/core/quota/time_zone/tenant/{lume}"), zone).await;
    }
    let new = |tenant: i64| json!({ "tenant_id": tenant, "service": "synthetic_image", "type_of_billing": "prepaid" });
    if operation == "quota_create" {
        let other = crate::quotas::tenant(server, "other").await;
        return server.user("root").post("/api/core/quota/tenant", new(other)).await;
    }
    // Created by whichever of the others runs first.
    ada.post("/api/core/quota/tenant", new(lume)).await;
    let listed = ada.get(&format!("/api/core/quota/tenant/{lume}")).await.ok();
    let id = &listed["items"][0]["quota_id"];
    if operation == "quota_deposit" {
        let body = json!({ "amount": 5, "idempotency_key": "order-4711" });
        return ada.put(&format!("/api/core/quota/deposit/{id}/tenant/{lume}"), body).await;
    }
    let form = json!({ "balance_limit": -5, "monthly_credit": 5, "type_of_billing": "postpaid" });
    ada.put(&format!("/api/core/quota/{id}/tenant/{lume}"), form).await
}

async fn theme(server: &TestServer, operation: &str) -> Answer {
    let (ada, lume) = (server.user("ada"), crate::quotas::tenant(server, "lume").await);
    let key = operation.trim_start_matches("theme_");
    let new = json!({ "theme_title": operation, "theme_key": key, "tenant_id": lume });
    let made = ada.post("/api/core/theme", new).await;
    if operation == "theme_create" {
        return made;
    }
    let made = made.ok();
    let path = format!("/api/core/theme/{}", made["theme_id"]);
    let (of_tenant, of_group) = (format!("{path}/tenant/{lume}"), format!("{path}/group/{}", server.groups["readers"]));
    match operation {
        "theme_update" => {
            ada.put(&path, json!({ "theme_title": "Changed", "theme_config": made["theme_config"] })).await
        }
        "theme_delete" => ada.delete(&path).await,
        "theme_assign_tenant" => ada.put(&of_tenant, Value::Null).await,
        "theme_assign_group" => ada.put(&of_group, Value::Null).await,
        "theme_unassign_tenant" => {
            ada.put(&of_tenant, Value::Null).await.ok();
            ada.delete(&of_tenant).await
        }
        "theme_unassign_group" => {
            ada.put(&of_group, Value::Null).await.ok();
            ada.delete(&of_group).await
        }
        "theme_logo_set" => {
            let svg =
                "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='4'><rect width='9' height='4'/></svg>";
            let request = ada.request(Method::PUT, &format!("{path}/logo"));
            Answer::of(request.header("content-type", "application/octet-stream").body(svg)).await
        }
        other => panic!("{other} needs a call that succeeds here"),
    }
}

async fn anew<'h>(server: &'h TestServer, name: &str) -> TestUser<'h> {
    let login = json!({ "email": format!("{name}@lume.example"), "password": PASSWORD });
    let answer = server.anonymous().post("/api/core/auth/login", login).await.ok();
    TestUser { token: Some(answer["token"].as_str().unwrap().to_owned()), ..server.anonymous() }
}

/// Ids of the operations other than GET.
fn writing(server: &TestServer) -> Vec<String> {
    let (_, document, _) = vitrine::app::split(server.app.routes());
    let document = serde_json::to_value(document).unwrap();
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|item| item.as_object().unwrap().iter());
    operations
        .filter(|(method, _)| method.to_uppercase() != Method::GET.as_str())
        .filter_map(|(_, operation)| Some(operation["operationId"].as_str()?.to_owned()))
        .collect()
}

/// The newest entry: what, object, origin, user, before and after.
async fn newest(server: &TestServer) -> (i64, String, String, Option<i64>) {
    let sql = "SELECT audit_id, what, origin, users_id FROM audit_entry ORDER BY audit_id DESC LIMIT 1";
    let read =
        server.app.db.read(move |c| c.find(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))));
    read.await.unwrap().unwrap_or_default()
}

#[test]
fn every_operation_that_changes_something_is_recorded() {
    on_both(async |server| {
        for operation in writing(server) {
            if excuse(&operation).is_some() {
                continue;
            }
            let before = newest(server).await.0;
            succeed(server, &operation).await.ok();
            let (id, what, origin, user) = newest(server).await;
            assert!(id > before, "{operation} leaves no entry");
            assert_eq!((what.as_str(), origin.as_str()), (operation.as_str(), "127.0.0.1"));
            assert!(user.is_some(), "{operation} names nobody");
        }
        for state in audit::verify(&server.app.db).await.unwrap() {
            assert_eq!(state.broken, None, "chain {}", state.chain);
        }
        let told = server.app.db.read(|c| {
            let sql = "SELECT COALESCE(before_json, '') || COALESCE(after_json, '') || object_title FROM audit_entry";
            c.rows(sql, &[], |row| row.get::<String>(0))
        });
        for text in told.await.unwrap() {
            assert!(!text.contains("telhado") && !text.contains("girassol"), "a password is told: {text}");
        }
    });
}

#[test]
fn what_is_refused_is_not_recorded() {
    on_both(async |server| {
        let before = newest(server).await.0;
        let rea = server.user("rea");
        assert_eq!(rea.folder(server.top, "planted").await.status, 403);
        assert_eq!(server.user("eva").folder(server.top, "planted").await.status, 404);
        let login = json!({ "email": "rea@lume.example", "password": "wrong" });
        assert_eq!(rea.post("/api/core/auth/login", login).await.status, 401);
        assert_eq!(newest(server).await.0, before);
    });
}

#[test]
fn an_update_says_what_was_and_what_is() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "draft").await.id();
        wim.rename(folder, "final").await.ok();
        let read = server.app.db.read(|c| {
            let sql = "SELECT object_title, before_json, after_json, session_id FROM audit_entry
                       WHERE what = 'entry_rename'";
            c.get(sql, &[], |row| {
                Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<Option<i64>>(3)?))
            })
        });
        let (title, before, after, session) = read.await.unwrap();
        assert_eq!(
            (title.as_str(), before.as_str(), after.as_str()),
            ("final", r#"{"name":"draft"}"#, r#"{"name":"final"}"#)
        );
        assert!(session.is_some());
    });
}
