//! A repository's own folders (`.vitrine`): missing ones are created; one that cannot be read affects only that
//! repository.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;

use crate::harness::{TestServer, names_in, on_both, on_disks};
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;
use crate::unreadable::{run, told};

fn at<'s>(server: &'s TestServer, process: &ServerProcess, who: &str) -> TestUser<'s> {
    TestUser { base: process.base.clone(), ..server.user(who) }
}

#[test]
fn folders_of_a_repository_that_are_not_there_are_made() {
    on_disks(async |server| {
        let ours = server.disk.join(".vitrine");
        let gone = || {
            for name in ["staging", "bin"] {
                fs::remove_dir_all(ours.join(name)).unwrap();
            }
        };
        gone();
        let process = ServerProcess::start(server).await;
        assert_eq!(names_in(&ours), ["bin", "repository", "staging"]);
        assert!(process.stop().await.success());

        gone();
        let found = run(server, &["doctor"]).await;
        let said = told(&found);
        assert_eq!(found.status.code(), Some(1), "{said}");
        assert!(said.contains(".vitrine/staging is missing") && said.contains(".vitrine/bin is missing"), "{said}");
        assert!(!ours.join("bin").exists(), "nobody asked for it to be mended");
        let mended = run(server, &["doctor", "--repair"]).await;
        let said = told(&mended);
        assert!(mended.status.success(), "{said}");
        assert!(said.contains(".vitrine/bin was missing and is there again"), "{said}");
        assert!(said.contains("2 faults repaired"), "{said}");

        // Also while people work.
        gone();
        let wim = server.user("wim");
        let file = wim.upload(server.top, "first.txt", "words").await.id();
        wim.delete(&format!("entry/{file}")).await.ok();
        assert_eq!(names_in(&ours.join("bin")), [file.to_string()]);
    });
}

fn rights(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_repository_whose_folders_cannot_be_read_keeps_no_other_from_being_used() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.upload(server.top, "here.txt", "words").await.ok();
        let foreign = server.test.folder().join("files/other/theirs");
        for closed in [".vitrine/bin", ".vitrine/staging", ".vitrine"] {
            let shut = foreign.join(closed);
            rights(&shut, 0o000);
            let log = server.test.folder().join("log");
            let process = ServerProcess::start_limited(server, &log).await;
            let said = fs::read_to_string(&log).unwrap();
            assert!(said.contains(shut.to_str().unwrap()), "{closed}: {said}");
            let file =
                at(server, &process, "wim").upload(server.top, &format!("{}.txt", closed.len()), "words").await.id();
            at(server, &process, "wim").delete(&format!("entry/{file}")).await.ok();
            let services = at(server, &process, "root").get("/api/core/service").await.ok();
            let servers: Vec<_> =
                services["items"].as_array().unwrap().iter().filter(|one| one["kind"] == "file_server").collect();
            let named = |name: &str| servers.iter().find(|one| one["name"] == name).unwrap();
            let states = [&named("library")["state"], &named("theirs")["state"]];
            assert_eq!(states, [&json!("ok"), &json!("trouble")], "{closed}");
            let why = named("theirs")["last_error"].as_str().unwrap();
            assert!(why.contains(shut.to_str().unwrap()), "{closed}: {why}");
            assert!(process.stop().await.success());

            for words in [&["doctor"][..], &["doctor", "--repair"]] {
                let found = run(server, words).await;
                let said = told(&found);
                assert_eq!(found.status.code(), Some(1), "{said}");
                assert!(said.contains(&format!("{closed} cannot be read")), "{closed}: {said}");
                assert!(!said.contains("the disk is not there") && said.contains("entries compared"), "{said}");
            }
            rights(&shut, 0o700);
            assert!(run(server, &["doctor"]).await.status.success());
        }
    });
}

#[test]
fn a_file_in_the_place_of_a_repository_s_own_folder_is_told_as_a_disk_that_fails() {
    on_disks(async |server| {
        let kept = server.user("wim").upload(server.top, "kept.txt", "words").await.id();
        for name in ["staging", "bin"] {
            let (log, place) = (server.test.folder().join("log"), server.disk.join(".vitrine").join(name));
            let process = ServerProcess::start_logging(server, &log).await;
            let wim = at(server, &process, "wim");
            fs::remove_dir(&place).unwrap();
            fs::write(&place, "in the way").unwrap();
            let refused = match name {
                "staging" => wim.upload(server.top, "new.txt", "words").await,
                _ => wim.delete(&format!("entry/{kept}")).await,
            };
            assert_eq!(refused.refusal(), (503, "disk_unavailable"), "{name}");
            let said = fs::read_to_string(&log).unwrap();
            assert!(said.contains(place.to_str().unwrap()), "{name}: {said}");
            assert_eq!(wim.list(server.top).await, ["kept.txt"], "{name}");
            assert!(process.stop().await.success());
            let found = run(server, &["doctor"]).await;
            assert!(told(&found).contains(&format!(".vitrine/{name} cannot be read")), "{}", told(&found));
            fs::remove_file(&place).unwrap();
            fs::create_dir(&place).unwrap();
        }
    });
}

#[test]
fn a_repository_whose_marker_is_gone_takes_nothing_until_it_is_back() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let ours = server.disk.join(".vitrine");
        fs::remove_dir_all(&ours).unwrap();
        assert_eq!(wim.upload(server.top, "new.txt", "words").await.refusal(), (503, "disk_unavailable"));
        fs::create_dir(&ours).unwrap();
        assert_eq!(wim.upload(server.top, "new.txt", "words").await.refusal(), (503, "disk_unavailable"));
        fs::write(ours.join("repository"), "").unwrap();
        wim.upload(server.top, "new.txt", "words").await.ok();
        assert!(run(server, &["doctor", "--repair"]).await.status.success());
        assert_eq!(names_in(&ours), ["bin", "repository", "staging"]);
    });
}
