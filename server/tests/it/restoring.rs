//! An interrupted restore continues with the same backup and into the same database, and in no other way.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use db::testing::TestDb;
use db::{Db, DbUrl, Engine};
use tokio::process::Command;
use vitrine::backup::back_up;
use vitrine::occupancy::occupy_for_restore;
use vitrine::rooms::migrations;
use vitrine::settings::Settings;

use crate::backup::{empty, taken, wrong};
use crate::command_line::{run, why};
use crate::eventually::eventually;
use crate::harness::{NOW, TestServer, on_both};
use crate::stores::trusting;

/// A file in the place of the previews' folder: the restore ends right after the database was filled.
fn put_in_the_way(settings: &Settings) {
    fs::create_dir_all(&settings.data).unwrap();
    fs::write(settings.renditions(), "in the way").unwrap();
}

#[test]
fn a_restore_that_was_cut_off_when_the_database_was_full_goes_on() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "kept.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        put_in_the_way(&settings);
        let (url, words) = (settings.database_url().unwrap(), ["restore", backup.to_str().unwrap()]);
        for _ in 0..2 {
            let cut = run(&settings.data, &url, &words).await;
            assert_eq!(cut.status.code(), Some(1));
            assert!(!why(&cut).contains("append-only"), "{}", why(&cut));
        }
        fs::remove_file(settings.renditions()).unwrap();
        let given = run(&settings.data, &url, &words).await;
        assert!(given.status.success(), "{}", why(&given));
        let db = settings.open_database().unwrap();
        assert_eq!(wrong(&db).await, [] as [String; 0]);
        let forbidden = db.write(|tx| tx.run("DELETE FROM audit_entry", &[])).await;
        assert!(forbidden.unwrap_err().to_string().contains("append-only"), "the triggers are in force again");
        drop((db, kept));
    });
}

/// The database of a data folder under a name of its own on SQLite; on PostgreSQL, another database.
async fn another(server: &TestServer, settings: &Settings) -> (DbUrl, Option<TestDb>) {
    match server.app.db.engine() {
        Engine::Sqlite => (DbUrl::Sqlite(settings.data.join("other.db")), None),
        Engine::Postgres => {
            let test = TestDb::without_tables(Engine::Postgres).await;
            (test.url.clone(), Some(test))
        }
    }
}

async fn restore(settings: &Settings, backup: &Path, url: &DbUrl) -> Output {
    run_on(&settings.data, url, &["restore", backup.to_str().unwrap()]).await
}

/// Runs the program with a data folder and whatever database.
async fn run_on(data: &Path, url: &DbUrl, words: &[&str]) -> Output {
    let named = match url {
        DbUrl::Sqlite(file) => format!("sqlite:{}", file.display()),
        DbUrl::Postgres(url) => format!("{url} password=geheim"),
    };
    let words: Vec<_> = words.iter().copied().chain(["--database", &named]).collect();
    run(data, &DbUrl::Sqlite(PathBuf::new()), &words).await
}

#[test]
fn a_restore_that_was_cut_off_touches_no_other_database_and_takes_no_other_backup() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "kept.txt", "words").await.ok();
        let (backup, later) = (place.path().join("backup"), place.path().join("later"));
        taken(server, &backup).await;
        back_up(&server.app.db, &crate::backup::settings(server), &later, NOW + 1).await.unwrap();
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let url = settings.database_url().unwrap();
        let (other, also_kept) = another(server, &settings).await;
        fs::create_dir_all(&settings.data).unwrap();
        // Interrupted before the mark that the database is restored, and after.
        for in_the_way in [settings.renditions(), settings.files()] {
            fs::write(&in_the_way, "in the way").unwrap();
            let cut = restore(&settings, &backup, &url).await;
            assert_eq!(cut.status.code(), Some(1), "{}", why(&cut));
            if let DbUrl::Sqlite(file) = &other {
                fs::write(file, "precious").unwrap();
            }
            let refused = restore(&settings, &backup, &other).await;
            assert_eq!(refused.status.code(), Some(1));
            assert!(why(&refused).contains("has begun here, into "), "{}", why(&refused));
            assert!(!why(&refused).contains("geheim"), "{}", why(&refused));
            if let DbUrl::Sqlite(file) = &other {
                assert_eq!(fs::read(file).unwrap(), b"precious");
                fs::remove_file(file).unwrap();
            }
            let refused = restore(&settings, &later, &url).await;
            assert!(why(&refused).contains("a restore of another backup has begun here"), "{}", why(&refused));
            fs::remove_file(&in_the_way).unwrap();
        }
        let given = restore(&settings, &backup, &url).await;
        assert!(given.status.success(), "{}", why(&given));
        assert_eq!(wrong(&settings.open_database().unwrap()).await, [] as [String; 0]);
        drop((kept, also_kept));
    });
}

