//! Purging many entries: in the background, in steps, and never partly.

use content::{CreateChild, Upload};
use primitives::{EntryName, NodeId};
use serde_json::{Value, json};
use storage::CheckOptions;
use tokio_util::sync::CancellationToken;

use crate::eventually::eventually;
use crate::harness::{NOW, TestServer, on_both};
use crate::test_users::TestUser;

/// More than one transaction deletes.
const MANY: usize = 2_300;
/// More than are marked before the answer.
const SCATTERED: usize = 1_100;

/// A folder with this many files, ten of them in a folder below, a running upload, and one that was removed before.
async fn filled(server: &TestServer, name: &'static str, count: usize) -> i64 {
    let wim = server.user("wim");
    let folder = made(server, "zoe", server.top, name, count).await;
    let inner = made(server, "zoe", folder, "inner", 10).await;
    let before = wim.upload(inner, "removed before.txt", "x").await.id();
    wim.delete(&format!("entry/{before}")).await.ok();
    let waiting = wim.prepare(inner, "on its way.bin", Some(10)).await.ok();
    wim.patch(&waiting, 0, b"12345", &[]).await;
    folder
}

/// A folder with this many files, made by `who`.
pub async fn made(server: &TestServer, who: &'static str, parent: i64, name: &'static str, count: usize) -> i64 {
    let (who, synthesised) = (server.actor(who).await, server.synthesised());
    let made = security::write(&server.app.db, &who, move |tx, access| {
        let into = access.authorize::<CreateChild>(tx, NodeId(parent))?;
        let folder = content::synthesise_folder(tx, access, &into, &EntryName::parse(name)?, NOW)?;
        let (into, place) = (access.authorize::<Upload>(tx, folder)?, synthesised.folder(tx, folder)?);
        for index in 0..count {
            content::synthesise_file(
                tx,
                &into,
                &place,
                &EntryName::parse(&format!("{name} {index}.txt"))?,
                index,
                NOW,
            )?;
        }
        Ok::<_, content::Error>(folder.0)
    });
    let made = made.await.unwrap();
    server.send_synthesised(made).await;
    made
}

/// Removes all files of a folder one by one.
async fn remove_each(server: &TestServer, folder: i64) {
    let on_disk = server.bucket.is_none();
    let removed = server.app.db.write(move |tx| {
        let sql = "SELECT node_id, name FROM nodes_node WHERE parent_id = $1 AND kind = 2 ORDER BY node_id";
        let files = tx.rows(sql, db::params![folder], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
        let sql = "UPDATE nodes_node SET state = 2, binned_at = $2 WHERE parent_id = $1 AND kind = 2";
        tx.run(sql, db::params![folder, NOW])?;
        nodes::recount(tx, &[NodeId(folder)])?;
        let place = on_disk.then(|| content::folder_on_disk(tx, NodeId(folder)).unwrap());
        Ok::<_, db::Error>((files, place))
    });
    let (files, place) = removed.await.unwrap();
    // In a bucket nothing moves.
    let Some(place) = place else { return };
    for (node, name) in files {
        std::fs::rename(place.join(name), server.disk.join(format!(".vitrine/bin/{node}"))).unwrap();
    }
}

async fn action_of(who: &TestUser<'_>) -> Value {
    who.get("/api/core/background-action").await.ok()["items"][0].clone()
}

/// Nothing is left of it, and the rest is consistent.
async fn assert_gone(server: &TestServer, rows: i64) {
    assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE parent_id IS NOT NULL").await, rows);
    for table in ["content_purge", "content_purging", "content_upload"] {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        let left = server.app.db.read(move |c| c.get(&sql, &[], |row| row.get::<i64>(0))).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
    let mut findings = Vec::new();
    let look = CheckOptions { repair: false, hashes: false };
    storage::examine(&server.app.db, look, None, |finding| findings.push(finding)).await.unwrap();
    assert_eq!(findings, []);
}

#[test]
fn a_large_folder_is_deleted_in_the_background_and_is_out_of_the_bin_at_once() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let folder = filled(server, "large", MANY).await;
        mia.delete(&format!("entry/{folder}")).await.ok();
        let path = format!("entry/bin/{folder}");
        for (who, purgeable) in [(&mia, true), (&wim, false)] {
            assert_eq!(who.get("entry/bin").await.ok()["items"][0]["purgeable"], purgeable);
        }
        assert_eq!(wim.delete(&path).await.refusal(), (403, "needs_role.manager"));
        let answer = mia.delete(&path).await;
        assert_eq!(answer.status, 202);
        let told = ["title", "type", "status", "progress", "cancellable"].map(|key| answer.body[key].clone());
        assert_eq!(told, [json!("large"), json!("purge"), json!("in_progress"), json!(0), json!(false)]);
        for name in ["mia", "wim", "zoe"] {
            let who = server.user(name);
            assert_eq!(who.get("entry/bin").await.names(), [""; 0], "{name}");
            let restored = who.post(&format!("entry/restore/{folder}"), Value::Null).await;
            assert_eq!(restored.refusal(), (404, "not_found"), "{name}");
        }
        assert_eq!(mia.delete(&path).await.refusal(), (404, "not_found"), "it is being deleted already");
        server.drain().await;
        let ended = action_of(&mia).await;
        assert_eq!((&ended["bg_action_id"], &ended["status"]), (&answer.body["bg_action_id"], &json!("success")));
        assert_eq!(ended["progress"], 100);
        let steps = "SELECT COUNT(DISTINCT body) FROM jobs_event WHERE body LIKE '%\"in_progress\"%'
                     AND body NOT LIKE '%\"progress\":0,%' AND body LIKE '%\"purge\"%'";
        assert!(server.count(steps).await >= 1, "how far it had come was told");
        assert_eq!((server.binned().await, server.staged().await), (vec![], vec![]), "no bytes without rows");
        assert_gone(server, 0).await;
        assert_eq!(mia.find("large").await, [""; 0]);
    });
}

