//! Nobody gives rights that they lack, and nobody gains rights by changing another user.

use serde_json::{Value, json};

use super::calls::Ids;
use crate::harness::{TestServer, on_both};

async fn instance(server: &TestServer, title: &str) -> i64 {
    let body = json!({ "application_instance_title": title, "application_id": 1, "access_url": "/elsewhere" });
    let made = server.user("root").post("/api/core/application_instance", body).await.ok();
    made["application_instance_id"].as_i64().unwrap()
}

#[test]
fn a_tenant_admin_makes_no_master() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let ada = server.user("ada");
        for whom in ["rea", "ada"] {
            let path = format!("/api/core/users/{}", server.users[whom]);
            let answer = ada.put(&path, json!({ "name": whom, "master": true })).await;
            assert_eq!(answer.refusal(), (403, "only_master"), "{whom}");
        }
        let new = json!({ "name": "X", "email": "x@lume.example", "company_id": ids.company, "master": true });
        assert_eq!(ada.post("/api/core/users_with_admin", new).await.refusal(), (403, "only_master"));
        assert_eq!(server.count("SELECT COUNT(*) FROM identity_user WHERE master").await, 1);
    });
}

#[test]
fn an_admin_cannot_change_masters_and_admins_of_other_tenants() {
    on_both(async |server| {
        let (other, _) = Ids::other(server).await;
        let root = server.user("root");
        let rea = format!("/api/core/users/{}", server.users["rea"]);
        let takeover = json!({ "name": "rea", "email": "mine@evil.example" });
        root.post(&format!("/api/core/tenant/{other}/admin"), json!({ "email": "rea@lume.example" })).await.ok();
        assert_eq!(server.user("ada").put(&rea, takeover.clone()).await.refusal(), (403, "only_master"));
        let named = server.user("ada").get(&rea).await.ok();
        assert_eq!(named["admins"], json!([]), "what rea is abroad is not told: {named}");
        root.delete(&format!("{rea}/tenant/{other}/admin")).await.ok();
        root.put(&rea, json!({ "name": "rea", "master": true })).await.ok();
        assert_eq!(server.user("ada").put(&rea, takeover.clone()).await.refusal(), (403, "only_master"));
        root.put(&rea, json!({ "name": "rea", "master": false })).await.ok();
        server.user("ada").put(&rea, takeover).await.ok();
    });
}

#[test]
fn a_tenant_admin_changes_neither_what_the_tenant_has_nor_whether_it_is_on() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let path = format!("/api/core/tenant/{}", ids.tenant);
        let ada = server.user("ada");
        let more = instance(server, "More").await;
        for (change, wanted) in [
            (json!({ "app_instance_ids": [ids.instance, more] }), (403, "only_master")),
            (json!({ "app_instance_ids": [] }), (403, "only_master")),
            (json!({ "active": false }), (403, "only_master")),
            (json!({ "app_instance_ids": [ids.instance], "active": true }), (200, "")),
        ] {
            let mut body = json!({ "tenant_title": "Lume" });
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            assert_eq!(ada.put(&path, body).await.refusal(), wanted, "{change}");
        }
    });
}

#[test]
fn a_group_is_given_what_its_tenant_has_and_by_a_manager_what_they_have() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let (theirs, abroad) = (instance(server, "Theirs").await, instance(server, "Abroad").await);
        let both = json!({ "tenant_title": "Lume", "app_instance_ids": [ids.instance, theirs] });
        server.user("root").put(&format!("/api/core/tenant/{}", ids.tenant), both).await.ok();
        let path = format!("/api/core/usergroup/{}", server.groups["managers"]);
        let with = |instances: Value| json!({ "group_title": "Managers", "application_instance_ids": instances });
        let (ada, mia) = (server.user("ada"), server.user("mia"));
        for unknown in [999, abroad] {
            let refused = ada.put(&path, with(json!([unknown]))).await;
            assert_eq!(
                (refused.status, &refused.body["errors"][0]["field"]),
                (422, &json!("application_instance_ids"))
            );
        }
        assert_eq!(mia.put(&path, with(json!([ids.instance, theirs]))).await.refusal(), (403, "not_theirs"));
        ada.put(&path, with(json!([ids.instance, theirs]))).await.ok();
        mia.put(&path, with(json!([ids.instance, theirs]))).await.ok();
        let body = json!({ "group_title": "Managers", "active": false });
        assert_eq!(mia.put(&path, body).await.refusal(), (403, "only_admin"));
        // What the tenant loses, its groups lose.
        let less = json!({ "tenant_title": "Lume", "app_instance_ids": [ids.instance] });
        server.user("root").put(&format!("/api/core/tenant/{}", ids.tenant), less).await.ok();
        assert_eq!(ada.get(&path).await.ok()["application_instance_ids"], json!([ids.instance]));
    });
}

