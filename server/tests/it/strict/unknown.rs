//! Unknown ids inside a form: the error names the field, and foreign ids get the same answer as ids that never existed,
//! with the same statements.

use serde_json::{Value, json};

use super::{Known, ask};
use crate::harness::{TestServer, on_both};
use crate::test_users::Answer;

const MISSING: &str = "999999";

/// Who, method, path, body with `$id` in it, the foreign object for `$id`, the status and the field.
type Naming = (&'static str, &'static str, &'static str, &'static str, &'static str, u16, &'static str);

const NAMINGS: &[Naming] = &[
    (
        "eva",
        "POST",
        "/api/core/company",
        r#"{"name":"X","key":"x-y","cnpj":"12.ABC.345/01DE-35","tenant_id":$id}"#,
        "$lume",
        422,
        "tenant_id",
    ),
    (
        "root",
        "POST",
        "/api/core/company",
        r#"{"name":"X","key":"x-y","cnpj":"12.ABC.345/01DE-35","tenant_id":$id}"#,
        "999998",
        422,
        "tenant_id",
    ),
    ("ada", "PUT", "/api/core/tenant/$lume", r#"{"theme":$id}"#, "$abroad_theme", 422, "theme"),
    (
        "root",
        "PUT",
        "/api/core/tenant/$lume",
        r#"{"app_instance_ids":[$content,$id]}"#,
        "999998",
        422,
        "app_instance_ids",
    ),
    (
        "ada",
        "POST",
        "/api/core/usergroup",
        r#"{"group_title":"G","group_key":"g-g","company_id":$id}"#,
        "$other_company",
        422,
        "company_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/usergroup",
        r#"{"group_title":"G","group_key":"g-g","company_id":$lume_company,"theme":$id}"#,
        "$abroad_theme",
        422,
        "theme",
    ),
    ("ada", "PUT", "/api/core/usergroup/$readers", r#"{"company_id":$id}"#, "$other_company", 422, "company_id"),
    ("ada", "PUT", "/api/core/usergroup/$readers", r#"{"theme":$id}"#, "$abroad_theme", 422, "theme"),
    (
        "ada",
        "POST",
        "/api/core/invitation",
        r#"{"name":"N","email":"n@lume.example","company_id":$id}"#,
        "$other_company",
        422,
        "company_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/invitation",
        r#"{"name":"N","email":"n@lume.example","user_group_id":$id}"#,
        "$abroad_group",
        422,
        "user_group_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/invitation",
        r#"{"name":"N","email":"n@lume.example","user_group_id":$readers,"company_id":$id}"#,
        "$other_company",
        422,
        "company_id",
    ),
    (
        "mia",
        "POST",
        "/api/core/invitation",
        r#"{"name":"N","email":"n@lume.example","user_group_id":$id}"#,
        "$readers",
        422,
        "user_group_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/users_with_admin",
        r#"{"name":"N","email":"n@lume.example","company_id":$id}"#,
        "$other_company",
        422,
        "company_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/users_with_admin",
        r#"{"name":"N","email":"n@lume.example","tenant_id":$id}"#,
        "$other",
        422,
        "tenant_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/users_with_admin",
        r#"{"name":"N","email":"n@lume.example","admins":[{"tenant_id":$lume},{"tenant_id":$id}]}"#,
        "$other",
        422,
        "admins[1].tenant_id",
    ),
    (
        "root",
        "POST",
        "/api/core/users_with_admin",
        r#"{"name":"N","email":"n@lume.example","admins":[{"tenant_id":$lume},{"tenant_id":$id}]}"#,
        "999998",
        422,
        "admins[1].tenant_id",
    ),
    (
        "ada",
        "POST",
        "/api/core/users_with_admin",
        r#"{"name":"N","email":"n@lume.example","company_id":$lume_company,"user_group_ids":[$readers,$id]}"#,
        "$abroad_group",
        422,
        "user_group_ids[1]",
    ),
    (
        "ada",
        "PUT",
        "/api/core/users/batch/create",
        r#"{"company_id":$id,"users":[{"name":"N","email":"n@lume.example"}]}"#,
        "$other_company",
        422,
        "company_id",
    ),
    (
        "ada",
        "PUT",
        "/api/core/users/batch/create",
        r#"{"company_id":$lume_company,"user_group_ids":[$id],"users":[{"name":"N","email":"n@lume.example"}]}"#,
        "$abroad_group",
        422,
        "user_group_ids[0]",
    ),
    ("ada", "PUT", "/api/core/users/$rea", r#"{"company_id":$id}"#, "$other_company", 422, "company_id"),
    (
        "ada",
        "PUT",
        "/api/core/user/external_account",
        r#"{"external_id":"x","users_id":$id,"service":"google.drive"}"#,
        "$eva",
        422,
        "users_id",
    ),
    (
        "wim",
        "POST",
        "/api/core/notification/send-message",
        r#"{"users_ids":[$rea,$id],"subject":"S","message":"M"}"#,
        "$eva",
        422,
        "users_ids",
    ),
    (
        "eva",
        "POST",
        "fileserver",
        r#"{"label":"F","url":"planted","type":"posix","tenant_ids":[$other,$id]}"#,
        "$lume",
        422,
        "tenant_ids",
    ),
    (
        "ada",
        "POST",
        "repository",
        r#"{"title":"R","folder_name":"planted","file_server_id":$disk,"tenant_id":$id}"#,
        "$other",
        422,
        "tenant_id",
    ),
    (
        "ada",
        "POST",
        "repository",
        r#"{"title":"R","folder_name":"planted","file_server_id":$id,"tenant_id":$lume}"#,
        "$abroad_disk",
        422,
        "file_server_id",
    ),
    ("mia", "POST", "/api/node/grant", r#"{"node_id":$top,"users_id":$id,"role":"reader"}"#, "$eva", 422, "users_id"),
    (
        "mia",
        "POST",
        "/api/node/grant",
        r#"{"node_id":$top,"user_group_id":$id,"role":"reader"}"#,
        "$abroad_group",
        422,
        "user_group_id",
    ),
    // An object under access control counts as missing for people who do not see it, as by its address.
    (
        "mia",
        "POST",
        "/api/node/grant",
        r#"{"node_id":$id,"users_id":$rea,"role":"reader"}"#,
        "$abroad_top",
        404,
        "node_id",
    ),
    ("mia", "POST", "folder", r#"{"folder_parent_id":$id,"name":"F"}"#, "$abroad_top", 404, "folder_parent_id"),
    ("wim", "POST", "folder", r#"{"folder_parent_id":$id,"name":"F"}"#, "$marked", 404, "folder_parent_id"),
    (
        "wim",
        "POST",
        "file/prepare",
        r#"{"folder_parent_id":$id,"filename":"f.txt","size":1}"#,
        "$marked",
        404,
        "folder_parent_id",
    ),
];

/// Objects besides those of `Known`, some of them of another tenant.
async fn known(server: &TestServer) -> Known {
    let mut known = Known::of(server).await;
    let eva = server.user("eva");
    known.0.insert("eva".into(), server.users["eva"].0.into());
    known.0.insert("abroad_top".into(), server.other_top.into());
    let theme = json!({ "theme_title": "Theirs", "theme_key": "theirs", "tenant_id": known.0["other"] });
    known.learn("abroad_theme=/theme_id", &eva.post("/api/core/theme", theme).await);
    let group = json!({ "group_title": "Theirs", "group_key": "theirs", "company_id": known.0["other_company"] });
    known.learn("abroad_group=/user_group_id", &eva.post("/api/core/usergroup", group).await);
    known.learn("abroad_disk=/items/0/file_server_id", &eva.get("fileserver").await);
    known.learn("disk=/items/0/file_server_id", &server.user("ada").get("fileserver").await);
    let marked = server.user("zoe").folder(server.top, "Marked").await;
    known.learn("marked=/node_id", &marked);
    server.classify(marked.id()).await;
    known
}

fn told(answer: &Answer) -> (u16, &Value, &Value) {
    let error = &answer.body["errors"][0];
    (answer.status, &error["field"], &error["key"])
}

#[test]
fn an_id_in_a_form_that_names_nothing_is_told_at_its_field_and_so_is_one_that_may_not_be_known() {
    on_both(async |server| {
        let known = known(server).await;
        let query_log = server.test.query_log();
        for (who, method, path, body, hidden, status, field) in NAMINGS {
            let (who, path) = (server.user(who), known.fill(path));
            let send = async |id: &str| {
                query_log.take();
                let answer = ask(&who, method, &path, &known.fill(&body.replace("$id", id))).await;
                let mut asked = query_log.take();
                // The live socket asks for events in between.
                asked.retain(|sql| !sql.contains("jobs_event"));
                // Pending propagations are read before or after the effective role.
                asked.sort_unstable();
                (answer, asked)
            };
            // Once before, so that caches about the asker are filled for both.
            send(MISSING).await;
            let ((missing, asked), (foreign, asked_of_foreign)) = (send(MISSING).await, send(hidden).await);
            let called = format!("{method} {path} {body}: {}", missing.body);
            assert_eq!(told(&missing), (*status, &json!(field), &json!("form_rules.unknown")), "{called}");
            assert!(missing.body["message"].as_str().is_some_and(|message| !message.is_empty()), "{called}");
            assert_eq!((foreign.status, foreign.body), (missing.status, missing.body), "{called}");
            assert_eq!(asked_of_foreign, asked, "{called}");
        }
    });
}
