//! Who can be mentioned in a comment, and who gets e-mails about it.

use primitives::{Application, NodeId, NodeRole};
use security::Principal;
use serde_json::{Value, json};
use tenancy::{NewAppInstance, Title};

use crate::comments::{answer, edit, file, id, say};
use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

fn mention(server: &TestServer, name: &str) -> String {
    format!("<@{}>", server.users[name])
}

async fn offered(who: &TestUser<'_>, node: i64, q: &str) -> Vec<String> {
    who.get(&format!("comment/people/{node}?q={q}")).await.names()
}

/// The e-mails that are sent once those that wait are due: recipient, subject and text.
async fn emails(server: &TestServer) -> Vec<(String, String, String)> {
    server.clock.advance(comments::EMAIL_AFTER);
    emails_due(server).await
}

/// Those that are sent now, and before.
pub async fn emails_due(server: &TestServer) -> Vec<(String, String, String)> {
    // A job writes each, and another one sends it.
    server.drain().await;
    let root = server.sign_in("root").await;
    let list = root.get("/api/core/mail").await.ok();
    let mut found = Vec::new();
    for email in list["items"].as_array().unwrap() {
        let shown = root.get(&format!("/api/core/mail/{}", email["mail_id"])).await;
        let text = |name: &str| email[name].as_str().unwrap().trim_end_matches("@lume.example").to_owned();
        found.push((text("recipient"), text("subject"), String::from_utf8(shown.bytes).unwrap()));
    }
    found.sort();
    found
}

pub fn recipients(emails: &[(String, String, String)]) -> Vec<(&str, &str)> {
    emails.iter().map(|(to, subject, _)| (to.as_str(), subject.as_str())).collect()
}

/// Eva, who is at home elsewhere, comes into a group.
async fn invite_eva(server: &TestServer, group: &str) {
    let (eva, group) = (server.users["eva"], server.groups[group]);
    let join = "INSERT INTO identity_member (users_id, user_group_id, manager) VALUES ($1, $2, FALSE)";
    let joined = server.app.db.write(move |tx| {
        tx.run(join, db::params![eva, group])?;
        tenancy::bump_epoch(tx)
    });
    joined.await.unwrap();
}

#[test]
fn only_people_who_see_the_entry_are_offered_and_can_be_mentioned() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = file(server, "a.txt").await;
        assert_eq!(offered(&wim, node, "").await, ["ada", "clea", "mia", "rea", "zoe"]);
        assert_eq!(offered(&wim, node, "re").await, ["rea"]);
        assert!(offered(&wim, node, "lume").await.is_empty(), "addresses are not asked about");
        let told = say(&wim, node, &format!("{} and {}", mention(server, "rea"), mention(server, "ada"))).await.ok();
        let names: Vec<_> = told["mentions"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
        assert_eq!(names, ["ada", "rea"]);
        // Rita has no grant, Eva is elsewhere, nobody has the last one.
        let nobody = "<@999999>".to_owned();
        let missing = say(&wim, node, &nobody).await;
        assert_eq!(missing.refusal(), (422, "invalid"));
        for name in ["rita", "eva", "root"] {
            let refused = say(&wim, node, &mention(server, name)).await;
            assert_eq!((refused.status, refused.body), (missing.status, missing.body.clone()), "{name}");
        }
        let first = id(&told);
        assert_eq!(answer(&wim, first, &mention(server, "rita")).await.refusal(), (422, "invalid"));
        server.classify(node).await;
        let clea = server.user("clea");
        assert_eq!(offered(&clea, node, "").await, ["zoe"]);
        assert_eq!(answer(&clea, first, &mention(server, "rea")).await.refusal(), (422, "invalid"));
        // Who was mentioned before stays in the text, by name.
        let again = clea.get(&format!("comment/entry/{node}")).await.ok();
        assert_eq!(again["items"][0]["mentions"][1], json!({ "users_id": server.users["rea"], "name": "rea" }));
    });
}

