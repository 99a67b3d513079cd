//! Files with other bytes than were stored: they are never served, they are reported, and restored.

use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both, on_disks};
use crate::spawned::ServerProcess;
use crate::test_users::Answer;

const MONTH: i64 = 31 * 86_400;

async fn scrub(server: &TestServer) {
    server.clock.advance(MONTH);
    storage::integrity::keep_scrubbing(&server.app.content.storage).await.unwrap();
    server.drain().await;
}

async fn ranged(server: &TestServer, method: Method, node: i64) -> Answer {
    let asked = server.user("wim").request(method, &format!("/api/file/content/{node}"));
    Answer::of(asked.header("range", "bytes=0-1")).await
}

async fn bell(server: &TestServer) -> Vec<(String, String)> {
    server.sign_in("root").await.actions().await
}

async fn stored_files(server: &TestServer) -> Value {
    let services = server.sign_in("root").await.get("/api/core/service").await.ok();
    services["items"].as_array().unwrap().iter().find(|one| one["kind"] == "stored_files").unwrap().clone()
}

#[test]
fn a_file_with_wrong_bytes_is_not_served() {
    on_both(async |server| {
        let wim = server.user("wim");
        let [flipped, shorter, gone, whole] = {
            let mut files = [0; 4];
            for (file, name) in files.iter_mut().zip(["flipped.txt", "shorter.txt", "gone.txt", "whole.txt"]) {
                *file = wim.upload(server.top, name, format!("words of {name}")).await.id();
            }
            files
        };
        assert_eq!(stored_files(server).await["state"], "ok");
        server.overwrite("flipped.txt", "wordz of flipped.txt").await;
        server.overwrite("shorter.txt", "words").await;
        server.lose("gone.txt").await;
        for (node, code) in [(flipped, "damaged"), (shorter, "damaged"), (gone, "bytes_missing")] {
            assert_eq!(wim.content(node).await.refusal(), (500, code));
            assert_eq!(wim.content(node).await.refusal(), (500, code));
            assert_eq!(ranged(server, Method::GET, node).await.refusal(), (500, code));
            assert_eq!(ranged(server, Method::HEAD, node).await.status, 500);
        }
        assert_eq!(wim.content(whole).await.bytes, b"words of whole.txt");
        // Masters are notified once; the log has each file.
        assert_eq!(bell(server).await, [("Damaged files".to_owned(), "error".to_owned())]);
        let sql = "SELECT COUNT(*) FROM audit_entry WHERE what = 'file_damaged'";
        assert_eq!(server.count(sql).await, 3);
        let told = stored_files(server).await;
        assert_eq!((&told["state"], &told["files"]), (&"trouble".into(), &4.into()));
        assert!(told["last_error"].as_str().unwrap().starts_with("2 files have other bytes"), "{told}");

        // They are restored without a report.
        for name in ["flipped.txt", "shorter.txt", "gone.txt"] {
            server.overwrite(name, format!("words of {name}")).await;
        }
        for (node, name) in [(flipped, "flipped.txt"), (shorter, "shorter.txt"), (gone, "gone.txt")] {
            assert_eq!(wim.content(node).await.bytes, format!("words of {name}").into_bytes());
        }
        assert_eq!(stored_files(server).await["state"], "ok");
    });
}

#[test]
fn a_scrub_finds_files_damaged_without_a_new_date() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Verão").await.id();
        let node = wim.upload(folder, "quiet.txt", "bytes").await.id();
        let binned = wim.upload(folder, "binned.txt", "other bytes").await.id();
        wim.upload(folder, "well.txt", "well").await.ok();
        mia.delete(&format!("entry/{binned}")).await.ok();
        server.rot("Verão/quiet.txt").await;
        server.drain().await;
        assert_eq!(wim.content(node).await.status, 200, "nothing says that it was written to");
        scrub(server).await;
        let wim = server.sign_in("wim").await;
        assert_eq!(wim.content(node).await.refusal(), (500, "damaged"));
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 1);
        let since = stored_files(server).await["read_since"].as_i64().unwrap();
        assert!(since >= server.clock.now() - 60, "all of them, the bin's too: {since}");

        server.overwrite("Verão/quiet.txt", "bytes").await;
        server.lose(format!(".vitrine/bin/{binned}")).await;
        scrub(server).await;
        let wim = server.sign_in("wim").await;
        assert_eq!(wim.content(node).await.bytes, b"bytes");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw = 'missing'").await, 1);
    });
}

