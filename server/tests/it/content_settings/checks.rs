//! Checking a person or a group: whether they may open a node, and which grants and marks decide it.

use db::Tx;
use events::Header;
use primitives::{NodeId, NodeRole};
use security::{GrantAccess, Match, NewGroup, Principal, PropagationPolicy};
use serde_json::{Value, json};

use super::give;
use crate::harness::{NOW, PEOPLE, TestServer, on_both};
use crate::test_users::{Answer, TestUser};

/// Puts a person into a group, whichever tenants the two are of.
async fn join(server: &TestServer, name: &str, group: &str) {
    let (user, group) = (server.users[name], server.groups[group]);
    let join = "INSERT INTO identity_member (users_id, user_group_id, manager) VALUES ($1, $2, FALSE)";
    let joined = server.app.db.write(move |tx| {
        tx.run(join, db::params![user, group])?;
        tenancy::bump_epoch(tx)
    });
    joined.await.unwrap();
}

/// The guests that are offered at a node for a word.
async fn guests(who: &TestUser<'_>, node: i64, word: &str) -> Vec<Value> {
    let found = who.get(&format!("/api/node/grant/node/{node}/candidate?q={word}")).await.ok();
    found["guests"].as_array().unwrap().iter().map(|one| one["email"].clone()).collect()
}

async fn check(who: &TestUser<'_>, node: i64, of: &str) -> Answer {
    who.get(&format!("/api/node/grant/node/{node}/check?{of}")).await
}

fn user(server: &TestServer, name: &str) -> String {
    format!("users_id={}", server.users[name])
}

fn group(server: &TestServer, name: &str) -> String {
    format!("user_group_id={}", server.groups[name])
}

/// Of each reason: the id of the group or user, and the node with its name.
fn reasons(told: &Value) -> Vec<(Value, Value, Value, Value)> {
    let items = told["by"].as_array().unwrap().iter();
    let holder =
        |one: &Value| if one["users_id"].is_null() { one["user_group_id"].clone() } else { one["users_id"].clone() };
    items.map(|one| (holder(one), one["node_id"].clone(), one["node_name"].clone(), one["inherited"].clone())).collect()
}

/// The keys of marks, the nodes that they are set on, and the groups that clear for them.
fn marks(told: &Value) -> Vec<(Value, Value, Vec<Value>)> {
    let groups = |one: &Value| {
        one["cleared_by"].as_array().unwrap().iter().map(|group| group["user_group_id"].clone()).collect()
    };
    let items = told.as_array().unwrap().iter();
    items.map(|one| (one["security_mark_key"].clone(), one["node_id"].clone(), groups(one))).collect()
}

/// For everybody who can be checked: what is told is what they get.
async fn agrees(server: &TestServer, node: i64) {
    for name in PEOPLE.into_iter().filter(|name| !["eva", "root"].contains(name)) {
        let told = check(&server.user("zoe"), node, &user(server, name)).await.ok();
        let seen = server.user(name).get(&format!("entry/{node}")).await;
        let role = if seen.status == 200 { seen.body["role"].clone() } else { Value::Null };
        assert_eq!(told["role"], role, "{name} at {node}");
        assert_eq!(told["passes"], json!(seen.status == 200 && role.is_null()), "{name} at {node}");
        let has_reasons = told["by_office"] == json!(true) || !reasons(&told).is_empty();
        assert_eq!(has_reasons, !role.is_null(), "{name} at {node}");
    }
}

