//! The real server is killed at random moments of a move.

use std::time::Duration;

use super::{clear, relocate};
use crate::copying::another_repository;
use crate::eventually::eventually;
use crate::harness::on_disks;
use crate::repository_moves::is_sound;
use crate::seeded_rng::SeededRng;
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;

#[test]
fn a_server_that_is_killed_while_a_folder_moves_goes_on_and_loses_nothing() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let folder = wim.folder(server.top, "Many").await.id();
        let mut files = Vec::new();
        for number in 0..60_u8 {
            let bytes = vec![number; 20_000 + usize::from(number)];
            files.push((wim.upload(folder, &format!("{number}.bin"), bytes.clone()).await.id(), bytes));
        }
        let (first, bytes) = files[0].clone();
        wim.replace(folder, first, bytes).await.ok();
        let mut process = ServerProcess::start(server).await;
        let mut rng = SeededRng::new(11);
        let mut target = second;
        for _ in 0..10 {
            let person = TestUser { base: process.base.clone(), ..server.user("wim") };
            // It goes there and back, as far as it is not on its way.
            let begun = relocate(&person, folder, target).await;
            if begun.status == 200 || begun.refusal().1 == "already_there" {
                target = if target == second { server.top } else { second };
            }
            tokio::time::sleep(Duration::from_millis(rng.below(150))).await; // time: it moves between two kills
            process.child.kill().await.unwrap();
            for (file, bytes) in files.iter().step_by(20) {
                assert_eq!(&wim.content(*file).await.bytes, bytes);
            }
            process = ServerProcess::start(server).await;
        }
        let waiting = "SELECT COUNT(*) FROM content_batch_entry WHERE state = 0";
        eventually("all moves come to their end", async || server.count(waiting).await == 0).await;
        let intents = "SELECT COUNT(*) FROM content_intent";
        eventually("nothing is under way", async || server.count(intents).await == 0).await;
        let copying = "SELECT COUNT(*) FROM storage_crossing WHERE state <> 'left'";
        eventually("what was given up is deleted", async || server.count(copying).await == 0).await;
        assert!(process.stop().await.success());
        for (file, bytes) in &files {
            assert_eq!(&wim.content(*file).await.bytes, bytes);
        }
        is_sound(server).await;
        wim.rename(folder, "Still there").await.ok();
        assert_eq!(wim.get(&format!("entry/list/{folder}?limit=500")).await.names().len(), 60);
        clear(server).await;
        assert_eq!(wim.list(server.top).await.len() + wim.list(second).await.len(), 1);
    });
}
