//! What people say about entries: in threads, only among those who see the entry, and in e-mails that wait a little.

use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

pub async fn say(who: &TestUser<'_>, node: i64, text: &str) -> Answer {
    who.server.clock.advance(1);
    who.post(&format!("comment/entry/{node}"), json!({ "text": text })).await
}

pub async fn answer(who: &TestUser<'_>, thread: i64, text: &str) -> Answer {
    who.server.clock.advance(1);
    who.post(&format!("comment/answer/{thread}"), json!({ "text": text })).await
}

pub async fn edit(who: &TestUser<'_>, comment: i64, text: &str) -> Answer {
    who.server.clock.advance(1);
    who.put(&format!("comment/{comment}"), json!({ "text": text })).await
}

async fn resolve(who: &TestUser<'_>, thread: i64, resolved: bool) -> Answer {
    who.put(&format!("comment/resolved/{thread}"), json!({ "resolved": resolved })).await
}

async fn remove(who: &TestUser<'_>, comment: i64) -> u16 {
    who.delete(&format!("comment/{comment}")).await.status
}

pub fn id(said: &Value) -> i64 {
    said["comment_id"].as_i64().expect("a comment")
}

async fn threads(who: &TestUser<'_>, node: i64) -> Vec<Value> {
    who.get(&format!("comment/entry/{node}")).await.ok()["items"].as_array().unwrap().clone()
}

/// The texts of the threads, each with its answers.
async fn texts(who: &TestUser<'_>, node: i64) -> Vec<(String, Vec<String>)> {
    let text = |said: &Value| said["text"].as_str().unwrap().to_owned();
    let of_thread = |thread: &Value| (text(thread), thread["answers"].as_array().unwrap().iter().map(text).collect());
    threads(who, node).await.iter().map(of_thread).collect()
}

fn thread(text: &str, answers: &[&str]) -> (String, Vec<String>) {
    (text.to_owned(), answers.iter().map(|text| (*text).to_owned()).collect())
}

pub async fn file(server: &TestServer, name: &str) -> i64 {
    server.user("wim").upload(server.top, name, "words").await.id()
}

#[test]
fn people_talk_about_a_file_in_threads() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "photo.txt").await;
        let first = say(&rea, node, " Is the sky too dark?\r\nI think so. ").await;
        assert_eq!(first.status, 201);
        let told = &first.body;
        assert_eq!(
            (&told["text"], &told["made_by"]["name"]),
            (&json!("Is the sky too dark?\nI think so."), &json!("rea"))
        );
        assert_eq!((&told["edited_at"], &told["resolved"], &told["pin"]), (&Value::Null, &Value::Null, &Value::Null));
        let first = id(told);
        let second = id(&say(&wim, node, "Crop it.").await.ok());
        let reply = answer(&wim, first, "A little.").await;
        assert_eq!((reply.status, &reply.body["may_edit"]), (201, &json!(true)));
        assert_eq!(
            texts(&rea, node).await,
            [thread("Crop it.", &[]), thread("Is the sky too dark?\nI think so.", &["A little."])]
        );
        // Answers are answered in the same thread, and an answer is none.
        assert_eq!(answer(&rea, id(&reply.body), "x").await.refusal(), (404, "not_found"));
        let page = rea.get(&format!("comment/entry/{node}?limit=1")).await.ok();
        assert_eq!((id(&page["items"][0]), &page["open_count"]), (second, &json!(2)));
        let next = page["next"].as_str().unwrap();
        let page = rea.get(&format!("comment/entry/{node}?limit=1&after={next}")).await.ok();
        assert_eq!((id(&page["items"][0]), &page["next"]), (first, &Value::Null));
        assert_eq!(rea.get(&format!("comment/entry/{node}?after=nonsense")).await.status, 422);
        // Folders, too, but nobody speaks about a repository.
        let folder = wim.folder(server.top, "folder").await.id();
        assert_eq!(say(&rea, folder, "x").await.status, 201);
        assert_eq!(say(&rea, server.top, "x").await.status, 409);
    });
}