/// The database goes, as when its owner deletes it.
async fn drop_database(url: &DbUrl) {
    match url {
        DbUrl::Sqlite(file) => {
            for end in ["", "-wal", "-shm"] {
                fs::remove_file(format!("{}{end}", file.display())).ok();
            }
        }
        DbUrl::Postgres(_) => {
            let db = Db::open(url).unwrap();
            let dropped = db.write(|tx| {
                tx.run("DROP SCHEMA public CASCADE", &[])?;
                tx.run("CREATE SCHEMA public", &[])
            });
            dropped.await.unwrap();
        }
    }
}

const PRECIOUS: &str = "SELECT 1 FROM identity_secret WHERE secret_key = 'precious'";

/// Another installation, with something that must not be lost.
async fn install(url: &DbUrl) {
    let db = Db::open(url).unwrap();
    db.migrate(&migrations()).await.unwrap();
    let kept = db.write(|tx| tx.run("INSERT INTO identity_secret (secret_key, secret) VALUES ('precious', 'x')", &[]));
    kept.await.unwrap();
}

#[test]
fn a_restore_that_was_cut_off_touches_no_installation_that_has_come_to_its_place() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "kept.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        // Cut off before the mark says that the database is there, and after.
        for (number, hinder) in [Settings::renditions, Settings::files].into_iter().enumerate() {
            let (settings, kept) = empty(server, place.path().join(format!("restored-{number}"))).await;
            let url = settings.database_url().unwrap();
            fs::create_dir_all(&settings.data).unwrap();
            fs::write(hinder(&settings), "in the way").unwrap();
            assert_eq!(restore(&settings, &backup, &url).await.status.code(), Some(1));
            fs::remove_file(hinder(&settings)).unwrap();

            // Nobody works with what it has left, also not from a data folder of their own.
            let elsewhere = place.path().join(format!("elsewhere-{number}"));
            let half = run_on(&elsewhere, &url, &["migrate"]).await;
            assert_eq!(half.status.code(), Some(1));
            assert!(why(&half).contains("a restore into this database has not ended"), "{}", why(&half));

            drop_database(&url).await;
            install(&url).await;
            let refused = restore(&settings, &backup, &url).await;
            assert_eq!(refused.status.code(), Some(1));
            assert!(why(&refused).contains("is another one's now"), "{}", why(&refused));
            assert!(Db::open(&url).unwrap().read(|c| c.exists(PRECIOUS, &[])).await.unwrap());

            // The place is free again: it begins from the beginning.
            drop_database(&url).await;
            let given = restore(&settings, &backup, &url).await;
            assert!(given.status.success(), "{}", why(&given));
            assert_eq!(wrong(&settings.open_database().unwrap()).await, [] as [String; 0]);
            drop(kept);
        }
    });
}

