//! Repositories: created, found, changed, and the tenants they belong to.

use serde_json::{Value, json};

use super::{faults, file_server, ground, refused, repository};
use crate::harness::{TestServer, on_both};
use crate::quotas::tenant;

async fn titles(server: &TestServer, name: &str, path: &str) -> Vec<String> {
    let listed = server.user(name).get(path).await.ok();
    listed["items"].as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_new_repository_is_its_admins_until_somebody_is_given_access() {
    on_both(async |server| {
        let (_, made) = ground(server, "disk", "films").await;
        assert!(server.test.folder().join("files/disk/films").is_dir());
        for (name, sees) in
            [("ada", true), ("zoe", true), ("mia", false), ("wim", false), ("rea", false), ("eva", false)]
        {
            let found = titles(server, name, "repository").await;
            assert_eq!(found.contains(&"Films".to_owned()), sees, "{name}: {found:?}");
        }
        assert_eq!(titles(server, "ada", "repository/admin").await, ["Films", "library"]);
        assert_eq!(titles(server, "ada", "repository/admin?q=fil").await, ["Films"]);
        assert_eq!(titles(server, "eva", "repository/admin").await, ["theirs"]);
        let uploaded = server.user("ada").upload(made["node_id"].as_i64().unwrap(), "a.txt", "words").await;
        assert_eq!(uploaded.status, 201);
        assert!(server.test.folder().join("files/disk/films/a.txt").is_file());
    });
}

#[test]
fn every_rule_of_the_form_is_a_rule_of_the_server() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let empty = ada.post("repository", json!({})).await;
        let missing = ["title", "folder_name", "file_server_id", "tenant_id"];
        let missing = missing.map(|field| (field.to_owned(), "mandatory".to_owned()));
        assert_eq!((empty.status, faults(&empty)), (422, missing.to_vec()));
        let (disk, made) = ground(server, "disk", "films").await;
        let path = format!("repository/{}", made["repository_id"]);
        for (field, value, rule) in [
            ("title", json!(" "), "mandatory"),
            ("title", json!("a/b"), "invalid_filename"),
            ("title", json!("é".repeat(128)), "max_length"),
            ("lib3d_node_id", json!("seven"), "number"),
            ("lib3d_node_id", json!(1.5), "number"),
            ("lib3d_node_id", json!(999_999), "unknown"),
            ("lib3d_node_id", json!(server.other_top), "unknown"),
        ] {
            let mut form = repository(&disk["file_server_id"], lume, "more");
            form[field] = value.clone();
            refused(&ada.post("repository", form.clone()).await, field, rule);
            refused(&ada.put(&path, form).await, field, rule);
        }
        let kept = ada.put(&path, json!({ "title": "T" })).await.ok();
        assert_eq!(kept["file_server_id"], disk["file_server_id"], "what is left out stays");
        let mut form = repository(&disk["file_server_id"], lume, "ignored");
        form["title"] = json!("Cinema");
        form["lib3d_node_id"] = json!(server.top.to_string());
        let changed = ada.put(&path, form).await.ok();
        for (field, value) in [
            ("title", json!("Cinema")),
            ("folder_name", json!("films")),
            ("lib3d_node_id", json!(server.top)),
            ("tenant_id", json!(lume)),
            ("version", json!(3)),
        ] {
            assert_eq!(changed[field], value, "{field}");
        }
        let node = ada.get(&format!("entry/{}", made["node_id"])).await.ok();
        assert_eq!(node["name"], "Cinema", "the title is the name of its top");
    });
}

#[test]
fn ids_of_another_tenant_are_not_found_and_not_changed() {
    on_both(async |server| {
        let (lume, other) = (tenant(server, "lume").await, tenant(server, "other").await);
        let (eva, ada) = (server.user("eva"), server.user("ada"));
        let (disk, made) = ground(server, "disk", "films").await;
        let theirs = eva.get("fileserver").await.ok()["items"][0]["file_server_id"].clone();
        let before = server.count("SELECT COUNT(*) FROM content_repository").await;
        for (file_server, tenant) in [
            (&disk["file_server_id"], lume),
            (&disk["file_server_id"], other),
            (&theirs, lume),
            (&json!(999_999), other),
        ] {
            let answer = eva.post("repository", repository(file_server, tenant, "planted")).await;
            assert_eq!(answer.status, 422, "{file_server} {tenant}: {}", answer.body);
        }
        for id in [made["repository_id"].clone(), json!(999_999)] {
            let form = repository(&theirs, other, "planted");
            let answer = eva.put(&format!("repository/{id}"), form).await;
            assert_eq!((answer.status, &answer.body["code"]), (404, &json!("not_found")), "{id}");
        }
        let moved = repository(&theirs, lume, "films");
        assert_eq!(ada.put(&format!("repository/{}", made["repository_id"]), moved).await.status, 422);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_repository").await, before);
        for name in ["mia", "wim", "rea"] {
            let form = repository(&disk["file_server_id"], lume, "planted");
            assert_eq!(server.user(name).post("repository", form).await.refusal(), (403, "wrong_role"), "{name}");
        }
    });
}

#[test]
fn marks_bind_admins_in_the_settings_too() {
    on_both(async |server| {
        let (_, made) = ground(server, "disk", "films").await;
        server.classify(made["node_id"].as_i64().unwrap()).await;
        let path = format!("repository/{}", made["repository_id"]);
        let form = json!({ "title": "Found", "file_server_id": made["file_server_id"] });
        assert_eq!(titles(server, "ada", "repository/admin").await, ["library"]);
        assert_eq!(server.user("ada").put(&path, form.clone()).await.status, 404);
        let off = json!({ "title": "Films", "file_server_id": made["file_server_id"], "active": false });
        server.user("zoe").put(&path, off).await.ok();
        assert_eq!(titles(server, "ada", "repository/admin").await, ["library"], "switched off, it is as hidden");
        assert_eq!(titles(server, "zoe", "repository/admin").await, ["Films", "library"]);
    });
}

#[test]
fn only_an_empty_repository_goes_to_another_file_server_and_none_to_one_that_is_switched_off() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let (first, made) = ground(server, "disk", "films").await;
        let second = ada.post("fileserver", file_server("second", &[lume])).await.ok();
        let path = format!("repository/{}", made["repository_id"]);
        let to = |disk: &Value| json!({ "title": "Films", "file_server_id": disk["file_server_id"] });
        assert_eq!(ada.put(&path, to(&second)).await.ok()["file_server_id"], second["file_server_id"]);
        ada.upload(made["node_id"].as_i64().unwrap(), "a.txt", "words").await.ok();
        assert!(server.test.folder().join("files/second/films/a.txt").is_file());
        refused(&ada.put(&path, to(&first)).await, "file_server_id", "in_use");
        let mut off = file_server("disk", &[lume]);
        off["active"] = json!(false);
        ada.put(&format!("fileserver/{}", first["file_server_id"]), off).await.ok();
        let answer = ada.post("repository", repository(&first["file_server_id"], lume, "more")).await;
        refused(&answer, "file_server_id", "unknown");
    });
}