#[test]
fn a_text_has_its_bounds_and_a_pin_is_in_a_file() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (node, folder) = (file(server, "a.txt").await, wim.folder(server.top, "folder").await.id());
        for wrong in ["", " \n ", &"é".repeat(4_001)] {
            assert_eq!(say(&wim, node, wrong).await.refusal(), (422, "invalid"));
        }
        assert_eq!(say(&wim, node, &"é".repeat(4_000)).await.status, 201);
        let pinned = async |node: i64, pin: Value| {
            wim.post(&format!("comment/entry/{node}"), json!({ "text": "x", "pin": pin })).await
        };
        let here = json!({ "x": 0, "y": 1000, "page": 3 });
        let first = pinned(node, here.clone()).await.ok();
        assert_eq!((&first["pin"], &first["pin_number"]), (&here, &json!(1)));
        assert_eq!(say(&wim, node, "without").await.ok()["pin_number"], Value::Null);
        let second = pinned(node, json!({ "x": 500, "y": 1 })).await.ok();
        assert_eq!(
            (&second["pin"], &second["pin_number"]),
            (&json!({ "x": 500, "y": 1, "page": null }), &json!(2)),
            "whatever a page of a list begins with"
        );
        for wrong in [json!({ "x": -1, "y": 0 }), json!({ "x": 0, "y": 1001 }), json!({ "x": 0, "y": 0, "page": 0 })] {
            assert_eq!(pinned(node, wrong).await.refusal(), (422, "invalid"));
        }
        assert_eq!(pinned(folder, json!({ "x": 0, "y": 0 })).await.refusal(), (422, "invalid"));
    });
}

#[test]
fn authors_change_what_they_said_and_managers_take_it_away() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let node = file(server, "a.txt").await;
        let first = id(&say(&rea, node, "frist").await.ok());
        let reply = id(&answer(&wim, first, "reply").await.ok());
        assert_eq!(edit(&wim, first, "x").await.refusal(), (403, "comment_of_somebody_else"));
        assert_eq!(edit(&mia, first, "x").await.refusal(), (403, "comment_of_somebody_else"));
        let changed = edit(&rea, first, "first").await.ok();
        assert_eq!((&changed["text"], changed["edited_at"].is_i64()), (&json!("first"), true));
        let may = async |who: &TestUser<'_>| {
            let first = threads(who, node).await.remove(0);
            (first["may_edit"].clone(), first["may_remove"].clone())
        };
        assert_eq!(may(&rea).await, (json!(true), json!(true)));
        assert_eq!(may(&wim).await, (json!(false), json!(false)));
        assert_eq!(may(&mia).await, (json!(false), json!(true)));
        assert_eq!(remove(&wim, first).await, 403);
        // A first comment leaves its place to its answers, and nothing of its text.
        assert_eq!(remove(&mia, first).await, 204);
        let left = threads(&rea, node).await.remove(0);
        assert_eq!((&left["text"], &left["removed"], &left["may_edit"]), (&json!(""), &json!(true), &json!(false)));
        assert_eq!((remove(&rea, first).await, edit(&rea, first, "x").await.status), (404, 404));
        assert_eq!(remove(&wim, reply).await, 204);
        assert!(threads(&rea, node).await.is_empty(), "the last answer takes the place with it");
        assert_eq!(server.count("SELECT COUNT(*) FROM comments_comment").await, 0);
        assert_eq!(server.count("SELECT COUNT(*) FROM audit_entry WHERE after_json LIKE '%first%'").await, 0);
    });
}

#[test]
fn a_thread_is_resolved_and_an_answer_opens_it_again() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        let first = id(&say(&rea, node, "first").await.ok());
        let other = id(&say(&rea, node, "other").await.ok());
        let reply = id(&answer(&wim, first, "reply").await.ok());
        assert_eq!(resolve(&wim, reply, true).await.status, 404, "only a whole thread");
        assert_eq!(resolve(&wim, first, true).await.ok()["resolved"]["by"], "wim");
        server.clock.advance(1);
        assert_eq!(resolve(&rea, first, true).await.ok()["resolved"]["by"], "wim", "it is resolved already");
        let recorded = "SELECT COUNT(*) FROM audit_entry WHERE what = 'comment_resolve'";
        assert_eq!(server.count(recorded).await, 1);
        let which = async |asked: &str| {
            let page = rea.get(&format!("comment/entry/{node}?threads={asked}")).await.ok();
            page["items"].as_array().unwrap().iter().map(id).collect::<Vec<_>>()
        };
        assert_eq!((which("open").await, which("resolved").await), (vec![other], vec![first]));
        let open = async || rea.get(&format!("entry/{node}")).await.ok()["open_comments"].clone();
        assert_eq!(open().await, 1);
        assert_eq!(answer(&rea, first, "not yet").await.status, 201);
        assert_eq!((which("open").await, open().await), (vec![other, first], json!(2)));
        assert_eq!(resolve(&rea, first, true).await.status, 200);
        assert_eq!(resolve(&rea, first, false).await.ok()["resolved"], Value::Null);
    });
}

