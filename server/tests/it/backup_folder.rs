//! The folder that a backup goes into: one run at a time.

use std::fs::File;
use std::path::Path;
use std::process::Output;

use rustix::fs::{FlockOperation, flock};
use tokio::process::Command;

use crate::backup::{empty, taken};
use crate::backup_again::given_back;
use crate::command_line::run;
use crate::harness::{TestServer, on_both};

fn why(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

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
