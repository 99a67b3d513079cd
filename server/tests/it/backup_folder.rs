//! The folder of a backup: one run at a time, and nothing else may be in it.

use std::fs::{self, File};
use std::path::Path;
use std::process::Output;

use rustix::fs::{FlockOperation, flock};
use tokio::process::Command;

use crate::backup::{empty, taken};
use crate::backup_again::given_back;
use crate::command_line::{run, why};
use crate::harness::{TestServer, names_in, on_both};

async fn back_up(server: &TestServer, target: &Path) -> Output {
    run(server.test.folder(), &server.test.url, &["backup", target.to_str().unwrap()]).await
}

async fn verify(target: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vitrine")).args(["backup", "verify"]).arg(target).output().await.unwrap()
}

#[test]
fn one_backup_is_taken_into_a_folder_at_a_time() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "first.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        mia.upload(server.top, "second.txt", "more words").await.ok();
        let many = futures_util::future::join_all((0..6).map(|_| back_up(server, &backup))).await;
        assert!(many.iter().any(|one| one.status.success()));
        for refused in many.iter().filter(|one| !one.status.success()) {
            assert_eq!(refused.status.code(), Some(1));
            assert!(why(refused).contains("a backup is being taken into"), "{}", why(refused));
        }
        assert!(verify(&backup).await.status.success());
        assert_eq!(given_back(server, &backup).await, ["first.txt", "second.txt"]);

        let held = File::options().read(true).write(true).open(backup.join(".lock")).unwrap();
        flock(&held, FlockOperation::LockExclusive).unwrap();
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let url = settings.database_url().unwrap();
        for refused in [
            back_up(server, &backup).await,
            verify(&backup).await,
            run(&settings.data, &url, &["restore", backup.to_str().unwrap()]).await,
        ] {
            assert_eq!(refused.status.code(), Some(1));
            assert!(why(&refused).contains("a backup is being taken into"), "{}", why(&refused));
            assert!(refused.stdout.is_empty(), "nothing is called damaged");
        }
        // Many may read at once, and nobody writes meanwhile.
        flock(&held, FlockOperation::LockShared).unwrap();
        assert!(verify(&backup).await.status.success());
        let refused = back_up(server, &backup).await;
        assert!(!refused.status.success() && why(&refused).contains("is being read"), "{}", why(&refused));
        drop(held);
        assert!(back_up(server, &backup).await.status.success());
        drop(kept);
    });
}

#[test]
fn a_folder_that_holds_something_else_is_no_place_for_a_backup() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "first.txt", "words").await.ok();
        for name in ["database", ".new", ".next", "mail", "content", "notes"] {
            let folder = place.path().join(format!("of {name}"));
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("kept.txt"), "somebody else's").unwrap();
            let refused = back_up(server, &folder).await;
            assert_eq!(refused.status.code(), Some(1), "{name}");
            assert!(why(&refused).contains("is not empty and holds no backup"), "{name}: {}", why(&refused));
            assert_eq!((names_in(&folder), names_in(&folder.join(name))), (vec![name.into()], vec!["kept.txt".into()]));
        }
        // A disk's own folder (`lost+found`) is accepted.
        let disk = place.path().join("disk");
        fs::create_dir_all(disk.join("lost+found")).unwrap();
        assert!(back_up(server, &disk).await.status.success());
        // The remains of a first backup that was killed: it can continue, and no other installation can use them.
        for part in ["manifest.json", "checksums.b3"] {
            fs::remove_file(disk.join(part)).unwrap();
        }
        fs::remove_dir_all(disk.join("database")).unwrap();
        fs::create_dir(disk.join(".new")).unwrap();
        let (other, kept) = empty(server, place.path().join("other")).await;
        let url = other.database_url().unwrap();
        let account = ["user", "create", "ana@lume.example", "--name", "Ana", "--master"];
        assert!(run(&other.data, &url, &account).await.status.success());
        let refused = run(&other.data, &url, &["backup", disk.to_str().unwrap()]).await;
        assert!(why(&refused).contains("of another installation"), "{}", why(&refused));
        assert!(names_in(&disk).contains(&".new".to_owned()), "nothing is touched");
        assert!(back_up(server, &disk).await.status.success());
        assert_eq!(given_back(server, &disk).await, ["first.txt"]);
        drop(kept);
    });
}