#[test]
fn the_grants_that_give_somebody_a_role_are_told() {
    on_both(async |server| {
        let mia = server.user("mia");
        let outer = mia.folder(server.top, "outer").await.id();
        let inner = mia.folder(outer, "inner").await.id();
        let file = mia.upload(inner, "a.txt", "words").await.id();
        let rita = server.users["rita"];
        give(&mia, inner, json!({ "users_id": rita, "role": "writer" })).await.ok();
        let told = check(&mia, inner, &user(server, "rita")).await.ok();
        assert_eq!((&told["name"], &told["active"]), (&json!("rita"), &json!(true)));
        assert_eq!((&told["role"], &told["role_without_marks"]), (&json!("writer"), &json!("writer")));
        assert_eq!(reasons(&told), [(json!(rita), json!(inner), json!("inner"), json!(false))]);
        let told = check(&mia, file, &user(server, "rita")).await.ok();
        assert_eq!(reasons(&told), [(json!(rita), json!(inner), json!("inner"), json!(true))]);
        let told = check(&mia, outer, &user(server, "rita")).await.ok();
        assert_eq!((&told["role"], &told["passes"], &told["by"]), (&Value::Null, &json!(true), &json!([])));

        let readers = json!(server.groups["readers"]);
        let told = check(&mia, inner, &user(server, "rea")).await.ok();
        assert_eq!(reasons(&told), [(readers.clone(), json!(server.top), json!("library"), json!(true))]);
        assert_eq!((&told["by"][0]["open"], &told["by"][0]["node_type"]), (&json!(true), &json!("repository")));
        let told = check(&mia, inner, &group(server, "readers")).await.ok();
        assert_eq!((&told["role"], reasons(&told)[0].0.clone()), (&json!("reader"), readers));
        let told = check(&mia, inner, &group(server, "guests")).await.ok();
        assert_eq!((&told["role"], &told["role_without_marks"], &told["by"]), (&Value::Null, &Value::Null, &json!([])));
        let told = check(&mia, inner, &user(server, "ada")).await.ok();
        assert_eq!((&told["role"], &told["by_office"], &told["by"]), (&json!("manager"), &json!(true), &json!([])));
        for node in [server.top, outer, inner, file] {
            agrees(server, node).await;
        }
    });
}

#[test]
fn nobody_learns_from_a_check_that_something_hidden_is_there() {
    on_both(async |server| {
        let (mia, zoe) = (server.user("mia"), server.user("zoe"));
        let outer = zoe.folder(server.top, "outer").await.id();
        let hidden = zoe.folder(outer, "hidden").await.id();
        server.classify(hidden).await;
        let of = group(server, "cleared");
        let before = check(&mia, outer, &of).await.ok();
        assert_eq!(before["passes"], false);
        let cleared = server.groups["cleared"];
        give(&zoe, hidden, json!({ "user_group_id": cleared, "role": "reader" })).await.ok();
        assert_eq!(check(&zoe, outer, &of).await.ok()["passes"], true);
        assert_eq!(check(&mia, outer, &of).await.ok(), before, "she does not see what is in it");
        // Of what she sees, she is told.
        let shown = zoe.folder(outer, "shown").await.id();
        give(&zoe, shown, json!({ "user_group_id": cleared, "role": "reader" })).await.ok();
        assert_eq!(check(&mia, outer, &of).await.ok()["passes"], true);
    });
}

#[test]
fn the_marks_that_keep_somebody_out_are_told() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let folder = zoe.folder(server.top, "folder").await.id();
        let file = zoe.upload(folder, "a.txt", "words").await.id();
        server.classify(folder).await;
        let told = check(&zoe, file, &user(server, "rea")).await.ok();
        assert_eq!((&told["role"], &told["role_without_marks"]), (&Value::Null, &json!("reader")));
        assert_eq!(marks(&told["kept_out_by"]), [(json!("secret"), json!(folder), vec![])]);
        assert_eq!(told["kept_out_by"][0]["match_type"], "and");
        assert_eq!((&told["by"], &told["cleared"]), (&json!([]), &json!([])));
        let told = check(&zoe, file, &user(server, "ada")).await.ok();
        assert_eq!((&told["role"], &told["by_office"]), (&Value::Null, &json!(false)), "marks bind admins");
        assert_eq!(told["role_without_marks"], "manager");
        let told = check(&zoe, file, &user(server, "clea")).await.ok();
        assert_eq!((&told["role"], &told["kept_out_by"]), (&json!("reader"), &json!([])));
        assert_eq!(marks(&told["cleared"]), [(json!("secret"), json!(folder), vec![json!(server.groups["cleared"])])]);
        // The group of the readers alone is not cleared, and the cleared one has no grant.
        let told = check(&zoe, file, &group(server, "readers")).await.ok();
        assert_eq!((&told["role"], marks(&told["kept_out_by"]).len()), (&Value::Null, 1));
        let told = check(&zoe, file, &group(server, "cleared")).await.ok();
        assert_eq!((&told["role"], &told["kept_out_by"]), (&Value::Null, &json!([])));
        // While the folders below still have to follow, and afterwards.
        agrees(server, file).await;
        server.drain().await;
        agrees(server, file).await;
    });
}

