//! What failed of a copy is named and tried again: in what was made, by the same rules, and once.

use primitives::{NodeId, NodeRole, Seconds};
use security::Principal;
use serde_json::{Value, json};

use crate::copying::{action, copy, named, nothing_is_left};
use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

const DAY: Seconds = 86_400;

fn id_of(begun: &Value) -> &str {
    begun["bg_action"]["bg_action_id"].as_str().unwrap()
}

/// Carries it out, and says how it ended.
async fn ended(server: &TestServer, who: &TestUser<'_>, answer: Answer) -> (Value, Value) {
    assert_eq!(answer.status, 202, "{}", answer.body);
    let begun = answer.ok();
    server.drain().await;
    let told = action(who, &begun).await;
    (begun, told)
}

async fn again(who: &TestUser<'_>, begun: &Value) -> Answer {
    who.post(&format!("selection/retry/{}", id_of(begun)), json!({})).await
}

async fn undo(who: &TestUser<'_>, begun: &Value) -> Answer {
    who.post(&format!("selection/undo/{}", id_of(begun)), json!({})).await
}

/// Names and reasons of what failed.
async fn failures(who: &TestUser<'_>, begun: &Value) -> Vec<(String, String)> {
    let told = who.get(&format!("selection/failures/{}", id_of(begun))).await.ok();
    let word = |one: &Value| one.as_str().unwrap_or("-").to_owned();
    let items = told["items"].as_array().unwrap();
    assert_eq!(told["total"], items.len());
    items.iter().map(|one| (word(&one["name"]), word(&one["reason"]))).collect()
}

/// A folder with two files, of which that in the inner folder cannot be read, and a folder to copy it to.
async fn half_damaged(server: &TestServer, who: &TestUser<'_>) -> (i64, i64) {
    let (from, to) = (who.folder(server.top, "From").await.id(), who.folder(server.top, "To").await.id());
    let inner = who.folder(from, "Inner").await.id();
    who.upload(from, "whole.txt", "whole").await.ok();
    who.upload(inner, "other.txt", "other").await.ok();
    who.upload(inner, "wrong.txt", "right").await.ok();
    server.overwrite("From/Inner/wrong.txt", "wrong").await;
    (from, to)
}

async fn repair(server: &TestServer) {
    server.overwrite("From/Inner/wrong.txt", "right").await;
}

#[test]
fn what_failed_in_a_folder_is_copied_into_the_copy_that_is_there() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (from, to) = half_damaged(server, &wim).await;
        let (first, told) = ended(server, &wim, copy(&wim, from, to).await).await;
        assert_eq!((&told["status"], &told["can_retry"]), (&json!("partial_error"), &json!(true)), "{told}");
        assert_eq!((&told["done"], &told["failed"]), (&json!(4), &json!(1)));
        assert_eq!(failures(&wim, &first).await, [("wrong.txt".to_owned(), "damaged".to_owned())]);
        assert_eq!(mia.get(&format!("selection/failures/{}", id_of(&first))).await.refusal(), (404, "not_found"));
        assert_eq!(again(&mia, &first).await.refusal(), (404, "not_found"));

        // What others do in the copy meanwhile is theirs.
        let inner = named(&mia, named(&mia, to, "From").await, "Inner").await;
        repair(server).await;
        let begun = again(&wim, &first).await;
        assert_eq!((begun.status, &begun.body["count"]), (202, &json!(1)), "{}", begun.body);
        assert_eq!(again(&wim, &first).await.refusal(), (409, "nothing_failed"), "it is tried once");
        let (second, told) = ended(server, &wim, begun).await;
        assert_eq!((&told["status"], &told["type"]), (&json!("success"), &json!("copy")), "{told}");
        assert_eq!((&told["parent_id"], &told["can_retry"]), (&json!(to), &json!(false)));
        assert_eq!(wim.list(inner).await, ["other.txt", "wrong.txt"]);
        assert_eq!(server.names_at("To").await, ["From"], "nothing is there twice");
        assert_eq!(server.bytes_at("To/From/Inner/wrong.txt").await, b"right");
        let before = action(&wim, &first).await;
        assert_eq!((&before["can_retry"], &before["retried"]), (&json!(false), &json!(true)), "{before}");
        assert!(told.get("retried").is_none(), "{told}");
        nothing_is_left(server).await;

        // The second act takes back what it has made, and the first one what both have.
        let (_, back) = ended(server, &wim, undo(&wim, &second).await).await;
        assert_eq!((&back["status"], &back["done"]), (&json!("success"), &json!(1)), "{back}");
        assert_eq!(wim.list(inner).await, ["other.txt"]);
        let (_, back) = ended(server, &wim, undo(&wim, &first).await).await;
        assert_eq!(back["status"], "success", "{back}");
        assert_eq!(wim.list(to).await, [""; 0]);
        nothing_is_left(server).await;
    });
}

