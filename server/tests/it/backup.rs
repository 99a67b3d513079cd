//! A backup that is taken while people work is restored completely: `doctor` finds nothing, and the log is consistent.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use db::testing::TestDb;
use db::{Db, DbUrl, Engine};
use serde_json::{Value, json};
use storage::CheckOptions;
use vitrine::app::App;
use vitrine::backup::{Extent, Manifest, back_up, faults_of, restore};
use vitrine::rooms::migrations;
use vitrine::settings::Settings;

use crate::eventually::eventually;
use crate::harness::{NOW, PASSWORD, TestServer, on_both, serve};
use crate::stores::settings_in;
use crate::test_users::TestUser;

pub fn settings(server: &TestServer) -> Settings {
    settings_in(server.test.folder())
}

/// An empty installation on the same engine. The PostgreSQL database lives as long as the returned guard.
pub async fn empty(server: &TestServer, data: PathBuf) -> (Settings, Option<TestDb>) {
    if server.app.db.engine() == Engine::Sqlite {
        return (settings_in(&data), None);
    }
    let test = TestDb::without_tables(Engine::Postgres).await;
    let DbUrl::Postgres(url) = test.url.clone() else { unreachable!("it is PostgreSQL") };
    (Settings { database: Some(url), ..settings_in(&data) }, Some(test))
}

/// The problems of an installation: the doctor's findings, and broken chains of the log.
pub async fn wrong(db: &Db) -> Vec<String> {
    let mut found = Vec::new();
    let look = CheckOptions { repair: false, hashes: true };
    storage::examine(db, look, None, |finding| found.push(finding.to_string())).await.unwrap();
    let chains = audit::verify(db).await.unwrap();
    found.extend(chains.into_iter().filter_map(|chain| chain.broken).map(|broken| broken.to_string()));
    found
}

/// A person who uploads, renames, removes, restores and purges until told to stop.
async fn work(server: &TestServer, number: usize, stop: Arc<AtomicBool>) {
    let mia = server.user("mia");
    let folder = mia.folder(server.top, &format!("busy {number}")).await.id();
    let mut turn = 0;
    while !stop.load(Ordering::Relaxed) {
        turn += 1;
        let file = mia.upload(folder, &format!("{turn}.txt"), format!("{number} {turn}")).await.id();
        mia.rename(folder, &format!("busy {number} {turn}")).await.ok();
        match turn % 4 {
            0 => {
                mia.delete(&format!("entry/{file}")).await.ok();
                mia.delete(&format!("entry/bin/{file}")).await.ok();
            }
            1 => {
                mia.delete(&format!("entry/{file}")).await.ok();
                mia.post(&format!("entry/restore/{file}"), Value::Null).await.ok();
            }
            2 => {
                mia.delete(&format!("entry/{file}")).await.ok();
            }
            _ => {
                // Another file under the name of a renamed one: names do not identify content.
                mia.rename(file, &format!("moved {turn}.txt")).await.ok();
                mia.upload(folder, &format!("{turn}.txt"), format!("instead {number} {turn}")).await.ok();
            }
        }
    }
}

pub async fn taken(server: &TestServer, target: &std::path::Path) -> Manifest {
    back_up(&server.app.db, &settings(server), target, NOW).await.unwrap()
}

#[test]
fn a_backup_taken_while_people_work_is_given_back_whole() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let busy = async {
            futures_util::future::join_all((0..4).map(|number| work(server, number, stop.clone()))).await;
        };
        let taking = async {
            let stored = "SELECT COUNT(*) FROM nodes_node WHERE state = 1 AND content_hash IS NOT NULL";
            eventually("they have stored four files", async || server.count(stored).await >= 4).await;
            let mut manifests = Vec::new();
            for _ in 0..3 {
                manifests.push(taken(server, &place.path().join("backup")).await);
            }
            stop.store(true, Ordering::Relaxed);
            manifests
        };
        let ((), manifests) = tokio::join!(busy, taking);
        for manifest in &manifests {
            assert_eq!(manifest.lost, [] as [String; 0]);
        }
        assert!(manifests[0].bytes_copied > 0 && manifests[2].contents > 0);

        let (settings, kept) = empty(server, place.path().join("restored")).await;
        restore(&settings, &place.path().join("backup"), Extent::Whole, NOW).await.unwrap();
        let db = settings.open_database().unwrap();
        assert_eq!(wrong(&db).await, [] as [String; 0]);
        let named =
            db.read(|c| c.rows("SELECT name FROM identity_user ORDER BY users_id", &[], |row| row.get::<String>(0)));
        assert_eq!(named.await.unwrap()[..2], ["ada", "zoe"]);
        let urls = db.read(|c| c.rows("SELECT url FROM content_file_server", &[], |row| row.get::<String>(0)));
        let first = server.bucket.as_ref().map_or("lume", |bucket| bucket.address().endpoint.as_str());
        assert_eq!(urls.await.unwrap(), [first, "other"], "they lie in the data folder, wherever that is");
        // It can be used: new ids do not repeat existing ones.
        db.write(|tx| tx.run("INSERT INTO identity_secret (secret_key, secret) VALUES ('x', 'y')", &[])).await.unwrap();
        db.write(|tx| {
            let new = tenancy::NewTenant {
                title: tenancy::Title::parse("Later").unwrap(),
                key: tenancy::TenantKey::parse("later").unwrap(),
                cnpj: None,
                theme: None,
            };
            tenancy::create_tenant(tx, &new, NOW)
        })
        .await
        .unwrap();
        assert!(
            restore(&settings, &place.path().join("backup"), Extent::Whole, NOW).await.is_err(),
            "never over what is there"
        );
        drop((db, kept));
    });
}

