//! An entry whose move was cut off before its old path was forgotten.

use db::params;
use serde_json::json;

use super::{action, clear, moved};
use crate::copying::another_repository;
use crate::harness::{TestServer, on_disks};
use crate::repository_moves::is_sound;

/// The process of another machine has ended right before it forgot that `a.txt` had to leave the top of its repository.
async fn cut_off(server: &TestServer) {
    let (top, lease) = (server.top, server.clock.now() + 60);
    let noted = server.app.db.write(move |tx| {
        let sql =
            "INSERT INTO content_intent (node_id, tenant_id, repository_id, act, source, target, detail, folder_id,
                     target_key, way, target_way, created_at, owner, lease_until, taken_id, kept_id)
                   SELECT node_id, tenant_id, source_id, 'leave', 'a.txt', 'a.txt', 'a.txt', CAST($1 AS BIGINT),
                     'a.txt', '/' || CAST($1 AS BIGINT) || '/' || node_id || '/', '', 0, 'another/boot/1/1',
                     CAST($2 AS BIGINT), crossing_id, 0
                   FROM storage_crossing";
        tx.run(sql, params![top, lease]).map(drop)
    });
    noted.await.unwrap();
}

#[test]
fn what_has_just_left_goes_back_once_its_old_path_is_forgotten() {
    on_disks(async |server| {
        let wim = server.user("wim");
        let second = another_repository(server).await;
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let told = moved(server, &wim, file, second).await;
        cut_off(server).await;
        let undo = format!("selection/undo/{}", told["bg_action_id"].as_str().unwrap());
        let begun = wim.post(&undo, json!({})).await.body["bg_action"].clone();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "in_progress", "another process may be at its old path");
        server.clock.advance(700);
        storage::reconcile(&server.app.db, &storage::Owner::this_process(), server.clock.now()).await.unwrap();
        server.drain().await;
        assert_eq!(action(&wim, &begun).await["status"], "success");
        storage::reconcile(&server.app.db, &storage::Owner::this_process(), server.clock.now()).await.unwrap();
        assert_eq!(std::fs::read(server.disk.join("a.txt")).unwrap(), b"words");
        assert_eq!(wim.content(file).await.bytes, b"words");
        is_sound(server).await;
        clear(server).await;
    });
}
