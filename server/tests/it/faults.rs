//! Faults in operation: full disks, slow clients, pages that do not read, clocks that jump, databases that go away.

use std::time::Duration;

use db::{Db, DbUrl, Engine};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use vitrine::connections::ClientTimeouts;

use crate::harness::{NOW, PASSWORD, TestServer, on_both};
use crate::page::Page;
use crate::slowness::{Impatient, NEVER};
use crate::spawned::ServerProcess;
use crate::test_users::{Answer, TestUser};

#[test]
fn a_full_disk_ends_the_upload_and_nothing_else() {
    on_both(async |server| {
        let mut process = ServerProcess::start_on_a_small_disk(server).await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        let (first, mut prepared) = (process.base.clone(), wim.prepare(server.top, "large.bin", None).await.ok());
        let answer = wim.send(&prepared, vec![7; 32_000_000]).await;
        assert_eq!(answer.refusal(), (507, "storage_full"));
        let ended = ("large.bin".to_owned(), "error".to_owned());
        assert_eq!(wim.actions().await, [ended]);
        // The half file takes no space from files that still fit.
        let left = server.staging().await.join(prepared["node_id"].to_string());
        assert_eq!(std::fs::metadata(left).map_or(0, |file| file.len()), 0);
        wim.upload(server.top, "small.txt", "fits").await.ok();
        assert_eq!(wim.list(server.top).await, ["small.txt"]);
        // With space again, the same upload succeeds.
        process.child.kill().await.unwrap();
        let mut process = ServerProcess::start(server).await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        // The server now listens at another address.
        let address = prepared["url"].as_str().unwrap().replace(&first, &process.base);
        prepared["url"] = address.into();
        wim.send(&prepared, vec![7; 32_000_000]).await.ok();
        assert_eq!(server.bytes_at("large.bin").await.len(), 32_000_000);
        process.child.kill().await.unwrap();
    });
}

fn address_of(server: &TestServer) -> &str {
    server.base.strip_prefix("http://").unwrap()
}

/// Connections whose request stops within its head.
async fn unfinished(address: &str) -> Vec<TcpStream> {
    let mut crowd = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
        crowd.push(stream);
    }
    crowd
}

/// The bytes until the server closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut said))
        .await
        .expect("an end")
        .unwrap_or_default();
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn unfinished_requests_are_closed_and_do_not_delay_others() {
    on_both(async |server| {
        let waiting = ClientTimeouts { idle: NEVER, headers: NEVER, ..ClientTimeouts::default() };
        let waiting = Impatient::open(server, waiting).await;
        let crowd = unfinished(waiting.address()).await;
        waiting.user(server, "wim").get(&format!("entry/list/{}", server.top)).await.ok();
        drop(crowd);
        waiting.close().await;
        for stream in &mut unfinished(address_of(server)).await {
            rest(stream).await;
        }
    });
}

#[test]
fn a_body_may_come_byte_by_byte_but_not_stop() {
    on_both(async |server| {
        let wim = server.user("wim");
        let send = async |prepared: &serde_json::Value, bytes: &[u8], announced: usize| {
            let mut stream = TcpStream::connect(address_of(server)).await.unwrap();
            let head = format!(
                "PATCH {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n\
                 Authorization: Bearer {}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: {announced}\r\n\r\n",
                prepared["url"].as_str().unwrap(),
                wim.token.as_ref().unwrap()
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            for byte in bytes {
                stream.write_all(&[*byte]).await.unwrap();
                tokio::time::sleep(Duration::from_millis(250)).await; // time: a slow client
            }
            rest(&mut stream).await
        };
        let slow = wim.prepare(server.top, "slow.txt", Some(16)).await.ok();
        let silent = wim.prepare(server.top, "silent.txt", Some(16)).await.ok();
        let (slowly, silently) = tokio::join!(send(&slow, b"sixteen letters.", 16), send(&silent, b"six", 16));
        assert!(slowly.starts_with("HTTP/1.1 204"), "{slowly}");
        assert!(silently.starts_with("HTTP/1.1 4"), "{silently}");
        assert_eq!(server.text_at("slow.txt").await, "sixteen letters.");
        // The received part is kept, and the upload continues from there.
        wim.patch(&silent, 3, b"teen letters.", &[]).await.ok();
        assert_eq!(server.text_at("silent.txt").await, "sixteen letters.");
    });
}

/// A page that opens its socket and then never reads from it.
async fn deaf_page(server: &TestServer, process: &ServerProcess, name: &str, token: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let address = process.base.strip_prefix("http://").unwrap().parse().unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let upgrade = "GET /api/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n\
        Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let hello = format!("40{}", json!({ "users_id": server.users[name], "token": token }));
    let length = u16::try_from(hello.len()).unwrap().to_be_bytes();
    // A text frame, masked with nothing.
    let frame = [&[0x81, 0x80 | 126, length[0], length[1], 0, 0, 0, 0], hello.as_bytes()].concat();
    stream.write_all(&frame).await.unwrap();
    // The last that it reads: the upgrade, and that it is connected.
    let mut said = String::new();
    while !said.contains("40{") {
        let mut some = [0; 512];
        let read = stream.read(&mut some).await.unwrap();
        assert!(read > 0, "{said}");
        said += &String::from_utf8_lossy(&some[..read]);
    }
    assert!(said.starts_with("HTTP/1.1 101"), "{said}");
    stream
}

fn resident_mib(process: &ServerProcess) -> usize {
    let pages = std::fs::read_to_string(format!("/proc/{}/statm", process.child.id().unwrap())).unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096 / (1024 * 1024)
}

#[test]
fn a_page_that_never_reads_costs_little_and_delays_nobody() {
    on_both(async |server| {
        let mut process = ServerProcess::start(server).await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        let token = wim.token.clone().unwrap();
        let mut pages = Vec::new();
        for _ in 0..20 {
            pages.push(deaf_page(server, &process, "wim", &token).await);
        }
        let rea = TestUser { base: process.base.clone(), ..server.user("rea") };
        let mut reading = Page::of(&rea, server.users["rea"].0).await;
        let before = resident_mib(&process);
        let user = server.users["wim"];
        let body = json!({ "text": "x".repeat(2000) });
        for _ in 0..100 {
            let body = body.clone();
            let told = server.app.db.write(move |tx| (0..100).try_for_each(|_| activity::tell_user(tx, user, &body)));
            told.await.unwrap();
        }
        let reader = server.users["rea"];
        let last = server.app.db.write(move |tx| activity::tell_user(tx, reader, &json!({ "text": "last" })));
        last.await.unwrap();
        assert_eq!(reading.event().await["text"], "last");
        // Twenty times twenty megabytes were sent; the queue for a page is bounded.
        let grown = resident_mib(&process).saturating_sub(before);
        assert!(grown < 80, "{grown} MiB");
        // The pages have not read anything yet.
        wim.folder(server.top, "not delayed").await.ok();
        drop(pages);
        process.child.kill().await.unwrap();
    });
}

#[test]
fn a_clock_that_jumps_ends_sessions_and_breaks_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.upload(server.top, "before.txt", "x").await.ok();
        let day = 86_400;
        server.clock.advance(400 * day);
        assert_eq!(wim.get(&format!("entry/list/{}", server.top)).await.refusal(), (401, "expired_token"));
        let again = sign_in(server, "wim").await;
        again.upload(server.top, "future.txt", "x").await.ok();
        server.drain().await;
        // Back to the right time: work that began in the future does no harm, and due work is done.
        server.clock.advance(-400 * day);
        assert_eq!(server.clock.now(), NOW);
        let wim = sign_in(server, "wim").await;
        wim.upload(server.top, "after.txt", "x").await.ok();
        server.drain().await;
        assert_eq!(wim.list(server.top).await, ["after.txt", "before.txt", "future.txt"]);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(wim.list(server.top).await.len(), 3);
    });
}

