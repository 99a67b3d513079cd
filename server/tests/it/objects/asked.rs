//! What is wrong with a bucket is said at its field, and its secret key to nobody.

use blobs::testing::object_server::{ObjectServer, SECRET_KEY};
use secrets::Secrets;
use serde_json::json;
use vitrine::app::App;
use vitrine::settings::Settings;

use super::{Library, form};
use crate::content_settings::refused;
use crate::harness::{TestServer, on_both};
use crate::quotas::tenant;

#[test]
fn what_is_wrong_with_a_bucket_is_said_at_its_field() {
    on_both(async |server| {
        let (ada, lume, objects) = (server.user("ada"), tenant(server, "lume").await, ObjectServer::start());
        let buckets = "SELECT COUNT(*) FROM content_file_server WHERE type = 's3'";
        let before = server.count(buckets).await;
        for (field, value, rule) in [
            ("url", json!(""), "mandatory"),
            ("url", json!("ftp://x"), "invalid_url"),
            ("url", json!("http://10.0.0.1"), "s3_refused"),
            ("url", json!("http://localhost:1"), "s3_refused"),
            ("url", json!("https://127.0.0.1:1"), "s3_silent"),
            ("region", json!(null), "mandatory"),
            ("region", json!("us-east-1"), "s3_region"),
            ("bucket", json!("gone"), "s3_bucket"),
            ("bucket", json!("a/b"), "s3_bucket"),
            ("prefix", json!("../x"), "s3_prefix"),
            ("access_key", json!("other"), "s3_access_key"),
            ("secret_key", json!("other"), "s3_secret_key"),
            ("secret_key", json!(""), "mandatory"),
        ] {
            let mut body = form(&objects, lume);
            body[field] = value;
            let answer = ada.post("fileserver", body).await;
            assert_eq!(answer.status, 422, "{field} {}", answer.body);
            refused(&answer, field, rule);
        }
        for (what, rule) in [("PUT", "may_not_write"), ("GET", "may_not_read"), ("DELETE", "may_not_delete")] {
            objects.fail(what, 403, "AccessDenied");
            refused(&ada.post("fileserver", form(&objects, lume)).await, "access_key", &format!("s3_{rule}"));
        }
        assert_eq!(server.count(buckets).await, before);
    });
}

#[test]
fn no_two_file_servers_share_keys_and_none_moves_while_it_has_repositories() {
    on_both(async |server| {
        let (ada, lume, library) = (server.user("ada"), tenant(server, "lume").await, Library::new(server).await);
        for prefix in ["", "vitrine", "vitrine/inside"] {
            let mut body = form(&library.objects, lume);
            body["prefix"] = json!(prefix);
            assert_eq!(ada.post("fileserver", body).await.refusal(), (409, "place_taken"), "{prefix:?}");
        }
        let mut beside = form(&library.objects, lume);
        beside["prefix"] = json!("vitrine2");
        ada.post("fileserver", beside).await.ok();
        refused(&library.change(&ada, json!({ "prefix": "moved" })).await, "prefix", "in_use");
        refused(&library.change(&ada, json!({ "type": "posix" })).await, "type", "type_stays");
        library.change(&ada, json!({ "label": "Renamed" })).await.ok();
        let repository = json!({
            "title": "Again", "folder_name": "films", "file_server_id": library.file_server, "tenant_id": lume
        });
        assert_eq!(ada.post("repository", repository).await.refusal(), (409, "folder_taken"));
        let mut other = form(&library.objects, lume);
        other["url"] = json!("somewhere");
        other["type"] = json!("posix");
        let disk = ada.post("fileserver", other).await.ok();
        assert_eq!(disk["bucket"], json!(null), "a folder has no bucket");
    });
}

/// The secret key in the row.
async fn stored(server: &TestServer) -> String {
    let sql = "SELECT secret_key FROM storage_bucket";
    server.app.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
}

#[test]
fn the_secret_key_is_encrypted_never_sent_and_stays_if_none_is_typed() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let before = stored(server).await;
        assert!(Secrets::is_encrypted(&before));
        let listed = ada.get("fileserver").await;
        assert!(listed.body.to_string().contains("an-access-key"));
        let changed = library.change(&ada, json!({ "label": "Renamed", "secret_key": "" })).await;
        refused(&library.change(&ada, json!({ "access_key": "other" })).await, "secret_key", "mandatory");
        refused(&library.change(&ada, json!({ "secret_key": "wrong" })).await, "secret_key", "s3_secret_key");
        assert_eq!(stored(server).await, before);
        library.change(&ada, json!({ "path_style": true, "secret_key": SECRET_KEY })).await.ok();
        let log = ada.get("/api/core/system_log?limit=200").await;
        for told in [listed, changed, log] {
            let text = String::from_utf8(told.bytes).unwrap();
            assert!(!text.contains(SECRET_KEY) && !text.contains("v1."), "{text}");
        }
        ada.upload(library.top, "a.txt", "bytes").await.ok();
    });
}

#[test]
fn a_new_key_of_the_operator_reaches_the_secret_key() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "bytes").await.id();
        let before = stored(server).await;
        let settings = Settings {
            data: server.test.folder().to_owned(),
            secret_key: Some(mail::Secret::new("a key of the operator")),
            trusted_hosts: vec!["127.0.0.1".to_owned()],
            ..Settings::default()
        };
        let app = App::new(server.test.db.clone(), server.clock.clone(), &settings).await.unwrap();
        assert_ne!(stored(server).await, before);
        let read = app.db.read(move |c| {
            let node = nodes::find(c, primitives::NodeId(file))?.unwrap();
            storage::integrity::look(c, node.repository, &node).map(|bytes| (node, bytes))
        });
        let (node, bytes) = read.await.unwrap();
        let opened = storage::integrity::right(&app.db, &node, bytes, crate::harness::NOW).await.unwrap();
        assert_eq!(tokio::task::block_in_place(|| opened.hash()).unwrap(), node.facts.hash.unwrap());
        let without = ada.content(file).await;
        assert_eq!(without.status, 503, "a server with the key of before cannot ask: {}", without.body);
    });
}
