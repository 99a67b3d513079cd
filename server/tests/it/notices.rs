//! Notices: each person is told what others did that concerns them, and nobody is told what they did themselves.

use serde_json::{Value, json};

use crate::collections::{collect, share};
use crate::comments::{answer, edit, file, id, say};
use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

const LIST: &str = "/api/core/notice";

pub async fn told(who: &TestUser<'_>) -> Vec<Value> {
    who.get(LIST).await.ok()["items"].as_array().unwrap().clone()
}

/// The kinds, the latest first, each with how often it happened.
pub async fn kinds(who: &TestUser<'_>) -> Vec<(String, i64)> {
    let kind = |one: &Value| (one["kind"].as_str().unwrap().to_owned(), one["times"].as_i64().unwrap());
    told(who).await.iter().map(kind).collect()
}

pub async fn unseen(who: &TestUser<'_>) -> i64 {
    who.get(&format!("{LIST}/unseen")).await.ok()["unseen"].as_i64().unwrap()
}

pub fn mention(server: &TestServer, name: &str) -> String {
    format!("Look, <@{}>!", server.users[name])
}

async fn see(who: &TestUser<'_>, notice: &Value, and_earlier: bool) -> Answer {
    let seen = json!({ "notice_id": notice["notice_id"], "and_earlier": and_earlier });
    who.put(&format!("{LIST}/seen"), seen).await
}

fn once(kind: &str) -> (String, i64) {
    (kind.to_owned(), 1)
}

async fn events(server: &TestServer, name: &str) -> i64 {
    let (room, body) = (format!("user:{}", server.users[name]), "%\"notice\"%");
    let sql = "SELECT COUNT(*) FROM jobs_event WHERE room = $1 AND body LIKE $2";
    let counted = server.app.db.read(move |c| c.get(sql, db::params![&room, body], |row| row.get(0)));
    counted.await.unwrap()
}

#[test]
fn who_is_mentioned_is_told_at_once_with_names_and_words_of_now() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        assert_eq!((unseen(&rea).await, events(server, "rea").await), (0, 0));
        let comment = id(&say(&wim, node, &mention(server, "rea")).await.ok());
        assert_eq!((unseen(&rea).await, events(server, "rea").await), (1, 1));
        assert_eq!((unseen(&wim).await, told(&wim).await.len()), (0, 0), "nobody is told what they did");
        wim.rename(node, "b.txt").await.ok();
        let all = told(&rea).await;
        let [notice] = all.as_slice() else { panic!("{all:?}") };
        let entry = json!({
            "node_id": node, "parent_id": server.top, "node_type": "file", "entry_type": "text", "name": "b.txt"
        });
        assert_eq!((&notice["kind"], &notice["entry"]), (&json!("comment_mention"), &entry));
        assert_eq!((&notice["from"]["name"], &notice["subject"]), (&json!("wim"), &json!(comment)));
        let about = json!({ "title": null, "text": "Look, @rea!", "target": comment });
        assert_eq!((&notice["about"], &notice["seen"]), (&about, &json!(false)));
        assert_eq!(notice["application_instance_id"], json!(server.content));
        let sql = "SELECT COUNT(*) FROM notices_notice WHERE detail LIKE '%a.txt%' OR detail LIKE '%Look%'";
        assert_eq!(server.count(sql).await, 0, "it remembers no names");
    });
}

#[test]
fn who_takes_part_and_who_uploaded_are_told_and_what_repeats_is_one_notice() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let node = file(server, "a.txt").await;
        let first = id(&say(&rea, node, "one").await.ok());
        say(&mia, node, "two").await.ok();
        assert_eq!(kinds(&wim).await, [("comment_file".to_owned(), 2)], "Wim uploaded it");
        let of_file = told(&wim).await.remove(0);
        assert_eq!((&of_file["from"]["name"], &of_file["about"]["text"]), (&json!("mia"), &json!("two")));
        for text in ["three", "four"] {
            answer(&mia, first, text).await.ok();
        }
        assert_eq!(kinds(&rea).await, [("comment_answer".to_owned(), 2)]);
        assert_eq!(told(&rea).await[0]["about"]["text"], "four");
        // Who is mentioned in an answer hears of that alone, and what was seen is told anew.
        see(&rea, &told(&rea).await[0], false).await;
        answer(&mia, first, &mention(server, "rea")).await.ok();
        assert_eq!(kinds(&rea).await, [once("comment_mention"), ("comment_answer".to_owned(), 2)]);
        answer(&wim, first, "five").await.ok();
        assert_eq!(
            kinds(&rea).await,
            [once("comment_answer"), once("comment_mention"), ("comment_answer".to_owned(), 2)]
        );
        assert_eq!((unseen(&rea).await, kinds(&mia).await), (2, vec![once("comment_answer")]));
        // A resolved thread, until it is open again.
        let resolve = async |resolved: bool| {
            wim.put(&format!("comment/resolved/{first}"), json!({ "resolved": resolved })).await.ok();
        };
        resolve(true).await;
        assert_eq!(kinds(&mia).await, [once("comment_resolved"), once("comment_answer")]);
        resolve(false).await;
        assert_eq!(kinds(&mia).await, [once("comment_answer")]);
        resolve(true).await;
        answer(&rea, first, "not yet").await.ok();
        assert_eq!(kinds(&mia).await, [("comment_answer".to_owned(), 2)], "an answer opens it again");
    });
}

