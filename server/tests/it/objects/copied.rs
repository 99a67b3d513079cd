//! Copies into a bucket, within it, and out of it.

use serde_json::json;

use super::Library;
use crate::harness::on_both;

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
        assert_eq!(std::fs::read(server.disk.join("Back/Summer/a.bin")).unwrap(), bytes);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_upload").await, 0);
    });
}
