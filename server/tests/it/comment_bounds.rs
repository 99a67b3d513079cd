//! What bounds comments: how often they are written and changed, how much of a thread a list has, and what it costs to
//! offer people.

use accounts::{Email, NewUser, PersonName};
use primitives::CompanyId;
use serde_json::{Value, json};

use crate::comments::{answer, file, id, say};
use crate::harness::{NOW, TestServer, new_user, on_both};
use crate::test_users::{Answer, TestUser};

/// Changes a comment in this very moment.
async fn change(who: &TestUser<'_>, comment: i64, text: &str) -> Answer {
    who.put(&format!("comment/{comment}"), json!({ "text": text })).await
}

#[test]
fn changes_are_counted_with_comments_before_anything_is_asked_about_the_mentioned() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = file(server, "a.txt").await;
        let comment = id(&say(&wim, node, "words").await.ok());
        let mut refused = 0;
        while change(&wim, comment, &format!("words <@{}>", 900_000 + refused)).await.status == 422 {
            refused += 1;
        }
        assert_eq!(refused, 59, "what is refused costs as much");
        let query_log = server.test.query_log();
        query_log.take();
        let mention = format!("words <@{}>", server.users["rea"]);
        assert_eq!(change(&wim, comment, &mention).await.refusal(), (429, "rate_limited"));
        let asked = query_log.take();
        assert!(!asked.iter().any(|sql| sql.contains("comments_comment")), "{asked:?}");
        assert_eq!(answer(&server.user("mia"), comment, "x").await.status, 201, "others have theirs");
        server.clock.advance(5);
        assert_eq!(change(&wim, comment, &mention).await.status, 200);
    });
}

#[test]
fn a_list_has_the_latest_answers_of_a_thread_and_the_thread_has_all() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        let (first, other) = (id(&say(&wim, node, "first").await.ok()), id(&say(&wim, node, "other").await.ok()));
        let mention = format!("answer 0 <@{}>", server.users["wim"]);
        answer(&rea, first, &mention).await.ok();
        for number in 1..12 {
            answer(&rea, first, &format!("answer {number}")).await.ok();
        }
        answer(&rea, other, "only one").await.ok();
        let page = wim.get(&format!("comment/entry/{node}")).await.ok();
        let texts = |answers: &Value| {
            answers.as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let (newest, oldest) = (&page["items"][0], &page["items"][1]);
        assert_eq!((texts(&newest["answers"]), &newest["answer_count"]), (vec!["only one".into()], &json!(1)));
        let latest: Vec<String> = (2..12).map(|number| format!("answer {number}")).collect();
        assert_eq!((texts(&oldest["answers"]), &oldest["answer_count"]), (latest.clone(), &json!(12)));

        let all = rea.get(&format!("comment/answer/{first}")).await.ok();
        assert_eq!(texts(&all["items"]), [vec![mention, "answer 1".into()], latest].concat());
        assert_eq!(all["items"][0]["mentions"][0]["name"], "wim");
        let reply = id(&all["items"][0]);
        assert_eq!(rea.get(&format!("comment/answer/{reply}")).await.status, 404, "only a whole thread");
        server.classify(node).await;
        assert_eq!(rea.get(&format!("comment/answer/{first}")).await.refusal(), (404, "not_found"));
    });
}

/// People of another tenant come into a group of this one; `first` is a number that no other one has.
async fn invite(server: &TestServer, first: usize, names: Vec<String>) {
    let (eva, group) = (server.users["eva"], server.groups["readers"]);
    let invited = server.app.db.write(move |tx| {
        let sql = "SELECT company_id FROM identity_user WHERE users_id = $1";
        let company = tx.get(sql, db::params![eva], |row| row.get::<CompanyId>(0))?;
        for (number, name) in (first..).zip(&names) {
            let new = NewUser {
                name: PersonName::parse(name).unwrap(),
                email: Email::parse(&format!("guest{number}@lume.example")).unwrap(),
                ..new_user("guest")
            };
            let user = accounts::create_user(tx, company, &new, NOW)?;
            let join = "INSERT INTO identity_member (users_id, user_group_id, manager) VALUES ($1, $2, FALSE)";
            tx.run(join, db::params![user, group])?;
        }
        tenancy::bump_epoch(tx)?;
        Ok::<_, accounts::Error>(())
    });
    invited.await.unwrap();
}

#[test]
fn a_guest_is_found_among_however_many_others() {
    on_both(async |server| {
        let node = file(server, "a.txt").await;
        let mut names: Vec<String> = (0..210).map(|number| format!("Guest {number}")).collect();
        names.push("Zuleika".into());
        invite(server, 0, names).await;
        let wim = server.user("wim");
        assert_eq!(wim.get(&format!("comment/people/{node}?q=zul")).await.names(), ["Zuleika"]);
        assert_eq!(wim.get(&format!("comment/people/{node}?q=guest")).await.names().len(), 8);
    });
}

#[test]
fn people_are_offered_by_as_many_statements_however_many_there_are_and_not_too_often() {
    on_both(async |server| {
        let (wim, node) = (server.user("wim"), file(server, "a.txt").await);
        let path = format!("comment/people/{node}?q=hired");
        // What the server does by itself at that moment is heard, too: the fewest of three are the answer's.
        let ask = async || {
            wim.get(&path).await.ok();
            server.app.db.background_ended().await;
            let query_log = server.test.query_log();
            let mut fewest = usize::MAX;
            for _ in 0..3 {
                query_log.take();
                wim.get(&path).await.ok();
                fewest = fewest.min(query_log.take().len());
            }
            fewest
        };
        let guests = |count: usize| (0..count).map(|number| format!("Hired {number}")).collect();
        invite(server, 0, guests(8)).await;
        let few = ask().await;
        invite(server, 8, guests(30)).await;
        let many = ask().await;
        assert_eq!((few, few > 0), (many, true));
        let mut asked = 8;
        while wim.get(&path).await.status == 200 {
            asked += 1;
        }
        assert_eq!(asked, 120);
        assert_eq!(server.user("mia").get(&path).await.status, 200, "others have theirs");
    });
}
