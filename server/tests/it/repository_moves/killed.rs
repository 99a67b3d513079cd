//! The real server is killed at random moments of a move.

use std::time::Duration;

use super::{archive, ask, is_sound, repository};
use crate::eventually::eventually;
use crate::harness::on_both;
use crate::seeded_rng::SeededRng;
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;

#[test]
fn a_server_that_is_killed_while_a_repository_moves_goes_on_and_loses_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Many").await.id();
        let mut files = Vec::new();
        for number in 0..60_u8 {
            let bytes = vec![number; 20_000 + usize::from(number)];
            files.push((wim.upload(folder, &format!("{number}.bin"), bytes.clone()).await.id(), bytes));
        }
        let to = archive(server, "archive").await;
        let is_there = async || repository(server, server.top).await["file_server_id"] == to;
        let mut process = ServerProcess::start(server).await;
        let ada = TestUser { base: process.base.clone(), ..server.user("ada") };
        ask(server, &ada, server.top, to).await.ok();
        let mut rng = SeededRng::new(7);
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_millis(rng.below(120))).await; // time: it moves between two kills
            process.child.kill().await.unwrap();
            for (file, bytes) in files.iter().step_by(20) {
                assert_eq!(&wim.content(*file).await.bytes, bytes);
            }
            process = ServerProcess::start(server).await;
        }
        eventually("the move comes to its end", is_there).await;
        assert!(process.stop().await.success());
        for (file, bytes) in &files {
            assert_eq!(&wim.content(*file).await.bytes, bytes);
        }
        is_sound(server).await;
    });
}
