//! Acts on many selected entries: everything that is selected, nothing that the asker may not, and the way back.

use db::Engine;
use primitives::NodeId;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::purges::made;
use crate::test_users::TestUser;

/// More than one page of a list, and more than one step of a job.
const MANY: usize = 230;

async fn begun(who: &TestUser<'_>, act: &str, selection: Value) -> Value {
    let answer = who.post(&format!("selection/{act}"), selection).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()
}

async fn sum(who: &TestUser<'_>, selection: Value) -> Value {
    who.post("selection", selection).await.ok()
}

/// With how many of the selected entries an act may be done.
fn with(sum: &Value, act: &str) -> i64 {
    let acts = sum["acts"].as_array().unwrap();
    acts.iter().find(|one| one["action_key"] == act).map_or(0, |one| one["count"].as_i64().unwrap())
}

async fn action(who: &TestUser<'_>, begun: &Value) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    let id = &begun["bg_action"]["bg_action_id"];
    all["items"].as_array().unwrap().iter().find(|one| one["bg_action_id"] == *id).unwrap().clone()
}

async fn files_of(server: &TestServer, folder: i64) -> Vec<i64> {
    let sql = "SELECT node_id FROM nodes_node WHERE parent_id = $1 ORDER BY node_id";
    let read = server.app.db.read(move |c| c.rows(sql, db::params![NodeId(folder)], |row| row.get::<i64>(0)));
    read.await.unwrap()
}

async fn in_state(server: &TestServer, folder: i64, state: i64) -> Vec<i64> {
    let sql = "SELECT node_id FROM nodes_node WHERE parent_id = $1 AND state = $2 ORDER BY node_id";
    let read = server.app.db.read(move |c| c.rows(sql, db::params![folder, state], |row| row.get::<i64>(0)));
    read.await.unwrap()
}

#[test]
fn everything_in_a_folder_but_two_goes_to_the_bin_and_comes_back() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = made(server, "zoe", server.top, "many", MANY).await;
        let files = files_of(server, folder).await;
        let counted = sum(&wim, json!({ "parent_id": folder })).await;
        assert_eq!((counted["count"].as_u64(), with(&counted, "remove")), (Some(MANY as u64), MANY as i64));
        let selection = json!({ "parent_id": folder, "except": files[..2], "as_of": counted["as_of"] });
        assert_eq!(sum(&wim, selection.clone()).await["count"], MANY - 2);

        let removal = begun(&wim, "remove", selection).await;
        assert_eq!(removal["count"], MANY - 2);
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await, files[..2]);
        assert_eq!(server.binned().await.len(), MANY - 2, "their bytes are in the bin, too");
        let ended = action(&wim, &removal).await;
        assert_eq!((&ended["status"], &ended["progress"]), (&json!("success"), &json!(100)));

        let id = removal["bg_action"]["bg_action_id"].as_str().unwrap();
        assert_eq!(
            server.user("mia").post(&format!("selection/undo/{id}"), json!({})).await.refusal(),
            (404, "not_found")
        );
        let undone = begun(&wim, &format!("undo/{id}"), json!({})).await;
        assert_eq!(undone["count"], MANY - 2);
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await, files);
        assert_eq!(server.binned().await, [""; 0]);
    });
}

#[test]
fn an_undo_before_the_end_stops_the_removal() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = made(server, "zoe", server.top, "many", 5).await;
        let files = files_of(server, folder).await;
        let removal = begun(&wim, "remove", json!({ "parent_id": folder })).await;
        let id = removal["bg_action"]["bg_action_id"].as_str().unwrap();
        assert_eq!(begun(&wim, &format!("undo/{id}"), json!({})).await["count"], 0);
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await, files);
    });
}

#[test]
fn what_comes_after_the_selection_stays() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "before.txt", "x").await.id();
        let as_of = sum(&wim, json!({ "parent_id": folder })).await["as_of"].clone();
        server.clock.advance(1);
        wim.upload(folder, "after.txt", "x").await.id();
        let selection = json!({ "parent_id": folder, "as_of": as_of });
        assert_eq!(sum(&wim, selection.clone()).await["count"], 1);
        begun(&wim, "remove", selection).await;
        server.drain().await;
        assert_eq!(wim.list(folder).await, ["after.txt"]);
    });
}

