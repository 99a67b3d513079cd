//! A restore that was cut off goes on, with the same backup and into the same database, and in no other way.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use db::testing::TestDb;
use db::{DbUrl, Engine};
use vitrine::backup::back_up;
use vitrine::settings::Settings;

use crate::backup::{empty, taken, wrong};
use crate::command_line::{run, why};
use crate::harness::{NOW, TestServer, on_both};

/// A file where the folder of previews should be: the restore ends right after the database was filled.
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
    let named = match url {
        DbUrl::Sqlite(file) => format!("sqlite:{}", file.display()),
        DbUrl::Postgres(url) => format!("{url} password=geheim"),
    };
    let words = ["restore", backup.to_str().unwrap(), "--database", &named];
    run(&settings.data, &DbUrl::Sqlite(PathBuf::new()), &words).await
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
        // Cut off before the mark says that the database is there, and after.
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
