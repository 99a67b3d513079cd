//! A repository moves out of a bucket, and into one.

use serde_json::json;

use super::Library;
use crate::harness::{names_in, on_both};
use crate::repository_moves::{archive, clear, files_folder, is_sound, move_to};

#[test]
fn a_repository_moves_out_of_a_bucket_and_back_into_it() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(library.top, "Summer").await.id();
        let bytes = vec![3; 300_000];
        let file = ada.upload(folder, "a.bin", bytes.clone()).await.id();
        let binned = ada.upload(folder, "b.txt", "binned").await.id();
        ada.replace(folder, file, vec![4; 200_000]).await.ok();
        ada.delete(&format!("entry/{binned}")).await.ok();
        let disk = archive(server, "archive").await;
        move_to(server, library.top, disk).await;
        let there = files_folder(server).join("archive/films");
        assert_eq!(std::fs::read(there.join("Summer/a.bin")).unwrap(), vec![4; 200_000]);
        assert_eq!(ada.content(file).await.bytes, vec![4; 200_000]);
        is_sound(server).await;
        clear(server, library.top).await;
        assert_eq!(library.objects.keys(), [""; 0], "nothing is left in the bucket");

        ada.rename(file, "c.bin").await.ok();
        ada.upload(folder, "new.txt", "new").await.ok();
        move_to(server, library.top, library.file_server).await;
        assert_eq!(library.bytes(file).unwrap(), vec![4; 200_000]);
        assert_eq!(library.bytes(binned).unwrap(), b"binned");
        assert_eq!(ada.content(file).await.bytes, vec![4; 200_000]);
        is_sound(server).await;
        clear(server, library.top).await;
        assert_eq!(names_in(&files_folder(server).join("archive")), [""; 0]);
        ada.post(&format!("entry/restore/{binned}"), json!({})).await.ok();
        assert_eq!(ada.content(binned).await.bytes, b"binned");
        is_sound(server).await;
    });
}

#[test]
fn a_bucket_that_fails_for_a_while_delays_a_move() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(server.top, "a.txt", "words").await.id();
        library.objects.fail(&format!("PUT vitrine/library/{file}"), 403, "AccessDenied");
        let begun = crate::repository_moves::ask(server, &ada, server.top, library.file_server).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        for _ in 0..3 {
            server.drain().await;
            server.clock.advance(20);
        }
        assert_eq!(library.objects.bytes(&format!("vitrine/library/{file}")).unwrap(), b"words");
        let told = crate::repository_moves::repository(server, server.top).await;
        assert_eq!(told["file_server_id"], library.file_server, "{told}");
        assert_eq!(ada.content(file).await.bytes, b"words");
    });
}
