//! A link acts as its maker: it shows what they may share, and ends with their rights.

use std::collections::BTreeSet;

use authz::Actor;
use db::params;
use primitives::{NodeId, NodeRole, TenantId};
use security::{GrantAccess, Principal};
use serde_json::{Value, json};

use super::visitor::Visitor;
use super::{Campaign, made, state_of};
use crate::archives::unpacked;
use crate::harness::{NOW, TestServer, on_both};
use crate::quotas::tenant;

#[test]
fn a_link_never_shows_what_is_not_below_its_entries() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let Campaign { folder, inner, file, within } = Campaign::of(server).await;
        let theirs = server.user("eva").folder(server.other_top, "theirs").await.id();
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [inner] })).await);
        let listed = guest.get("/entries").await.ok();
        assert_eq!(listed["path"], json!([{ "node_id": inner, "name": "Inner" }]), "nothing above it is told");
        for node in [folder, file, server.top, server.other_top, theirs, 999_999] {
            for path in [
                format!("/entries?folder={node}"),
                format!("/content/{node}"),
                format!("/picture/{node}"),
                format!("/archive?folder={node}"),
                format!("/archive?node_ids={node}"),
            ] {
                assert_eq!(guest.get(&path).await.refusal(), (404, "not_found"), "{path}");
            }
        }
        assert_eq!(guest.get(&format!("/content/{inner}")).await.status, 404, "a folder has no bytes");
        assert_eq!(guest.get(&format!("/entries?folder={within}")).await.status, 404, "a file has no entries");

        // What is moved away or put into the bin is not there, and is again where it comes back.
        let path = format!("/content/{within}");
        for (target, status) in [(folder, 404), (server.top, 404), (inner, 200)] {
            let moved = wim.post(&format!("entry/move/{within}"), json!({ "target_id": target })).await;
            assert_eq!(moved.status, 200, "{}", moved.body);
            assert_eq!(guest.get(&path).await.status, status);
        }
        wim.delete(&format!("entry/{within}")).await.ok();
        assert_eq!(guest.get(&path).await.status, 404);
        assert_eq!(guest.get("/entries").await.names(), [""; 0]);
        wim.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!(guest.get("").await.refusal(), (404, "not_found"), "its folder is in the bin with the one above");
    });
}

#[test]
fn what_the_maker_may_not_see_is_not_there() {
    on_both(async |server| {
        let (mia, Campaign { folder, inner, file, within }) = (server.user("mia"), Campaign::of(server).await);
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        let counts = async || {
            let shown = guest.get("").await.ok();
            (shown["count"].clone(), shown["bytes"].clone())
        };
        assert_eq!(counts().await, (json!(2), json!(16)));
        server.classify(inner).await;
        assert_eq!(guest.get("/entries").await.names(), ["words.txt"]);
        for path in
            [format!("/entries?folder={inner}"), format!("/content/{within}"), format!("/archive?folder={inner}")]
        {
            assert_eq!(guest.get(&path).await.refusal(), (404, "not_found"), "{path}");
        }
        assert_eq!(counts().await, (json!(1), json!(10)), "what is hidden is not counted");
        let archive = unpacked(&guest.get("/archive").await.bytes);
        assert_eq!(archive.into_keys().collect::<Vec<_>>(), ["Campaign/", "Campaign/words.txt"]);
        lock(server, file, "wim").await;
        assert_eq!(guest.get("/entries").await.names(), [""; 0], "what somebody else has locked is not given away");
        assert_eq!(guest.get(&format!("/content/{file}")).await.status, 404);
    });
}

async fn lock(server: &TestServer, node: i64, name: &str) {
    let (user, sql) = (server.users[name], "UPDATE nodes_node SET locked_by = $2 WHERE node_id = $1");
    server.app.db.write(move |tx| tx.run(sql, params![NodeId(node), user])).await.unwrap();
}

/// Takes all marks off a node.
pub(super) async fn declassify(server: &TestServer, node: i64) {
    let change = move |tx: &mut db::Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
        security::classify(tx, &permit, access.actor(), &BTreeSet::new(), NOW)
    };
    security::write(&server.app.db, &server.actor("zoe").await, change).await.unwrap();
}

/// Whether the link shows anything, in each of the ways that there are.
async fn is_open(guest: &Visitor<'_>, file: i64) -> bool {
    let mut statuses = BTreeSet::new();
    for path in ["", "/entries", &format!("/content/{file}"), "/archive"] {
        statuses.insert(guest.get(path).await.status);
    }
    assert_eq!(statuses.len(), 1, "some ways are open: {statuses:?}");
    assert!(statuses.contains(&200) || statuses.contains(&404), "{statuses:?}");
    statuses.contains(&200)
}