#[test]
fn a_restore_that_was_cut_off_at_its_very_end_only_removes_its_traces() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let url = settings.database_url().unwrap();
        fs::create_dir_all(&settings.data).unwrap();
        fs::write(settings.files(), "in the way").unwrap();
        assert_eq!(restore(&settings, &backup, &url).await.status.code(), Some(1));
        let mark = fs::read_to_string(settings.data.join(".restoring")).unwrap();
        fs::remove_file(settings.files()).unwrap();
        assert!(restore(&settings, &backup, &url).await.status.success());

        // Its mark alone may be of a restore whose database was replaced.
        fs::write(settings.data.join(".restoring"), &mark).unwrap();
        let refused = restore(&settings, &backup, &url).await;
        assert!(why(&refused).contains("is another one's now"), "{}", why(&refused));

        let id = serde_json::from_str::<serde_json::Value>(&mark).unwrap()["restore"].as_str().unwrap().to_owned();
        let db = Db::open(&url).unwrap();
        let noted = db.write(move |tx| {
            tx.run("CREATE TABLE db_restore (restore_id TEXT NOT NULL PRIMARY KEY, has_ended BOOLEAN NOT NULL)", &[])?;
            tx.run("INSERT INTO db_restore (restore_id, has_ended) VALUES ($1, TRUE)", db::params![&id])
        });
        noted.await.unwrap();
        let ended = restore(&settings, &backup, &url).await;
        assert!(ended.status.success(), "{}", why(&ended));
        assert!(String::from_utf8_lossy(&ended.stdout).contains("had ended"));
        assert!(!settings.data.join(".restoring").exists());
        assert_eq!(wrong(&settings.open_database().unwrap()).await, [] as [String; 0]);
        drop(kept);
    });
}

#[test]
fn a_restore_touches_no_data_folder_that_another_installation_uses() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        for used in ["mail", "renditions", "files"] {
            let (settings, kept) = empty(server, place.path().join(format!("with-{used}"))).await;
            fs::create_dir_all(settings.data.join(used)).unwrap();
            let precious = settings.data.join(used).join("precious");
            fs::write(&precious, "x").unwrap();
            let refused = restore(&settings, &backup, &settings.database_url().unwrap()).await;
            assert_eq!(refused.status.code(), Some(1));
            assert!(why(&refused).contains(&format!("{used} is there already")), "{}", why(&refused));
            assert_eq!(fs::read(precious).unwrap(), b"x");
            assert!(!settings.data.join(".restoring").exists());
            drop(kept);
        }
    });
}

#[test]
fn two_restores_into_one_data_folder_do_not_run_at_once() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let url = settings.database_url().unwrap();
        let alone = occupy_for_restore(&settings).unwrap();
        let refused = restore(&settings, &backup, &url).await;
        assert_eq!(refused.status.code(), Some(1));
        assert!(why(&refused).contains("is in use by process "), "{}", why(&refused));
        drop(alone);
        let given = restore(&settings, &backup, &url).await;
        assert!(given.status.success(), "{}", why(&given));
        drop(kept);
    });
}

/// As of a restore that was stopped while another took its place.
#[test]
fn a_restore_writes_nothing_into_a_database_that_another_has_replaced() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        fs::create_dir_all(&settings.data).unwrap();
        let url = settings.database_url().unwrap();
        let db = Db::from_copy(&url, &backup.join("database"), "first", &migrations()).await.unwrap();
        let first = db::made_by("first".into());
        let change = async || db.write(|tx| tx.run("DELETE FROM tenancy_theme WHERE tenant_id = -1", &[])).await;
        db::with_precondition(first.clone(), change()).await.unwrap();
        db.write(|tx| tx.run("UPDATE db_restore SET restore_id = 'second'", &[])).await.unwrap();
        let refused = db::with_precondition(first, change()).await;
        assert!(refused.unwrap_err().to_string().contains("has replaced the database"));
        assert!(Db::from_copy(&url, &backup.join("database"), "first", &migrations()).await.is_err());
        drop((db, kept));
    });
}