#[test]
fn entries_that_the_asker_does_not_see_or_may_not_remove_stay() {
    on_both(async |server| {
        let (wim, rea, zoe) = (server.user("wim"), server.user("rea"), server.user("zoe"));
        let folder = wim.folder(server.top, "Folder").await.id();
        let open = wim.upload(folder, "open.txt", "12345").await.id();
        let sealed = zoe.upload(folder, "sealed.txt", "secret").await.id();
        server.classify(sealed).await;

        // Of a hidden entry neither number nor size is told, also when it is named.
        for selection in [json!({ "parent_id": folder }), json!({ "node_ids": [open, sealed, 999_999] })] {
            let counted = sum(&wim, selection).await;
            assert_eq!((counted["count"].as_i64(), counted["bytes"].as_i64()), (Some(1), Some(5)));
        }
        assert_eq!(sum(&zoe, json!({ "parent_id": folder })).await["bytes"], 11);

        // A reader sees it and may not remove it.
        let counted = sum(&rea, json!({ "parent_id": folder })).await;
        assert_eq!((counted["count"].as_i64(), with(&counted, "remove")), (Some(1), 0));
        for selection in [json!({ "parent_id": folder }), json!({ "node_ids": [open, sealed] })] {
            assert_eq!(rea.post("selection/remove", selection).await.status, 403);
        }
        assert_eq!(server.count("SELECT COUNT(*) FROM content_batch").await, 0);
        assert_eq!(rea.post("selection/remove", json!({ "parent_id": folder, "except": [open] })).await.status, 202);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_batch_entry").await, 0);
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await, [open, sealed]);

        let removal = begun(&wim, "remove", json!({ "node_ids": [open, sealed] })).await;
        assert_eq!(removal["count"], 1);
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await, [sealed]);
        assert_eq!(action(&wim, &removal).await["status"], "success");
    });
}

#[test]
fn rights_are_asked_again_when_the_job_runs() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "soon sealed.txt", "x").await.id();
        let removal = begun(&wim, "remove", json!({ "parent_id": folder })).await;
        server.classify(file).await;
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await, [file]);
        let ended = action(&wim, &removal).await;
        assert_eq!((&ended["status"], &ended["failed"]), (&json!("partial_error"), &json!(1)));
    });
}

/// Has the database do `then` in the transaction of each such change of `table`.
async fn with_each(server: &TestServer, change: &str, table: &str, condition: &str, then: &str) {
    let script = match server.app.db.engine() {
        Engine::Sqlite => format!("CREATE TRIGGER meanwhile AFTER {change} ON {table} {condition} BEGIN {then}; END;"),
        Engine::Postgres => format!(
            "CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {then}; RETURN NULL; END $$;
             CREATE TRIGGER meanwhile AFTER {change} ON {table} FOR EACH ROW {condition} EXECUTE FUNCTION meanwhile();"
        ),
    };
    server.test.run(script).await;
}

fn switched_off(server: &TestServer, name: &str) -> String {
    format!("UPDATE identity_user SET active = FALSE WHERE users_id = {}", server.users[name].0)
}

#[test]
fn nothing_more_is_done_for_a_person_who_is_switched_off_between_two_steps() {
    on_both(async |server| {
        let folder = made(server, "zoe", server.top, "many", MANY).await;
        begun(&server.user("wim"), "remove", json!({ "parent_id": folder })).await;
        let off = switched_off(server, "wim");
        with_each(server, "UPDATE", "content_batch_entry", "WHEN (NEW.state = 1)", &off).await;
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await.len(), MANY - 100, "the first step was over");
        assert_eq!(server.binned().await.len(), 100);
        let stay = "SELECT COUNT(*) FROM content_batch_entry WHERE state = 2";
        assert_eq!(server.count(stay).await, MANY as i64 - 100);
    });
}

#[test]
fn what_has_moved_for_a_person_who_is_switched_off_within_a_step_moves_back() {
    on_both(async |server| {
        let folder = made(server, "zoe", server.top, "many", MANY).await;
        begun(&server.user("wim"), "remove", json!({ "parent_id": folder })).await;
        with_each(server, "INSERT", "content_intent", "", &switched_off(server, "wim")).await;
        server.drain().await;
        assert_eq!(in_state(server, folder, 1).await.len(), MANY);
        assert_eq!(server.binned().await, [""; 0]);
        let stay = "SELECT COUNT(*) FROM content_batch_entry WHERE state = 2";
        assert_eq!(server.count(stay).await, MANY as i64);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_intent").await, 0);
    });
}