/// Changes a file like a disk that loses data: its size and time stay the same.
pub(crate) fn rot(path: &std::path::Path) {
    let written = fs::metadata(path).unwrap().modified().unwrap();
    let mut bytes = fs::read(path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(path, bytes).unwrap();
    File::options().write(true).open(path).unwrap().set_times(FileTimes::new().set_modified(written)).unwrap();
}

#[test]
fn a_file_that_the_doctor_finds_damaged_is_not_served() {
    on_both(async |server| {
        let wim = server.user("wim");
        let rotten = wim.upload(server.top, "rotten.txt", "bytes").await.id();
        let gone = wim.upload(server.top, "gone.txt", "words").await.id();
        let well = wim.upload(server.top, "well.txt", "well").await.id();
        server.rot("rotten.txt").await;
        server.lose("gone.txt").await;
        assert_eq!(wim.content(rotten).await.status, 200, "nothing says that it was written to");
        for mend in [false, true] {
            let mut found = Vec::new();
            let told = |finding: storage::Finding| found.push((finding.place, finding.fault, finding.repaired));
            storage::examine(&server.app.db, storage::CheckOptions { repair: mend, hashes: true }, None, told)
                .await
                .unwrap();
            found.sort_by(|one, other| one.0.cmp(&other.0));
            let wanted = [
                ("gone.txt".to_owned(), storage::Fault::NoBytes, false),
                ("rotten.txt".to_owned(), storage::Fault::OtherBytes, false),
            ];
            assert_eq!(found, wanted);
            assert_eq!(wim.content(rotten).await.refusal(), (500, "damaged"));
        }
        assert_eq!(wim.content(gone).await.refusal(), (500, "bytes_missing"));
        assert_eq!(wim.content(well).await.bytes, b"well");
        assert_eq!(server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'file_damaged'").await, 2);
    });
}

#[test]
fn one_job_reads_again_however_often_it_is_asked_for() {
    on_both(async |server| {
        for _ in 0..3 {
            storage::integrity::keep_scrubbing(&server.app.content.storage).await.unwrap();
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM jobs_job WHERE kind = 'scrub'").await, 1);
    });
}

#[test]
fn a_file_in_the_bin_is_not_recorded_as_damaged() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Verão").await.id();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        mia.delete(&format!("entry/{folder}")).await.ok();
        let (db, now) = (&server.app.db, server.clock.now());
        let hash = blake3::hash(b"words").to_hex().to_string();
        let found = storage::integrity::right_bytes(db, primitives::NodeId(file), &hash, now).await.unwrap();
        assert_eq!(found.is_some(), server.bucket.is_some(), "an object lies where it was");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        mia.post(&format!("entry/restore/{folder}"), Value::Null).await.ok();
        assert!(storage::integrity::right_bytes(db, primitives::NodeId(file), &hash, now).await.unwrap().is_some());
    });
}

#[test]
fn work_by_content_takes_the_bytes_of_a_file_that_has_them() {
    on_both(async |server| {
        let wim = server.user("wim");
        let first = wim.upload(server.top, "a.txt", "words").await.id();
        let second = wim.upload(server.top, "b.txt", "words").await.id();
        server.overwrite("a.txt", "wordz").await;
        let (db, now, hash) = (&server.app.db, server.clock.now(), blake3::hash(b"words").to_hex().to_string());
        let found = storage::integrity::right_bytes(db, primitives::NodeId(first), &hash, now).await.unwrap();
        assert_eq!(found.map(|(node, _)| node.id.0), Some(second));
        server.overwrite("b.txt", "wordx").await;
        let found = storage::integrity::right_bytes(db, primitives::NodeId(first), &hash, now).await;
        assert!(matches!(found, Err(storage::Error::Damaged)), "{found:?}");
    });
}

#[test]
fn a_disk_that_is_away_loses_no_file() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "a.txt", "words").await.id();
        let away = server.disk.with_extension("away");
        fs::rename(&server.disk, &away).unwrap();
        // A volume that is not mounted leaves an empty folder.
        fs::create_dir(&server.disk).unwrap();
        assert_eq!(wim.content(node).await.status, 503);
        scrub(server).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        fs::remove_dir(&server.disk).unwrap();
        fs::rename(&away, &server.disk).unwrap();
        assert_eq!(server.sign_in("wim").await.content(node).await.bytes, b"words");
    });
}

#[test]
fn a_file_that_was_never_read_is_read_like_the_others() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "old.txt", "bytes").await.id();
        wim.upload(server.top, "well.txt", "well").await.ok();
        server.drain().await;
        server.test.run("UPDATE content_check SET modified_ns = NULL, checked_at = 0".to_owned()).await;
        server.overwrite("old.txt", "bytez").await;
        scrub(server).await;
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE modified_ns IS NOT NULL").await, 2);
        let found = server.app.db.read(|c| {
            let sql = "SELECT node_id, flaw FROM content_check WHERE flaw IS NOT NULL";
            c.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))
        });
        assert_eq!(found.await.unwrap(), [(node, "other_bytes".to_owned())]);
        assert_eq!(bell(server).await, [("Damaged files".to_owned(), "error".to_owned())]);
    });
}

