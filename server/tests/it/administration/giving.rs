//! Nobody gives what they lack, and nobody becomes more than they are by changing somebody else.

use serde_json::{Value, json};

use super::calls::Ids;
use crate::harness::{House, on_both};

async fn instance(house: &House, title: &str) -> i64 {
    let body = json!({ "application_instance_title": title, "application_id": 1, "access_url": "/elsewhere" });
    let made = house.person("root").post("/api/core/application_instance", body).await.ok();
    made["application_instance_id"].as_i64().unwrap()
}

#[test]
fn a_tenant_admin_makes_no_master() {
    on_both(async |house| {
        let ids = Ids::lume(house).await;
        let ada = house.person("ada");
        for whom in ["rea", "ada"] {
            let path = format!("/api/core/users/{}", house.users[whom]);
            let answer = ada.put(&path, json!({ "name": whom, "master": true })).await;
            assert_eq!(answer.refusal(), (403, "only_master"), "{whom}");
        }
        let new = json!({ "name": "X", "email": "x@lume.example", "company_id": ids.company, "master": true });
        assert_eq!(ada.post("/api/core/users_with_admin", new).await.refusal(), (403, "only_master"));
        assert_eq!(house.count("SELECT COUNT(*) FROM identity_user WHERE master").await, 1);
    });
}

#[test]
fn who_is_more_than_an_admin_is_not_changed_by_one() {
    on_both(async |house| {
        let (other, _) = Ids::other(house).await;
        let root = house.person("root");
        let rea = format!("/api/core/users/{}", house.users["rea"]);
        let takeover = json!({ "name": "rea", "email": "mine@evil.example" });
        root.post(&format!("/api/core/tenant/{other}/admin"), json!({ "email": "rea@lume.example" })).await.ok();
        assert_eq!(house.person("ada").put(&rea, takeover.clone()).await.refusal(), (403, "only_master"));
        let named = house.person("ada").get(&rea).await.ok();
        assert_eq!(named["admins"], json!([]), "what rea is abroad is not told: {named}");
        root.delete(&format!("{rea}/tenant/{other}/admin")).await.ok();
        root.put(&rea, json!({ "name": "rea", "master": true })).await.ok();
        assert_eq!(house.person("ada").put(&rea, takeover.clone()).await.refusal(), (403, "only_master"));
        root.put(&rea, json!({ "name": "rea", "master": false })).await.ok();
        house.person("ada").put(&rea, takeover).await.ok();
    });
}

#[test]
fn a_tenant_admin_changes_neither_what_the_tenant_has_nor_whether_it_is_on() {
    on_both(async |house| {
        let ids = Ids::lume(house).await;
        let path = format!("/api/core/tenant/{}", ids.tenant);
        let ada = house.person("ada");
        let more = instance(house, "More").await;
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
    on_both(async |house| {
        let ids = Ids::lume(house).await;
        let (theirs, abroad) = (instance(house, "Theirs").await, instance(house, "Abroad").await);
        let both = json!({ "tenant_title": "Lume", "app_instance_ids": [ids.instance, theirs] });
        house.person("root").put(&format!("/api/core/tenant/{}", ids.tenant), both).await.ok();
        let path = format!("/api/core/usergroup/{}", house.groups["managers"]);
        let with = |instances: Value| json!({ "group_title": "Managers", "application_instance_ids": instances });
        let (ada, mia) = (house.person("ada"), house.person("mia"));
        assert_eq!(ada.put(&path, with(json!([abroad]))).await.refusal(), (409, "not_the_tenants"));
        assert_eq!(mia.put(&path, with(json!([ids.instance, theirs]))).await.refusal(), (403, "not_theirs"));
        ada.put(&path, with(json!([ids.instance, theirs]))).await.ok();
        mia.put(&path, with(json!([ids.instance, theirs]))).await.ok();
        let body = json!({ "group_title": "Managers", "active": false });
        assert_eq!(mia.put(&path, body).await.refusal(), (403, "only_admin"));
        // What the tenant loses, its groups lose.
        let less = json!({ "tenant_title": "Lume", "app_instance_ids": [ids.instance] });
        house.person("root").put(&format!("/api/core/tenant/{}", ids.tenant), less).await.ok();
        assert_eq!(ada.get(&path).await.ok()["application_instance_ids"], json!([ids.instance]));
    });
}

#[test]
fn an_admin_names_as_admin_only_people_of_the_tenant() {
    on_both(async |house| {
        let ids = Ids::lume(house).await;
        let path = format!("/api/core/tenant/{}/admin", ids.tenant);
        let (ada, root) = (house.person("ada"), house.person("root"));
        for unknown in ["eva@lume.example", "nobody@lume.example", "root@lume.example"] {
            let answer = ada.post(&path, json!({ "email": unknown })).await;
            assert_eq!(answer.refusal(), (422, "invalid"), "{unknown}");
            assert_eq!(answer.body["errors"][0]["key"], "form_rules.unknown");
        }
        ada.post(&path, json!({ "email": "REA@lume.example" })).await.ok();
        root.post(&path, json!({ "email": "eva@lume.example" })).await.ok();
        let admins = ada.get(&path).await.ok();
        assert_eq!(admins["total"], 4);
        for name in ["rea", "eva", "zoe"] {
            let one = format!("/api/core/users/{}/tenant/{}/admin", house.users[name], ids.tenant);
            assert_eq!(ada.delete(&one).await.status, 204, "{name}");
            assert_eq!(ada.delete(&one).await.status, 404, "{name}");
        }
        let own = format!("/api/core/users/{}/tenant/{}/admin", house.users["ada"], ids.tenant);
        assert_eq!(ada.delete(&own).await.refusal(), (409, "last_admin"));
        assert_eq!(root.delete(&own).await.status, 204);
        assert_eq!(ada.get(&path).await.status, 403, "no admin any more");
    });
}