#[test]
fn what_is_taken_back_is_told_no_more() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        let comment = id(&say(&rea, node, "words").await.ok());
        assert_eq!(kinds(&wim).await, [once("comment_file")]);
        edit(&rea, comment, &mention(server, "mia")).await.ok();
        let mia = server.user("mia");
        assert_eq!((kinds(&mia).await, unseen(&mia).await), (vec![once("comment_mention")], 1));
        edit(&rea, comment, "nobody").await.ok();
        assert_eq!((kinds(&mia).await, unseen(&mia).await, events(server, "mia").await), (vec![], 0, 2));
        let reply = id(&answer(&wim, comment, &mention(server, "mia")).await.ok());
        assert_eq!(
            (kinds(&mia).await, kinds(&rea).await),
            (vec![once("comment_mention")], vec![once("comment_answer")])
        );
        assert_eq!(wim.delete(&format!("comment/{reply}")).await.status, 204);
        assert_eq!((kinds(&mia).await, kinds(&rea).await), (vec![], vec![]));
        assert_eq!(rea.delete(&format!("comment/{comment}")).await.status, 204);
        assert_eq!(kinds(&wim).await, []);
        assert_eq!(server.count("SELECT COUNT(*) FROM notices_notice").await, 0);
    });
}

#[test]
fn a_collection_is_told_to_who_it_is_shared_with() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let spring = collect(&wim, "Spring", &[]).await;
        let member = share(&wim, spring, "rea", "viewer").await.ok()["collection_member_id"].as_i64().unwrap();
        share(&wim, spring, "rea", "editor").await.ok();
        assert_eq!(kinds(&rea).await, [once("collection_shared")], "another role is no news");
        wim.put(&format!("collection/{spring}"), json!({ "title": "Summer" })).await.ok();
        let all = told(&rea).await;
        assert_eq!((&all[0]["about"]["title"], &all[0]["subject"]), (&json!("Summer"), &json!(spring)));
        assert_eq!((&all[0]["entry"], &all[0]["from"]["name"]), (&Value::Null, &json!("wim")));
        // The people of a group, and not its owner.
        let group = json!({ "user_group_id": server.groups["managers"], "role": "viewer" });
        let of_group = wim.post(&format!("collection/{spring}/member"), group).await.ok();
        assert_eq!((kinds(&mia).await, kinds(&wim).await), (vec![once("collection_shared")], vec![]));
        let gone = format!("collection/{spring}/member/{}", of_group["collection_member_id"]);
        assert_eq!(wim.delete(&gone).await.status, 204);
        assert_eq!((kinds(&mia).await, unseen(&mia).await), (vec![], 0), "who is no member is not told its title");
        assert_eq!(wim.delete(&format!("collection/{spring}/member/{member}")).await.status, 204);
        assert_eq!((kinds(&rea).await, unseen(&rea).await), (vec![], 0));
        // A new owner, and a collection that is gone.
        let owner = json!({ "users_id": server.users["rea"] });
        wim.put(&format!("collection/{spring}/owner"), owner).await.ok();
        assert_eq!((kinds(&rea).await, kinds(&wim).await), (vec![once("collection_given")], vec![]));
        assert_eq!(rea.delete(&format!("collection/{spring}")).await.status, 204);
        assert_eq!(kinds(&rea).await, []);
    });
}

