//! Repeated backups into one folder: it contains a whole one at every moment.

use std::path::Path;

use db::{DbUrl, Engine};
use vitrine::backup::{Extent, Manifest, back_up, faults_of, restore};

use crate::backup::{damage, empty, first_below, settings, taken, wrong};
use crate::command_line::{run, why};
use crate::harness::{NOW, TestServer, names_in, on_both};

/// The names of the files that a backup restores.
pub async fn given_back(server: &TestServer, backup: &Path) -> Vec<String> {
    let place = tempfile::tempdir().unwrap();
    let (settings, kept) = empty(server, place.path().join("restored")).await;
    restore(&settings, backup, Extent::Whole, NOW).await.unwrap();
    let db = settings.open_database().unwrap();
    assert_eq!(wrong(&db).await, [] as [String; 0]);
    let sql = "SELECT name FROM nodes_node WHERE kind = 2 ORDER BY name";
    let names = db.read(|c| c.rows(sql, &[], |row| row.get::<String>(0))).await.unwrap();
    drop((db, kept));
    names
}

/// Everything with a leading dot in a backup, except its lock.
fn hidden(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .flat_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let below = if entry.path().is_dir() { hidden(&entry.path()) } else { Vec::new() };
            below.into_iter().chain((name.starts_with('.') && name != ".lock").then_some(name))
        })
        .collect()
}

#[test]
fn a_backup_that_fails_leaves_the_earlier_one_whole() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "first.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        mia.upload(server.top, "second.txt", "more words").await.ok();
        // The content cannot be copied if a file is in the place of its folder.
        let hash = blake3::hash(b"more words").to_hex();
        let in_the_way = backup.join("content").join(&hash[..2]);
        std::fs::write(&in_the_way, "in the way").unwrap();
        back_up(&server.app.db, &settings(server), &backup, NOW).await.unwrap_err();
        assert_eq!((faults_of(&backup), hidden(&backup)), (vec![], vec![]), "and nothing is left to take room");
        assert_eq!(given_back(server, &backup).await, ["first.txt"]);
        // What a killed program leaves.
        std::fs::create_dir_all(backup.join(".new/database")).unwrap();
        std::fs::write(backup.join(".new/database/vitrine.db"), "half").unwrap();
        let copying = first_below(&backup.join("content")).with_file_name(".copyingX");
        std::fs::write(copying, "half").unwrap();
        assert_eq!(given_back(server, &backup).await, ["first.txt"]);
        std::fs::remove_file(&in_the_way).unwrap();
        taken(server, &backup).await;
        assert_eq!((faults_of(&backup), hidden(&backup)), (vec![], vec![]));
        assert_eq!(given_back(server, &backup).await, ["first.txt", "second.txt"]);
    });
}

fn rename(from: &Path, to: &Path) {
    std::fs::rename(from, to).unwrap();
}

#[test]
fn a_switch_that_was_cut_off_is_the_new_backup_and_the_next_one_ends_it() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        let (backup, aside) = (place.path().join("backup"), place.path().join("aside"));
        let own = ["database", "manifest.json", "checksums.b3"];
        for moved in 0..=own.len() {
            let earlier = Manifest::read(&backup).ok();
            mia.upload(server.top, &format!("{moved}.txt"), "words").await.ok();
            if earlier.is_none() {
                taken(server, &backup).await;
                continue;
            }
            // The earlier backup's own parts are put back beside the new one's, as before they moved.
            std::fs::create_dir(&aside).unwrap();
            let next = backup.join(".next");
            for part in own {
                let copied = std::process::Command::new("cp").arg("-r").arg(backup.join(part)).arg(&aside).status();
                assert!(copied.unwrap().success());
            }
            back_up(&server.app.db, &settings(server), &backup, NOW + moved as i64).await.unwrap();
            std::fs::create_dir(&next).unwrap();
            for part in own.into_iter().skip(moved) {
                rename(&backup.join(part), &next.join(part));
                // The database goes before the new one comes.
                if part != "database" || moved % 2 == 0 {
                    rename(&aside.join(part), &backup.join(part));
                }
            }
            std::fs::remove_dir_all(&aside).unwrap();
            assert_eq!(faults_of(&backup), [] as [String; 0], "{moved}");
            assert_eq!(Manifest::read(&backup).unwrap().taken_at, NOW + moved as i64);
            assert_eq!(given_back(server, &backup).await.len(), moved + 1);
        }
        taken(server, &backup).await;
        assert_eq!((faults_of(&backup), hidden(&backup)), (vec![], vec![]));
        assert_eq!(given_back(server, &backup).await.len(), own.len() + 1);
    });
}