/// A file whose every read fails, in the place of another, until it is dropped; None if this process may not mount.
struct BadSector(std::path::PathBuf);

impl BadSector {
    fn over(file: &Path) -> Option<Self> {
        let mut mount = std::process::Command::new("mount");
        let unreadable = format!("/proc/{}/mem", std::process::id());
        mount.args(["--bind", &unreadable]).arg(file).stderr(std::process::Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then(|| Self(file.to_owned()))
    }
}

impl Drop for BadSector {
    fn drop(&mut self) {
        std::process::Command::new("umount").arg("-l").arg(&self.0).status().unwrap();
    }
}

#[test]
fn a_scrub_reports_unreadable_files_and_reads_the_rest() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let shut = wim.upload(server.top, "shut.txt", "words").await.id();
        let worn = wim.upload(server.top, "worn.txt", "words").await.id();
        wim.upload(server.top, "well.txt", "well").await.ok();
        server.drain().await;
        // A socket cannot be opened as a file, whatever the rights.
        fs::remove_file(server.disk.join("shut.txt")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(server.disk.join("shut.txt")).unwrap();
        let sector = BadSector::over(&server.disk.join("worn.txt"));
        server.test.run("UPDATE content_check SET checked_at = 0".to_owned()).await;
        let log = server.test.folder().join("told.log");
        let process = ServerProcess::start_logging(server, &log).await;
        let unread = "SELECT COUNT(*) FROM content_check WHERE checked_at = 0";
        eventually("all files were read", async || server.count(unread).await == 0).await;
        assert!(process.stop().await.success());
        let told = fs::read_to_string(&log).unwrap();
        for (file, is_unreadable) in [(shut, true), (worn, sector.is_some())] {
            assert_eq!(told.contains(&format!("File {file} cannot be read")), is_unreadable, "{told}");
        }
        // A sector that may be readable tomorrow does not mean other bytes.
        assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        // Both are tried again within the hour; the third is not due for a month.
        let soon = "SELECT COUNT(*) FROM content_check
                    WHERE checked_at < (SELECT MAX(checked_at) FROM content_check) - 86400";
        assert_eq!(server.count(soon).await, 1 + i64::from(sector.is_some()));
    });
}

#[test]
fn a_first_reading_outlives_who_asked_for_it_and_the_next_one_finds_it_done() {
    on_both(async |server| {
        let wim = server.user("wim");
        let bytes = b"bytes".to_vec();
        let node = wim.upload(server.top, "touched.bin", bytes.clone()).await.id();
        server.touch("touched.bin", Duration::from_secs(7)).await;
        let (db, now, hash) = (server.app.db.clone(), server.clock.now(), blake3::hash(&bytes).to_hex().to_string());
        let modified = async || {
            let sql = "SELECT modified_ns FROM content_check WHERE node_id = $1";
            db.read(move |c| c.get(sql, db::params![node], |row| row.get::<i64>(0))).await.unwrap()
        };
        let before = modified().await;
        // What is found is not noted before this is through, so the reading cannot be over too soon.
        let ((holds, held), (let_go, may_go)) = (channel(), channel::<()>());
        let noting = db.clone();
        let holding = tokio::spawn(async move {
            let hold = noting.write(move |tx| {
                let sql = "UPDATE content_check SET modified_ns = modified_ns WHERE node_id = $1";
                tx.run(sql, db::params![node])?;
                holds.send(()).unwrap_or_default();
                may_go.recv().unwrap_or_default();
                Ok::<_, db::Error>(())
            });
            hold.await.unwrap();
        });
        tokio::task::spawn_blocking(move || held.recv().unwrap()).await.unwrap();
        let heard = server.test.query_log();
        let begins =
            |heard: &[String]| heard.iter().any(|sql| sql.starts_with("SELECT modified_ns, flaw FROM content_check"));
        let asking = db.clone();
        let asker = tokio::spawn(async move {
            storage::integrity::right_bytes(&asking, primitives::NodeId(node), &hash, now).await
        });
        eventually("the reading begins", async || begins(&heard.take())).await;
        asker.abort();
        assert!(asker.await.unwrap_err().is_cancelled(), "they are gone before it is done");
        assert_eq!(modified().await, before, "nor is it done by them");
        let_go.send(()).unwrap();
        holding.await.unwrap();
        eventually("the reading is noted", async || modified().await == before + 7_000_000_000).await;
        heard.take();
        assert_eq!(wim.content(node).await.bytes, bytes);
        assert!(!begins(&heard.take()), "nobody reads it again");
    });
}
