//! What happens in the middle of a long copy: rights are lost, and others want to copy, too.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both};
use crate::purges::made;
use crate::test_users::TestUser;

async fn action(who: &TestUser<'_>, begun: &Value) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    let id = &begun["bg_action"]["bg_action_id"];
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).unwrap().clone()
}

async fn copy(who: &TestUser<'_>, node: i64, target: i64) -> Value {
    who.put(&format!("entry/copy/{node}/to/{target}"), json!({})).await.ok()
}

/// What makes previews of the copies is left out.
fn kinds_of_copies(server: &TestServer) -> Vec<jobs::Kind> {
    server.app.jobs().into_iter().filter(|kind| !kind.name().starts_with("media.")).collect()
}

/// Runs the waiting jobs but for those that make previews.
pub async fn drain_copies(server: &TestServer) {
    let kinds = kinds_of_copies(server);
    jobs::Worker::new(server.app.db.clone(), server.clock.clone(), kinds, 1).drain().await.unwrap();
}

/// Ends once a copy has made some of its files.
async fn some_are_made(server: &TestServer) {
    let sql = "SELECT COUNT(*) FROM content_copy WHERE state = 1 AND is_file";
    eventually("some files are copied", async || server.count(sql).await > 0).await;
}

#[test]
fn rights_that_are_lost_in_the_middle_are_no_success() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let guests = Principal::Group(server.groups["guests"]);
        for lost in ["source", "target", "role"] {
            let outer = wim.folder(server.top, &format!("{lost} outer")).await.id();
            let source = made(server, "wim", outer, lost, 350).await;
            let target = wim.folder(server.top, &format!("{lost} target")).await.id();
            server.grant(outer, guests, NodeRole::Reader).await;
            server.grant(target, guests, NodeRole::Writer).await;
            let begun = copy(&rita, source, target).await;
            let lose = async {
                some_are_made(server).await;
                server.revoke(if lost == "source" { outer } else { target }, guests).await;
                if lost == "role" {
                    server.grant(target, guests, NodeRole::Reader).await;
                }
            };
            tokio::join!(lose, drain_copies(server));
            drain_copies(server).await;
            let told = action(&rita, &begun).await;
            assert_eq!(told["status"], "partial_error", "{lost}: {told}");
            let (done, failed) = (told["done"].as_i64().unwrap(), told["failed"].as_i64().unwrap());
            assert_eq!(done + failed, 351, "{lost}: {told}");
            assert!(done > 1 && failed > 0, "{lost}: {told}");
            assert!(told["text"].as_str().unwrap().contains("no longer open to you"), "{lost}: {told}");
            let rows = "DELETE FROM content_copy";
            server.app.db.write(move |tx| tx.run(rows, &[])).await.unwrap();
        }
    });
}

#[test]
fn what_is_gone_from_a_folder_meanwhile_is_no_part_of_its_copy() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (made(server, "wim", server.top, "One", 350).await, wim.folder(server.top, "Two").await.id());
        let last = server.count("SELECT MAX(node_id) FROM nodes_node WHERE name LIKE 'One %'").await;
        let begun = copy(&wim, one, two).await;
        let remove = async {
            some_are_made(server).await;
            wim.delete(&format!("entry/{last}")).await.ok();
        };
        tokio::join!(remove, drain_copies(server));
        drain_copies(server).await;
        let told = action(&wim, &begun).await;
        assert_eq!((&told["status"], &told["failed"]), (&json!("success"), &json!(0)), "{told}");
    });
}

#[test]
fn a_long_copy_lets_others_take_their_turn() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let target = wim.folder(server.top, "Target").await.id();
        let many = made(server, "wim", server.top, "many", 4_000).await;
        let little = wim.folder(server.top, "Little").await.id();
        mia.upload(little, "a.txt", "x").await.ok();
        let long = copy(&wim, many, target).await;
        let worker = jobs::Worker::new(server.app.db.clone(), server.clock.clone(), kinds_of_copies(server), 1);
        let stop = CancellationToken::new();
        let working = tokio::spawn(worker.run(stop.clone()));
        some_are_made(server).await;
        let short = copy(&mia, little, target).await;
        eventually("the short one is over", async || action(&mia, &short).await["status"] == "success").await;
        assert_eq!(action(&wim, &long).await["status"], "in_progress", "the long one goes on");
        stop.cancel();
        working.await.unwrap();
    });
}
