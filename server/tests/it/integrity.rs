//! Files whose bytes are not those that were stored: never given out, told, and given back.

use std::fs::{self, File, FileTimes};

use reqwest::Method;
use serde_json::Value;

use crate::harness::{House, on_both};
use crate::people::Answer;

const MONTH: i64 = 31 * 86_400;

async fn scrub(house: &House) {
    house.clock.advance(MONTH);
    content::keep_scrubbing(&house.app.content).await.unwrap();
    house.drain().await;
}

async fn ranged(house: &House, method: Method, node: i64) -> Answer {
    let asked = house.person("wim").request(method, &format!("/api/file/content/{node}"));
    Answer::of(asked.header("range", "bytes=0-1")).await
}

async fn bell(house: &House) -> Vec<(String, String)> {
    house.sign_in("root").await.actions().await
}

async fn stored_files(house: &House) -> Value {
    let services = house.sign_in("root").await.get("/api/core/service").await.ok();
    services["items"].as_array().unwrap().iter().find(|one| one["kind"] == "stored_files").unwrap().clone()
}

#[test]
fn other_bytes_than_were_stored_are_never_given_out() {
    on_both(async |house| {
        let wim = house.person("wim");
        let [flipped, shorter, gone, whole] = {
            let mut files = [0; 4];
            for (file, name) in files.iter_mut().zip(["flipped.txt", "shorter.txt", "gone.txt", "whole.txt"]) {
                *file = wim.upload(house.top, name, format!("words of {name}")).await.id();
            }
            files
        };
        assert_eq!(stored_files(house).await["state"], "ok");
        fs::write(house.disk.join("flipped.txt"), "wordz of flipped.txt").unwrap();
        fs::write(house.disk.join("shorter.txt"), "words").unwrap();
        fs::remove_file(house.disk.join("gone.txt")).unwrap();
        for (node, code) in [(flipped, "damaged"), (shorter, "damaged"), (gone, "bytes_missing")] {
            assert_eq!(wim.content(node).await.refusal(), (500, code));
            assert_eq!(wim.content(node).await.refusal(), (500, code));
            assert_eq!(ranged(house, Method::GET, node).await.refusal(), (500, code));
            assert_eq!(ranged(house, Method::HEAD, node).await.status, 500);
        }
        assert_eq!(wim.content(whole).await.bytes, b"words of whole.txt");
        // The bell rings once; the log has each.
        assert_eq!(bell(house).await, [("Damaged files".to_owned(), "error".to_owned())]);
        let sql = "SELECT COUNT(*) FROM audit_entry WHERE what = 'file_damaged'";
        assert_eq!(house.count(sql).await, 3);
        let told = stored_files(house).await;
        assert_eq!((&told["state"], &told["files"]), (&"trouble".into(), &4.into()));
        assert!(told["last_error"].as_str().unwrap().starts_with("2 files have other bytes"), "{told}");

        // Whoever gives them back needs to tell nobody.
        for name in ["flipped.txt", "shorter.txt", "gone.txt"] {
            fs::write(house.disk.join(name), format!("words of {name}")).unwrap();
        }
        for (node, name) in [(flipped, "flipped.txt"), (shorter, "shorter.txt"), (gone, "gone.txt")] {
            assert_eq!(wim.content(node).await.bytes, format!("words of {name}").into_bytes());
        }
        assert_eq!(stored_files(house).await["state"], "ok");
    });
}