#[test]
fn a_journal_that_a_deleted_database_left_is_not_played_into_the_restored_one() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, _kept) = empty(server, place.path().join("restored")).await;
        fs::create_dir_all(&settings.data).unwrap();
        fs::write(settings.data.join("vitrine.db-wal"), "old").unwrap();
        let refused = restore(&settings, &backup, &settings.database_url().unwrap()).await;
        assert_eq!(refused.status.code(), Some(1));
        assert!(why(&refused).contains("vitrine.db-wal was left behind"), "{}", why(&refused));
    });
}

/// Waits until the process has the file open for writing. To look whose it is, it opens it for reading before.
async fn has_open(process: u32, file: &Path) {
    let folder = PathBuf::from(format!("/proc/{process}/fd"));
    let is_written = |at: &Path| fs::symlink_metadata(at).is_ok_and(|link| link.permissions().mode() & 0o200 != 0);
    let is_file = |at: &Path| fs::read_link(at).is_ok_and(|to| to == file);
    let is_open = || {
        let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        paths.into_iter().any(|at| is_file(&at) && is_written(&at))
    };
    eventually("the file is open", async || is_open()).await;
}

/// The open connections of the restore go on in the file that was there.
#[test]
fn a_restore_whose_file_is_deleted_or_replaced_meanwhile_fails_and_touches_no_other() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        for other in [None, Some("precious")] {
            let (settings, _kept) = empty(server, place.path().join(other.unwrap_or("deleted"))).await;
            put_in_the_way(&settings);
            let url = settings.database_url().unwrap();
            assert!(!restore(&settings, &backup, &url).await.status.success());
            fs::remove_file(settings.renditions()).unwrap();
            let file = settings.data.join("vitrine.db");
            let held = rusqlite::Connection::open(&file).unwrap();
            held.execute_batch("BEGIN IMMEDIATE").unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
            command.arg("restore").arg("--data").arg(&settings.data).arg(&backup).envs(trusting());
            command.stderr(Stdio::piped());
            let running = command.spawn().unwrap();
            has_open(running.id().unwrap(), &file).await;
            fs::remove_file(&file).unwrap();
            if let Some(other) = other {
                fs::write(&file, other).unwrap();
            }
            drop(held);
            let told = running.wait_with_output().await.unwrap();
            assert_eq!(told.status.code(), Some(1), "{}", why(&told));
            assert!(why(&told).contains("vitrine.db"), "{}", why(&told));
            assert_eq!(fs::read_to_string(&file).map_err(drop).ok().as_deref(), other);
            assert_eq!(file.exists(), other.is_some(), "nothing comes to its place");
            assert!(settings.data.join(".restoring").exists(), "it is not taken for one that has ended");
        }
    });
}

/// As on a disk that is full: no file may be larger than some megabytes.
async fn restore_with_little_room(settings: &Settings, backup: &Path, url: &DbUrl) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 40000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_vitrine"), "restore"]);
    command.arg("--data").arg(&settings.data).arg(backup).envs(trusting());
    if let DbUrl::Postgres(url) = url {
        command.args(["--database", &format!("{url} password=geheim")]);
    }
    command.output().await.unwrap()
}

#[test]
fn a_restore_that_lacks_files_has_not_ended_and_goes_on_with_the_same_command() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "large.bin", vec![7_u8; 48 << 20]).await.ok();
        mia.upload(server.top, "small.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let url = settings.database_url().unwrap();
        for _ in 0..2 {
            let cut = restore_with_little_room(&settings, &backup, &url).await;
            assert_eq!(cut.status.code(), Some(1), "{}", why(&cut));
            assert!(
                why(&cut).contains("1 entries could not be given back; run the same command again"),
                "{}",
                why(&cut)
            );
            assert!(settings.data.join(".restoring").exists());
        }
        let given = restore(&settings, &backup, &url).await;
        assert!(given.status.success(), "{}", why(&given));
        let db = settings.open_database().unwrap();
        assert_eq!(wrong(&db).await, [] as [String; 0]);
        drop((db, kept));
    });
}
