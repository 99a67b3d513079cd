//! A restore that was cut off goes on.

use std::fs;
use std::process::Output;

use vitrine::settings::Settings;

use crate::backup::{empty, taken, wrong};
use crate::command_line::run;
use crate::harness::on_both;

fn why(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

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