/// Puts a mark on the node that its content does not inherit, and for which `cleared` is cleared.
async fn seal_alone(server: &TestServer, node: i64) {
    let cleared = server.groups["cleared"];
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
        let new = NewGroup {
            key: "desks",
            kind: Match::And,
            propagation: PropagationPolicy::NeverCopy,
            single_per_node: false,
            single_per_group: false,
        };
        let group = security::create_group(tx, permit.tenant(), &new)?;
        let category = security::create_category(tx, permit.tenant(), "desks")?;
        let mark = security::create_mark(tx, permit.tenant(), group, category, "desk", None)?;
        security::give_clearance(tx, Header::by(access.actor(), permit.tenant(), NOW), cleared, mark)?;
        security::classify(tx, &permit, access.actor(), &[mark].into(), NOW)
    };
    security::write::<_, security::Error, _>(&server.app.db, &server.actor("zoe").await, change).await.unwrap();
}

#[test]
fn a_node_that_the_asker_does_not_see_is_told_without_its_name() {
    on_both(async |server| {
        let zoe = server.user("zoe");
        let outer = zoe.folder(server.top, "outer").await.id();
        let inner = zoe.folder(outer, "inner").await.id();
        server.grant(outer, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        server.grant(inner, Principal::User(server.users["rea"]), NodeRole::Manager).await;
        seal_alone(server, outer).await;
        server.drain().await;
        let rea = server.user("rea");
        assert_eq!(rea.get(&format!("entry/{outer}")).await.status, 404);
        let told = check(&rea, inner, &user(server, "rita")).await.ok();
        let guests = json!(server.groups["guests"]);
        assert_eq!(told["role"], "reader");
        assert_eq!(reasons(&told), [(guests, json!(outer), Value::Null, json!(true))]);
        assert_eq!(told["by"][0]["open"], json!(false));
        assert_eq!(check(&zoe, inner, &user(server, "rita")).await.ok()["by"][0]["node_name"], "outer");
    });
}

#[test]
fn only_managers_check_and_only_who_could_be_given_access() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "folder").await.id();
        for (name, status) in [("wim", 403), ("rea", 403), ("rita", 404), ("eva", 404), ("root", 404)] {
            let refused = check(&server.user(name), folder, &user(server, name)).await;
            assert_eq!(refused.status, status, "{name}");
        }
        assert_eq!(check(&server.anonymous(), folder, &user(server, "rea")).await.status, 401);

        let missing = check(&mia, folder, "users_id=999999").await;
        assert_eq!((missing.status, &missing.body["code"]), (404, &json!("not_found")));
        let (eva, other) = (server.user("eva"), crate::quotas::tenant(server, "other").await);
        let companies = eva.get(&format!("/api/core/company/tenant/{other}")).await.ok();
        let new = json!({ "group_title": "G", "group_key": "g", "company_id": companies["items"][0]["company_id"] });
        let theirs = eva.post("/api/core/usergroup", new).await.ok()["user_group_id"].clone();
        server
            .test
            .run(format!("UPDATE identity_user SET active = FALSE WHERE users_id = {}", server.users["wim"]))
            .await;
        let off = server.groups["guests"];
        server.test.run(format!("UPDATE tenancy_usergroup SET active = FALSE WHERE user_group_id = {off}")).await;
        for of in [
            user(server, "eva"),
            user(server, "root"),
            user(server, "wim"),
            group(server, "guests"),
            format!("user_group_id={theirs}"),
            "user_group_id=999999".to_owned(),
        ] {
            let refused = check(&mia, folder, &of).await;
            assert_eq!((refused.status, &refused.body), (404, &missing.body), "{of}");
        }
        super::refused(&check(&mia, folder, "").await, "user_group_id", "mandatory");
        super::refused(&check(&mia, folder, "users_id=1&user_group_id=1").await, "users_id", "unknown");
    });
}

