//! The server stays up and reports its state, whatever happens to its log, its database's lock, its files or its
//! clients.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use db::{DbUrl, Engine};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use vitrine::serve::Listeners;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both, on_disks};
use crate::spawned::ServerProcess;
use crate::stores::settings_in;
use crate::test_users::TestUser;

fn at<'h>(server: &'h TestServer, process: &ServerProcess, name: &str) -> TestUser<'h> {
    TestUser { base: process.base.clone(), ..server.user(name) }
}

/// Another process that holds SQLite's lock.
fn hold(server: &TestServer) -> Option<rusqlite::Connection> {
    let DbUrl::Sqlite(file) = &server.test.url else { return None };
    let other = rusqlite::Connection::open(file).unwrap();
    other.busy_timeout(Duration::from_secs(20)).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    Some(other)
}

/// Refuses ten writers who wait for the held lock, and then one more. Returns how long the ten took, and the one.
async fn refuses_all(server: &TestServer, wim: &TestUser<'_>) -> [Duration; 2] {
    let begun = Instant::now();
    let names: Vec<String> = (0..10).map(|number| format!("meanwhile {number}")).collect();
    let answers = futures_util::future::join_all(names.iter().map(|name| wim.folder(server.top, name))).await;
    for answer in answers {
        assert_eq!(answer.refusal(), (503, "unavailable"));
        assert!(!answer.header("retry-after").is_empty());
    }
    let (ten, begun) = (begun.elapsed(), Instant::now());
    assert_eq!(wim.folder(server.top, "at once").await.refusal(), (503, "unavailable"));
    [ten, begun.elapsed()]
}

#[test]
#[ignore = "it measures time: make prove PART=time"]
fn a_held_lock_costs_each_request_ten_seconds_at_most_and_soon_none() {
    on_both(async |server| {
        let process = ServerProcess::start(server).await;
        if let Some(_other) = hold(server) {
            let [ten, one] = refuses_all(server, &at(server, &process, "wim")).await;
            assert!(ten < Duration::from_secs(15) && one < Duration::from_secs(2), "{ten:?} {one:?}");
        }
        assert!(process.stop().await.success());
    });
}

#[test]
fn a_held_lock_refuses_writers_and_delays_no_reader() {
    on_both(async |server| {
        let process = ServerProcess::start_unheard(server).await;
        let wim = at(server, &process, "wim");
        wim.folder(server.top, "before").await.ok();
        let Some(other) = hold(server) else {
            assert!(process.stop().await.success());
            return;
        };
        refuses_all(server, &wim).await;
        assert_eq!(wim.get("/readyz").await.status, 503);
        assert_eq!(wim.get("/healthz").await.status, 200);
        assert_eq!(wim.list(server.top).await, ["before"], "who reads waits for nobody");
        other.execute_batch("COMMIT").unwrap();
        // The lost log lines have done no harm: it continues to write.
        eventually("it writes again", async || wim.folder(server.top, "after").await.status == 201).await;
        assert_eq!(wim.get("/readyz").await.status, 200);
        assert_eq!(wim.list(server.top).await, ["after", "before"]);
        assert!(process.stop().await.success());
    });
}

#[test]
fn many_unfinished_requests_do_not_block_other_users() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let process = ServerProcess::start_with_files(server, 512).await;
        let address = process.base.strip_prefix("http://").unwrap().to_owned();
        let mut crowd = Vec::new();
        for number in 0..700 {
            let mut stream = TcpStream::connect(&address).await.unwrap();
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
            crowd.push(stream);
            if number % 100 == 99 {
                assert_eq!(at(server, &process, "wim").get("/readyz").await.status, 200);
                at(server, &process, "wim").folder(server.top, &format!("folder {number}")).await.ok();
                // Nor did they wait until time had ended the others.
                let still = crowd.last().unwrap().try_read(&mut [0; 16]);
                assert_eq!(still.unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
            }
        }
        // The oldest connections were closed for the newer ones.
        let mut first = crowd.swap_remove(0);
        let ended = tokio::time::timeout(Duration::from_secs(5), first.read(&mut [0; 16])).await;
        assert!(ended.is_ok(), "the connection that was idle for longest is closed");
        assert!(process.stop().await.success());
    });
}