#[test]
fn a_link_ends_and_comes_back_with_its_maker_s_rights() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let managers = Principal::Group(server.groups["managers"]);
        let link = made(&mia, json!({ "node_ids": [folder] })).await;
        let guest = Visitor::of(server, &link);
        assert!(is_open(&guest, file).await);

        server.classify(folder).await;
        assert!(!is_open(&guest, file).await, "a mark that the maker is not cleared for");
        assert_eq!(state_of(&mia, &link).await, "closed");
        declassify(server, folder).await;
        assert!(is_open(&guest, file).await);

        server.grant(server.top, managers, NodeRole::Reader).await;
        assert!(!is_open(&guest, file).await, "the maker may not share it any more");
        server.revoke(server.top, managers).await;
        assert!(!is_open(&guest, file).await, "nor see it");
        server.grant(server.top, managers, NodeRole::Manager).await;
        assert!(is_open(&guest, file).await);
        assert_eq!(state_of(&mia, &link).await, "active");

        let user = server.users["mia"];
        let switch = async |active| {
            server.app.db.write(move |tx| accounts::set_user_active(tx, user, active)).await.unwrap();
        };
        switch(false).await;
        assert!(!is_open(&guest, file).await, "the maker's account is locked");
        switch(true).await;
        assert!(is_open(&guest, file).await);

        let lume = TenantId(tenant(server, "lume").await);
        let switch = async |active| {
            server.app.db.write(move |tx| tenancy::set_tenant_active(tx, lume, active)).await.unwrap();
        };
        switch(false).await;
        assert!(!is_open(&guest, file).await, "the tenant is switched off");
        switch(true).await;
        assert!(is_open(&guest, file).await);

        let leave = "DELETE FROM identity_member WHERE users_id = $1";
        server.app.db.write(move |tx| tx.run(leave, params![user])).await.unwrap();
        assert!(!is_open(&guest, file).await, "the maker has left");
    });
}

#[test]
fn a_link_of_somebody_who_left_the_tenant_shows_nothing_of_it() {
    on_both(async |server| {
        let Campaign { folder, file, .. } = Campaign::of(server).await;
        let (eva, lume) = (server.users["eva"], TenantId(tenant(server, "lume").await));
        server.app.db.write(move |tx| accounts::make_admin(tx, eva, lume)).await.unwrap();
        let link = made(&server.user("eva"), json!({ "node_ids": [folder] })).await;
        let guest = Visitor::of(server, &link);
        assert!(is_open(&guest, file).await);
        let both = json!({ "node_ids": [folder, server.user("eva").folder(server.other_top, "theirs").await.id()] });
        let refused = server.user("eva").post("link", both).await;
        assert_eq!(refused.refusal(), (409, "link_other_tenant"));
        let sql = "DELETE FROM identity_admin WHERE users_id = $1 AND tenant_id = $2";
        server.app.db.write(move |tx| tx.run(sql, params![eva, lume])).await.unwrap();
        let actor: std::sync::Arc<Actor> = server.actor("eva").await;
        assert!(!actor.belongs_to(lume));
        assert!(!is_open(&guest, file).await);
    });
}

#[test]
fn a_link_may_be_for_some_addresses_only() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, .. }) = (server.user("mia"), Campaign::of(server).await);
        let form = json!({ "node_ids": [folder], "allowed_addresses": ["192.0.2.9/24", "127.0.0.0/8"] });
        let link = made(&mia, form).await;
        assert_eq!(link["allowed_addresses"], json!(["192.0.2.0/24", "127.0.0.0/8"]));
        let guest = Visitor::of(server, &link);
        assert!(is_open(&guest, file).await);
        let path = format!("link/{}", link["link_id"]);
        mia.put(&path, json!({ "allowed_addresses": ["192.0.2.0/24", "2001:db8::/32"] })).await.ok();
        assert!(!is_open(&guest, file).await, "from elsewhere there is no link");
        mia.put(&path, json!({ "allowed_addresses": [] })).await.ok();
        assert!(is_open(&guest, file).await);
    });
}

#[test]
fn a_link_that_gives_no_files_away_shows_pictures() {
    on_both(async |server| {
        let (mia, Campaign { folder, file, .. }) = (server.user("mia"), Campaign::of(server).await);
        server.drain().await;
        let link = made(&mia, json!({ "node_ids": [folder], "may_download": false })).await;
        let guest = Visitor::of(server, &link);
        let shown: Value = guest.get("").await.ok();
        assert_eq!((&shown["may_download"], &shown["downloads_left"]), (&json!(false), &Value::Null));
        assert_eq!(guest.get("/entries").await.names(), ["Inner", "words.txt"]);
        assert_eq!(guest.get(&format!("/picture/{file}")).await.status, 200);
        for path in [format!("/content/{file}"), format!("/content/{file}?download=true"), "/archive".to_owned()] {
            assert_eq!(guest.get(&path).await.refusal(), (403, "link_no_download"), "{path}");
        }
        server.app.db.background_ended().await;
        assert_eq!(mia.get("link").await.ok()["items"][0]["downloads"], 0);
    });
}
