//! File servers: who may see and change them, and the rules of the form.

use serde_json::{Value, json};

use super::{faults, file_server, ground, refused, repository};
use crate::harness::{TestServer, on_both};
use crate::quotas::tenant;

async fn labels(server: &TestServer, name: &str) -> Vec<String> {
    let listed = server.user(name).get("fileserver").await.ok();
    listed["items"].as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_admin_sees_the_file_servers_of_their_tenants_and_nobody_else_sees_any() {
    on_both(async |server| {
        assert_eq!(labels(server, "ada").await, ["library"]);
        assert_eq!(labels(server, "eva").await, ["theirs"]);
        for name in ["mia", "wim", "rea", "clea", "rita"] {
            for path in ["fileserver", "repository/admin"] {
                assert_eq!(server.user(name).get(path).await.refusal(), (403, "wrong_role"), "{name} {path}");
            }
        }
        assert_eq!(server.user("root").get("fileserver").await.status, 404);
        assert_eq!(server.anonymous().get("fileserver").await.status, 401);
    });
}

#[test]
fn every_rule_of_the_form_is_a_rule_of_the_server() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let empty = ada.post("fileserver", json!({})).await;
        let missing = ["label", "url", "type", "tenant_ids"].map(|field| (field.to_owned(), "mandatory".to_owned()));
        assert_eq!((empty.status, faults(&empty)), (422, missing.to_vec()));
        for (field, value, rule) in [
            ("label", json!("x".repeat(201)), "max_length"),
            ("label", json!("a\nb"), "one_line"),
            ("type", json!("ftp"), "unknown"),
            ("external_access_address", json!("files.example"), "invalid_url"),
            ("external_api_address", json!("javascript:x"), "invalid_url"),
            ("external_api_address", json!("https://user:word@files.example"), "invalid_url"),
            ("external_access_address", json!("https://files.example/?x=1"), "invalid_url"),
            ("external_access_address", json!("file:///etc/passwd"), "invalid_url"),
            ("cdn_domain", json!("user@cdn.example"), "invalid_host"),
            ("queue_id", json!("seven"), "number"),
            ("queue_id", json!(7.5), "number"),
            ("cdn_domain", json!("https://cdn.example"), "invalid_host"),
        ] {
            let mut form = file_server("fresh", &[lume]);
            form[field] = value.clone();
            let answer = ada.post("fileserver", form).await;
            assert_eq!(answer.status, 422, "{field} {value}");
            refused(&answer, field, rule);
        }
        let mut whole = file_server("fresh", &[lume]);
        for (field, value) in [
            ("external_access_address", "https://files.example"),
            ("external_api_address", "https://api.example:8443"),
            ("cdn_domain", "cdn.example"),
        ] {
            whole[field] = json!(value);
        }
        whole["queue_id"] = json!("7");
        let made = ada.post("fileserver", whole.clone()).await;
        assert_eq!((made.status, made.header("etag").starts_with("\"1-")), (201, true));
        let made = made.ok();
        for (field, value) in [
            ("url", json!("fresh")),
            ("type", json!("posix")),
            ("tenant_ids", json!([lume])),
            ("queue_id", json!(7)),
            ("cdn_domain", json!("cdn.example")),
            ("active", json!(true)),
            ("administered", json!(true)),
            ("repositories", json!(0)),
        ] {
            assert_eq!(made[field], value, "{field}");
        }
        let path = format!("fileserver/{}", made["file_server_id"]);
        whole["queue_id"] = Value::Null;
        whole["cdn_domain"] = json!("");
        whole["active"] = json!(false);
        let changed = ada.put(&path, whole).await.ok();
        assert_eq!((&changed["queue_id"], &changed["cdn_domain"]), (&Value::Null, &Value::Null));
        assert_eq!((&changed["active"], &changed["version"]), (&json!(false), &json!(2)));
    });
}