#[test]
fn an_interrupted_purge_continues_after_a_crash() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = filled(server, "cut off", MANY).await;
        mia.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{folder}")).await.status, 202);
        let kinds = server.app.jobs();
        let worker = jobs::Worker::new(server.app.db.clone(), server.clock.clone(), kinds, 1);
        let working = tokio::spawn(worker.run(CancellationToken::new()));
        let gone = "SELECT COALESCE(MAX(gone), 1) FROM content_purge";
        eventually("the purge has begun", async || server.count(gone).await > 0).await;
        working.abort();
        working.await.unwrap_err();
        let left = server.count("SELECT COUNT(*) FROM nodes_node WHERE parent_id IS NOT NULL").await;
        assert!(left > 0, "it was not done");
        assert_eq!(mia.get("entry/bin").await.names(), [""; 0], "half of it is not shown");
        assert_eq!(mia.get(&format!("entry/list/{folder}")).await.status, 404);
        // Its lease expires, and another worker takes it.
        server.clock.advance(60);
        server.drain().await;
        assert_eq!(action_of(&mia).await["status"], "success");
        assert_eq!((server.binned().await, server.staged().await), (vec![], vec![]));
        assert_gone(server, 0).await;
    });
}

#[test]
fn the_bin_is_emptied_in_one_call_of_all_that_the_asker_may_delete() {
    on_both(async |server| {
        let (mia, zoe) = (server.user("mia"), server.user("zoe"));
        assert_eq!(mia.delete("entry/bin").await.status, 204, "there is nothing in it");
        let scattered = made(server, "zoe", server.top, "scattered", SCATTERED).await;
        remove_each(server, scattered).await;
        let sealed = zoe.folder(server.top, "sealed").await.id();
        server.classify(sealed).await;
        zoe.delete(&format!("entry/{sealed}")).await.ok();
        for (name, refusal) in [("wim", (403, "needs_role.manager")), ("root", (404, "not_found"))] {
            assert_eq!(server.user(name).delete("entry/bin").await.refusal(), refusal, "{name}");
        }
        for name in ["rita", "eva"] {
            assert_eq!(server.user(name).delete("entry/bin").await.status, 204, "{name} sees nothing in it");
        }
        server.clock.advance(10);
        let folder = filled(server, "together", 700).await;
        mia.delete(&format!("entry/{folder}")).await.ok();
        let answer = mia.delete("entry/bin").await;
        assert_eq!(
            (answer.status, &answer.body["title"], &answer.body["type"]),
            (202, &json!("Bin"), &json!("empty_bin"))
        );
        let shown = mia.get("entry/bin?limit=200").await.names();
        assert!(shown.len() < 200 && !shown.contains(&"together".to_owned()), "what was removed last is gone at once");
        server.clock.advance(1);
        let later = mia.upload(server.top, "later.txt", "later").await.id();
        mia.delete(&format!("entry/{later}")).await.ok();
        server.drain().await;
        assert_eq!(action_of(&mia).await["status"], "success");
        assert_eq!(mia.get("entry/bin").await.names(), ["later.txt"], "what came afterwards stays");
        assert_eq!(zoe.get("entry/bin").await.names(), ["later.txt", "sealed"], "and what the asker may not see");
        // The folder that they were in, and the two.
        assert_gone(server, 3).await;
        assert_eq!(zoe.delete("entry/bin").await.status, 202);
        server.drain().await;
        assert_eq!(server.binned().await, [""; 0]);
        assert_gone(server, 1).await;
        let purged = "SELECT COUNT(*) FROM audit_entry WHERE what = 'bin_purge' AND marks IS NOT NULL";
        assert_eq!(server.count(purged).await, i64::try_from(SCATTERED).unwrap() + 3, "each is told, with its marks");
        assert_eq!(server.count("SELECT COUNT(*) FROM audit_entry WHERE what = 'bin_empty'").await, 2);
    });
}