#[test]
fn a_manager_makes_groups_where_they_manage_one_with_what_they_have() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let (_, abroad) = Ids::other(server).await;
        let theirs = instance(server, "Theirs").await;
        let both = json!({ "tenant_title": "Lume", "app_instance_ids": [ids.instance, theirs] });
        server.user("root").put(&format!("/api/core/tenant/{}", ids.tenant), both).await.ok();
        let make = async |name: &str, company: i64, instances: Value| {
            let body = json!({
                "group_title": "Press", "group_key": "press", "company_id": company,
                "application_instance_ids": instances,
            });
            server.user(name).post("/api/core/usergroup", body).await
        };
        assert_eq!(make("mia", abroad, json!([])).await.status, 422, "no group of hers is there");
        assert_eq!(make("mia", ids.company, json!([theirs])).await.refusal(), (403, "not_theirs"));
        assert_eq!(make("wim", ids.company, json!([])).await.status, 403, "he manages nothing");
        let made = make("mia", ids.company, json!([ids.instance])).await.ok();
        assert_eq!(made["administered"], false);
        let path = format!("/api/core/usergroup/{}", made["user_group_id"]);
        let members = server.user("mia").get(&format!("{path}/users")).await.ok();
        assert_eq!((&members["total"], &members["items"][0]["name"]), (&json!(1), &json!("mia")));
        assert_eq!(members["items"][0]["manager"], 1);
        // She and the tenant's admins can manage it.
        server.user("mia").put(&format!("{path}/users/{}", server.users["rita"]), json!({})).await.ok();
        assert_eq!(server.user("ada").get(&path).await.ok()["administered"], true);
        // An admin who creates a group is not in it unless they join.
        let body = json!({ "group_title": "A", "group_key": "a-group", "company_id": ids.company });
        let made = server.user("ada").post("/api/core/usergroup", body).await.ok();
        let members = server.user("ada").get(&format!("/api/core/usergroup/{}/users", made["user_group_id"])).await;
        assert_eq!(members.ok()["total"], 0);
    });
}

#[test]
fn a_group_form_with_applications_gives_the_tenant_s_instances() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let theirs = instance(server, "Theirs").await;
        let both = json!({ "tenant_title": "Lume", "app_instance_ids": [ids.instance, theirs] });
        server.user("root").put(&format!("/api/core/tenant/{}", ids.tenant), both).await.ok();
        let make = async |name: &str, key: &str, more: Value| {
            let mut body = json!({ "group_title": key, "group_key": key, "company_id": ids.company });
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            server.user(name).post("/api/core/usergroup", body).await
        };
        for (name, key, more, wanted) in [
            ("ada", "all", json!({ "application_ids": [1] }), vec![ids.instance, theirs]),
            // A manager gives what they can open.
            ("mia", "hers", json!({ "application_ids": [1] }), vec![ids.instance]),
            ("ada", "none", json!({ "application_ids": [] }), vec![]),
            ("ada", "one", json!({ "application_ids": [1], "application_instance_ids": [theirs] }), vec![theirs]),
        ] {
            let made = make(name, key, more).await.ok();
            assert_eq!(made["application_instance_ids"], json!(wanted), "{key}");
        }
        for (applications, instances) in
            [(json!([]), json!([theirs])), (json!([1]), json!([])), (json!([1, 2]), json!([theirs]))]
        {
            let both = json!({ "application_ids": applications, "application_instance_ids": instances });
            let refused = make("ada", "both", both.clone()).await;
            assert_eq!(
                (refused.status, &refused.body["errors"][0]["field"]),
                (422, &json!("application_ids")),
                "{both}"
            );
        }
        let foreign = make("ada", "foreign", json!({ "application_ids": [6] })).await;
        assert_eq!((foreign.status, &foreign.body["errors"][0]["field"]), (422, &json!("application_ids")));

        let made = make("ada", "later", json!({ "application_instance_ids": [theirs] })).await.ok();
        let path = format!("/api/core/usergroup/{}", made["user_group_id"]);
        for (more, wanted) in [
            (json!({ "application_ids": [1] }), vec![theirs]),
            (json!({ "application_ids": [] }), vec![]),
            (json!({ "application_ids": [1] }), vec![ids.instance, theirs]),
        ] {
            let changed = server.user("ada").put(&path, more.clone()).await.ok();
            assert_eq!(changed["application_instance_ids"], json!(wanted), "{more}: what it has of one is kept");
        }
        let had = json!([ids.instance, theirs]);
        let refused =
            server.user("ada").put(&path, json!({ "application_ids": [], "application_instance_ids": had })).await;
        assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("application_ids")));
        assert_eq!(server.user("ada").get(&path).await.ok()["application_instance_ids"], had);
        let agreeing = json!({ "application_ids": [1, 1], "application_instance_ids": [theirs] });
        assert_eq!(server.user("ada").put(&path, agreeing).await.ok()["application_instance_ids"], json!([theirs]));
    });
}

