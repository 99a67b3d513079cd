//! The doctor, the scrub, recovery and backups look after objects as after files.

use primitives::NodeId;
use storage::{CheckOptions, Fault};

use super::Library;
use crate::backup::{empty, settings, wrong};
use crate::harness::{NOW, TestServer, on_both};
use vitrine::backup::{Extent, back_up, restore};

async fn faults(server: &TestServer, repair: bool) -> Vec<(String, Fault, bool)> {
    let mut found = Vec::new();
    let options = CheckOptions { repair, hashes: true };
    let told = |finding: storage::Finding| found.push((finding.place, finding.fault, finding.repaired));
    storage::examine(&server.app.db, options, None, told).await.unwrap();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

#[test]
fn the_doctor_finds_what_is_wrong_with_objects_and_mends_it() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(library.top, "Summer").await.id();
        let mut files = Vec::new();
        for (name, bytes) in
            [("a.txt", "twin"), ("b.txt", "twin"), ("c.txt", "only"), ("d.txt", "whole"), ("e.txt", "whole")]
        {
            files.push(ada.upload(folder, name, bytes).await.id());
        }
        let binned = ada.upload(folder, "binned.txt", "whole").await.id();
        ada.delete(&format!("entry/{binned}")).await.ok();
        assert_eq!(faults(server, false).await, []);
        library.objects.remove(&Library::key(files[0]));
        library.objects.remove(&Library::key(files[2]));
        library.objects.damage(&Library::key(files[3]), b"wrong");
        library.objects.remove(&Library::key(binned));
        library.objects.damage("vitrine/films/999999", b"nobody's");
        let all = |mended: bool| {
            vec![
                (format!(".vitrine/bin/{binned}"), Fault::NoBytes, mended),
                ("999999".to_owned(), Fault::NoRow, mended),
                ("Summer/a.txt".to_owned(), Fault::NoBytes, mended),
                ("Summer/c.txt".to_owned(), Fault::NoBytes, false),
                ("Summer/d.txt".to_owned(), Fault::OtherBytes, mended),
            ]
        };
        assert_eq!(faults(server, false).await, all(false));
        assert_eq!(faults(server, true).await, all(true));
        assert_eq!(faults(server, true).await, [("Summer/c.txt".to_owned(), Fault::NoBytes, false)]);
        assert_eq!(
            (library.bytes(files[0]), library.bytes(files[3])),
            (Some(b"twin".to_vec()), Some(b"whole".to_vec()))
        );
        let lost = library.objects.keys().into_iter().filter(|key| key.contains("/lost/")).count();
        assert_eq!(lost, 2, "what was there is kept");
        assert_eq!(ada.content(files[2]).await.status, 500, "its bytes are called missing");
    });
}

#[test]
fn an_object_that_a_crash_left_without_its_row_goes_back_to_the_upload() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let prepared = ada.prepare(library.top, "a.txt", Some(10)).await.ok();
        let node = prepared["node_id"].as_i64().unwrap();
        // As it is if the server is killed between the last byte's arrival at the store and the row.
        library.objects.damage(&Library::key(node), b"01234");
        let owner = &server.app.content.storage.config.owner;
        storage::recover(&server.app.db, owner, NOW).await.unwrap();
        assert_eq!(library.bytes(node), None);
        assert_eq!(ada.list(library.top).await, [""; 0]);
        let head = ada.tus(reqwest::Method::HEAD, prepared["url"].as_str().unwrap());
        let head = crate::test_users::Answer::of(head).await;
        assert_eq!(head.header("upload-offset"), "5", "what is there is not sent again");
        assert_eq!(ada.patch(&prepared, 5, b"56789", &[]).await.status, 204);
        assert_eq!(ada.content(node).await.bytes, b"0123456789");
        let found = server.app.db.read(move |c| nodes::find(c, NodeId(node))).await.unwrap();
        assert!(found.is_some());
    });
}

#[test]
fn other_bytes_in_an_object_are_found_by_reading_them_again() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "bytes").await.id();
        library.objects.damage(&Library::key(file), b"other");
        server.clock.advance(40 * 86_400);
        storage::integrity::keep_scrubbing(&server.app.content.storage).await.unwrap();
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw = 'other_bytes'").await, 1);
        assert_eq!(server.sign_in("ada").await.content(file).await.refusal(), (500, "damaged"));
    });
}

#[test]
fn a_backup_has_what_is_in_a_bucket_and_a_restore_writes_beside_it() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.txt", "bytes in a bucket").await.id();
        let place = tempfile::tempdir().unwrap();
        back_up(&server.app.db, &settings(server), &place.path().join("backup"), NOW).await.unwrap();
        let before = library.objects.keys();
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let settings = vitrine::settings::Settings { trusted_hosts: vec!["127.0.0.1".to_owned()], ..settings };
        restore(&settings, &place.path().join("backup"), Extent::Whole, NOW).await.unwrap();
        let db = settings.open_database().unwrap();
        assert_eq!(wrong(&db).await, [] as [String; 0]);
        let (old, new): (Vec<_>, Vec<_>) = library.objects.keys().into_iter().partition(|key| before.contains(key));
        assert_eq!(old, before);
        let restored = new.iter().find(|key| key.ends_with(&format!("/films/{file}"))).unwrap();
        assert!(restored.starts_with("vitrine/restored-"), "{restored}");
        assert_eq!(library.objects.bytes(restored).unwrap(), b"bytes in a bucket");
        drop((db, kept));
    });
}