#[test]
fn a_person_of_an_invited_company_can_be_checked() {
    on_both(async |server| {
        let mia = server.user("mia");
        let folder = mia.folder(server.top, "folder").await.id();
        let address = "eva@lume.example";
        assert_eq!(guests(&mia, folder, address).await, [json!(null); 0]);
        join(server, "eva", "guests").await;
        // A colleague may know the people of all groups of the tenant.
        assert_eq!(guests(&mia, folder, address).await, [address]);
        assert_eq!(check(&mia, folder, &user(server, "eva")).await.ok()["role"], Value::Null);
        server.grant(folder, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        let told = check(&mia, folder, &user(server, "eva")).await.ok();
        let by = json!(server.groups["guests"]);
        assert_eq!((&told["name"], &told["role"]), (&json!("eva"), &json!("reader")));
        assert_eq!(reasons(&told), [(by, json!(folder), json!("folder"), json!(false))]);
        assert_eq!(server.user("eva").get(&format!("entry/{folder}")).await.status, 200);
        let given = give(&mia, folder, json!({ "users_id": server.users["eva"] })).await;
        assert_eq!(given.status, 422, "a guest has access by a group alone");
        assert!(guests(&mia, folder, "rita").await.is_empty());
    });
}

#[test]
fn a_guest_checks_only_guests_with_access_and_those_of_their_own_groups() {
    on_both(async |server| {
        let folder = server.user("mia").folder(server.top, "folder").await.id();
        let (readers, other) = (server.groups["readers"], crate::quotas::tenant(server, "other").await);
        join(server, "eva", "guests").await;
        server.grant(folder, Principal::Group(server.groups["guests"]), NodeRole::Manager).await;
        let moved = format!(
            "UPDATE identity_user SET tenant_id = {other},
               company_id = (SELECT company_id FROM tenancy_company WHERE tenant_id = {other})
             WHERE name IN ('clea', 'rea')"
        );
        server.test.run(moved).await;
        server.test.run(format!("DELETE FROM identity_member WHERE user_group_id = {readers}")).await;
        let eva = server.user("eva");
        let inside = server.user("mia").folder(folder, "inside").await.id();
        assert_eq!(guests(&eva, inside, "").await, ["eva@lume.example"]);
        for name in ["clea", "rea"] {
            assert_eq!(check(&eva, inside, &user(server, name)).await.status, 404, "{name}");
        }
        join(server, "rea", "readers").await;
        assert_eq!(guests(&eva, inside, "").await, ["eva@lume.example", "rea@lume.example"]);
        assert_eq!(check(&eva, inside, &user(server, "rea")).await.ok()["role"], "reader");
        assert_eq!(check(&eva, inside, &user(server, "clea")).await.status, 404);
    });
}

#[test]
fn who_cannot_sign_in_may_open_nothing() {
    on_both(async |server| {
        let mia = server.user("mia");
        let (rea, readers) = (server.users["rea"], server.groups["readers"]);
        let closed = format!(
            "INSERT INTO tenancy_company (company_id, tenant_id, company_name, company_key, active)
             SELECT 9000, tenant_id, 'Closed', 'closed', FALSE FROM identity_user WHERE users_id = {rea}"
        );
        server.test.run(closed).await;
        server.test.run(format!("UPDATE identity_user SET company_id = 9000 WHERE users_id = {rea}")).await;
        let told = check(&mia, server.top, &user(server, "rea")).await.ok();
        assert_eq!((&told["active"], &told["role"], &told["by"]), (&json!(false), &Value::Null, &json!([])));
        let of_group = format!("UPDATE tenancy_usergroup SET company_id = 9000 WHERE user_group_id = {readers}");
        server.test.run(of_group).await;
        let told = check(&mia, server.top, &group(server, "readers")).await.ok();
        assert_eq!((&told["active"], &told["role"]), (&json!(false), &Value::Null));
        agrees(server, server.top).await;
    });
}