#[test]
fn a_person_has_few_unfinished_batches() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Folder").await.id();
        wim.upload(folder, "one.txt", "x").await.id();
        let everything = json!({ "parent_id": folder });
        for _ in 0..10 {
            begun(&wim, "remove", everything.clone()).await;
        }
        let refused = wim.post("selection/remove", everything.clone()).await;
        assert_eq!(refused.refusal(), (409, "too_many_batches"));
        assert_eq!(server.count("SELECT COUNT(*) FROM content_batch").await, 10);
        begun(&mia, "remove", everything.clone()).await;
        server.drain().await;
        begun(&wim, "restore", json!({ "in_bin": true })).await;
    });
}

#[test]
fn the_bin_is_selected_by_name_restored_and_deleted_for_good() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let folder = wim.folder(server.top, "Folder").await.id();
        for name in ["Verão 1.txt", "Verão 2.txt", "Inverno.txt"] {
            let file = wim.upload(folder, name, "1234").await.id();
            wim.delete(&format!("entry/{file}")).await.ok();
        }
        assert_eq!(wim.get("entry/bin?term=verao").await.names(), ["Verão 2.txt", "Verão 1.txt"]);
        let summer = json!({ "in_bin": true, "term": "verao" });
        for (who, deletable) in [(&wim, 0), (&mia, 2)] {
            let counted = sum(who, summer.clone()).await;
            assert_eq!((counted["count"].as_i64(), counted["bytes"].as_i64()), (Some(2), Some(8)));
            assert_eq!((with(&counted, "restore"), with(&counted, "purge")), (2, deletable));
        }
        // Only a manager deletes for good.
        assert_eq!(wim.post("selection/purge", summer.clone()).await.status, 403);
        assert_eq!(server.count("SELECT COUNT(*) FROM content_batch").await, 3, "those that removed the files");
        server.drain().await;
        assert_eq!(server.binned().await.len(), 3);

        begun(&wim, "restore", json!({ "in_bin": true, "term": "inverno" })).await;
        server.drain().await;
        assert_eq!(wim.list(folder).await, ["Inverno.txt"]);
        let gone = begun(&mia, "purge", summer).await;
        server.drain().await;
        assert_eq!(action(&mia, &gone).await["status"], "success");
        assert_eq!((server.binned().await, wim.get("entry/bin").await.names()), (vec![], Vec::<String>::new()));
    });
}

#[test]
fn a_name_that_is_taken_meanwhile_keeps_its_entry_in_the_bin() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Folder").await.id();
        for _ in 0..2 {
            let file = wim.upload(folder, "same.txt", "x").await.id();
            wim.delete(&format!("entry/{file}")).await.ok();
        }
        let restoring = begun(&wim, "restore", json!({ "in_bin": true })).await;
        server.drain().await;
        assert_eq!(wim.list(folder).await, ["same.txt"]);
        assert_eq!(server.binned().await.len(), 1);
        assert_eq!(action(&wim, &restoring).await["status"], "partial_error");
    });
}

#[test]
fn an_act_on_one_entry_is_called_so() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut files = Vec::new();
        for name in ["one.txt", "two.txt", "three.txt"] {
            files.push(wim.upload(server.top, name, "x").await.id());
        }
        for (some, title) in [(&files[..1], "1 entry"), (&files[1..], "2 entries")] {
            let removal = begun(&wim, "remove", json!({ "node_ids": some })).await;
            assert_eq!(removal["bg_action"]["title"], title);
        }
        server.drain().await;
        let restoring = begun(&wim, "restore", json!({ "node_ids": files[..1] })).await;
        assert_eq!(restoring["bg_action"]["title"], "Restored: 1 entry");
        server.drain().await;
    });
}

#[test]
fn a_selection_names_one_place() {
    on_both(async |server| {
        let wim = server.user("wim");
        for selection in [json!({}), json!({ "node_ids": [1], "in_bin": true })] {
            assert_eq!(wim.post("selection", selection.clone()).await.refusal(), (422, "invalid"), "{selection}");
        }
        // What narrows only the bin is refused elsewhere: without it more would be removed.
        let file = wim.upload(server.top, "stays.txt", "x").await.id();
        for place in [json!({ "parent_id": server.top }), json!({ "node_ids": [file] })] {
            for (field, value) in [("mine", json!(true)), ("term", json!("other"))] {
                let mut selection = place.clone();
                selection[field] = value;
                for path in ["selection", "selection/remove"] {
                    let refused = wim.post(path, selection.clone()).await;
                    assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!(field)));
                }
            }
        }
        server.drain().await;
        assert_eq!(wim.list(server.top).await, ["stays.txt"]);
        let too_many: Vec<i64> = (1..=1_001).collect();
        assert_eq!(wim.post("selection", json!({ "node_ids": too_many })).await.status, 422);
    });
}