#[test]
fn a_guest_finds_people_of_their_groups_and_who_has_spoken() {
    on_both(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let node = file(server, "a.txt").await;
        invite_eva(server, "guests").await;
        server.grant(node, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        assert_eq!(offered(&eva, node, "").await, ["rita"]);
        assert_eq!(say(&eva, node, &mention(server, "mia")).await.refusal(), (422, "invalid"));
        assert_eq!(offered(&wim, node, "ev").await, ["eva"], "she is a guest of the tenant");
        let first = id(&say(&wim, node, &mention(server, "eva")).await.ok());
        assert_eq!(offered(&eva, node, "").await, ["rita", "wim"]);
        assert_eq!(answer(&eva, first, &format!("Yes, {}", mention(server, "wim"))).await.status, 201);
        let sent = emails(server).await;
        assert_eq!(recipients(&sent), [("eva", "wim mentioned you on a.txt"), ("wim", "eva mentioned you on a.txt")]);
        // With the group's grant, she loses the thread.
        server.revoke(node, Principal::Group(server.groups["guests"])).await;
        assert_eq!(answer(&eva, first, "x").await.status, 404);
        assert_eq!(answer(&wim, first, &mention(server, "eva")).await.refusal(), (422, "invalid"));
    });
}

#[test]
fn who_takes_part_gets_one_e_mail_for_some_minutes_in_their_language() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let pt = json!({ "name": "rea", "language": "pt" });
        rea.put(&format!("/api/core/users/{}", server.users["rea"]), pt).await.ok();
        let node = file(server, "a.txt").await;
        let first = id(&say(&wim, node, &format!("Look, {}!", mention(server, "rea"))).await.ok());
        answer(&wim, first, "At the corner.").await.ok();
        answer(&mia, first, "I see it.").await.ok();
        let gone = id(&answer(&mia, first, "never mind").await.ok());
        assert_eq!(mia.delete(&format!("comment/{gone}")).await.status, 204);
        let sent = emails(server).await;
        assert_eq!(
            recipients(&sent),
            [("rea", "wim mencionou você em a.txt"), ("wim", "mia commented on a.txt")],
            "one each, and none to who wrote last alone"
        );
        let text = &sent[0].2;
        for said in ["Look, @rea!", "At the corner.", "I see it.", "Ol"] {
            assert!(text.contains(said), "{said} in {text}");
        }
        assert!(!text.contains("never mind"));
        let link = format!("/content/{}/navigation/{}?show=", server.content, server.top);
        assert!(text.replace("=\r\n", "").replace("=3D", "=").contains(&link), "{text}");
        // Minutes later there is another one, about what came since.
        answer(&rea, first, "Thanks.").await.ok();
        let sent = emails(server).await;
        assert_eq!(sent.len(), 4);
        let later = sent.iter().filter(|(_, _, text)| text.contains("Thanks.")).map(|(to, ..)| to.as_str());
        assert_eq!(later.collect::<Vec<_>>(), ["mia", "wim"]);
        assert!(sent.iter().all(|(_, _, text)| !(text.contains("Thanks.") && text.contains("corner"))));
    });
}

#[test]
fn an_e_mail_leads_to_an_application_of_the_entry_s_tenant() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = file(server, "a.txt").await;
        // Eva's own tenant has another one, which comes first.
        let top = NodeId(server.other_top);
        let made = server.app.db.write(move |tx| {
            let tenant = nodes::find(tx, top)?.unwrap().tenant;
            let title = Title::parse("Archive").unwrap();
            let new = NewAppInstance { title, application: Application::Content, access_url: None };
            let instance = tenancy::create_application_instance(tx, &new)?;
            tenancy::give_tenant_instance(tx, tenant, instance)
        });
        made.await.unwrap();
        invite_eva(server, "writers").await;
        say(&wim, node, &mention(server, "eva")).await.ok();
        crate::reviews::ask(&wim, node, &["eva"]).await;
        let sent = emails(server).await;
        assert_eq!(recipients(&sent), [("eva", "wim asks you to review a.txt"), ("eva", "wim mentioned you on a.txt")]);
        let link = format!("/content/{}/navigation/{}?show=", server.content, server.top);
        for (_, subject, text) in &sent {
            assert!(text.replace("=\r\n", "").replace("=3D", "=").contains(&link), "{subject}: {text}");
        }
    });
}