#[test]
fn what_a_disk_forgot_in_silence_is_found_by_reading_it_again() {
    on_both(async |house| {
        let (wim, mia) = (house.person("wim"), house.person("mia"));
        let folder = wim.folder(house.top, "Verão").await.id();
        let node = wim.upload(folder, "quiet.txt", "bytes").await.id();
        let binned = wim.upload(folder, "binned.txt", "other bytes").await.id();
        wim.upload(folder, "well.txt", "well").await.ok();
        mia.delete(&format!("entry/{binned}")).await.ok();
        let path = house.disk.join("Verão/quiet.txt");
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        fs::write(&path, "bytez").unwrap();
        File::options().write(true).open(&path).unwrap().set_times(FileTimes::new().set_modified(written)).unwrap();
        house.drain().await;
        assert_eq!(wim.content(node).await.status, 200, "nothing says that it was written to");
        scrub(house).await;
        let wim = house.sign_in("wim").await;
        assert_eq!(wim.content(node).await.refusal(), (500, "damaged"));
        assert_eq!(house.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 1);
        let since = stored_files(house).await["read_since"].as_i64().unwrap();
        assert!(since >= house.clock.now() - 60, "all of them, the bin's too: {since}");

        fs::write(&path, "bytes").unwrap();
        fs::remove_file(house.disk.join(format!(".vitrine/bin/{binned}"))).unwrap();
        scrub(house).await;
        let wim = house.sign_in("wim").await;
        assert_eq!(wim.content(node).await.bytes, b"bytes");
        assert_eq!(house.count("SELECT COUNT(*) FROM content_check WHERE flaw = 'missing'").await, 1);
    });
}

#[test]
fn one_job_reads_again_however_often_it_is_asked_for() {
    on_both(async |house| {
        for _ in 0..3 {
            content::keep_scrubbing(&house.app.content).await.unwrap();
        }
        assert_eq!(house.count("SELECT COUNT(*) FROM jobs_job WHERE kind = 'scrub'").await, 1);
    });
}

#[test]
fn what_lies_in_the_bin_is_not_taken_for_lost() {
    on_both(async |house| {
        let (wim, mia) = (house.person("wim"), house.person("mia"));
        let folder = wim.folder(house.top, "Verão").await.id();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        mia.delete(&format!("entry/{folder}")).await.ok();
        let (db, now) = (&house.app.db, house.clock.now());
        let hash = blake3::hash(b"words").to_hex().to_string();
        assert!(content::right_bytes(db, primitives::NodeId(file), &hash, now).await.unwrap().is_none());
        assert_eq!(house.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        mia.post(&format!("entry/restore/{folder}"), Value::Null).await.ok();
        assert!(content::right_bytes(db, primitives::NodeId(file), &hash, now).await.unwrap().is_some());
    });
}

#[test]
fn work_by_content_takes_the_bytes_of_a_file_that_has_them() {
    on_both(async |house| {
        let wim = house.person("wim");
        let first = wim.upload(house.top, "a.txt", "words").await.id();
        let second = wim.upload(house.top, "b.txt", "words").await.id();
        fs::write(house.disk.join("a.txt"), "wordz").unwrap();
        let (db, now, hash) = (&house.app.db, house.clock.now(), blake3::hash(b"words").to_hex().to_string());
        let found = content::right_bytes(db, primitives::NodeId(first), &hash, now).await.unwrap();
        assert_eq!(found.map(|(node, _)| node.id.0), Some(second));
        fs::write(house.disk.join("b.txt"), "wordx").unwrap();
        let found = content::right_bytes(db, primitives::NodeId(first), &hash, now).await;
        assert!(matches!(found, Err(content::Error::Damaged)), "{found:?}");
    });
}

#[test]
fn a_disk_that_is_away_loses_no_file() {
    on_both(async |house| {
        let wim = house.person("wim");
        let node = wim.upload(house.top, "a.txt", "words").await.id();
        let away = house.disk.with_extension("away");
        fs::rename(&house.disk, &away).unwrap();
        // A volume that is not mounted leaves an empty folder.
        fs::create_dir(&house.disk).unwrap();
        assert_eq!(wim.content(node).await.status, 503);
        scrub(house).await;
        assert_eq!(house.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
        fs::remove_dir(&house.disk).unwrap();
        fs::rename(&away, &house.disk).unwrap();
        assert_eq!(house.sign_in("wim").await.content(node).await.bytes, b"words");
    });
}