#[test]
fn files_purged_during_a_backup_are_missing_from_the_restored_server() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let (mia, backup) = (server.user("mia"), place.path().join("backup"));
        let file = mia.upload(server.top, "gone.txt", "words that nobody else has").await.id();
        mia.upload(server.top, "stays.txt", "other words").await.ok();
        // What `back_up` does, with the deletion right between the database and the files.
        let hashes = server.app.db.copy_to(backup.join("database"), &migrations(), storage::contents).await.unwrap();
        mia.delete(&format!("entry/{file}")).await.ok();
        mia.delete(&format!("entry/bin/{file}")).await.ok();
        let mut gone = Vec::new();
        for hash in &hashes {
            if storage::back_up(&server.app.db, &backup.join("content"), hash).await.unwrap() == storage::BackedUp::Gone
            {
                gone.push(hash.clone());
            }
        }
        assert_eq!((hashes.len(), gone.len()), (2, 1));
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        std::fs::create_dir_all(&settings.data).unwrap();
        let db = Db::from_copy(&settings.database_url().unwrap(), &backup.join("database"), "tried", &migrations())
            .await
            .unwrap();
        let db = settings.prepare(db).unwrap();
        let files = settings.files().display().to_string();
        storage::move_file_servers(&db, "tried".to_owned(), move |_| files.clone()).await.unwrap();
        let store = backup.join("content");
        let told = content::restore(&db, &store, &gone, NOW, |finding| {
            assert!(finding.repaired && finding.fault != storage::Fault::Miscounted, "{finding}");
        });
        told.await.unwrap();
        assert_eq!(wrong(&db).await, [] as [String; 0]);
        let names = db.read(|c| c.rows("SELECT name FROM nodes_node WHERE kind = 2", &[], |row| row.get::<String>(0)));
        assert_eq!(names.await.unwrap(), ["stays.txt"]);
        drop((db, kept));
    });
}

/// Flips one bit of a file.
pub fn damage(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file, bytes).unwrap();
}

/// The first file below a folder, whatever its name.
pub fn first_below(folder: &Path) -> PathBuf {
    let entry = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    if entry.is_dir() { first_below(&entry) } else { entry }
}

#[test]
fn a_bit_of_a_backup_that_turned_around_is_found_before_anything_is_given_back() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "kept.txt", "words").await.ok();
        std::fs::create_dir_all(server.test.folder().join("mail")).unwrap();
        std::fs::write(server.test.folder().join("mail/email.eml"), "Subject: hello").unwrap();
        std::fs::create_dir_all(settings(server).renditions()).unwrap();
        std::fs::write(settings(server).renditions().join("one.webp"), "a picture").unwrap();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        assert_eq!(faults_of(&backup), [] as [String; 0]);
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        for part in ["database", "mail", "renditions", "content", "manifest.json"] {
            let whole = backup.join(part);
            let file = if whole.is_dir() { first_below(&whole) } else { whole };
            damage(&file);
            let name = file.strip_prefix(&backup).unwrap().display().to_string();
            // A manifest may be damaged so much that it cannot be read at all.
            if part != "manifest.json" {
                assert_eq!(faults_of(&backup), [format!("{name} has other bytes than when it was written")]);
            }
            assert!(restore(&settings, &backup, Extent::Whole, NOW).await.is_err(), "{name}");
            assert!(!settings.data.exists(), "nothing was given back");
            damage(&file);
        }
        // If one content is missing, the rest can be restored on request.
        let content = first_below(&backup.join("content"));
        let bytes = std::fs::read(&content).unwrap();
        std::fs::remove_file(&content).unwrap();
        assert!(restore(&settings, &backup, Extent::Whole, NOW).await.is_err());
        std::fs::write(&content, bytes).unwrap();
        restore(&settings, &backup, Extent::Whole, NOW).await.unwrap();
        assert_eq!(wrong(&settings.open_database().unwrap()).await, [] as [String; 0]);
        drop(kept);
    });
}