#[test]
fn notices_are_seen_and_removed_one_by_one_or_up_to_one() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        for name in ["a.txt", "b.txt", "c.txt", "d.txt"] {
            let node = file(server, name).await;
            say(&wim, node, &mention(server, "rea")).await.ok();
        }
        let names = async |query: &str| {
            let page = rea.get(&format!("{LIST}?{query}")).await.ok();
            let items = page["items"].as_array().unwrap().iter();
            let names: Vec<_> = items.map(|one| one["entry"]["name"].as_str().unwrap().to_owned()).collect();
            (names, page["next"].as_str().map(str::to_owned))
        };
        let (first, next) = names("limit=3").await;
        assert_eq!(first, ["d.txt", "c.txt", "b.txt"]);
        assert_eq!(names(&format!("limit=3&after={}", next.unwrap())).await, (vec!["a.txt".to_owned()], None));
        assert_eq!(names("limit=4").await.1, None);
        assert_eq!(rea.get(&format!("{LIST}?after=nonsense")).await.status, 422);
        let all = told(&rea).await;
        assert_eq!((see(&rea, &all[3], false).await.status, unseen(&rea).await), (204, 3));
        assert_eq!((see(&rea, &all[1], true).await.status, unseen(&rea).await), (204, 1));
        assert_eq!(see(&wim, &all[0], true).await.status, 204);
        assert_eq!(unseen(&rea).await, 1, "others see nothing for her");
        let at = format!("{LIST}/{}", all[1]["notice_id"]);
        assert_eq!(wim.delete(&at).await.status, 404);
        assert_eq!((rea.delete(&at).await.status, rea.delete(&at).await.status), (204, 404));
        assert_eq!(names("").await.0, ["d.txt", "b.txt", "a.txt"]);
        assert_eq!(rea.delete(&format!("{LIST}?up_to={}", all[2]["notice_id"])).await.status, 204);
        assert_eq!(names("").await.0, ["d.txt"], "what came later stays");
        assert_eq!(rea.delete(LIST).await.status, 422);
    });
}

#[test]
fn who_reads_the_thread_has_seen_what_is_told_about_it() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let (node, other) = (file(server, "a.txt").await, file(server, "b.txt").await);
        for node in [node, other] {
            say(&wim, node, &mention(server, "rea")).await.ok();
        }
        let seen = async |who: &TestUser<'_>, node: i64, kinds: &[&str]| {
            who.put(&format!("{LIST}/seen_about"), json!({ "node_id": node, "kinds": kinds })).await.status
        };
        let both = ["comment_answer", "comment_mention"];
        assert_eq!((seen(&wim, node, &both).await, unseen(&rea).await), (204, 2), "others see nothing for her");
        assert_eq!((seen(&rea, node, &["comment_answer"]).await, unseen(&rea).await), (204, 2));
        assert_eq!((seen(&rea, node, &[]).await, seen(&rea, node, &["x"; 21]).await), (204, 422));
        assert_eq!((seen(&rea, node, &both).await, unseen(&rea).await), (204, 1));
        assert_eq!(seen(&rea, 999_999, &both).await, 204, "whatever there is");
        let names: Vec<_> = told(&rea).await.iter().map(|one| one["seen"].clone()).collect();
        assert_eq!(names, [json!(false), json!(true)]);
    });
}

#[test]
fn old_notices_go_and_a_person_keeps_the_latest_thousand() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        say(&wim, node, &mention(server, "rea")).await.ok();
        say(&wim, node, &mention(server, "mia")).await.ok();
        let notices = notices::Notices::new(server.app.db.clone(), server.clock.clone());
        let (to, from, node) = (server.users["rea"], server.users["wim"], primitives::NodeId(node));
        let tenant = server.actor("rea").await.home.unwrap();
        let now = server.clock.now();
        let told = server.app.db.write(move |tx| {
            (0..1_000 + 3).try_for_each(|subject| {
                let detail = json!({});
                let one =
                    notices::Notice { tenant, to, kind: "test", from: Some(from), node: Some(node), subject, detail };
                notices::notify(tx, &one, now)
            })
        });
        told.await.unwrap();
        assert_eq!(unseen(&rea).await, 100, "or more");
        notices::sweep(&notices).await.unwrap();
        let count = "SELECT COUNT(*) FROM notices_notice";
        assert_eq!(server.count(count).await, 1_000 + 1, "of each person");
        assert_eq!(told_of(server, "comment_mention").await, 1, "the earliest of Rea's is gone");
        server.clock.advance(notices::KEPT + 1);
        notices::sweep(&notices).await.unwrap();
        assert_eq!(server.count(count).await, 0);
    });
}

async fn told_of(server: &TestServer, kind: &'static str) -> i64 {
    let sql = "SELECT COUNT(*) FROM notices_notice WHERE kind = $1";
    server.app.db.read(move |c| c.get(sql, db::params![kind], |row| row.get(0))).await.unwrap()
}