#[test]
fn emptying_the_bin_stops_when_its_user_loses_the_right() {
    on_both(async |server| {
        let mia = server.user("mia");
        let scattered = made(server, "zoe", server.top, "scattered", SCATTERED).await;
        remove_each(server, scattered).await;
        server.clock.advance(10);
        assert_eq!(mia.delete("entry/bin").await.status, 202);
        server.revoke(server.top, security::Principal::Group(server.groups["managers"])).await;
        server.drain().await;
        assert_eq!(action_of(&mia).await["status"], "success");
        let left = server.count("SELECT COUNT(*) FROM nodes_node WHERE state = 2").await;
        assert_eq!(left, 100, "a thousand were marked while mia had it");
        assert_eq!(server.binned().await.len(), 100);
    });
}

#[test]
fn a_sweep_finishes_an_abandoned_purge() {
    on_both(async |server| {
        let mia = server.user("mia");
        let file = mia.upload(server.top, "half.txt", "half").await.id();
        mia.delete(&format!("entry/{file}")).await.ok();
        let begun = server.app.db.write(move |tx| {
            let sql = "INSERT INTO content_purge (begun_at) VALUES ($1) RETURNING purge_id";
            let purge = tx.get(sql, db::params![NOW], |row| row.get::<i64>(0))?;
            let sql = "INSERT INTO content_purging (node_id, purge_id, tenant_id, repository_id)
                       SELECT node_id, $2, tenant_id, repository_id FROM nodes_node WHERE node_id = $1";
            tx.run(sql, db::params![file, purge])
        });
        begun.await.unwrap();
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(server.binned().await.len(), 1, "the request may still be at it");
        server.clock.advance(601);
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(server.binned().await, [""; 0]);
        assert_gone(server, 0).await;
    });
}

#[test]
fn a_folder_with_hidden_entries_cannot_be_purged() {
    on_both(async |server| {
        let mia = server.user("mia");
        let open = made(server, "zoe", server.top, "open", 1).await;
        let folder = made(server, "zoe", server.top, "outer", 1).await;
        let inner = made(server, "zoe", folder, "inner", 2).await;
        server.classify(inner).await;
        for node in [open, folder] {
            mia.delete(&format!("entry/{node}")).await.ok();
        }
        let listed = mia.get("entry/bin").await.ok();
        let purgeable = |id: i64| {
            listed["items"].as_array().unwrap().iter().find(|one| one["node_id"] == id).unwrap()["purgeable"].clone()
        };
        assert_eq!((purgeable(open), purgeable(folder)), (json!(true), json!(false)));
        assert_eq!(mia.delete(&format!("entry/bin/{folder}")).await.status, 403);
        mia.delete("entry/bin").await.ok();
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE name = 'open'").await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE name LIKE 'inner%'").await, 3);
        // A person who is cleared may.
        server.user("zoe").delete(&format!("entry/bin/{folder}")).await.ok();
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE name LIKE 'inner%'").await, 0);
    });
}

#[test]
fn a_page_of_what_is_hidden_does_not_end_the_emptying() {
    on_both(async |server| {
        let mia = server.user("mia");
        let old = server.user("wim").upload(server.top, "old.bin", "old").await.id();
        mia.delete(&format!("entry/{old}")).await.ok();
        server.clock.advance(60);
        let folder = made(server, "zoe", server.top, "full", 210).await;
        remove_each(server, folder).await;
        mia.delete(&format!("entry/{folder}")).await.ok();
        mia.delete("entry/bin").await.ok();
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM nodes_node WHERE state = 2").await, 0);
    });
}

/// More than are read for one page of the bin.
const PASSED_OVER: usize = 4_200;

#[test]
fn a_page_of_the_bin_ends_where_it_has_read_enough_and_the_next_one_goes_on() {
    on_both(async |server| {
        let mia = server.user("mia");
        let old = mia.upload(server.top, "old.bin", "old").await.id();
        let folder = made(server, "zoe", server.top, "full", PASSED_OVER).await;
        mia.delete(&format!("entry/{old}")).await.ok();
        server.clock.advance(60);
        mia.delete(&format!("entry/{folder}")).await.ok();
        // Everything in it was removed before it, and after the old file.
        let removed = server.app.db.write(move |tx| {
            let sql = "UPDATE nodes_node SET state = 2, binned_at = $2 WHERE parent_id = $1";
            tx.run(sql, db::params![folder, NOW + 30])
        });
        removed.await.unwrap();
        let query_log = server.test.query_log();
        let first = mia.get("entry/bin").await.ok();
        let asked = query_log.take().len();
        assert_eq!(names(&first), ["full"], "what lies in a removed folder is passed over");
        assert!(asked < 60, "{asked} statements");
        let next = first["next"].as_str().expect("the old file was not reached");
        let second = mia.get(&format!("entry/bin?after={next}")).await.ok();
        assert_eq!((names(&second), &second["next"]), (vec!["old.bin"], &Value::Null));
    });
}

fn names(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}
