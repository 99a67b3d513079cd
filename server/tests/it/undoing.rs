//! What one did can be taken back for a day, stopped between two steps, and tried again where it failed.

use primitives::{NodeRole, Seconds};
use security::Principal;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both};
use crate::purges::made;
use crate::test_users::{Answer, TestUser};

const DAY: Seconds = 86_400;

async fn newest(who: &TestUser<'_>) -> Value {
    who.get("/api/core/background-action").await.ok()["items"][0].clone()
}

async fn action(who: &TestUser<'_>, id: &str) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == id).unwrap().clone()
}

fn id_of(action: &Value) -> &str {
    action["bg_action_id"].as_str().unwrap()
}

async fn undo(who: &TestUser<'_>, action: &Value) -> Answer {
    who.post(&format!("selection/undo/{}", id_of(action)), json!({})).await
}

async fn begun(who: &TestUser<'_>, act: &str, selection: Value) -> Value {
    let answer = who.post(act, selection).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()["bg_action"].clone()
}

/// Takes it back, and says how that ended.
async fn undone(server: &TestServer, who: &TestUser<'_>, of: &Value) -> Value {
    let answer = undo(who, of).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    server.drain().await;
    let ended = newest(who).await;
    assert_eq!(ended["undoes"], of["bg_action_id"]);
    ended
}

#[test]
fn a_removal_a_move_and_a_new_name_of_one_entry_are_taken_back_within_a_day() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let file = wim.upload(one, "draft.txt", "x").await.id();
        let mut acts = Vec::new();
        let renamed = wim.rename(file, "final.txt").await.ok();
        acts.push(("rename", newest(&wim).await));
        assert_eq!(renamed["bg_action_id"], acts[0].1["bg_action_id"]);
        wim.post(&format!("entry/move/{file}"), json!({ "target_id": two })).await.ok();
        acts.push(("move", newest(&wim).await));
        wim.delete(&format!("entry/{file}")).await.ok();
        acts.push(("delete", newest(&wim).await));

        server.clock.advance(DAY - 1);
        for (kind, act) in acts.iter().rev() {
            assert_eq!((act["type"].as_str(), &act["can_undo"]), (Some(*kind), &json!(true)));
            assert_eq!(act["undo_until"], act["created_at"].as_i64().unwrap() + DAY);
            assert_eq!(undo(&mia, act).await.refusal(), (404, "not_found"), "it is another person's");
            let back = undone(server, &wim, act).await;
            assert_eq!((&back["status"], &back["title"]), (&json!("success"), &act["title"]));
            assert_eq!(back["can_undo"], false, "what takes back is not taken back");
            let told = action(&wim, id_of(act)).await;
            assert_eq!((&told["undone"], &told["can_undo"]), (&json!(true), &json!(false)));
            assert_eq!(undo(&wim, act).await.refusal(), (409, "already_undone"));
        }
        assert_eq!((wim.list(one).await, wim.list(two).await), (vec!["draft.txt".to_owned()], vec![]));
        assert_eq!(server.bytes_at("One/draft.txt").await, b"x");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn after_a_day_nothing_is_taken_back_or_tried_again() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "file.txt", "x").await.id();
        let soon_sealed = wim.upload(folder, "sealed.txt", "x").await.id();
        let removal = begun(&wim, "selection/remove", json!({ "node_ids": [file, soon_sealed] })).await;
        server.classify(soon_sealed).await;
        server.drain().await;
        let ended = newest(&wim).await;
        assert_eq!((&ended["can_undo"], &ended["can_retry"]), (&json!(true), &json!(true)));
        server.clock.advance(DAY);
        let wim = server.sign_in("wim").await;
        let ended = newest(&wim).await;
        assert_eq!((&ended["can_undo"], &ended["can_retry"]), (&json!(false), &json!(false)));
        assert_eq!(undo(&wim, &removal).await.refusal(), (409, "undo_over"));
        let again = wim.post(&format!("selection/retry/{}", id_of(&removal)), json!({})).await;
        assert_eq!(again.refusal(), (409, "undo_over"));
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(server.count("SELECT COUNT(*) FROM content_batch").await, 1);
        server.clock.advance(DAY + 1);
        let wim = server.sign_in("wim").await;
        content::sweep(&server.app.content).await.unwrap();
        assert_eq!(server.count("SELECT COUNT(*) FROM content_batch").await, 0);
        assert_eq!(undo(&wim, &removal).await.refusal(), (404, "not_found"));
    });
}