#[test]
fn a_rename_of_a_living_process_is_left_to_it_and_one_of_an_ended_process_is_undone() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "old.txt", "bytes").await.id();
        let now = server.clock.now();
        let intent = |owner: String, lease: i64| {
            format!(
                "INSERT INTO content_intent (node_id, repository_id, act, source, target, created_at, owner, lease_until)
                 SELECT {node}, repository_id, 'rename', 'old.txt', 'new.txt', {now}, '{owner}', {lease}
                 FROM nodes_node WHERE node_id = {node}"
            )
        };
        let db = &server.app.db;
        let (old, new) = (server.disk.join("old.txt"), server.disk.join("new.txt"));
        let owner = server.app.content.storage.config.owner.clone();
        let mut other = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        server.test.run(intent(storage::Owner::of(other.id()).as_str().to_owned(), now + 60)).await;
        std::fs::rename(&old, &new).unwrap();
        storage::reconcile(db, &owner, now + 3600).await.unwrap();
        assert!(new.exists(), "it may be stopped, and go on");
        other.kill().unwrap();
        other.wait().unwrap();
        storage::reconcile(db, &owner, now).await.unwrap();
        assert!(old.exists(), "it has ended");
        server.test.run(intent(owner.as_str().to_owned(), now + 60)).await;
        std::fs::rename(&old, &new).unwrap();
        storage::recover(db, &owner, now).await.unwrap();
        assert!(new.exists(), "a living process is renaming it");
        storage::reconcile(db, &owner, now + 61).await.unwrap();
        assert!(old.exists() && !new.exists(), "it took too long");
        // A process that is gone is not waited for.
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let gone = storage::Owner::of(child.id()).as_str().to_owned();
        child.wait().unwrap();
        server.test.run(intent(gone, now + 60)).await;
        std::fs::rename(&old, &new).unwrap();
        storage::reconcile(db, &owner, now).await.unwrap();
        assert!(old.exists() && !new.exists());
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn a_folder_that_a_crash_left_without_its_row_goes_at_the_next_start() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let taken_over = wim.folder(server.top, "taken over").await.id();
        let making = server.disk.join(".vitrine/making");
        std::fs::create_dir_all(&making).unwrap();
        assert_eq!(crate::harness::names_in(&making), [""; 0], "a folder that is made is forgotten");
        for (number, name) in
            [(900_001, "left"), (900_002, "taken over"), (900_003, "with bytes"), (900_004, "never made")]
        {
            std::fs::write(making.join(number.to_string()), name).unwrap();
        }
        std::fs::create_dir(server.disk.join("left")).unwrap();
        std::fs::create_dir(server.disk.join("with bytes")).unwrap();
        std::fs::write(server.disk.join("with bytes/a"), "a").unwrap();
        storage::recover(&server.app.db, &server.app.content.storage.config.owner, server.clock.now()).await.unwrap();
        assert!(!server.disk.join("left").exists());
        assert!(server.disk.join("taken over").is_dir() && server.disk.join("with bytes/a").exists());
        assert_eq!(crate::harness::names_in(&making), [""; 0]);
        wim.get(&format!("entry/list/{taken_over}")).await.ok();
        // A refusal after the folder was made leaves no folder either.
        let held = blobs::testing::hold(&server.disk);
        let (refused, ()) = tokio::join!(wim.folder(taken_over, "undone"), async {
            let held = tokio::task::spawn_blocking(move || {
                held.until_waiting(1);
                held
            });
            let held = held.await.unwrap();
            let mia = server.users["mia"];
            let sql = "UPDATE nodes_node SET locked_by = $2 WHERE node_id = $1";
            server.app.db.write(move |tx| tx.run(sql, db::params![taken_over, mia])).await.unwrap();
            drop(held);
        });
        assert_eq!(refused.refusal(), (403, "locked"));
        assert!(!server.disk.join("taken over/undone").exists());
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE name = 'undone'").await, 0);
    });
}

/// A small file system of its own, until it is dropped; None if this process may not mount one.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).stderr(std::process::Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Self(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        std::process::Command::new("umount").arg("-l").arg(self.0.path()).status().unwrap();
    }
}

/// Renames a file on a full disk that gets a little more space from try to try, so that each write of a rename fails
/// once. Whatever the result, tree and disk agree.
async fn rename_without_room(wim: &TestUser<'_>, file: i64, data: &Path) {
    let mut filler = std::fs::File::options().write(true).open(data.join("filler")).unwrap();
    let room = |bytes: u64| filler.set_len(filler.metadata().unwrap().len() - bytes).unwrap();
    let mut refused = 0;
    for number in 0..40 {
        let answer = wim.rename(file, &format!("large {number}.bin")).await;
        if answer.status != 200 {
            assert_eq!(answer.refusal(), (507, "storage_full"), "{}", answer.body);
            refused += 1;
        }
        assert_eq!(wim.content(file).await.status, 200, "after {number} renames");
        room(4096);
    }
    assert!(refused > 0, "the disk was full");
    room(512 * 1024);
    wim.rename(file, "large.bin").await.ok();
    filler.seek(SeekFrom::End(0)).unwrap();
    filler.write_all(&[0; 2_000_000]).unwrap_err();
}

