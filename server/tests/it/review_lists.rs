//! Several files that people are asked about together, and the list of what waits for somebody.

use serde_json::{Value, json};

use crate::comments::file;
use crate::harness::on_both;
use crate::reviews::{ask, ask_with, waiting};

#[test]
fn several_files_are_asked_about_at_once_and_the_others_are_left_out() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let (free, busy, sealed) =
            (file(server, "a.txt").await, file(server, "b.txt").await, file(server, "c.txt").await);
        let (other, folder) = (file(server, "d.txt").await, wim.folder(server.top, "folder").await.id());
        ask(&wim, busy, &["mia"]).await;
        server.classify(sealed).await;
        let told = ask_with(&wim, &[free, busy, sealed, other, folder], &["rea", "rita"], json!({})).await.ok();
        let of = |list: &str, field: &str| {
            let items = told[list].as_array().unwrap().clone();
            items.iter().map(|one| (one["node_id"].as_i64().unwrap(), one[field].clone())).collect::<Vec<_>>()
        };
        assert_eq!(of("asked", "reviewers"), [(free, json!(1)), (other, json!(1))], "Rita sees none of them");
        let mut left_out =
            vec![(busy, json!("in_review")), (sealed, json!("not_allowed")), (folder, json!("not_allowed"))];
        left_out.sort_by_key(|one| one.0);
        assert_eq!(of("left_out", "why"), left_out);
        assert_eq!(waiting(&rea).await, ["a.txt", "d.txt"]);
        let notices = "SELECT COUNT(*) FROM notices_notice WHERE kind = 'review_asked'";
        assert_eq!(server.count(notices).await, 2, "Mia and Rea are told once each");
        assert_eq!(ask_with(&wim, &[free, busy], &["rea"], json!({})).await.refusal(), (409, "in_review"));
        let many: Vec<i64> = (1..=201).collect();
        assert_eq!(ask_with(&wim, &many, &["rea"], json!({})).await.refusal(), (422, "invalid"));
    });
}

#[test]
fn what_is_due_first_waits_first() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        for (name, due) in [("some day.txt", None), ("later.txt", Some("2027-03-01")), ("soon.txt", Some("2027-01-20"))]
        {
            let node = file(server, name).await;
            ask_with(&wim, &[node], &["rea"], json!({ "due_on": due })).await.ok();
        }
        let page = rea.get("review/waiting?limit=2").await.ok();
        let items = page["items"].as_array().unwrap();
        let told: Vec<_> = items.iter().map(|one| (one["name"].as_str().unwrap(), one["due_on"].as_str())).collect();
        assert_eq!(told, [("soon.txt", Some("2027-01-20")), ("later.txt", Some("2027-03-01"))]);
        assert_eq!((&items[0]["asked_by"]["name"], &items[0]["review"]), (&json!("wim"), &json!("waiting")));
        let next = format!("review/waiting?limit=2&after={}", page["next"].as_str().unwrap());
        let page = rea.get(&next).await.ok();
        assert_eq!((&page["items"][0]["name"], &page["items"][0]["due_on"]), (&json!("some day.txt"), &Value::Null));
        assert_eq!((&page["next"], page["items"].as_array().unwrap().len()), (&Value::Null, 1));
        assert_eq!(rea.get("review/waiting?after=nonsense").await.status, 422);
        assert!(waiting(&wim).await.is_empty(), "the list is one's own");
    });
}