#[test]
fn an_undo_leaves_what_has_changed_since_and_counts_it() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Folder").await.id();
        let mut files = Vec::new();
        for name in ["again.txt", "gone.txt", "sealed.txt", "taken.txt", "back.txt"] {
            files.push(wim.upload(folder, name, "x").await.id());
        }
        let [again, gone, sealed, ..] = files[..] else { unreachable!() };
        let removal = begun(&wim, "selection/remove", json!({ "parent_id": folder })).await;
        server.drain().await;
        server.clock.advance(5);
        // Another person brings it back and removes it: that is hers.
        mia.post(&format!("entry/restore/{again}"), json!({})).await.ok();
        mia.delete(&format!("entry/{again}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{gone}")).await.status, 204);
        mia.post(&format!("entry/restore/{sealed}"), json!({})).await.ok();
        server.classify(sealed).await;
        mia.upload(folder, "taken.txt", "hers").await.id();

        let back = undone(server, &wim, &removal).await;
        assert_eq!((&back["status"], &back["type"]), (&json!("partial_error"), &json!("restore")));
        assert_eq!((&back["done"], &back["failed"], &back["items"]), (&json!(1), &json!(4), &json!(5)));
        assert_eq!(wim.list(folder).await, ["back.txt", "taken.txt"]);
        let failures = wim.get(&format!("selection/failures/{}", id_of(&back))).await.ok();
        let told: Vec<_> =
            failures["items"].as_array().unwrap().iter().map(|one| (&one["name"], &one["reason"])).collect();
        let wanted = [
            (&json!("again.txt"), &json!("changed_since")),
            (&json!(null), &json!("changed_since")),
            (&json!(null), &json!("changed_since")),
            (&json!("taken.txt"), &json!("name_taken")),
        ];
        assert_eq!((told, &failures["total"]), (wanted.to_vec(), &json!(4)));
        assert_eq!(mia.get(&format!("selection/failures/{}", id_of(&back))).await.refusal(), (404, "not_found"));
    });
}

#[test]
fn a_former_name_comes_back_only_where_nothing_has_changed() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Folder").await.id();
        for (change, reason) in [("renamed", "changed_since"), ("taken", "name_taken"), ("sealed", "not_found")] {
            let file = wim.upload(folder, &format!("{change} a"), "x").await.id();
            wim.rename(file, &format!("{change} b")).await.ok();
            let act = newest(&wim).await;
            match change {
                "renamed" => drop(mia.rename(file, "hers").await.ok()),
                "taken" => drop(mia.upload(folder, "taken a", "y").await.id()),
                _ => server.classify(file).await,
            }
            let back = undone(server, &wim, &act).await;
            assert_eq!((&back["status"], &back["failed"]), (&json!("partial_error"), &json!(1)), "{change}");
            let failures = wim.get(&format!("selection/failures/{}", id_of(&back))).await.ok();
            assert_eq!(failures["items"][0]["reason"], reason);
        }
        assert_eq!(server.user("zoe").list(folder).await, ["hers", "sealed b", "taken a", "taken b"]);
    });
}

#[test]
fn rights_that_were_lost_keep_a_removal_from_being_taken_back() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = mia.folder(server.top, "Folder").await.id();
        server.grant(folder, Principal::Group(server.groups["guests"]), NodeRole::Writer).await;
        let rita = server.user("rita");
        let file = wim.upload(folder, "file.txt", "x").await.id();
        rita.delete(&format!("entry/{file}")).await.ok();
        let act = newest(&rita).await;
        server.revoke(folder, Principal::Group(server.groups["guests"])).await;
        assert_eq!(undone(server, &rita, &act).await["status"], "partial_error");
        assert_eq!(wim.list(folder).await, [""; 0]);
    });
}

/// Lets a worker take steps of batches until more entries are done.
async fn work_until_more_are_done_than(server: &TestServer, done: i64) {
    let worker = jobs::Worker::new(server.app.db.clone(), server.clock.clone(), server.app.jobs(), 1);
    let stop = CancellationToken::new();
    let working = tokio::spawn(worker.run(stop.clone()));
    let sql = "SELECT COUNT(*) FROM content_batch_entry WHERE state = 1";
    eventually("a step is over", async || server.count(sql).await > done).await;
    stop.cancel();
    working.await.unwrap();
}

#[test]
fn a_removal_is_stopped_between_two_steps_and_says_what_is_done() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let many = 1_000;
        let folder = made(server, "zoe", server.top, "many", many).await;
        let removal = begun(&wim, "selection/remove", json!({ "parent_id": folder })).await;
        assert_eq!(removal["cancellable"], true);
        work_until_more_are_done_than(server, 0).await;

        let cancel = format!("/api/core/background-action/{}/cancel", id_of(&removal));
        assert_eq!(mia.post(&cancel, json!({})).await.refusal(), (404, "not_found"));
        assert_eq!(wim.post(&cancel, json!({})).await.status, 204);
        let stopped = newest(&wim).await;
        let done = stopped["done"].as_i64().unwrap();
        assert!(done > 0 && done < many as i64, "{stopped}");
        assert_eq!((&stopped["status"], &stopped["failed"]), (&json!("stopped"), &json!(0)));
        assert_eq!(wim.post(&cancel, json!({})).await.refusal(), (409, "not_cancellable"));
        server.drain().await;
        assert_eq!(newest(&wim).await, stopped, "nothing more is done");
        assert_eq!(server.binned().await.len() as i64, done);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);

        assert_eq!(undone(server, &wim, &removal).await["done"], done);
        assert_eq!(server.binned().await, [""; 0]);
    });
}