#[test]
fn another_installation_does_not_write_over_a_backup() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "first.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        // The wrong data folder is named: it contains an installation, but another one.
        let (other, kept) = empty(server, place.path().join("other")).await;
        let url = other.database_url().unwrap();
        let account = ["user", "create", "ana@lume.example", "--name", "Ana", "--master"];
        assert!(run(&other.data, &url, &account).await.status.success());
        let refused = run(&other.data, &url, &["backup", backup.to_str().unwrap()]).await;
        let said = why(&refused);
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains("another installation: name another folder, or delete"), "{said}");
        assert_eq!(faults_of(&backup), [] as [String; 0]);
        assert_eq!(given_back(server, &backup).await, ["first.txt"]);
        let own = place.path().join("own");
        assert!(run(&other.data, &url, &["backup", own.to_str().unwrap()]).await.status.success());
        assert_ne!(Manifest::read(&own).unwrap().installation, Manifest::read(&backup).unwrap().installation);
        drop(kept);
        // A restored installation keeps its identity, and continues its backups.
        let (restored, kept) = empty(server, place.path().join("restored")).await;
        restore(&restored, &backup, Extent::Whole, NOW).await.unwrap();
        let db = restored.open_database().unwrap();
        back_up(&db, &restored, &backup, NOW).await.unwrap();
        drop((db, kept));
        // A backup of an earlier version has no id.
        let file = own.join("manifest.json");
        let mut told: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        told.as_object_mut().unwrap().remove("installation").unwrap();
        std::fs::write(&file, told.to_string()).unwrap();
        let id = taken(server, &own).await.installation;
        assert_eq!(id, Manifest::read(&backup).unwrap().installation);
    });
}

/// Rows that point to nothing.
const ORPHAN: &str = "INSERT INTO security_clearance (user_group_id, security_mark_id) VALUES (777, 888)";

fn without_keys(file: &Path) {
    let own = rusqlite::Connection::open(file).unwrap();
    own.execute_batch(&format!("PRAGMA foreign_keys = OFF; {ORPHAN}")).unwrap();
}

#[test]
fn a_damaged_database_is_no_backup_and_the_earlier_one_stays() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "first.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        match &server.test.url {
            DbUrl::Sqlite(file) => without_keys(file),
            DbUrl::Postgres(_) => {
                let off = "SET session_replication_role = replica";
                server.test.run(format!("{off}; {ORPHAN}; SET session_replication_role = DEFAULT")).await;
            }
        }
        let refused = run(server.test.folder(), &server.test.url, &["backup", backup.to_str().unwrap()]).await;
        let said = why(&refused);
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains("the database is damaged") && said.contains("security_clearance: 1 rows"), "{said}");
        assert_eq!((faults_of(&backup), hidden(&backup)), (vec![], vec![]));
        assert_eq!(given_back(server, &backup).await, ["first.txt"]);
    });
}

/// Updates the checksum of a changed file of the backup.
fn note_anew(backup: &Path, name: &str) {
    let hash = blake3::hash(&std::fs::read(backup.join(name)).unwrap()).to_hex();
    let sums = std::fs::read_to_string(backup.join("checksums.b3")).unwrap();
    let end = format!("  {name}");
    let anew = |line: &str| if line.ends_with(&end) { format!("{hash}{end}\n") } else { format!("{line}\n") };
    std::fs::write(backup.join("checksums.b3"), sums.lines().map(anew).collect::<String>()).unwrap();
}

#[test]
fn a_backup_of_a_damaged_database_from_before_is_told_and_not_given_back() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        without_keys(&backup.join("database/vitrine.db"));
        note_anew(&backup, "database/vitrine.db");
        let told: Vec<_> = faults_of(&backup);
        assert!(!told.is_empty() && told.iter().all(|fault| fault.starts_with("database: security_clearance: 1 rows")));
        for extent in [Extent::Whole, Extent::Undamaged] {
            let (settings, kept) = empty(server, place.path().join("restored")).await;
            let refused = restore(&settings, &backup, extent, NOW).await.unwrap_err().to_string();
            assert!(refused.contains("cannot be given back: database: "), "{refused}");
            assert!(!settings.data.exists());
            drop(kept);
        }
    });
}

