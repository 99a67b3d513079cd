//! E-mails between users: their recipients and content, and that the server is not an open relay.

use primitives::UserId;
use serde_json::{Value, json};

use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

const MESSAGE: &str = "/api/core/notification/send-message";
const SHARE: &str = "/api/core/notification/send-share-message";

/// The e-mails in the mail folder, as masters see them: recipient and subject, and the text of each.
pub async fn emails(server: &TestServer) -> Vec<(String, String, String)> {
    server.drain().await;
    let root = server.user("root");
    let list = root.get("/api/core/mail").await.ok();
    let mut found = Vec::new();
    for email in list["items"].as_array().unwrap() {
        assert_eq!((&email["state"], &email["has_file"]), (&json!("sent"), &json!(true)), "{email}");
        let shown = root.get(&format!("/api/core/mail/{}", email["mail_id"])).await;
        assert_eq!(shown.header("content-type"), "message/rfc822");
        let text = |name: &str| email[name].as_str().unwrap().to_owned();
        found.push((text("recipient"), text("subject"), String::from_utf8(shown.bytes).unwrap()));
    }
    found
}

fn faults(answer: &Answer) -> Vec<(&str, &str)> {
    let errors = answer.body["errors"].as_array().unwrap().iter();
    errors.map(|error| (error["field"].as_str().unwrap(), error["key"].as_str().unwrap())).collect()
}

#[test]
fn a_message_reaches_people_of_one_s_tenant_in_their_language_and_answers_go_to_its_sender() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.users["rea"]);
        let pt = json!({ "name": "rea", "language": "pt" });
        server.user("rea").put(&format!("/api/core/users/{rea}"), pt).await.ok();
        let body = json!({ "users_ids": [rea, server.users["mia"], rea], "subject": "Today", "message": "Look:\nhttps://x.example/y" });
        assert_eq!(wim.post(MESSAGE, body).await.ok(), json!({ "sent": 2 }), "each once");
        let found = emails(server).await;
        let of = |name: &str| found.iter().find(|(to, ..)| to.starts_with(name)).unwrap();
        for (name, said) in [("rea", "escreveu"), ("mia", "writes to you")] {
            let (to, subject, text) = of(name);
            assert_eq!((to.as_str(), subject.as_str()), (format!("{name}@lume.example").as_str(), "Today"));
            assert!(text.contains(said) && text.contains("Reply-To: ") && text.contains("wim@lume.example"), "{text}");
            assert!(
                text.contains("multipart/alternative") && text.contains("https://x.example/y"),
                "plain and HTML: {text}"
            );
        }
    });
}

#[test]
fn a_message_to_a_user_of_another_tenant_is_refused() {
    on_both(async |server| {
        for stranger in [server.users["eva"].0, 999_999] {
            let body = json!({ "users_ids": [server.users["rea"], stranger], "subject": "S", "message": "M" });
            assert_eq!(server.user("wim").post(MESSAGE, body).await.refusal(), (422, "invalid"));
        }
        assert!(emails(server).await.is_empty());
    });
}

#[test]
fn a_guest_writes_to_the_members_of_their_group_and_to_nobody_else_of_its_tenant() {
    on_both(async |server| {
        let (eva, group) = (server.users["eva"], server.groups["managers"]);
        let join = "INSERT INTO identity_member (users_id, user_group_id, manager) VALUES ($1, $2, FALSE)";
        let joined = server.app.db.write(move |tx| {
            tx.run(join, db::params![eva, group])?;
            tenancy::bump_epoch(tx)
        });
        joined.await.unwrap();
        let write = async |who: &str, to: UserId| {
            let body = json!({ "users_ids": [to], "subject": "S", "message": "M" });
            server.user(who).post(MESSAGE, body).await
        };
        let missing = write("eva", UserId(999_999)).await;
        assert_eq!(faults(&missing), [("users_ids", "form_rules.unknown")]);
        for name in ["rea", "ada", "rita"] {
            let refused = write("eva", server.users[name]).await;
            assert_eq!((refused.status, refused.body), (missing.status, missing.body.clone()), "{name}");
        }
        assert!(emails(server).await.is_empty());
        assert_eq!(write("eva", server.users["mia"]).await.ok(), json!({ "sent": 1 }));
        assert_eq!(write("rea", eva).await.ok(), json!({ "sent": 1 }), "she is a guest of their tenant");
    });
}

#[test]
fn an_e_mail_about_a_share_carries_an_address_of_this_server_and_no_other() {
    on_both(async |server| {
        let wim = server.user("wim");
        let share = async |who: &TestUser<'_>, link: &str| {
            let body = json!({ "emails": "a@far.example, b@far.example", "link": link, "title": "Film", "message": "https://evil.example" });
            who.post(SHARE, body).await
        };
        for link in ["https://evil.example/x", "//evil.example", "javascript:alert(1)"] {
            assert_eq!(faults(&share(&wim, link).await), [("link", "form_rules.invalid_url")], "{link}");
        }
        assert_eq!(share(&wim, "/share/x").await.ok(), json!({ "sent": 2 }));
        let found = emails(server).await;
        assert_eq!(found.iter().map(|(to, ..)| to.as_str()).collect::<Vec<_>>(), ["b@far.example", "a@far.example"]);
        for (_, subject, text) in &found {
            assert!(subject.contains("Film") && text.contains("/share/x"), "{text}");
            assert!(!text.contains("href=\"https://evil.example"), "a stranger's words are not linked: {text}");
        }
    });
}

#[test]
fn message_forms_are_checked_and_their_number_is_limited() {
    on_both(async |server| {
        let wim = server.user("wim");
        let nothing = json!({ "users_ids": [], "subject": " ", "message": "" });
        let mandatory = "form_rules.mandatory";
        let wanted = [("users_ids", mandatory), ("subject", mandatory), ("message", mandatory)];
        assert_eq!(faults(&wim.post(MESSAGE, nothing).await), wanted);
        let wrong = json!({ "emails": "nobody", "link": "", "title": "" });
        let wanted = [("emails", "form_rules.invalid_email"), ("link", mandatory), ("title", mandatory)];
        assert_eq!(faults(&wim.post(SHARE, wrong).await), wanted);
        let many =
            |users: usize| json!({ "users_ids": vec![server.users["rea"]; users], "subject": "S", "message": "M" });
        assert_eq!(faults(&wim.post(MESSAGE, many(51)).await), [("users_ids", "form_rules.max_length")]);
        let mut refused = Answer::of(wim.request(reqwest::Method::POST, MESSAGE).json(&many(1))).await;
        for _ in 0..100 {
            refused = wim.post(MESSAGE, many(1)).await;
        }
        assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited"), "30"));
        assert_eq!(refused.body["errors"], Value::Null);
    });
}

#[test]
fn a_stranger_s_mailbox_is_not_filled_by_one_organisation() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let share = async |who: &TestUser<'_>, to: &str| {
            who.post(SHARE, json!({ "emails": to, "link": "/share/x", "title": "Film" })).await
        };
        let mut sent = 0;
        while share(&wim, "a@far.example").await.status == 202 {
            sent += 1;
            assert!(sent <= 20, "too many");
        }
        assert_eq!(sent, 20);
        assert_eq!(share(&mia, "a@far.example").await.refusal(), (429, "rate_limited"), "of the same tenant");
        assert_eq!(share(&server.user("eva"), "a@far.example").await.status, 202, "another's count is its own");
        for _ in 0..25 {
            assert_eq!(share(&wim, "rea@lume.example").await.status, 202, "a colleague is no stranger");
        }
    });
}