#[test]
fn taking_a_copy_back_takes_what_was_tried_again_with_it_but_nothing_of_others() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (from, to) = half_damaged(server, &wim).await;
        let (first, _) = ended(server, &wim, copy(&wim, from, to).await).await;
        server.clock.advance(5);
        repair(server).await;
        let (_, told) = ended(server, &wim, again(&wim, &first).await).await;
        assert_eq!(told["status"], "success", "{told}");
        server.clock.advance(5);
        let inner = named(&mia, named(&mia, to, "From").await, "Inner").await;
        let theirs = mia.upload(inner, "hers.txt", "hers").await.id();
        let (_, back) = ended(server, &wim, undo(&wim, &first).await).await;
        assert_eq!(failures(&wim, &json!({ "bg_action": back })).await[0].1, "changed_since");
        assert_eq!(wim.list(inner).await, ["hers.txt", "other.txt", "wrong.txt"]);

        let (second, third) = (wim.folder(server.top, "Second").await.id(), wim.folder(server.top, "Third").await.id());
        server.overwrite("From/Inner/wrong.txt", "wr0ng").await;
        let (first, _) = ended(server, &wim, copy(&wim, from, second).await).await;
        repair(server).await;
        ended(server, &wim, again(&wim, &first).await).await;
        let (_, back) = ended(server, &wim, undo(&wim, &first).await).await;
        assert_eq!(back["status"], "success", "{back}");
        assert_eq!(wim.list(second).await, [""; 0]);
        // Of what was taken back, nothing is tried again.
        server.overwrite("From/Inner/wrong.txt", "wr0ng").await;
        let (first, _) = ended(server, &wim, copy(&wim, from, third).await).await;
        ended(server, &wim, undo(&wim, &first).await).await;
        assert_eq!(action(&wim, &first).await["can_retry"], false);
        assert_eq!(again(&wim, &first).await.refusal(), (409, "already_undone"));
        assert_eq!(mia.content(theirs).await.bytes, b"hers");
    });
}

#[test]
fn selected_entries_are_tried_again_with_the_same_answers_about_names() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let (one, two) = (wim.folder(server.top, "One").await.id(), wim.folder(server.top, "Two").await.id());
        for name in ["a.txt", "b.txt", "c.txt"] {
            wim.upload(one, name, name).await.ok();
        }
        let hers = mia.upload(two, "b.txt", "hers").await.id();
        let selection = json!({ "parent_id": one, "target_id": two });
        let (first, told) = ended(server, &wim, wim.post("entry/copy", selection).await).await;
        assert_eq!((&told["failed"], &told["can_retry"]), (&json!(1), &json!(true)), "{told}");
        assert_eq!(failures(&wim, &first).await, [("b.txt".to_owned(), "name_taken".to_owned())]);
        wim.upload(one, "later.txt", "x").await.ok();
        // The name is still taken: it fails again, and can be tried again.
        let (second, told) = ended(server, &wim, again(&wim, &first).await).await;
        assert_eq!((&told["status"], &told["items"]), (&json!("partial_error"), &json!(1)), "{told}");
        assert_eq!((&told["done"], &told["failed"], &told["can_retry"]), (&json!(0), &json!(1), &json!(true)));
        mia.rename(hers, "hers.txt").await.ok();
        let (_, told) = ended(server, &wim, again(&wim, &second).await).await;
        assert_eq!(told["status"], "success", "{told}");
        assert_eq!(wim.list(two).await, ["a.txt", "b.txt", "c.txt", "hers.txt"]);
        assert_eq!(wim.content(named(&wim, two, "b.txt").await).await.bytes, b"b.txt");
        nothing_is_left(server).await;
    });
}