#[test]
fn an_unknown_address_becomes_an_admin_with_an_account_and_an_email() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let path = format!("/api/core/tenant/{}/admin", ids.tenant);
        let root = server.user("root");
        let nameless = root.post(&path, json!({ "email": "nina@lume.example" })).await;
        assert_eq!((nameless.status, &nameless.body["errors"][0]["field"]), (422, &json!("name")));
        let made = root.post(&path, json!({ "email": "nina@lume.example", "name": "Nina" })).await.ok();
        assert_eq!((&made["created"], &made["company_id"]), (&json!(true), &json!(ids.company)));
        let (link, email) = welcome(server, "nina@lume.example").await;
        assert!(email.contains("lume"), "{email}");
        let chosen = json!({ "token": link, "new_password": "janela abacate trovoada" });
        assert_eq!(server.anonymous().post("/api/core/auth/new_password", chosen).await.status, 204);
        let login = json!({ "email": "nina@lume.example", "password": "janela abacate trovoada" });
        server.anonymous().post("/api/core/auth/login", login).await.ok();
        // An account that exists already becomes an admin, and gets no e-mail.
        let named = root.post(&path, json!({ "email": "wim@lume.example", "name": "Somebody" })).await.ok();
        assert_eq!((&named["created"], &named["name"]), (&json!(false), &json!("wim")));
        assert_eq!(server.count("SELECT COUNT(*) FROM mail_message WHERE recipient = 'wim@lume.example'").await, 0);
    });
}

