//! What the log says of changed links, and how many links somebody has.

use serde_json::{Value, json};

use super::{Campaign, DAY, listed, made, sweep};
use crate::harness::{NOW, TestServer, on_both};

/// What was recorded of links, by the act: the fields before and after.
async fn recorded(server: &TestServer, what: &'static str) -> Vec<(Value, Value)> {
    let sql = "SELECT COALESCE(before_json, 'null'), COALESCE(after_json, 'null') FROM audit_entry
               WHERE what = $1
               ORDER BY audit_id";
    let fields = |row: &db::Row<'_>| Ok((row.get::<String>(0)?, row.get::<String>(1)?));
    let read = server.app.db.read(move |c| c.rows(sql, db::params![what], fields));
    let parsed = |text: String| serde_json::from_str(&text).unwrap();
    read.await.unwrap().into_iter().map(|(before, after)| (parsed(before), parsed(after))).collect()
}

/// As many more links like this one, without entries.
async fn copied(server: &TestServer, link: i64, count: usize) {
    let copies = format!(
        "INSERT INTO links_link
           (tenant_id, users_id, application_instance_id, token_hash, token, made_at, expires_at, allowed_addresses,
            may_download, visits, downloads)
         WITH RECURSIVE many (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM many WHERE number < {count})
         SELECT l.tenant_id, l.users_id, l.application_instance_id, 'copy ' || many.number, '', l.made_at, l.expires_at,
           '', l.may_download, 0, 0
         FROM many
         JOIN links_link l ON l.link_id = $1"
    );
    server.app.db.write(move |tx| tx.run(&copies, db::params![link])).await.unwrap();
}

#[test]
fn the_log_knows_which_entries_a_link_showed_before_and_shows_since() {
    on_both(async |server| {
        let (mia, Campaign { inner, file, within, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [file] })).await;
        let path = format!("link/{}", link["link_id"]);
        mia.put(&path, json!({ "node_ids": [within] })).await.ok();
        mia.put(&path, json!({ "node_ids": [within] })).await.ok();
        mia.put(&path, json!({ "node_ids": [within, inner] })).await.ok();
        assert_eq!(recorded(server, "link_create").await[0].1["node_ids"], json!([file]));
        let changes = recorded(server, "link_change").await;
        let fields = |ids: Value| json!({ "node_ids": ids });
        assert_eq!(
            changes,
            [
                (fields(json!([file])), fields(json!([within]))),
                (fields(json!([within])), fields(json!([within, inner])))
            ],
            "as many entries are others, and the same ones are no change"
        );
    });
}

#[test]
fn who_has_too_many_links_revokes_some_and_makes_others() {
    on_both(async |server| {
        let (mia, Campaign { file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let link = made(&mia, json!({ "node_ids": [file], "expires_at": NOW + 60 })).await;
        let id = link["link_id"].as_i64().unwrap();
        copied(server, id, 9_999).await;
        let another = async || mia.post("link", json!({ "node_ids": [file] })).await;
        assert_eq!(another().await.refusal(), (409, "too_many_links"));
        assert_eq!(mia.delete(&format!("link/{id}")).await.status, 204);
        assert_eq!(another().await.status, 201, "a revoked one is not counted, although it is listed");
        assert_eq!(another().await.refusal(), (409, "too_many_links"));
        server.clock.advance(60);
        assert_eq!(another().await.status, 201, "those that ended are not counted either");
    });
}

#[test]
fn ended_links_are_forgotten_however_many_there_are() {
    on_both(async |server| {
        let (mia, Campaign { file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let ended = made(&mia, json!({ "node_ids": [file], "expires_at": NOW + 60 })).await;
        let open = made(&mia, json!({ "node_ids": [file], "expires_at": NOW + 100 * DAY })).await;
        let id = ended["link_id"].as_i64().unwrap();
        copied(server, id, 2_500).await;
        server.clock.advance(30 * DAY + 60);
        sweep(server).await;
        let mia = server.sign_in("mia").await;
        assert_eq!(listed(&mia, "").await, [(open["link_id"].as_i64().unwrap(), "active".to_owned())]);
        assert_eq!(server.count("SELECT COUNT(*) FROM links_link").await, 1);
    });
}
