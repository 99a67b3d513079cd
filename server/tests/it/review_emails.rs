//! Who hears of a review: by e-mail, by a notice, and on open pages.

use serde_json::json;

use crate::comment_mentions::{emails_due, recipients};
use crate::comments::file;
use crate::harness::{TestServer, on_both};
use crate::reviews::{answer, ask, ask_with};

type Emails = Vec<(String, String, String)>;

async fn emails(server: &TestServer) -> Emails {
    server.clock.advance(reviews::EMAIL_AFTER);
    emails_due(server).await
}

#[test]
fn who_is_asked_gets_one_e_mail_about_all_files_that_they_see() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (open, sealed, other) =
            (file(server, "a.txt").await, file(server, "b.txt").await, file(server, "c.txt").await);
        let form = json!({ "message": "For Friday's print.", "due_on": "2027-02-01" });
        ask_with(&wim, &[open, sealed, other], &["rea", "clea"], form).await.ok();
        let single = file(server, "d.txt").await;
        let review = ask(&wim, single, &["rea", "mia"]).await;
        // Mia is quick, and Rea loses sight of one of them.
        answer(&server.user("mia"), review, true, 1).await.ok();
        server.classify(sealed).await;
        let sent = emails(server).await;
        assert_eq!(
            recipients(&sent),
            [
                ("clea", "wim asks you to review 3 files"),
                ("rea", "wim asks you to review 2 files"),
                ("rea", "wim asks you to review d.txt"),
            ]
        );
        let text = &sent[1].2;
        assert!(text.contains("a.txt") && text.contains("c.txt") && !text.contains("b.txt"), "{text}");
        assert!(text.contains("For Friday's print.") && text.contains("1 February 2027"), "{text}");
        assert!(sent[2].2.contains("#review"), "it leads to the review: {}", sent[2].2);
    });
}

#[test]
fn who_has_answered_hears_of_a_new_version_and_who_lost_sight_does_not() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = file(server, "a.txt").await;
        let review = ask(&wim, node, &["rea", "mia", "clea"]).await;
        for name in ["rea", "clea"] {
            answer(&server.user(name), review, true, 1).await.ok();
        }
        let before = emails(server).await.len();
        assert_eq!(before, 1, "only Mia had not answered");
        wim.replace(server.top, node, "another text").await.ok();
        server.classify(node).await;
        let sent = emails(server).await;
        let again = ("clea", "a.txt has a new version to review");
        assert_eq!(
            recipients(&sent).into_iter().filter(|one| one.1.contains("new version")).collect::<Vec<_>>(),
            [again]
        );
        let told = "SELECT COUNT(*) FROM notices_notice WHERE kind = 'review_asked' AND detail LIKE '%\"again\":true%'";
        assert_eq!(server.count(told).await, 2, "of those, the notices show what their readers see");
    });
}

#[test]
fn the_day_before_it_is_due_who_has_not_answered_is_reminded_once() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (first, second, done) =
            (file(server, "a.txt").await, file(server, "b.txt").await, file(server, "c.txt").await);
        let due = json!({ "due_on": "2027-01-18" });
        ask_with(&wim, &[first, second], &["rea"], due.clone()).await.ok();
        let asked = ask_with(&wim, &[done], &["rea"], due).await.ok();
        answer(&server.user("rea"), asked["asked"][0]["review_id"].as_i64().unwrap(), true, 1).await.ok();
        emails(server).await;
        let remind = async || {
            for schedule in server.app.schedules().iter().filter(|one| one.failure.starts_with("Reviews that are due"))
            {
                schedule.run().await;
            }
            let sent = emails_due(server).await;
            sent.iter().filter(|one| one.1.contains("still wait")).map(|one| one.1.clone()).collect::<Vec<_>>()
        };
        // It is eight o'clock on the 15th.
        server.clock.advance(2 * 86_400);
        assert!(remind().await.is_empty(), "not before nine");
        server.clock.advance(3_600);
        for _ in 0..2 {
            assert_eq!(remind().await, ["2 files still wait for your review"]);
        }
    });
}

#[test]
fn the_asker_is_told_of_answers_and_reviewers_of_the_end() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        let review = ask(&wim, node, &["rea", "mia"]).await;
        answer(&rea, review, false, 1).await.ok();
        let told = async |kind: &'static str| {
            let sql = "SELECT users_id, detail FROM notices_notice WHERE kind = $1 ORDER BY users_id";
            let read = server
                .app
                .db
                .read(move |c| c.rows(sql, db::params![kind], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?))));
            read.await.unwrap()
        };
        let answered = told("review_answered").await;
        assert_eq!(answered[0].0, server.users["wim"].0);
        assert!(answered[0].1.contains("changes_asked"), "{answered:?}");
        let asked: Vec<_> = told("review_asked").await.into_iter().map(|one| one.0).collect();
        assert_eq!(asked, [server.users["mia"].0], "who has answered is asked no more");
        wim.delete(&format!("review/{review}")).await;
        assert!(told("review_asked").await.is_empty());
        assert_eq!(told("review_withdrawn").await[0].0, server.users["mia"].0);
        // Open pages hear of it where they look at the file, or at its folder, and only of what their people see.
        let sql = "SELECT DISTINCT room FROM jobs_event
                   WHERE about = $1 AND (body LIKE '%\"review\"%' OR body LIKE '%updated%')
                   ORDER BY room";
        let about = format!("node:{node}");
        let rooms = server.app.db.read(move |c| c.rows(sql, db::params![&about], |row| row.get::<String>(0)));
        let mut expected = [format!("node:{}", server.top), format!("node:{node}")];
        expected.sort();
        assert_eq!(rooms.await.unwrap(), expected);
    });
}