#[test]
fn file_servers_and_tenants_of_another_tenant_are_not_found() {
    on_both(async |server| {
        let (eva, lume, other) = (server.user("eva"), tenant(server, "lume").await, tenant(server, "other").await);
        let theirs = server.user("ada").get("fileserver").await.ok()["items"][0].clone();
        let before = server.count("SELECT COUNT(*) FROM content_file_server").await;
        for tenants in [&[lume][..], &[other, lume], &[999_999]] {
            assert_eq!(eva.post("fileserver", file_server("planted", tenants)).await.status, 422, "{tenants:?}");
        }
        for id in [theirs["file_server_id"].clone(), json!(999_999)] {
            let answer = eva.put(&format!("fileserver/{id}"), file_server("planted", &[other])).await;
            assert_eq!((answer.status, &answer.body["code"]), (404, &json!("not_found")), "{id}");
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM content_file_server").await, before);
        assert!(!server.test.folder().join("files/planted").exists());
        assert_eq!(server.user("ada").get("fileserver").await.ok()["items"][0], theirs);
    });
}

#[test]
fn a_file_server_of_several_tenants_is_changed_by_who_administers_all_of_them() {
    on_both(async |server| {
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        let (ada, eva, root) = (server.user("ada"), server.user("eva"), server.user("root"));
        let made_admin = json!({ "email": "ada@lume.example" });
        root.post(&format!("/api/core/tenant/{other}/admin"), made_admin).await.ok();
        let made = ada.post("fileserver", file_server("both", &[lume, other])).await.ok();
        let path = format!("fileserver/{}", made["file_server_id"]);
        let seen = eva.get("fileserver?q=disk").await.ok()["items"][0].clone();
        assert_eq!((&seen["tenant_ids"], &seen["administered"]), (&json!([other]), &json!(false)));
        assert_eq!(eva.put(&path, file_server("mine", &[other])).await.refusal(), (403, "file_server_shared"));
        let form =
            json!({ "title": "T", "folder_name": "t", "file_server_id": made["file_server_id"], "tenant_id": other });
        eva.post("repository", form).await.ok();
        refused(&ada.put(&path, file_server("both", &[lume])).await, "tenant_ids", "in_use");
        let form = file_server("both", &[other]);
        assert_eq!(ada.put(&path, form).await.ok()["tenant_ids"], json!([other]));
    });
}

#[test]
fn a_folder_with_repositories_stays_and_a_stale_change_is_refused() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let (disk, _) = ground(server, "kept", "films").await;
        let path = format!("fileserver/{}", disk["file_server_id"]);
        refused(&ada.put(&path, file_server("elsewhere", &[lume])).await, "url", "in_use");
        let mut form = file_server("kept", &[lume]);
        form["label"] = json!("Renamed");
        assert_eq!(ada.put(&path, form.clone()).await.ok()["repositories"], 1);
        let stale = ada.request(reqwest::Method::PUT, &path).header("if-match", "\"1\"").json(&form);
        assert_eq!(crate::test_users::Answer::of(stale).await.refusal(), (412, "changed_meanwhile"));
        // A repository of a tenant that the file server does not belong to, as in earlier demonstrations.
        let other = tenant(server, "other").await;
        let sql = format!("UPDATE content_repository SET tenant_id = {other} WHERE folder_name = 'films'");
        server.test.run(sql).await;
        assert_eq!(ada.put(&path, json!({ "label": "Again" })).await.ok()["label"], "Again");
    });
}

#[test]
fn what_was_read_of_a_file_server_and_a_repository_is_sent_back_whole() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let mut form = file_server("whole", &[lume]);
        for (field, value) in [
            ("queue_id", json!(7)),
            ("external_access_address", json!("https://files.example/dam")),
            ("external_api_address", json!("http://10.0.0.7:8080")),
            ("cdn_domain", json!("cdn.example:8443")),
        ] {
            form[field] = value;
        }
        let mut disk = ada.post("fileserver", form).await.ok();
        let mut form = repository(&disk["file_server_id"], lume, "films");
        form["lib3d_node_id"] = json!(server.top);
        let mut films = ada.post("repository", form).await.ok();
        disk["repositories"] = json!(1);
        for (path, read) in [
            (format!("fileserver/{}", disk["file_server_id"]), &mut disk),
            (format!("repository/{}", films["repository_id"]), &mut films),
        ] {
            let sent = ada.put(&path, read.clone()).await.ok();
            read["version"] = json!(read["version"].as_i64().unwrap() + 1);
            assert_eq!(&sent, read, "{path}");
        }
    });
}