#[test]
fn rights_are_asked_anew_and_after_a_day_nothing_is_tried_again() {
    on_both(async |server| {
        let (wim, rita) = (server.user("wim"), server.user("rita"));
        let (from, _) = half_damaged(server, &wim).await;
        let theirs = wim.folder(server.top, "Theirs").await.id();
        let guests = Principal::Group(server.groups["guests"]);
        server.grant(from, guests, NodeRole::Reader).await;
        server.grant(theirs, guests, NodeRole::Writer).await;
        let (first, told) = ended(server, &rita, copy(&rita, from, theirs).await).await;
        assert_eq!(told["can_retry"], true, "{told}");
        repair(server).await;
        server.revoke(from, guests).await;
        assert_eq!(failures(&rita, &first).await, [("-".to_owned(), "damaged".to_owned())], "its name is not told");
        let (second, told) = ended(server, &rita, again(&rita, &first).await).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("partial_error"), &json!(0)), "{told}");
        assert_eq!(failures(&rita, &second).await, [("-".to_owned(), "not_found".to_owned())]);
        assert_eq!(server.names_at("Theirs/From/Inner").await, ["other.txt"]);

        server.grant(from, guests, NodeRole::Reader).await;
        server.clock.advance(DAY);
        let rita = server.sign_in("rita").await;
        assert_eq!(action(&rita, &second).await["can_retry"], false);
        assert_eq!(again(&rita, &second).await.refusal(), (409, "undo_over"));
        nothing_is_left(server).await;
    });
}

#[test]
fn a_folder_that_could_not_be_read_is_read_again_into_its_copy() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (from, to) = (wim.folder(server.top, "From").await.id(), wim.folder(server.top, "To").await.id());
        let inner = wim.folder(from, "Inner").await.id();
        let (first, told) = ended(server, &wim, copy(&wim, from, to).await).await;
        assert_eq!(told["status"], "success", "{told}");
        // As if its reading had failed: nothing of what lies in it is there.
        let deep = wim.folder(inner, "Deep").await.id();
        wim.upload(deep, "deep.txt", "deep").await.ok();
        wim.upload(inner, "a.txt", "1").await.ok();
        let made = named(&wim, named(&wim, to, "From").await, "Inner").await;
        let unread = server.app.db.write(move |tx| {
            tx.run(
                "INSERT INTO content_copy (copying_id, root_id, source_id, into_id, is_file, state, reason, found_id)
                 SELECT copying_id, root_id, source_id, made_id, TRUE, 2, 'not_found', made_id
                 FROM content_copy WHERE source_id = $1",
                db::params![NodeId(inner)],
            )
        });
        unread.await.unwrap();
        assert_eq!(failures(&wim, &first).await, [("Inner".to_owned(), "not_found".to_owned())]);
        let (second, told) = ended(server, &wim, again(&wim, &first).await).await;
        assert_eq!((&told["status"], &told["done"]), (&json!("success"), &json!(4)), "{told}");
        assert_eq!(wim.list(made).await, ["Deep", "a.txt"]);
        assert_eq!(server.names_at("To/From/Inner/Deep").await, ["deep.txt"]);
        let (_, back) = ended(server, &wim, undo(&wim, &second).await).await;
        assert_eq!(back["status"], "success", "{back}");
        assert_eq!(wim.list(to).await, ["From"], "the folder was there before");
        assert_eq!(wim.list(made).await, [""; 0]);
        nothing_is_left(server).await;
    });
}
