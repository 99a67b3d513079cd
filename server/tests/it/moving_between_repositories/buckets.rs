//! Into a bucket, and out of it.

use serde_json::json;

use super::{GRACE, moved, undone};
use crate::harness::{names_in, on_disks};
use crate::objects::Library;
use crate::repository_moves::is_sound;
use crate::versions::versions;

#[test]
fn entries_move_from_a_disk_into_a_bucket_and_back() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(server.top, "Summer").await.id();
        let file = ada.upload(folder, "a.bin", vec![3; 300_000]).await.id();
        ada.replace(folder, file, vec![4; 200_000]).await.ok();
        let binned = ada.upload(folder, "b.txt", "binned").await.id();
        ada.delete(&format!("entry/{binned}")).await.ok();
        let told = moved(server, &ada, folder, library.top).await;
        assert_eq!(library.bytes(file).unwrap(), vec![4; 200_000]);
        assert_eq!(library.bytes(binned).unwrap(), b"binned");
        assert_eq!(ada.content(file).await.bytes, vec![4; 200_000]);
        assert_eq!(names_in(&server.disk), [".vitrine"]);
        is_sound(server).await;
        server.clock.advance(GRACE);
        server.drain().await;
        assert_eq!((server.binned().await, server.staged().await), (vec![], vec![]));
        assert_eq!(names_in(&server.disk.join(".vitrine/moving")), [""; 0]);
        is_sound(server).await;

        assert_eq!(undone(server, &ada, &told).await["status"], "success");
        assert_eq!(std::fs::read(server.disk.join("Summer/a.bin")).unwrap(), vec![4; 200_000]);
        assert_eq!(library.bytes(file).unwrap(), vec![4; 200_000], "who reads it there reads on");
        is_sound(server).await;
        server.clock.advance(GRACE);
        server.drain().await;
        assert_eq!(library.objects.keys().len(), 1, "only what tells that the repository is there");
        ada.post(&format!("entry/restore/{binned}"), json!({})).await.ok();
        assert_eq!(ada.content(binned).await.bytes, b"binned");
        let first = versions(&ada, file).await.pop().unwrap()["version_id"].clone();
        ada.post(&format!("version/restored/{first}"), json!({})).await.ok();
        assert_eq!(ada.content(file).await.bytes, vec![3; 300_000]);
        is_sound(server).await;
    });
}

#[test]
fn what_goes_to_a_bucket_and_back_within_an_hour_is_not_deleted_where_it_is() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "words").await.id();
        let told = moved(server, &ada, file, server.top).await;
        assert_eq!(std::fs::read(server.disk.join("a.txt")).unwrap(), b"words");
        assert_eq!(undone(server, &ada, &told).await["status"], "success");
        for _ in 0..2 {
            server.clock.advance(GRACE);
            server.drain().await;
            assert_eq!(library.bytes(file).unwrap(), b"words");
            assert_eq!(ada.content(file).await.bytes, b"words");
        }
        assert_eq!(names_in(&server.disk), [".vitrine"]);
        is_sound(server).await;
    });
}

#[test]
fn an_object_that_was_left_and_is_gone_is_copied_again() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "words").await.id();
        let told = moved(server, &ada, file, server.top).await;
        library.objects.remove(&Library::key(file));
        assert_eq!(undone(server, &ada, &told).await["status"], "success");
        assert_eq!(library.bytes(file).unwrap(), b"words");
        server.clock.advance(GRACE);
        server.drain().await;
        assert_eq!(ada.content(file).await.bytes, b"words");
        is_sound(server).await;
    });
}
