//! The folders of the host that an admin of a tenant must not use, tried at the server.

use std::fs::{create_dir_all, write};
use std::os::unix::fs::symlink;

use super::{file_server, ground, refused, repository};
use crate::harness::{TestServer, names_in, on_both};
use crate::quotas::tenant;
use crate::test_users::Answer;

async fn attempt(server: &TestServer, name: &str, url: &str) -> Answer {
    let key = if name == "eva" { "other" } else { "lume" };
    let tenant = tenant(server, key).await;
    server.user(name).post("fileserver", file_server(url, &[tenant])).await
}

#[test]
fn a_file_server_lies_below_the_folder_for_files_and_nowhere_else() {
    on_both(async |server| {
        let data = server.test.folder().to_owned();
        let typed = |below: &str| data.join(below).display().to_string();
        symlink("/etc", data.join("files/door")).unwrap();
        write(data.join("files/file"), "x").unwrap();
        for url in [
            "..",
            "../x",
            "a/../../x",
            "/",
            "/etc",
            "/etc/passwd",
            "/tmp",
            "a\u{0}b",
            "a\\..\\b",
            ".vitrine",
            "door",
            "door/x",
            "file/x",
            &typed(""),
            &typed("files"),
            &typed("files/../x"),
            &typed("mail"),
            &typed("renditions/x"),
            &typed("vitrine.db"),
        ] {
            let answer = attempt(server, "ada", url).await;
            assert_eq!(answer.status, 422, "{url:?}: {}", answer.body);
            refused(&answer, "url", "folder_outside");
        }
        assert_eq!(attempt(server, "ada", "fresh/place").await.status, 201);
        assert!(data.join("files/fresh/place").is_dir());
    });
}

#[test]
fn no_file_server_lies_in_or_around_another_one_whoever_s_it_is() {
    on_both(async |server| {
        let files = server.test.folder().join("files");
        let inside = files.join("other/theirs").display().to_string();
        symlink(files.join("other"), files.join("alias")).unwrap();
        for url in [
            "other",
            "other/x",
            "OTHER/x",
            "other/theirs",
            "other/theirs/deep",
            "alias/x",
            &inside,
            "lume",
            "lume/library/x",
        ] {
            // Where the first one is a bucket, nothing lies there.
            if server.bucket.is_some() && url.starts_with("lume") {
                continue;
            }
            for name in ["ada", "eva"] {
                let answer = attempt(server, name, url).await;
                assert_eq!(answer.refusal(), (409, "place_taken"), "{url} as {name}: {}", answer.body);
                refused(&answer, "url", "taken");
            }
        }
        attempt(server, "ada", "deep/er").await.ok();
        assert_eq!(attempt(server, "eva", "deep").await.refusal(), (409, "place_taken"));
        assert_eq!(attempt(server, "eva", "deep/other").await.status, 201);
    });
}

#[test]
fn a_folder_with_files_is_refused_for_a_new_file_server() {
    on_both(async |server| {
        let files = server.test.folder().join("files");
        create_dir_all(files.join("left/behind")).unwrap();
        write(files.join("left/behind/secret.txt"), "x").unwrap();
        blobs::Tree::create(files.join("old/films")).unwrap();
        write(files.join("old/films/secret.txt"), "x").unwrap();
        for url in ["left", "left/behind", "old", "old/films", "old/films/deeper"] {
            refused(&attempt(server, "ada", url).await, "url", "taken");
        }
    });
}

#[test]
fn two_repositories_share_no_folder_and_none_leads_out_of_its_file_server() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let (holder, _) = ground(server, "disk", "Films").await;
        let disk = server.test.folder().join("files/disk");
        symlink("/etc", disk.join("door")).unwrap();
        symlink(server.test.folder().join("files/other"), disk.join("theirs")).unwrap();
        write(disk.join("file"), "x").unwrap();
        let attempt =
            async |folder: &str| ada.post("repository", repository(&holder["file_server_id"], lume, folder)).await;
        for folder in ["Films", "films", "FILMS"] {
            let answer = attempt(folder).await;
            assert_eq!(answer.refusal(), (409, "folder_taken"), "{folder}");
            refused(&answer, "folder_name", "taken");
        }
        for folder in ["..", ".", "a/b", "../x", "/etc", "a\\b", ".vitrine", "NUL", "films."] {
            refused(&attempt(folder).await, "folder_name", "invalid_filename");
        }
        for folder in ["door", "theirs", "file"] {
            refused(&attempt(folder).await, "folder_name", "folder_outside");
        }
        let mut before = vec!["Films", "door", "file", "theirs"];
        before.sort_unstable();
        assert_eq!(names_in(&disk), before);
    });
}

#[test]
fn a_disk_that_is_not_mounted_gets_no_repository() {
    on_both(async |server| {
        let (ada, lume) = (server.user("ada"), tenant(server, "lume").await);
        let disk = ada.post("fileserver", file_server("gone", &[lume])).await.ok();
        std::fs::remove_dir(server.test.folder().join("files/gone")).unwrap();
        let answer = ada.post("repository", repository(&disk["file_server_id"], lume, "films")).await;
        refused(&answer, "file_server_id", "folder_missing");
        assert!(!server.test.folder().join("files/gone").exists());
    });
}
