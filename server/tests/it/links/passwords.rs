//! Links with a password: nothing is told before it, and guesses are slowed.

use serde_json::json;

use super::visitor::Visitor;
use super::{Campaign, made};
use crate::harness::on_both;

const SECRET: &str = "girassol amarelo";

#[test]
fn before_the_password_no_name_is_told() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "label": "Autumn", "password": SECRET })).await;
        assert_eq!(link["has_password"], true);
        let guest = Visitor::of(server, &link);
        let shown = guest.get("").await;
        let text = String::from_utf8(shown.bytes.clone()).unwrap();
        for told in ["Campaign", "Autumn", "words", "mia"] {
            assert!(!text.contains(told), "{text}");
        }
        let fields: Vec<_> = shown.body.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!((fields, &shown.body["state"]), (vec!["front", "state"], &json!("password")));
        let behind = [
            "/entries".to_owned(),
            format!("/entries?folder={folder}"),
            format!("/content/{file}"),
            format!("/picture/{file}"),
            "/archive".to_owned(),
        ];
        for path in &behind {
            assert_eq!(guest.get(path).await.refusal(), (404, "not_found"), "{path}");
        }

        assert_eq!(guest.enter("girassol azul").await.refusal(), (403, "link_password"));
        assert_eq!(guest.get("").await.ok()["state"], "password");
        assert_eq!(guest.enter(SECRET).await.status, 204);
        assert_eq!(guest.get("").await.ok()["title"], "Autumn");
        for path in &behind[..3] {
            assert_eq!(guest.get(path).await.status, 200, "{path}");
        }
        let another = Visitor::of(server, &link);
        assert_eq!(another.get("").await.ok()["state"], "password", "the cookie is one browser's");
        server.app.db.background_ended().await;
        assert_eq!(mia.get("link").await.ok()["items"][0]["visits"], 1, "a closed door is no visit");
    });
}

#[test]
fn another_password_closes_a_link_for_everybody() {
    on_both(async |server| {
        let (mia, Campaign { folder, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "password": SECRET })).await;
        let path = format!("link/{}", link["link_id"]);
        let guest = Visitor::of(server, &link);
        assert_eq!(guest.enter(SECRET).await.status, 204);
        // The same word again, too: somebody may have had to leave.
        for password in [SECRET, "outro segredo"] {
            assert_eq!(guest.get("").await.ok()["state"], "open");
            mia.put(&path, json!({ "password": password })).await.ok();
            assert_eq!(guest.get("").await.ok()["state"], "password");
            assert_eq!(guest.get("/entries").await.status, 404);
            assert_eq!(guest.enter(password).await.status, 204);
        }
        mia.put(&path, json!({ "label": "Autumn" })).await.ok();
        assert_eq!(guest.get("").await.ok()["state"], "open", "another title closes nothing");
        let sql =
            "SELECT COUNT(*) FROM audit_entry WHERE what = 'link_change' AND after_json LIKE '%password_changed%'";
        assert_eq!(server.count(sql).await, 2);

        assert_eq!(mia.put(&path, json!({ "password": "" })).await.ok()["has_password"], false);
        let another = Visitor::of(server, &link);
        assert_eq!(another.get("").await.ok()["state"], "open");
        assert_eq!(another.enter("anything").await.status, 204, "there is nothing to enter");
    });
}

#[test]
fn guesses_at_a_password_are_slowed() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [folder], "password": SECRET })).await;
        let other = made(&mia, json!({ "node_ids": [file], "password": SECRET })).await;
        let guest = Visitor::of(server, &link);
        for _ in 0..5 {
            assert_eq!(guest.enter("wrong password").await.status, 403);
        }
        let slowed = guest.enter(SECRET).await;
        assert_eq!((slowed.refusal(), slowed.header("retry-after")), ((429, "rate_limited"), "20"));
        assert_eq!(Visitor::of(server, &other).enter(SECRET).await.status, 204, "another link");
        server.clock.advance(20);
        assert_eq!(guest.enter(SECRET).await.status, 204);
        assert_eq!(guest.get("").await.ok()["state"], "open");
    });
}