async fn sign_in<'h>(server: &'h TestServer, name: &str) -> TestUser<'h> {
    let login = json!({ "email": format!("{name}@lume.example"), "password": PASSWORD });
    let answer = server.anonymous().post("/api/core/auth/login", login).await.ok();
    TestUser { token: Some(answer["token"].as_str().unwrap().to_owned()), ..server.anonymous() }
}

#[test]
fn requests_fail_while_the_database_is_away_and_succeed_afterwards() {
    on_both(async |server| {
        let DbUrl::Postgres(url) = &server.test.url else { return };
        assert_eq!(server.app.db.engine(), Engine::Postgres);
        let name = url.rsplit('=').next().unwrap().to_owned();
        let admin = Db::open(&DbUrl::Postgres(url.replace(&name, "postgres"))).unwrap();
        let say = async |sql: String| admin.read(move |c| c.exists(&sql, &[])).await.unwrap();
        let wim = server.user("wim");
        wim.folder(server.top, "before").await.ok();
        say(format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")).await;
        say(format!("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'")).await;
        for _ in 0..5 {
            let answer = wim.folder(server.top, "meanwhile").await;
            assert_eq!(answer.refusal(), (503, "unavailable"), "{}", answer.body);
        }
        let healthy = Answer::of(server.anonymous().request(reqwest::Method::GET, "/readyz")).await;
        assert_eq!(healthy.status, 503);
        say(format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")).await;
        wim.folder(server.top, "after").await.ok();
        assert_eq!(wim.list(server.top).await, ["after", "before"]);
        // Writers do not notice connections that break while nobody uses them.
        say(format!("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'")).await;
        let mut failed = 0;
        for attempt in 0..5 {
            failed += usize::from(wim.folder(server.top, &format!("again {attempt}")).await.status != 201);
        }
        assert!(failed <= 2, "{failed} of five");
        tokio::task::spawn_blocking(move || drop(admin)).await.unwrap();
    });
}

#[test]
fn writers_of_one_entry_follow_each_other() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let node = wim.upload(server.top, "one.txt", "bytes").await.id();
        for round in 0..10 {
            let (a, b) = (format!("a{round}.txt"), format!("b{round}.txt"));
            let entry = format!("entry/{node}");
            let (one, two, removed) = tokio::join!(wim.rename(node, &a), mia.rename(node, &b), mia.delete(&entry));
            let answers = [one.status, two.status, removed.status];
            assert!(answers.iter().all(|status| [200, 404].contains(status)), "{answers:?}");
            assert_eq!(removed.status, 200);
            mia.post(&format!("entry/restore/{node}"), json!({})).await.ok();
            let names = wim.list(server.top).await;
            assert_eq!(names.len(), 1);
            assert_eq!(server.text_at(&names[0]).await, "bytes");
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn a_purge_and_a_restore_at_once_leave_row_and_file_consistent() {
    on_both(async |server| {
        let mia = server.user("mia");
        for round in 0..15 {
            let name = format!("{round}.txt");
            let node = mia.upload(server.top, &name, "bytes").await.id();
            mia.delete(&format!("entry/{node}")).await.ok();
            let (restore, purge) = (format!("entry/restore/{node}"), format!("entry/bin/{node}"));
            let (restored, purged) = tokio::join!(mia.post(&restore, json!({})), mia.delete(&purge));
            let is_listed = mia.list(server.top).await.contains(&name);
            assert_eq!(is_listed, server.is_at(&name).await, "{} {}", restored.status, purged.status);
            assert_eq!(server.binned().await, [""; 0]);
        }
    });
}
