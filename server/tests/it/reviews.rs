//! People are asked whether a file can be approved: who may ask and answer, what the answers come to, and for which
//! content they stand.

use serde_json::{Value, json};

use crate::comments::file;
use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

pub fn ids(server: &TestServer, names: &[&str]) -> Vec<i64> {
    names.iter().map(|name| server.users[name].0).collect()
}

/// Asks people about files; `more` are other fields of the form.
pub async fn ask_with(who: &TestUser<'_>, nodes: &[i64], people: &[&str], more: Value) -> Answer {
    let mut form = json!({ "node_ids": nodes, "reviewers": ids(who.server, people) });
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    who.post("review", form).await
}

pub async fn ask(who: &TestUser<'_>, node: i64, people: &[&str]) -> i64 {
    let asked = ask_with(who, &[node], people, json!({})).await;
    assert_eq!(asked.status, 201, "{}", asked.body);
    asked.body["asked"][0]["review_id"].as_i64().unwrap()
}

pub async fn answer(who: &TestUser<'_>, review: i64, approves: bool, version: i64) -> Answer {
    who.put(&format!("review/answer/{review}"), json!({ "approves": approves, "version": version })).await
}

async fn shown(who: &TestUser<'_>, node: i64) -> Value {
    who.get(&format!("review/entry/{node}")).await.ok()
}

/// What a list says of a file; null if it was not reviewed.
async fn state(who: &TestUser<'_>, node: i64) -> Value {
    let list = who.get(&format!("entry/list/{}", who.server.top)).await.ok();
    let items = list["items"].as_array().unwrap().clone();
    let entry = items.iter().find(|entry| entry["node_id"] == node).expect("the file");
    assert_eq!(who.get(&format!("entry/{node}")).await.ok()["review"], entry["review"], "as on its own page");
    entry["review"].clone()
}

/// The names of the files that wait for somebody.
pub async fn waiting(who: &TestUser<'_>) -> Vec<String> {
    who.get("review/waiting").await.names()
}

/// Whether it approves, of which version, and whether that is the present one.
type Answered = Option<(bool, i64, bool)>;

/// The reviewers by name, with what they answered.
fn answers(shown: &Value) -> Vec<(&str, Answered)> {
    let of = |answer: &Value| {
        let (approves, current) = (answer["approves"].as_bool()?, answer["is_current"].as_bool()?);
        Some((approves, answer["version"].as_i64()?, current))
    };
    let reviewers = shown["review"]["reviewers"].as_array().unwrap();
    reviewers.iter().map(|one| (one["name"].as_str().unwrap(), of(&one["answer"]))).collect()
}

#[test]
fn a_file_is_approved_when_all_who_were_asked_approve_it() {
    on_both(async |server| {
        let (wim, rea, mia, clea) = (server.user("wim"), server.user("rea"), server.user("mia"), server.user("clea"));
        let node = file(server, "poster.txt").await;
        assert_eq!(state(&rea, node).await, Value::Null);
        assert_eq!(ask_with(&rea, &[node], &["mia"], json!({})).await.refusal(), (403, "needs_role.writer"));
        assert_eq!(
            ask_with(&wim, &[node], &["wim"], json!({})).await.refusal(),
            (422, "invalid"),
            "nobody asks themselves"
        );
        let due = json!({ "message": " Ready to print? ", "due_on": "2027-02-01" });
        let review =
            ask_with(&wim, &[node], &["rea", "mia"], due).await.ok()["asked"][0]["review_id"].as_i64().unwrap();
        let told = shown(&rea, node).await;
        assert_eq!((&told["version"], &told["may_ask"]), (&json!(1), &json!(false)));
        let first = &told["review"];
        assert_eq!((&first["message"], &first["due_on"]), (&json!("Ready to print?"), &json!("2027-02-01")));
        assert_eq!(
            (&first["asked_by"]["name"], &first["may_answer"], &first["may_manage"]),
            (&json!("wim"), &json!(true), &json!(false))
        );
        assert_eq!(answers(&told), [("mia", None), ("rea", None)]);
        assert!(first["reviewers"].as_array().unwrap().iter().all(|one| one["sees"] == true && one["waits"] == true));
        assert_eq!((state(&clea, node).await, waiting(&rea).await), (json!("waiting"), vec!["poster.txt".to_owned()]));
        assert_eq!(answer(&clea, review, true, 1).await.refusal(), (403, "not_asked_to_review"));
        let words = json!({ "approves": true, "version": 1, "words": " Lovely.\r\nPrint it. " });
        let said = rea.put(&format!("review/answer/{review}"), words).await.ok();
        assert_eq!(said["review"]["reviewers"][1]["answer"]["words"], "Lovely.\nPrint it.");
        assert_eq!(
            (state(&wim, node).await, waiting(&rea).await.len(), waiting(&mia).await.len()),
            (json!("waiting"), 0, 1)
        );
        answer(&mia, review, false, 1).await.ok();
        assert_eq!(state(&wim, node).await, "changes_asked");
        answer(&mia, review, true, 1).await.ok();
        assert_eq!(state(&wim, node).await, "approved", "an answer can be changed");
        assert_eq!(answers(&shown(&wim, node).await), [("mia", Some((true, 1, true))), ("rea", Some((true, 1, true)))]);
    });
}