#[test]
fn an_interrupted_restore_must_be_repeated_before_other_commands() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "kept.txt", "words").await.ok();
        let backup = place.path().join("backup");
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        // The files cannot be created if a file is in the place of their folder.
        std::fs::create_dir_all(&settings.data).unwrap();
        std::fs::write(settings.files(), "in the way").unwrap();
        assert!(restore(&settings, &backup, Extent::Whole, NOW).await.is_err());
        let refused = settings.open_database().map(|_| ()).unwrap_err().to_string();
        assert!(refused.contains("run `vitrine restore` again"), "{refused}");
        std::fs::remove_file(settings.files()).unwrap();
        restore(&settings, &backup, Extent::Whole, NOW).await.unwrap();
        assert_eq!(wrong(&settings.open_database().unwrap()).await, [] as [String; 0]);
        drop(kept);
    });
}

#[test]
fn sessions_of_a_backup_are_invalid_on_the_restored_server() {
    on_both(async |server| {
        let place = tempfile::tempdir().unwrap();
        let backup = place.path().join("backup");
        let rea = server.user("rea");
        assert_eq!(rea.get("/api/core/session").await.status, 200);
        taken(server, &backup).await;
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        restore(&settings, &backup, Extent::Whole, NOW).await.unwrap();
        let app = App::new(settings.open_database().unwrap(), server.clock.clone(), &settings).await.unwrap();
        let (base, serving, stop) = serve(&app).await;
        let there = TestUser { base: base.clone(), ..server.user("rea") };
        assert_eq!(there.get("/api/core/session").await.refusal(), (401, "no_session"), "a token of before");
        let login = json!({ "email": "rea@lume.example", "password": PASSWORD });
        let answer = TestUser { base, ..server.anonymous() }.post("/api/core/auth/login", login).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        stop.cancel();
        serving.await.unwrap();
        assert_eq!(rea.get("/api/core/session").await.status, 200, "the old installation goes on");
        drop((app, kept));
    });
}

#[test]
fn a_file_lost_before_the_backup_is_reported_and_the_rest_restored() {
    on_both(async |server| {
        let (place, mia) = (tempfile::tempdir().unwrap(), server.user("mia"));
        mia.upload(server.top, "lost.txt", "words that are lost").await.ok();
        mia.upload(server.top, "kept.txt", "words").await.ok();
        server.lose("lost.txt").await;
        let backup = place.path().join("backup");
        assert_eq!(taken(server, &backup).await.lost.len(), 1);
        let (settings, kept) = empty(server, place.path().join("restored")).await;
        restore(&settings, &backup, Extent::Whole, NOW).await.unwrap();
        let db = settings.open_database().unwrap();
        assert_eq!(wrong(&db).await, ["repository 1: lost.txt has no bytes"]);
        if server.bucket.is_none() {
            assert_eq!(std::fs::read(settings.files().join("lume/library/kept.txt")).unwrap(), b"words");
        }
        // A file that the manifest does not list is a failure.
        let (settings, also_kept) = empty(server, place.path().join("again")).await;
        let manifest = backup.join("manifest.json");
        let mut told: Value = serde_json::from_slice(&std::fs::read(&manifest).unwrap()).unwrap();
        told["lost"] = json!([]);
        std::fs::write(&manifest, told.to_string()).unwrap();
        let sums = backup.join("checksums.b3");
        let mut lines: Vec<String> = std::fs::read_to_string(&sums).unwrap().lines().map(str::to_owned).collect();
        let hash = blake3::hash(told.to_string().as_bytes()).to_hex().to_string();
        let line = lines.iter_mut().find(|line| line.ends_with("manifest.json")).unwrap();
        *line = format!("{hash}  manifest.json");
        std::fs::write(&sums, lines.join("\n") + "\n").unwrap();
        let failed = restore(&settings, &backup, Extent::Whole, NOW).await.unwrap_err().to_string();
        assert!(failed.starts_with("1 entries could not be given back; run the same command again"), "{failed}");
        drop((db, kept, also_kept));
    });
}