#[test]
fn who_is_mentioned_by_a_change_hears_of_that_comment() {
    on_both(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let node = file(server, "a.txt").await;
        let first = id(&say(&wim, node, "Is the sky too dark?").await.ok());
        answer(&mia, first, "No.").await.ok();
        emails(server).await;
        // Mia waits for an e-mail already, and Rea does not: both are told the old comment, and Rea nothing else.
        answer(&wim, first, "Yes.").await.ok();
        let both = format!("Is the sky too dark, {} and {}?", mention(server, "mia"), mention(server, "rea"));
        edit(&wim, first, &both).await.ok();
        let sent = emails(server).await;
        let of = |name: &str| {
            let is_this = |text: &str| text.contains("too dark, @");
            let found: Vec<_> = sent.iter().filter(|(to, _, text)| to == name && is_this(text)).collect();
            let [(_, subject, text)] = found.as_slice() else { panic!("{sent:?}") };
            (subject.as_str(), text.contains("Yes."), text.contains("No."))
        };
        let subject = "wim mentioned you on a.txt";
        assert_eq!(of("mia"), (subject, true, false), "and what she waited for");
        assert_eq!(of("rea"), (subject, false, false), "nothing that was said long before");
        assert_eq!(server.count("SELECT COUNT(*) FROM comments_waiting").await, 0);
    });
}

#[test]
fn a_mention_is_told_however_much_else_was_said() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = file(server, "a.txt").await;
        let first = id(&say(&rea, node, "first").await.ok());
        for number in 0..21 {
            answer(&wim, first, &format!("answer {number}.")).await.ok();
        }
        answer(&wim, first, &format!("last, {}", mention(server, "rea"))).await.ok();
        let sent = emails(server).await;
        assert_eq!(recipients(&sent), [("rea", "wim mentioned you on a.txt")]);
        let text = &sent[0].2;
        assert!(text.contains("answer 0.") && text.contains("answer 18.") && !text.contains("answer 19."), "{text}");
        assert!(text.contains("last, @rea"), "{text}");
    });
}

#[test]
fn who_lost_sight_meanwhile_gets_no_e_mail() {
    on_both(async |server| {
        let wim = server.user("wim");
        let (marked, binned, told) =
            (file(server, "a.txt").await, file(server, "b.txt").await, file(server, "c.txt").await);
        for node in [marked, binned, told] {
            say(&wim, node, &mention(server, "rea")).await.ok();
        }
        say(&wim, told, &mention(server, "mia")).await.ok();
        server.classify(marked).await;
        wim.delete(&format!("entry/{binned}")).await.ok();
        let mia = server.users["mia"];
        let off = server.app.db.write(move |tx| accounts::set_user_active(tx, mia, false));
        off.await.unwrap();
        assert_eq!(recipients(&emails(server).await), [("rea", "wim mentioned you on c.txt")]);
        assert_eq!(server.count("SELECT COUNT(*) FROM comments_waiting").await, 0);
    });
}

#[test]
fn open_pages_of_people_who_see_the_entry_hear_of_comments() {
    on_both(async |server| {
        let node = file(server, "a.txt").await;
        say(&server.user("wim"), node, "words").await.ok();
        let sql = "SELECT room, about, body FROM jobs_event WHERE body LIKE '%\"comment\"%'";
        let read = server.app.db.read(move |c| {
            c.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?)))
        });
        let told = read.await.unwrap();
        let [(room, about, body)] = told.as_slice() else { panic!("{told:?}") };
        // The socket gives it only to who sees the node then; it has no word of the comment.
        assert_eq!((room.as_str(), about.as_str()), (format!("node:{node}").as_str(), format!("node:{node}").as_str()));
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(body, json!({ "type": "comment", "node_id": node, "status": "updated" }));
    });
}
