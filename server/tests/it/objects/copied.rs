//! Copies into a bucket, within it, and out of it.

use primitives::NodeId;
use serde_json::{Value, json};

use super::Library;
use crate::copying::{action, half_made};
use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

/// Copies, and returns the background action once it has ended.
async fn copied(server: &TestServer, who: &TestUser<'_>, node: i64, target: i64) -> Value {
    let begun = who.put(&format!("entry/copy/{node}/to/{target}?keep_both=true"), json!({})).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    server.drain().await;
    action(who, &begun.body).await
}

#[test]
fn files_are_copied_between_a_disk_and_a_bucket() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(server.top, "Summer").await.id();
        let bytes = vec![3; 300_000];
        ada.upload(folder, "a.bin", bytes.clone()).await.ok();
        let copy = async |node: i64, target: i64| {
            let begun = ada.put(&format!("entry/copy/{node}/to/{target}"), json!({})).await;
            assert_eq!(begun.status, 202, "{}", begun.body);
            server.drain().await;
        };
        let only = async |folder: i64| {
            let list = ada.get(&format!("entry/list/{folder}")).await.ok();
            list["items"][0]["node_id"].as_i64().unwrap_or_else(|| panic!("{list}"))
        };
        copy(folder, library.top).await;
        let in_bucket = only(library.top).await;
        let file = only(in_bucket).await;
        assert_eq!(library.bytes(file).unwrap(), bytes);

        // Within it, and back to the disk.
        let within = ada.folder(library.top, "Within").await.id();
        copy(file, within).await;
        let second = only(within).await;
        assert_eq!((library.bytes(second).unwrap(), library.bytes(file).unwrap()), (bytes.clone(), bytes.clone()));
        let back = ada.folder(server.top, "Back").await.id();
        copy(in_bucket, back).await;
        assert_eq!(server.bytes_at("Back/Summer/a.bin").await, bytes);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
    });
}

#[test]
fn within_a_bucket_the_store_makes_the_copies_and_no_bytes_come_here() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let within = ada.folder(library.top, "Within").await.id();
        let small = ada.upload(library.top, "small.bin", vec![3; 300_000]).await.id();
        let large: Vec<u8> = (0..(17_u32 << 20)).map(|at| (at >> 8) as u8).collect();
        let large_file = ada.upload(library.top, "large.bin", large.clone()).await.id();
        for (file, bytes) in [(small, vec![3; 300_000]), (large_file, large)] {
            library.objects.asked();
            assert_eq!(copied(server, &ada, file, within).await["status"], "success");
            let asked = library.objects.asked();
            assert!(!asked.iter().any(|asked| asked.starts_with("GET")), "{asked:?}");
            let copy = server.count("SELECT MAX(node_id) FROM nodes_node WHERE kind = 2").await;
            assert_ne!(copy, file);
            assert_eq!(library.bytes(copy).as_ref(), Some(&bytes));
            assert_eq!(ada.content(copy).await.bytes, bytes);
        }
        // What is damaged is not copied, whatever the store says of it.
        library.objects.damage(&Library::key(small), &[4; 299_999]);
        let told = copied(server, &ada, small, within).await;
        assert_eq!(told["status"], "partial_error");
        let failed = ada.get(&format!("selection/failures/{}", told["bg_action_id"].as_str().unwrap())).await.ok();
        assert_eq!(failed["items"][0]["reason"], "damaged", "{failed}");
        for sql in ["SELECT COUNT(*) FROM content_upload", "SELECT COUNT(*) FROM nodes_node WHERE state = 0"] {
            assert_eq!(server.count(sql).await, 0, "{sql}");
        }
        let objects = library.objects.keys().len();
        assert_eq!(objects, 5, "two files, their copies, and what tells that the repository is there");
    });
}

#[test]
fn a_store_that_makes_no_copies_is_read_and_written() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let within = ada.folder(library.top, "Within").await.id();
        let file = ada.upload(library.top, "a.bin", vec![3; 300_000]).await.id();
        let next = file + 1;
        library.objects.fail(&format!("PUT {}", Library::key(next)), 501, "NotImplemented");
        assert_eq!(copied(server, &ada, file, within).await["status"], "success");
        assert_eq!(server.count("SELECT MAX(node_id) FROM nodes_node").await, next);
        assert_eq!(library.bytes(next).unwrap(), vec![3; 300_000]);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
    });
}

#[test]
fn what_a_crash_leaves_of_a_copy_within_a_bucket_is_taken_away_and_the_copy_goes_on() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let within = ada.folder(library.top, "Within").await.id();
        let file = ada.upload(library.top, "a.bin", "whole").await.id();
        ada.put(&format!("entry/copy/{file}/to/{within}"), json!({})).await.ok();
        // The store has made the copy, and the program was killed before its row was ready.
        let left = half_made(server, NodeId(file), NodeId(within)).await.0;
        library.objects.damage(&Library::key(left), b"whole");
        let owner = storage::Owner::this_process();
        storage::recover(&server.app.db, &owner, server.clock.now() + 1).await.unwrap();
        assert_eq!(library.bytes(left), None);
        server.drain().await;
        assert_eq!(ada.list(within).await, ["a.bin"]);
        let objects = library.objects.keys().len();
        assert_eq!(objects, 3, "the file, its copy, and what tells that the repository is there");
    });
}
