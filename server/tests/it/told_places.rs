//! What background actions of moves and copies tell: where the entries were, where they go, and what takes one back.

use serde_json::{Value, json};

use crate::harness::on_both;
use crate::test_users::TestUser;

async fn begun(who: &TestUser<'_>, path: &str, body: Value) -> Value {
    let answer = who.post(path, body).await;
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.ok()["bg_action"].clone()
}

async fn told(who: &TestUser<'_>, action: &Value) -> Value {
    let all = who.get("/api/core/background-action").await.ok();
    let mut items = all["items"].as_array().unwrap().iter();
    items.find(|one| one["bg_action_id"] == action["bg_action_id"]).unwrap().clone()
}

fn places(action: &Value) -> (Option<i64>, Option<i64>) {
    (action["from_id"].as_i64(), action["parent_id"].as_i64())
}

#[test]
fn a_move_and_a_copy_tell_the_folder_that_their_entries_were_in() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        let a = wim.upload(one, "a.txt", "1").await.id();
        let b = wim.upload(one, "b.txt", "2").await.id();
        let c = wim.upload(server.top, "c.txt", "3").await.id();

        let moved = wim.post(&format!("entry/move/{a}"), json!({ "target_id": two })).await.ok();
        assert_eq!(places(&moved), (Some(one), Some(two)));
        let back = begun(&wim, "entry/move", json!({ "node_ids": [a], "target_id": one })).await;
        server.drain().await;
        assert_eq!(places(&told(&wim, &back).await), (Some(two), Some(one)));
        let copied = wim.put(&format!("entry/copy/{c}/to/{two}"), json!({})).await.ok()["bg_action"].clone();
        assert_eq!(places(&copied), (Some(server.top), Some(two)));
        let all = begun(&wim, "entry/copy", json!({ "parent_id": one, "target_id": server.top })).await;
        server.drain().await;
        let all = told(&wim, &all).await;
        assert_eq!((places(&all), &all["done"]), ((Some(one), Some(server.top)), &json!(2)));

        // From several folders, it is from none.
        let mixed = json!({ "node_ids": [b, c], "target_id": two, "keep_both": true });
        for path in ["entry/copy", "entry/move"] {
            let mixed = begun(&wim, path, mixed.clone()).await;
            server.drain().await;
            assert_eq!(places(&told(&wim, &mixed).await), (None, Some(two)), "{path}");
        }
    });
}

#[test]
fn what_takes_a_copy_back_marks_it_so_and_is_not_taken_back_itself() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for name in ["a.txt", "b.txt"] {
            wim.upload(one, name, name).await.ok();
        }
        let copied = begun(&wim, "entry/copy", json!({ "parent_id": one, "target_id": two })).await;
        server.drain().await;
        let ended = told(&wim, &copied).await;
        assert_eq!((&ended["can_undo"], &ended["undone"]), (&json!(true), &json!(false)));
        let undo = format!("selection/undo/{}", copied["bg_action_id"].as_str().unwrap());
        let back = begun(&wim, &undo, json!({})).await;
        server.drain().await;
        let (copied, back) = (told(&wim, &copied).await, told(&wim, &back).await);
        assert_eq!((&copied["can_undo"], &copied["undone"]), (&json!(false), &json!(true)));
        assert_eq!((&back["can_undo"], &back["undo_until"]), (&json!(false), &Value::Null));
        assert_eq!((&back["undoes"], &back["done"]), (&copied["bg_action_id"], &json!(2)));
        assert_eq!(wim.list(two).await, [""; 0]);
    });
}