#[test]
fn one_approval_is_enough_where_the_asker_says_so() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let node = file(server, "poster.txt").await;
        let one = json!({ "one_is_enough": true });
        let review =
            ask_with(&wim, &[node], &["rea", "mia"], one).await.ok()["asked"][0]["review_id"].as_i64().unwrap();
        answer(&rea, review, true, 1).await.ok();
        assert_eq!((state(&wim, node).await, waiting(&mia).await.len()), (json!("approved"), 0));
        answer(&mia, review, false, 1).await.ok();
        assert_eq!(state(&wim, node).await, "changes_asked", "whoever asks for changes is heard");
        answer(&mia, review, true, 1).await.ok();
        let all = wim.put(&format!("review/{review}"), json!({ "one_is_enough": false })).await.ok();
        assert_eq!(all["review"]["state"], "approved");
        wim.post(&format!("review/reviewer/{review}"), json!({ "reviewers": ids(server, &["clea", "rea"]) }))
            .await
            .ok();
        assert_eq!((state(&wim, node).await, waiting(&server.user("clea")).await.len()), (json!("waiting"), 1));
    });
}

#[test]
fn an_answer_stands_for_the_content_that_was_seen() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let node = file(server, "poster.txt").await;
        let review = ask(&wim, node, &["rea", "mia"]).await;
        for who in [&rea, &mia] {
            answer(who, review, true, 1).await.ok();
        }
        wim.replace(server.top, node, "another text").await.ok();
        assert_eq!((state(&wim, node).await, waiting(&rea).await.len()), (json!("waiting"), 1));
        assert_eq!(
            answers(&shown(&wim, node).await),
            [("mia", Some((true, 1, false))), ("rea", Some((true, 1, false)))]
        );
        assert_eq!(answer(&rea, review, true, 1).await.refusal(), (409, "file_replaced"), "of what they have not seen");
        answer(&rea, review, false, 2).await.ok();
        let told = shown(&wim, node).await;
        assert_eq!(answers(&told), [("mia", Some((true, 1, false))), ("rea", Some((false, 2, true)))]);
        let earlier = &told["review"]["reviewers"][1]["earlier"];
        assert_eq!(
            (&earlier[0]["version"], &earlier[0]["approves"], earlier.as_array().unwrap().len()),
            (&json!(1), &json!(true), 1)
        );
        // Mia approved what the file is again: she need not look once more. Rea has answered about another one since.
        wim.replace(server.top, node, "words").await.ok();
        assert_eq!(
            answers(&shown(&wim, node).await),
            [("mia", Some((true, 1, true))), ("rea", Some((false, 2, false)))]
        );
        assert_eq!(
            (state(&wim, node).await, waiting(&mia).await.len(), waiting(&rea).await.len()),
            (json!("waiting"), 0, 1)
        );
        answer(&rea, review, true, 3).await.ok();
        assert_eq!(state(&wim, node).await, "approved");
        for number in 4..12 {
            wim.replace(server.top, node, format!("version {number}")).await.ok();
            answer(&rea, review, true, number).await.ok();
        }
        let kept = shown(&wim, node).await["review"]["reviewers"][1]["earlier"].as_array().unwrap().len();
        assert_eq!(kept, 5, "earlier answers are bounded");
    });
}