#[test]
fn a_database_that_cannot_grow_refuses_in_words_and_is_read_on() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let wim = server.user("wim");
        let node = wim.upload(server.top, "kept.txt", "words").await.id();
        let pages = async |most: i64| {
            let sql = format!("PRAGMA max_page_count = {most}");
            server.app.db.write(move |tx| tx.exists(&sql, &[])).await.unwrap();
        };
        // The file stays as large as it is.
        pages(1).await;
        let (mut made, mut refused) = (vec!["kept.txt".to_owned()], 0);
        for round in 0..400 {
            // Several at once share a commit.
            let names: Vec<String> = (0..8).map(|number| format!("{round:03} {number}")).collect();
            let answers = futures_util::future::join_all(names.iter().map(|name| wim.folder(server.top, name))).await;
            for (name, answer) in names.into_iter().zip(answers) {
                match answer.status {
                    201 => made.push(name),
                    _ => {
                        assert_eq!(answer.refusal(), (507, "storage_full"), "{}", answer.body);
                        refused += 1;
                    }
                }
            }
            if refused >= 24 {
                break;
            }
        }
        assert!(refused >= 24, "{refused} refused");
        for number in 0..10 {
            let answer = wim.rename(node, &format!("kept {number}.txt")).await;
            assert!(answer.status == 200 || answer.refusal() == (507, "storage_full"), "{}", answer.body);
            assert_eq!(wim.content(node).await.bytes, b"words");
        }
        let login = wim.sign_in_again("rea").await;
        assert!(login.status == 200 || login.refusal() == (507, "storage_full"), "{}", login.body);
        made[0] = wim.get(&format!("entry/{node}")).await.ok()["name"].as_str().unwrap().to_owned();
        pages(1_000_000).await;
        wim.folder(server.top, "after").await.ok();
        made.push("after".to_owned());
        made.sort();
        let mut on_disk = server.names_at("").await;
        on_disk.retain(|name| name != ".vitrine");
        assert_eq!(on_disk, made, "no folder is left of what was refused");
    });
}

#[test]
fn on_a_full_disk_nothing_new_is_made_and_deleting_works() {
    let Some(disk) = SmallDisk::mount(64) else {
        eprintln!("skipped: this process may not mount a file system");
        return;
    };
    on_disks(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let data = disk.0.path().join("data");
        let copied = tokio::process::Command::new("cp").arg("-r").arg(server.test.folder()).arg(&data).status().await;
        assert!(copied.unwrap().success());
        let process = ServerProcess::start_in(server, &data).await;
        let wim = at(server, &process, "wim");
        let large = wim.upload(server.top, "large.bin", vec![7; 8_000_000]).await.id();
        std::fs::write(data.join("filler"), vec![0; 60_000_000]).unwrap_err();
        let mut refused = 0;
        for number in 0..400 {
            let answer = wim.folder(server.top, &format!("folder {number}")).await;
            if answer.status != 201 {
                assert_eq!(answer.refusal(), (507, "storage_full"), "{}", answer.body);
                refused += 1;
            }
            if refused == 5 {
                break;
            }
        }
        assert_eq!(refused, 5, "the disk is full");
        assert_eq!(wim.upload(server.top, "small.txt", "x").await.refusal(), (507, "storage_full"));
        let ready = wim.get("/readyz").await;
        assert_eq!((ready.status, ready.bytes.as_slice()), (503, &b"the database's disk is full"[..]));
        assert_eq!(wim.get("/healthz").await.status, 200);
        rename_without_room(&wim, large, &data).await;
        assert_eq!(wim.sign_in_again("rea").await.status, 200, "who deletes has to come in first");
        assert_eq!(wim.sign_in_again("mia").await.status, 200);
        let mia = at(server, &process, "mia");
        let rename = mia.put(&format!("entry/{large}"), json!({ "name": "other.bin" })).await;
        assert_eq!(rename.refusal(), (507, "storage_full"), "what deletions need is for nothing else");
        mia.delete(&format!("entry/{large}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{large}")).await.status, 204);
        std::fs::remove_file(data.join("filler")).unwrap();
        assert_eq!(wim.get("/readyz").await.status, 200);
        wim.post("folder", json!({ "folder_parent_id": server.top, "name": "with room again" })).await.ok();
        assert!(process.stop().await.success());
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
        let compared = command.args(["doctor", "--data"]).arg(&data).output().await.unwrap();
        assert!(compared.status.success(), "{}", String::from_utf8_lossy(&compared.stdout));
    });
}

/// Nothing from outside ends the writer's thread alone: signals end the whole process. So this begins where the program
/// does after reading its settings; `a_wrong_setting_is_named…` tests how the error is reported.
#[test]
fn a_server_whose_writer_is_gone_ends_with_the_reason() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let settings = settings_in(server.test.folder());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let there = TestUser { base: format!("http://{}", listener.local_addr().unwrap()), ..server.user("wim") };
        let listeners = Listeners { listener, measured: None };
        let serving =
            vitrine::serve::run(&server.app, &settings, vitrine::Role::Api, listeners, std::future::pending());
        let dying = async {
            assert_eq!(there.get("/readyz").await.status, 200);
            let fatal = server.app.db.write(|tx| {
                tx.once_kept(|| panic!("on purpose"));
                Ok::<_, db::Error>(())
            });
            assert!(fatal.await.is_err());
        };
        let both = async { tokio::join!(serving, dying) };
        let (ended, ()) = tokio::time::timeout(Duration::from_secs(25), both).await.expect("it ends");
        assert_eq!(ended.unwrap_err().to_string(), "the database's writer has stopped");
        assert!(there.http.get(format!("{}/healthz", there.base)).send().await.is_err(), "nobody listens any more");
    });
}