#[test]
fn who_does_not_see_an_entry_finds_no_comment_on_it() {
    on_both(async |server| {
        let (wim, clea) = (server.user("wim"), server.user("clea"));
        let (node, kept) = (file(server, "secret.txt").await, file(server, "open.txt").await);
        let first = id(&say(&wim, node, "a secret").await.ok());
        let theirs = server.user("eva").upload(server.other_top, "theirs.txt", "x").await.id();
        let elsewhere = id(&say(&server.user("eva"), theirs, "theirs").await.ok());
        server.classify(node).await;
        // Rea had read it; Wim wrote it; Ada administers the tenant, and Rita and Eva never saw it.
        for name in ["rea", "wim", "ada", "rita", "eva", "root"] {
            let who = server.user(name);
            let missing = who.get("comment/entry/999999").await;
            for (thread, entry) in [(first, node), (999_999, 999_999)] {
                let answers = [
                    who.get(&format!("comment/entry/{entry}")).await,
                    who.get(&format!("comment/people/{entry}?q=w")).await,
                    say(&who, entry, "x").await,
                    say(&who, entry, &format!("<@{}>", server.users["wim"])).await,
                    answer(&who, thread, "x").await,
                    answer(&who, thread, &format!("<@{}>", server.users["wim"])).await,
                    edit(&who, thread, "x").await,
                    edit(&who, thread, &format!("<@{}>", server.users["wim"])).await,
                    resolve(&who, thread, true).await,
                    who.delete(&format!("comment/{thread}")).await,
                ];
                for (place, told) in answers.iter().enumerate() {
                    assert_eq!((told.status, &told.body), (missing.status, &missing.body), "{name} {place}");
                }
            }
            assert_eq!(missing.refusal(), (404, "not_found"));
        }
        assert_eq!(texts(&clea, node).await, [thread("a secret", &[])]);
        // Another tenant's.
        for told in [answer(&wim, elsewhere, "x").await, resolve(&wim, elsewhere, true).await] {
            assert_eq!(told.refusal(), (404, "not_found"));
        }
        // In the bin it is nobody's, and it is back with the entry.
        say(&wim, kept, "kept").await.ok();
        wim.delete(&format!("entry/{kept}")).await.ok();
        assert_eq!(wim.get(&format!("comment/entry/{kept}")).await.status, 404);
        wim.post(&format!("entry/restore/{kept}"), json!({})).await.ok();
        assert_eq!(texts(&wim, kept).await, [thread("kept", &[])]);
    });
}

#[test]
fn comments_go_with_their_entry_and_a_copy_has_none() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let node = file(server, "a.txt").await;
        let first = id(&say(&wim, node, &format!("<@{}>", server.users["rea"])).await.ok());
        answer(&mia, first, "yes").await.ok();
        let folder = wim.folder(server.top, "folder").await.id();
        let copied = wim.put(&format!("entry/copy/{node}/to/{folder}"), json!({})).await;
        assert_eq!(copied.status, 202, "{}", copied.body);
        server.drain().await;
        let list = wim.get(&format!("entry/list/{folder}")).await.ok();
        let copy = list["items"][0]["node_id"].as_i64().unwrap();
        assert!(threads(&wim, copy).await.is_empty());
        wim.post(&format!("entry/move/{node}"), json!({ "parent_id": folder })).await;
        assert_eq!(threads(&wim, node).await.len(), 1);
        mia.delete(&format!("entry/{node}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{node}")).await.status, 204);
        server.drain().await;
        for table in ["comments_comment", "comments_mention", "comments_waiting"] {
            let sql: &'static str = format!("SELECT COUNT(*) FROM {table}").leak();
            assert_eq!(server.count(sql).await, 0, "{table}");
        }
    });
}
