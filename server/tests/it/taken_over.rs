//! Uploads that another process goes on with: on PostgreSQL several serve the same disks.

use db::Engine;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use vitrine::app::App;
use vitrine::rooms::rooms;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both, serve};
use crate::spawned::ServerProcess;
use crate::stores::settings_in;
use crate::test_users::TestUser;
use crate::tus::probe;
use crate::uploads::{begin_sending, part};

/// A second server on the same database and disk: its address, and what ends it.
async fn another(server: &TestServer) -> (String, CancellationToken) {
    let settings = settings_in(server.test.folder());
    let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
    let app = App::of_rooms(&rooms(), drawing, server.app.db.clone(), server.clock.clone(), &settings).await.unwrap();
    let (base, _serving, stop) = serve(&app).await;
    (base, stop)
}

/// The same upload, at another server.
fn at(base: &str, server: &TestServer, prepared: &Value) -> Value {
    let mut there = prepared.clone();
    there["url"] = json!(prepared["url"].as_str().unwrap().replace(&server.base, base));
    there
}

async fn status(mut sending: TcpStream) -> u16 {
    let mut said = [0; 12];
    sending.read_exact(&mut said).await.unwrap();
    std::str::from_utf8(&said[9..]).unwrap().parse().unwrap()
}

#[test]
fn a_receiver_that_was_suspended_changes_nothing_of_what_another_process_went_on_with() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Sqlite {
            return;
        }
        let wim = server.user("wim");
        let (base, stop) = another(server).await;
        let there = TestUser { base: base.clone(), ..server.user("wim") };
        // A machine that wakes up may not know yet how late it is.
        for (name, passed) in [("unaware.bin", 0), ("late.bin", 700)] {
            let prepared = wim.prepare(server.top, name, Some(12)).await.ok();
            let (node, url) = (prepared["node_id"].as_i64().unwrap(), prepared["url"].as_str().unwrap());
            let staged = server.staging().await.join(node.to_string());
            let mut late = begin_sending(&server.base, &part(&wim, url, 12), b"first ").await;
            let arrived = async || std::fs::metadata(&staged).is_ok_and(|file| file.len() == 6);
            eventually("the first part arrives", arrived).await;
            let elsewhere = "UPDATE content_upload SET owner = 'elsewhere/boot/1/1', lease_until = 1000";
            server.test.run(elsewhere.to_owned()).await;
            server.clock.advance(passed);
            let going_on = at(&base, server, &prepared);
            assert_eq!(probe(&there, &going_on).await.header("upload-offset"), "6", "{name}");
            assert_eq!(there.patch(&going_on, 6, b"second", &[]).await.status, 204, "{name}");
            late.write_all(b"wrong!").await.unwrap();
            assert_eq!(status(late).await, 423, "{name}");
            assert_eq!(wim.content(node).await.bytes, b"first second", "{name}");
            assert_eq!(server.bytes_at(name).await, b"first second");
            assert_eq!(wim.actions().await[0], (name.to_owned(), "generating_preview".to_owned()));
        }
        stop.cancel();
    });
}

#[test]
fn a_lease_that_could_not_be_released_ends_while_its_process_lives() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Sqlite {
            return;
        }
        let process = ServerProcess::start(server).await;
        let (wim, there) = (server.user("wim"), TestUser { base: process.base.clone(), ..server.user("wim") });
        let prepared = wim.prepare(server.top, "parts.bin", Some(6)).await.ok();
        let url = prepared["url"].as_str().unwrap();
        let sending = begin_sending(&process.base, &part(&there, url, 6), b"ab").await;
        let owned = "SELECT COUNT(*) FROM content_upload WHERE owner <> ''";
        eventually("the process receives", async || server.count(owned).await == 1).await;
        let owner = server.app.db.read(|c| c.get("SELECT owner FROM content_upload", &[], |row| row.get::<String>(0)));
        let owner = owner.await.unwrap();
        drop(sending);
        eventually("the process has stopped receiving", async || server.count(owned).await == 0).await;
        // The database was away when the part ended, and the lease is over.
        server.test.run(format!("UPDATE content_upload SET owner = '{owner}', lease_until = 1")).await;
        let goes_on = async || wim.patch(&prepared, 2, b"cdef", &[]).await.status == 204;
        eventually("another process may go on", goes_on).await;
        assert_eq!(server.bytes_at("parts.bin").await, b"abcdef");
        assert!(process.stop().await.success());
    });
}

#[test]
fn a_sender_is_cut_off_when_its_upload_is_cancelled_through_another_process() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Sqlite {
            return;
        }
        let process = ServerProcess::start(server).await;
        let (wim, there) = (server.user("wim"), TestUser { base: process.base.clone(), ..server.user("wim") });
        let prepared = wim.prepare(server.top, "film.mov", Some(1000)).await.ok();
        let url = prepared["url"].as_str().unwrap();
        let sending = begin_sending(&process.base, &part(&there, url, 1000), &[b'x'; 500]).await;
        eventually("its bytes arrive", async || server.staged().await.len() == 1).await;
        let cancel = format!("/api/core/background-action/{}/cancel", prepared["bg_action_id"].as_str().unwrap());
        assert_eq!(wim.post(&cancel, json!(null)).await.status, 204);
        // When it renews its lease, before it gives up waiting for bytes.
        assert_eq!(status(sending).await, 410);
        assert_eq!((server.staged().await.len(), wim.list(server.top).await.len()), (0, 0));
        assert!(process.stop().await.success());
    });
}
