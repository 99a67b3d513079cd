//! A bucket of an S3 store as a file server: what people do with files works there as on a disk.

mod asked;
mod copied;
mod fetched;
mod kept;
mod moved;
mod sent;

use blobs::testing::object_server::{ACCESS_KEY, BUCKET, ObjectServer, REGION, SECRET_KEY};
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::previews::png;
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};
use crate::versions::versions;

/// The form of a file server in the bucket of `objects`.
fn form(objects: &ObjectServer, tenant: i64) -> Value {
    json!({
        "label": "Bucket", "type": "s3", "url": objects.url(), "tenant_ids": [tenant], "region": REGION,
        "bucket": BUCKET, "prefix": "vitrine", "access_key": ACCESS_KEY, "secret_key": SECRET_KEY,
    })
}

/// A bucket with a repository of `ada`'s tenant.
pub struct Library {
    pub objects: ObjectServer,
    pub file_server: i64,
    pub top: i64,
}

impl Library {
    pub async fn new(server: &TestServer) -> Self {
        let (ada, lume, objects) = (server.user("ada"), tenant(server, "lume").await, ObjectServer::start());
        let made = ada.post("fileserver", form(&objects, lume)).await.ok();
        let file_server = made["file_server_id"].as_i64().unwrap();
        let films =
            json!({ "title": "Films", "folder_name": "films", "file_server_id": file_server, "tenant_id": lume });
        let repository = ada.post("repository", films).await.ok();
        objects.asked();
        Self { objects, file_server, top: repository["node_id"].as_i64().unwrap() }
    }

    pub fn key(node: i64) -> String {
        format!("vitrine/films/{node}")
    }

    pub fn bytes(&self, node: i64) -> Option<Vec<u8>> {
        self.objects.bytes(&Self::key(node))
    }

    async fn change(&self, who: &TestUser<'_>, body: Value) -> Answer {
        who.put(&format!("fileserver/{}", self.file_server), body).await
    }
}

#[test]
fn files_are_objects_that_no_move_touches() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(library.top, "Summer").await.id();
        let file = ada.upload(folder, "a.txt", "0123456789").await.id();
        assert_eq!(library.bytes(file).unwrap(), b"0123456789");
        assert_eq!(ada.content(file).await.bytes, b"0123456789");
        let path = format!("/api/file/content/{file}");
        let some = ada.request(reqwest::Method::GET, &path).header("range", "bytes=2-4");
        let some = Answer::of(some).await;
        assert_eq!((some.status, some.bytes.as_slice()), (206, &b"234"[..]));

        library.objects.asked();
        ada.rename(folder, "Winter").await.ok();
        ada.rename(file, "b.txt").await.ok();
        ada.delete(&format!("entry/{folder}")).await.ok();
        ada.post(&format!("entry/restore/{folder}"), json!({})).await.ok();
        let year = ada.folder(library.top, "2026").await.id();
        ada.post(&format!("entry/move/{folder}"), json!({ "target_id": year })).await.ok();
        assert_eq!(library.objects.asked(), [""; 0]);
        assert_eq!(ada.list(year).await, ["Winter"]);
        assert_eq!(ada.content(file).await.bytes, b"0123456789");
        let double = ada.upload(folder, "b.txt", "other").await;
        assert_eq!(double.status, 409, "{}", double.body);
        assert_eq!(library.objects.keys().len(), 2, "the file, and what tells that the repository is there");
    });
}

#[test]
fn bytes_that_a_file_has_already_arrive_while_the_store_lets_nothing_be_deleted() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "plan.txt", "one").await.id();
        library.objects.asked();
        library.objects.fail("DELETE vitrine/films/", 403, "AccessDenied");
        assert_eq!(ada.replace(library.top, file, "one").await.ok()["unchanged"], true);
        let asked = library.objects.asked();
        assert!(asked.iter().any(|asked| asked.starts_with("DELETE vitrine/films/")), "{asked:?}");
        assert_eq!(versions(&ada, file).await.len(), 1);
    });
}

#[test]
fn what_is_deleted_for_good_leaves_no_object() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let outer = ada.folder(library.top, "outer").await.id();
        let inner = ada.folder(outer, "inner").await.id();
        let mut files = Vec::new();
        for (folder, name) in [(outer, "a.txt"), (inner, "b.txt"), (inner, "c.txt")] {
            files.push(ada.upload(folder, name, name).await.id());
        }
        let stays = ada.upload(library.top, "stays.txt", "stays").await.id();
        ada.delete(&format!("entry/{}", files[1])).await.ok();
        ada.delete(&format!("entry/{outer}")).await.ok();
        ada.delete(&format!("entry/bin/{outer}")).await.ok();
        server.drain().await;
        assert_eq!(files.iter().filter(|file| library.bytes(**file).is_some()).count(), 0);
        assert_eq!(library.bytes(stays).unwrap(), b"stays");
    });
}

#[test]
fn a_picture_in_a_bucket_gets_its_preview_and_an_upload_in_parts_arrives() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let picture = ada.upload(library.top, "a.png", png()).await.id();
        server.drain().await;
        assert_eq!(ada.preview(picture).await.status, 200);
        let prepared = ada.prepare(library.top, "parts.bin", Some(10)).await.ok();
        assert_eq!(ada.patch(&prepared, 0, b"01234", &[]).await.status, 204);
        assert_eq!(ada.patch(&prepared, 5, b"56789", &[]).await.status, 204);
        let node = prepared["node_id"].as_i64().unwrap();
        assert_eq!(library.bytes(node).unwrap(), b"0123456789");
        assert_eq!(ada.content(node).await.bytes, b"0123456789");
    });
}

#[test]
fn a_bucket_that_does_not_answer_delays_only_who_needs_it() {
    on_both(async |server| {
        let (ada, wim, library) = (server.user("ada"), server.user("wim"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "bytes").await.id();
        let there = wim.upload(server.top, "there.txt", "there").await.id();
        let held = library.objects.hold();
        let meanwhile = async {
            tokio::task::block_in_place(|| held.until_waiting(1));
            assert_eq!(wim.content(there).await.bytes, b"there");
            wim.upload(server.top, "new.txt", "new").await.ok();
            ada.rename(file, "b.txt").await.ok();
            let folder = ada.folder(library.top, "new").await.id();
            ada.delete(&format!("entry/{folder}")).await.ok();
            assert_eq!(ada.list(library.top).await, ["b.txt"]);
            drop(held);
        };
        let (read, ()) = tokio::join!(ada.content(file), meanwhile);
        assert_eq!(read.bytes, b"bytes");
    });
}