#[test]
fn people_who_are_made_get_an_email_and_their_groups() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let ada = server.user("ada");
        let groups = json!([server.groups["readers"], server.groups["guests"]]);
        let batch = json!({
            "company_id": ids.company, "language": "pt", "user_group_ids": groups,
            "users": [{ "name": "Rita P", "email": "rp@lume.example" }, { "name": "", "email": "x@lume.example" }],
        });
        let made = ada.put("/api/core/users/batch/create", batch).await.ok();
        assert_eq!((&made["created"], &made["failed"]), (&json!(1), &json!(1)));
        let (link, email) = welcome(server, "rp@lume.example").await;
        let row = json!([{ "name": "Ari", "email": "ari@lume.example" }]);
        let admins = json!({ "company_id": ids.company, "admin": true, "users": row });
        let ari = ada.put("/api/core/users/batch/create", admins).await.ok()["items"][0]["users_id"].clone();
        let of_ada = ada.get(&format!("/api/core/tenant/{}/admin", ids.tenant)).await.ok();
        let admins: Vec<&Value> = of_ada["items"].as_array().unwrap().iter().map(|one| &one["users_id"]).collect();
        assert!(admins.contains(&&ari) && !admins.contains(&&made["items"][0]["users_id"]), "{admins:?}");
        assert!(email.contains("ada criou uma conta"), "{email}");
        assert_eq!(server.count("SELECT COUNT(*) FROM mail_message WHERE recipient = 'x@lume.example'").await, 0);
        let one = |password: Value, groups: Value, email: &str| {
            let mut body = json!({ "name": "Ida", "email": email, "company_id": ids.company });
            body["user_group_ids"] = groups;
            body["password"] = password;
            body
        };
        let form = one(json!(null), groups.clone(), "ida@lume.example");
        let ida = ada.post("/api/core/users_with_admin", form).await.ok()["users_id"].clone();
        welcome(server, "ida@lume.example").await;
        for user in [&ida, &made["items"][0]["users_id"]] {
            let joined = ada.get(&format!("/api/core/users/{user}")).await.ok()["groups"].as_array().unwrap().len();
            assert_eq!(joined, 2);
        }
        // A user with a given password is told it by the person who gave it.
        let form = one(json!("janela abacate trovoada"), json!([]), "told@lume.example");
        ada.post("/api/core/users_with_admin", form).await.ok();
        assert_eq!(server.count("SELECT COUNT(*) FROM mail_message WHERE recipient = 'told@lume.example'").await, 0);
        let (other, abroad) = Ids::other(server).await;
        let form = json!({
            "name": "E", "email": "e@lume.example", "company_id": abroad, "user_group_ids": groups,
        });
        let refused = server.user("root").post("/api/core/users_with_admin", form).await;
        assert_eq!(refused.status, 422, "a group of another tenant than {other}");
        assert_eq!(server.count("SELECT COUNT(*) FROM mail_message WHERE recipient = 'e@lume.example'").await, 0);
        // After three days it has expired.
        server.clock.advance(72 * 3600);
        let late = json!({ "token": link, "new_password": "janela abacate trovoada" });
        assert_eq!(server.anonymous().post("/api/core/auth/new_password", late).await.status, 409);
    });
}

/// The part after `#` in the e-mail's link, and its text.
async fn welcome(server: &TestServer, email: &'static str) -> (String, String) {
    let sql = "SELECT subject, plain FROM mail_message WHERE recipient = $1";
    let read = server.app.db.read(move |c| {
        c.get(sql, db::params![email], |row| Ok(format!("{}\n{}", row.get::<String>(0)?, row.get::<String>(1)?)))
    });
    let email = read.await.unwrap();
    let link = email.split_once("/new-password#").unwrap().1.split_whitespace().next().unwrap().to_owned();
    (link, email)
}

#[test]
fn an_admin_names_as_admin_only_people_of_the_tenant() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let path = format!("/api/core/tenant/{}/admin", ids.tenant);
        let (ada, root) = (server.user("ada"), server.user("root"));
        // The account of this address belongs to another tenant: it is neither revealed nor changed.
        let made = ada.post(&path, json!({ "email": "root@lume.example", "name": "X" })).await.ok();
        assert_eq!(made["created"], true);
        let account = made["users_id"].as_i64().unwrap();
        assert!(server.users.values().all(|known| known.0 != account));
        assert_eq!(ada.delete(&format!("/api/core/users/{account}/tenant/{}/admin", ids.tenant)).await.status, 204);
        ada.post(&path, json!({ "email": "REA@lume.example" })).await.ok();
        let eva = root.post(&path, json!({ "email": "eva@lume.example" })).await.ok();
        assert_eq!((&eva["users_id"], &eva["created"]), (&server.users["eva"].0.into(), &false.into()));
        let admins = ada.get(&path).await.ok();
        assert_eq!(admins["total"], 4);
        for name in ["rea", "eva", "zoe"] {
            let one = format!("/api/core/users/{}/tenant/{}/admin", server.users[name], ids.tenant);
            assert_eq!(ada.delete(&one).await.status, 204, "{name}");
            assert_eq!(ada.delete(&one).await.status, 404, "{name}");
        }
        let own = format!("/api/core/users/{}/tenant/{}/admin", server.users["ada"], ids.tenant);
        assert_eq!(ada.delete(&own).await.refusal(), (409, "last_admin"));
        assert_eq!(root.delete(&own).await.status, 204);
        assert_eq!(ada.get(&path).await.status, 403, "no admin any more");
    });
}