#[test]
fn a_deletion_for_good_is_stopped_between_two_steps() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = made(server, "zoe", server.top, "many", 600).await;
        begun(&mia, "selection/remove", json!({ "parent_id": folder })).await;
        server.drain().await;
        let purge = begun(&mia, "selection/purge", json!({ "in_bin": true })).await;
        work_until_more_are_done_than(server, 600).await;
        assert_eq!(
            mia.post(&format!("/api/core/background-action/{}/cancel", id_of(&purge)), json!({})).await.status,
            204
        );
        server.drain().await;
        let stopped = newest(&mia).await;
        let done = stopped["done"].as_i64().unwrap();
        assert!(done > 0 && done < 600, "{stopped}");
        assert_eq!((&stopped["status"], &stopped["can_undo"]), (&json!("stopped"), &json!(false)));
        assert_eq!(server.binned().await.len() as i64, 600 - done, "the others are in the bin");
        assert_eq!(server.count("SELECT COUNT(*) FROM content_purging").await, 0);
    });
}

#[test]
fn what_failed_is_tried_again_with_the_same_options_and_nothing_else() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for name in ["a.txt", "b.txt", "c.txt"] {
            wim.upload(one, name, "x").await.id();
        }
        let blocks = mia.upload(two, "b.txt", "hers").await.id();
        let first = begun(&wim, "entry/move", json!({ "parent_id": one, "target_id": two })).await;
        server.drain().await;
        let ended = newest(&wim).await;
        assert_eq!((&ended["status"], &ended["can_retry"]), (&json!("partial_error"), &json!(true)));
        assert_eq!((&ended["done"], &ended["failed"]), (&json!(2), &json!(1)));
        mia.rename(blocks, "other.txt").await.ok();
        wim.upload(one, "later.txt", "x").await.id();

        let path = format!("selection/retry/{}", id_of(&first));
        assert_eq!(mia.post(&path, json!({})).await.refusal(), (404, "not_found"));
        let again = wim.post(&path, json!({})).await;
        assert_eq!((again.status, &again.body["count"]), (202, &json!(1)));
        assert_eq!(wim.post(&path, json!({})).await.refusal(), (409, "nothing_failed"), "it is tried once");
        server.drain().await;
        let second = newest(&wim).await;
        assert_eq!((&second["status"], &second["parent_id"]), (&json!("success"), &json!(two)));
        assert_eq!(action(&wim, id_of(&first)).await["can_retry"], false);
        assert_eq!((wim.list(one).await, wim.list(two).await.len()), (vec!["later.txt".to_owned()], 4));
    });
}

#[test]
fn an_undo_that_failed_in_part_is_tried_again_as_an_undo() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        wim.upload(one, "a.txt", "x").await.id();
        wim.upload(one, "b.txt", "x").await.id();
        let moved = begun(&wim, "entry/move", json!({ "parent_id": one, "target_id": two })).await;
        server.drain().await;
        let entries = wim.get(&format!("entry/list/{two}")).await.ok();
        let file = entries["items"][0]["node_id"].as_i64().unwrap();
        mia.rename(file, "hers.txt").await.ok();
        let back = undone(server, &wim, &moved).await;
        assert_eq!((&back["failed"], &back["can_retry"]), (&json!(1), &json!(true)));
        let again = async |failed: &Value| {
            let begun = wim.post(&format!("selection/retry/{}", id_of(failed)), json!({})).await.ok();
            assert_eq!(begun["bg_action"]["undoes"], moved["bg_action_id"]);
            server.drain().await;
            assert_eq!(action(&wim, id_of(failed)).await["retried"], true);
            action(&wim, id_of(&begun["bg_action"])).await
        };
        let in_vain = again(&back).await;
        assert_eq!((&in_vain["status"], &in_vain["type"]), (&json!("partial_error"), &json!("move")));
        assert_eq!((&in_vain["done"], &in_vain["failed"], &in_vain["items"]), (&json!(0), &json!(1), &json!(1)));
        mia.rename(file, "a.txt").await.ok();
        let ended = again(&in_vain).await;
        assert_eq!((&ended["status"], &ended["done"], &ended["failed"]), (&json!("success"), &json!(1), &json!(0)));
        assert_eq!(wim.list(one).await, ["a.txt", "b.txt"]);
    });
}