#[test]
fn who_does_not_see_a_file_neither_answers_nor_finds_its_review() {
    on_both(async |server| {
        let (wim, rea, zoe) = (server.user("wim"), server.user("rea"), server.user("zoe"));
        let node = file(server, "secret.txt").await;
        let review = ask(&wim, node, &["rea", "clea"]).await;
        let theirs = server.user("eva").upload(server.other_top, "theirs.txt", "x").await.id();
        server.classify(node).await;
        for name in ["rea", "wim", "ada", "rita", "eva", "root"] {
            let who = server.user(name);
            let missing = who.get("review/entry/999999").await;
            assert_eq!(missing.refusal(), (404, "not_found"));
            for (review, entry) in [(review, node), (999_999, 999_999)] {
                let told = [
                    who.get(&format!("review/entry/{entry}")).await,
                    who.get(&format!("review/people/{entry}?q=c")).await,
                    ask_with(&who, &[entry], &["clea"], json!({})).await,
                    answer(&who, review, true, 1).await,
                    who.put(&format!("review/{review}"), json!({ "one_is_enough": true })).await,
                    who.post(&format!("review/reviewer/{review}"), json!({ "reviewers": ids(server, &["clea"]) }))
                        .await,
                    who.delete(&format!("review/reviewer/{review}/{}", server.users["clea"])).await,
                    who.delete(&format!("review/{review}")).await,
                ];
                for (place, told) in told.iter().enumerate() {
                    assert_eq!((told.status, &told.body), (missing.status, &missing.body), "{name} {place}");
                }
            }
        }
        assert_eq!((waiting(&rea).await.len(), waiting(&server.user("clea")).await.len()), (0, 1));
        let sees = |told: &Value| {
            let of = |one: &Value| (one["name"].as_str().unwrap().to_owned(), one["sees"].as_bool().unwrap());
            told["review"]["reviewers"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(sees(&shown(&zoe, node).await), [("clea".to_owned(), true), ("rea".to_owned(), false)]);
        // Nobody is asked who does not see it, whether they are there or not.
        assert_eq!(zoe.get(&format!("review/people/{node}")).await.names(), ["clea"]);
        let other = zoe.upload(server.top, "open.txt", "x").await.id();
        server.classify(other).await;
        let told =
            [ask_with(&zoe, &[other], &["rea"], json!({})).await, ask_with(&zoe, &[other], &["eva"], json!({})).await];
        assert_eq!(told[0].body, told[1].body);
        assert_eq!((told[0].refusal(), &told[0].body["errors"][0]["field"]), ((422, "invalid"), &json!("reviewers")));
        assert_eq!(ask_with(&wim, &[theirs], &["rea"], json!({})).await.refusal(), (404, "not_found"));
        // Its state is on no list of theirs.
        let list = wim.get(&format!("entry/list/{}", server.top)).await.ok();
        assert!(!list.to_string().contains("\"review\""), "{list}");
    });
}

#[test]
fn who_asked_and_managers_of_the_file_change_and_close_a_review() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let node = file(server, "poster.txt").await;
        let review = ask(&wim, node, &["rea"]).await;
        assert_eq!(ask_with(&mia, &[node], &["clea"], json!({})).await.refusal(), (409, "in_review"));
        let one = json!({ "reviewers": ids(server, &["clea"]) });
        let of_somebody_else = (403, "review_of_somebody_else");
        assert_eq!(rea.post(&format!("review/reviewer/{review}"), one.clone()).await.refusal(), of_somebody_else);
        assert_eq!(rea.put(&format!("review/{review}"), json!({ "due_on": null })).await.refusal(), of_somebody_else);
        assert_eq!(rea.delete(&format!("review/{review}")).await.refusal(), of_somebody_else);
        mia.post(&format!("review/reviewer/{review}"), one).await.ok();
        let remove = async |who: &TestUser<'_>, name: &str| {
            who.delete(&format!("review/reviewer/{review}/{}", server.users[name])).await
        };
        assert_eq!(remove(&rea, "clea").await.refusal(), of_somebody_else);
        assert_eq!(remove(&wim, "mia").await.refusal(), (404, "not_found"));
        answer(&server.user("clea"), review, true, 1).await.ok();
        assert_eq!(remove(&wim, "rea").await.status, 204);
        assert_eq!(
            (state(&wim, node).await, waiting(&rea).await.len()),
            (json!("approved"), 0),
            "nobody else is asked"
        );
        assert_eq!(remove(&wim, "clea").await.refusal(), (409, "last_reviewer"));
        let late = wim.put(&format!("review/{review}"), json!({ "due_on": "2020-01-01" })).await;
        assert_eq!((late.refusal(), &late.body["errors"][0]["field"]), ((422, "invalid"), &json!("due_on")));
        assert_eq!(mia.delete(&format!("review/{review}")).await.status, 204);
        assert_eq!(state(&wim, node).await, Value::Null);
        assert_eq!(answer(&server.user("clea"), review, true, 1).await.refusal(), (409, "review_ended"));
        let told = shown(&rea, node).await;
        let ended = &told["earlier"][0];
        assert_eq!(
            (&told["review"], &ended["ended"]["by"], &ended["state"]),
            (&Value::Null, &json!("mia"), &json!("approved"))
        );
        // A review that has its answers ends when people are asked anew; the earliest are forgotten.
        for _ in 0..12 {
            let review = ask(&wim, node, &["rea"]).await;
            answer(&rea, review, true, 1).await.ok();
        }
        assert_eq!(shown(&rea, node).await["earlier"].as_array().unwrap().len(), 10);
        assert_eq!(server.count("SELECT COUNT(*) FROM reviews_review").await, 11);
        let folder = wim.folder(server.top, "folder").await.id();
        assert_eq!(ask_with(&wim, &[folder], &["rea"], json!({})).await.refusal(), (409, "wrong_kind"));
        mia.delete(&format!("entry/{node}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{node}")).await.status, 204);
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM reviews_review").await, 0, "reviews go with their file");
        assert_eq!(server.count("SELECT COUNT(*) FROM reviews_reviewer").await, 0);
    });
}
