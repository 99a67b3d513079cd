//! Another process takes over the job of a move, and the first one still works on it.

use blobs::testing::hold_reads;
use primitives::NodeId;
use tokio_util::sync::CancellationToken;

use super::{GRACE, action, relocate};
use crate::eventually::eventually;
use crate::harness::on_disks;
use crate::objects::Library;
use crate::repository_moves::is_sound;

#[test]
fn who_has_lost_the_job_discards_nothing_that_its_successor_has_staged() {
    on_disks(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(server.top, "a.txt", "words").await.id();
        server.drain().await;
        let begun = relocate(&ada, file, library.top).await.ok();
        let top = NodeId(library.top);
        let sql = "SELECT repository_id FROM nodes_node WHERE node_id = $1";
        let repository = server.app.db.read(move |c| c.get(sql, db::params![top], |row| row.get::<i64>(0)));
        let staged = server.test.folder().join(format!("staged/{}/{file}", repository.await.unwrap()));

        let held = hold_reads(&server.disk);
        let stop = CancellationToken::new();
        let worker = jobs::Worker::new(server.app.db.clone(), server.clock.clone(), server.app.jobs(), 2);
        let working = tokio::spawn(worker.run(stop.clone()));
        eventually("the file is being copied", async || staged.exists()).await;
        // Another process has the job from now on, and has staged the file anew.
        let until = server.clock.now() + 1000;
        let taken = format!(
            "UPDATE jobs_job SET claims = claims + 1, lease_until = {until}
             WHERE kind = 'batch_crossing' AND state = 'running'"
        );
        server.test.run(taken).await;
        std::fs::remove_file(&staged).unwrap();
        std::fs::write(&staged, "words").unwrap();
        drop(held);
        stop.cancel();
        working.await.unwrap();
        assert_eq!(std::fs::read(&staged).ok(), Some(b"words".to_vec()), "it is the successor's");
        assert_eq!(library.bytes(file), None, "nothing is sent");

        let goes_on = "UPDATE jobs_job SET lease_until = 1 WHERE kind = 'batch_crossing' AND state = 'running'";
        server.test.run(goes_on.to_owned()).await;
        server.drain().await;
        assert_eq!(action(&ada, &begun).await["status"], "success");
        assert_eq!(library.bytes(file).unwrap(), b"words");
        assert_eq!(ada.content(file).await.bytes, b"words");
        server.clock.advance(GRACE);
        server.drain().await;
        is_sound(server).await;
    });
}
