//! A whole repository moves to another file server, while people work.

mod killed;
mod meanwhile;
mod refused;
mod waiting;

use std::path::PathBuf;

use serde_json::{Value, json};
use storage::CheckOptions;

use crate::harness::{TestServer, names_in, on_both};
use crate::quotas::tenant;
use crate::test_users::{Answer, TestUser};
use crate::versions::versions;

/// An hour after a move, what it has left at the old place is deleted.
const GRACE: i64 = 3601;

/// Another file server on disk, `url` below the installation's folder for files.
pub async fn archive(server: &TestServer, url: &str) -> i64 {
    let lume = tenant(server, "lume").await;
    let body = json!({ "label": "Archive", "url": url, "type": "posix", "tenant_ids": [lume] });
    server.user("ada").post("fileserver", body).await.ok()["file_server_id"].as_i64().unwrap()
}

/// The installation's folder for files.
pub fn files_folder(server: &TestServer) -> PathBuf {
    server.disk.ancestors().nth(2).unwrap().to_owned()
}

/// A repository as its admin sees it.
pub async fn repository(server: &TestServer, top: i64) -> Value {
    let all = server.user("ada").get("repository/admin").await.ok();
    all["items"].as_array().unwrap().iter().find(|one| one["node_id"] == top).unwrap().clone()
}

pub async fn address(server: &TestServer, top: i64) -> String {
    format!("repository/{}/move", repository(server, top).await["repository_id"])
}

pub async fn ask(server: &TestServer, who: &TestUser<'_>, top: i64, to: i64) -> Answer {
    who.post(&address(server, top).await, json!({ "file_server_id": to })).await
}

/// Asks for a move, and lets it come to its end.
pub async fn move_to(server: &TestServer, top: i64, to: i64) {
    let begun = ask(server, &server.user("ada"), top, to).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    server.drain().await;
    let told = repository(server, top).await;
    assert_eq!((&told["file_server_id"], &told["moving"]["state"]), (&json!(to), &json!("clearing")), "{told}");
}

/// Tries again a move that has failed, because the only file is not right.
pub async fn try_again(server: &TestServer) -> Answer {
    let (ada, wim) = (server.user("ada"), server.user("wim"));
    wim.upload(server.top, "wrong.txt", "wrong").await.ok();
    server.overwrite("wrong.txt", "wr0ng").await;
    let to = archive(server, "tried/again").await;
    ask(server, &ada, server.top, to).await.ok();
    server.drain().await;
    ada.post(&format!("{}/retry", address(server, server.top).await), json!({})).await
}

/// What a move has left at the old place is deleted.
pub async fn clear(server: &TestServer, top: i64) {
    server.clock.advance(GRACE);
    server.drain().await;
    assert_eq!(repository(server, top).await["moving"], Value::Null);
}

/// Nothing is left where the repository was at first.
pub fn leaves_nothing(server: &TestServer) {
    match &server.bucket {
        Some(bucket) => assert_eq!(bucket.keys(), [""; 0]),
        None => assert!(!server.disk.exists(), "something is left"),
    }
}

/// The doctor reads all files, and finds nothing.
pub async fn is_sound(server: &TestServer) {
    let mut found = Vec::new();
    let options = CheckOptions { repair: false, hashes: true };
    let told = |finding: storage::Finding| found.push((finding.place, finding.fault));
    storage::examine(&server.app.db, options, None, told).await.unwrap();
    assert_eq!(found, []);
    assert_eq!(server.count("SELECT COUNT(*) FROM content_check WHERE flaw IS NOT NULL").await, 0);
}

#[test]
fn a_repository_moves_to_another_disk_with_its_bin_and_its_versions() {
    on_both(async |server| {
        let (ada, wim, mia) = (server.user("ada"), server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Verão").await.id();
        wim.folder(folder, "empty").await.ok();
        let plan = wim.upload(folder, "plan.txt", "first words").await.id();
        wim.replace(folder, plan, "other words").await.ok();
        let binned = wim.upload(server.top, "binned.txt", "binned").await.id();
        let old = wim.folder(server.top, "Old").await.id();
        let inside = wim.upload(old, "inside.txt", "inside").await.id();
        for node in [binned, old] {
            mia.delete(&format!("entry/{node}")).await.ok();
        }
        let to = archive(server, "archive").await;
        let address = address(server, server.top).await;
        let check = ada.get(&format!("{address}/check?file_server_id={to}")).await.ok();
        assert_eq!((&check["files"], &check["bytes"]), (&json!(4), &json!(11 + 11 + 6 + 6)), "{check}");
        assert_eq!((&check["fits"], &check["folder_free"]), (&json!(true), &json!(true)), "{check}");
        assert!(check["free_bytes"].as_i64().unwrap() > 0, "{check}");

        move_to(server, server.top, to).await;
        let disk = files_folder(server).join("archive/library");
        assert_eq!(std::fs::read(disk.join("Verão/plan.txt")).unwrap(), b"other words");
        assert_eq!(names_in(&disk), [".vitrine", "Verão"]);
        assert_eq!(names_in(&disk.join("Verão")), ["empty", "plan.txt"]);
        assert!(server.is_at("Verão/plan.txt").await, "who reads it there reads on");
        assert_eq!(wim.content(plan).await.bytes, b"other words");
        for node in [binned, old] {
            mia.post(&format!("entry/restore/{node}"), json!({})).await.ok();
        }
        assert_eq!(wim.content(inside).await.bytes, b"inside");
        assert_eq!(wim.content(binned).await.bytes, b"binned");
        wim.rename(plan, "plan 2.txt").await.ok();
        wim.upload(folder, "new.txt", "new").await.ok();
        let first = versions(&wim, plan).await.pop().unwrap()["version_id"].clone();
        wim.post(&format!("version/restored/{first}"), json!({})).await.ok();
        assert_eq!(wim.content(plan).await.bytes, b"first words");
        assert_eq!(names_in(&disk.join("Verão")), ["empty", "new.txt", "plan 2.txt"]);
        // Nothing had to be read again: what is known of the files holds at the new place.
        is_sound(server).await;

        clear(server, server.top).await;
        leaves_nothing(server);
        is_sound(server).await;
    });
}

#[test]
fn a_repository_without_files_moves_too_and_comes_back() {
    on_both(async |server| {
        let home = repository(server, server.top).await["file_server_id"].as_i64().unwrap();
        let to = archive(server, "archive").await;
        move_to(server, server.top, to).await;
        let again = ask(server, &server.user("ada"), server.top, home).await;
        assert_eq!(again.refusal(), (409, "repository_moves"), "not before the old place is empty");
        clear(server, server.top).await;
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        move_to(server, server.top, home).await;
        clear(server, server.top).await;
        assert_eq!(server.bytes_at("a.txt").await, b"words");
        assert_eq!(wim.content(file).await.bytes, b"words");
        assert!(!files_folder(server).join("archive/library").exists());
        is_sound(server).await;
    });
}
