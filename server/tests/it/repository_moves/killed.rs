//! The real server is killed at random moments while a repository moves: to a bucket, and back to a disk.

use std::time::Duration;

use super::{archive, ask, clear, is_sound, repository};
use crate::crash::{TRUSTED, number};
use crate::eventually::eventually;
use crate::harness::{TestServer, on_both};
use crate::objects::Library;
use crate::seeded_rng::SeededRng;
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;

/// A move ends after some two hundred milliseconds of work, so that more kills meet what is over.
const KILLS_OF_A_MOVE: u64 = 5;

#[test]
fn a_server_that_is_killed_while_a_repository_moves_goes_on_and_loses_nothing() {
    let kills = number("PROVE_KILLS").unwrap_or(40) / 4;
    let seed = number("PROVE_SEED").unwrap_or(7);
    on_both(async |server| {
        let (wim, library) = (server.user("wim"), Library::new(server).await);
        let folder = wim.folder(server.top, "Many").await.id();
        let mut files = Vec::new();
        for number in 0..60_u8 {
            let bytes = vec![number; 20_000 + usize::from(number)];
            files.push((wim.upload(folder, &format!("{number}.bin"), bytes.clone()).await.id(), bytes));
        }
        let mut rng = SeededRng::new(seed);
        for number in 0..kills.div_ceil(KILLS_OF_A_MOVE) {
            let to = match number % 2 {
                0 => library.file_server,
                _ => archive(server, &format!("archive/{number}")).await,
            };
            killed_while_it_moves(server, to, &files, &mut rng).await;
            for (file, bytes) in &files {
                assert_eq!(&wim.content(*file).await.bytes, bytes);
            }
            is_sound(server).await;
            clear(server, server.top).await;
        }
    });
}

async fn killed_while_it_moves(server: &TestServer, to: i64, files: &[(i64, Vec<u8>)], rng: &mut SeededRng) {
    let wim = server.user("wim");
    let mut process = ServerProcess::start_with_variables(server, TRUSTED).await;
    let ada = TestUser { base: process.base.clone(), ..server.user("ada") };
    ask(server, &ada, server.top, to).await.ok();
    for _ in 0..KILLS_OF_A_MOVE {
        tokio::time::sleep(Duration::from_millis(rng.below(120))).await; // time: it moves between two kills
        process.child.kill().await.unwrap();
        for (file, bytes) in files.iter().step_by(20) {
            assert_eq!(&wim.content(*file).await.bytes, bytes);
        }
        process = ServerProcess::start_with_variables(server, TRUSTED).await;
    }
    let is_there = async || repository(server, server.top).await["file_server_id"] == to;
    eventually("the move comes to its end", is_there).await;
    assert!(process.stop().await.success());
}