#[test]
fn checksums_that_were_cut_short_are_a_fault() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "first.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let sums = backup.join("checksums.b3");
        let whole = std::fs::read_to_string(&sums).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let all = lines.len();
        for kept in 0..all {
            let cut: String = lines[..kept].iter().map(|line| format!("{line}\n")).collect();
            std::fs::write(&sums, cut).unwrap();
            let told = faults_of(&backup).join(", ");
            assert!(told.contains(&format!("checksums.b3 names {kept} files and not {all}")), "{told}");
            assert!(told.contains("manifest.json has no line in checksums.b3"), "it has the last line: {told}");
            assert_eq!(told.contains("database has no line"), !lines[..kept].iter().any(|l| l.contains("  database/")));
        }
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        for extent in [Extent::Whole, Extent::Undamaged] {
            assert!(restore(&settings, &backup, extent, NOW).await.is_err());
            assert!(!settings.data.exists());
        }
        drop(kept);
        // A line in the middle, for a content.
        let without: String = lines.iter().filter(|l| !l.contains("content/")).map(|l| format!("{l}\n")).collect();
        std::fs::write(&sums, without).unwrap();
        assert_eq!(faults_of(&backup), [format!("checksums.b3 names {} files and not {all}", all - 1)]);
        // A backup of an earlier version does not state how many there are, and is whole all the same.
        std::fs::write(&sums, whole).unwrap();
        let file = backup.join("manifest.json");
        let mut told: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        told.as_object_mut().unwrap().remove("checksums").unwrap();
        std::fs::write(&file, told.to_string()).unwrap();
        note_anew(&backup, "manifest.json");
        assert_eq!(faults_of(&backup), [] as [String; 0]);
    });
}

#[test]
fn restore_undamaged_restores_the_rest_and_reports_failures() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "gone.txt", "words that go").await.ok();
        mia.upload(server.top, "kept.txt", "words").await.ok();
        let emails = server.test.folder().join("mail");
        std::fs::create_dir_all(&emails).unwrap();
        for name in ["shaken.eml", "well.eml"] {
            std::fs::write(emails.join(name), "Subject: hello").unwrap();
        }
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let hash = blake3::hash(b"words that go").to_hex();
        std::fs::remove_file(backup.join("content").join(&hash[..2]).join(hash.as_str())).unwrap();
        damage(&backup.join("mail/shaken.eml"));
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        let url = settings.database_url().unwrap();
        let given = run(&settings.data, &url, &["restore", backup.to_str().unwrap(), "--undamaged"]).await;
        let said = why(&given);
        assert_eq!(given.status.code(), Some(1), "{said}");
        assert!(said.contains("1 entries could not be given back"), "{said}");
        let told = String::from_utf8_lossy(&given.stdout).into_owned();
        assert!(told.contains("1 damaged previews and e-mails were left out"), "{told}");
        assert_eq!(names_in(&settings.data.join("mail")), ["well.eml"]);
        let db = settings.open_database().unwrap();
        assert_eq!(wrong(&db).await, ["repository 1: gone.txt has no bytes"], "all else is there, and it is open");
        if server.bucket.is_none() {
            assert_eq!(std::fs::read(settings.files().join("lume/library/kept.txt")).unwrap(), b"words");
        }
        drop((db, kept));
    });
}

#[test]
fn a_damaged_preview_is_replaced_by_one_that_was_drawn_anew() {
    on_both(async |server| {
        let (place, source) = (tempfile::tempdir().unwrap(), settings(server).renditions());
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("one.webp"), "a picture").unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let kept = backup.join("renditions/one.webp");
        damage(&kept);
        std::fs::write(source.join("one.webp"), "a picture that was drawn anew").unwrap();
        // `verify` says: delete the damaged files and take the backup again.
        assert_eq!(faults_of(&backup).len(), 1);
        std::fs::remove_file(&kept).unwrap();
        taken(server, &backup).await;
        assert_eq!(
            (faults_of(&backup), std::fs::read(&kept).unwrap()),
            (vec![], b"a picture that was drawn anew".to_vec())
        );
    });
}
