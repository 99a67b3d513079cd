//! A company of another tenant in a group: invited by number, accepted by its own admins, its people lent, and let go.

use serde_json::json;

use super::calls::{CNPJ, Ids};
use crate::harness::{House, on_both};

async fn number(house: &House, company: i64, by: &str) {
    let body = json!({ "name": "Other", "cnpj": CNPJ });
    house.person(by).put(&format!("/api/core/company/{company}"), body).await.ok();
}

#[test]
fn people_of_another_tenant_come_in_only_when_their_company_agrees() {
    on_both(async |house| {
        let (other, company) = Ids::other(house).await;
        let group = house.groups["managers"];
        let (mia, eva) = (house.person("mia"), house.person("eva"));
        let (external, members) =
            (format!("/api/core/company/usergroup/{group}"), format!("/api/core/usergroup/{group}/users"));
        let candidates = format!("/api/core/usergroup/{group}/users/candidate?company_id={company}");
        let put_eva = format!("{members}/{}", house.users["eva"]);
        assert_eq!(mia.put(&external, json!({ "cnpj": CNPJ })).await.body["errors"][0]["key"], "form_rules.unknown");
        number(house, company, "eva").await;
        assert_eq!(mia.put(&put_eva, json!({ "manager": false })).await.status, 404, "nobody invited them");
        let invited = mia.put(&external, json!({ "cnpj": CNPJ })).await.ok();
        assert_eq!((invited["total"].as_i64(), &invited["items"][0]["accepted_at"]), (Some(1), &json!(null)));
        assert_eq!(mia.put(&put_eva, json!({ "manager": false })).await.status, 404, "nobody agreed");
        assert_eq!(mia.get(&candidates).await.ok()["total"], 0);

        let waiting = eva.get("/api/core/company/invitation").await.ok();
        assert_eq!(waiting["items"][0]["user_group_id"], group.0);
        assert_eq!(house.person("ada").get("/api/core/company/invitation").await.ok()["total"], 0);
        let answer = format!("/api/core/company/{company}/usergroup/{group}");
        for name in ["ada", "mia"] {
            assert_eq!(house.person(name).put(&answer, json!({})).await.status, 404, "{name} cannot agree for them");
        }
        assert_eq!(eva.put(&answer, json!({})).await.status, 204);
        assert_eq!(eva.put(&answer, json!({})).await.status, 404, "once");

        assert_eq!(mia.get(&candidates).await.names(), ["eva"]);
        assert_eq!(mia.put(&put_eva, json!({ "manager": false })).await.status, 204);
        assert_eq!(mia.get(&format!("{members}?origin_tenant={other}")).await.names(), ["eva"]);
        assert_eq!(eva.get(&format!("entry/{}", house.top)).await.status, 200, "what the group was granted");
        assert_eq!(eva.get(&members).await.status, 404, "a member is no manager");
        // Who comes from elsewhere brings nobody, and makes nothing that would stay when they go.
        assert_eq!(mia.put(&put_eva, json!({ "manager": true })).await.status, 204);
        let lume = Ids::lume(house).await.company;
        let made = json!({ "group_title": "Theirs", "group_key": "theirs", "company_id": lume });
        assert_eq!(eva.post("/api/core/usergroup", made).await.status, 422);
        let friend = json!({ "name": "Friend", "email": "friend@else.example", "user_group_id": group });
        assert_eq!(eva.post("/api/core/invitation", friend).await.status, 422);

        assert_eq!(mia.delete(&answer).await.status, 204);
        assert_eq!(eva.get(&format!("entry/{}", house.top)).await.status, 404, "out at once");
        assert_eq!(mia.get(&members).await.names(), ["mia"]);
    });
}

#[test]
fn the_company_can_leave_by_itself() {
    on_both(async |house| {
        let (_, company) = Ids::other(house).await;
        let group = house.groups["managers"];
        number(house, company, "eva").await;
        house.person("mia").put(&format!("/api/core/company/usergroup/{group}"), json!({ "cnpj": CNPJ })).await.ok();
        let answer = format!("/api/core/company/{company}/usergroup/{group}");
        assert_eq!(house.person("eva").delete(&answer).await.status, 204);
        assert_eq!(house.person("eva").get("/api/core/company/invitation").await.ok()["total"], 0);
    });
}

#[test]
fn an_admin_of_both_tenants_speaks_for_both() {
    on_both(async |house| {
        let (other, company) = Ids::other(house).await;
        let root = house.person("root");
        root.post(&format!("/api/core/tenant/{other}/admin"), json!({ "email": "ada@lume.example" })).await.ok();
        number(house, company, "ada").await;
        let path = format!("/api/core/company/usergroup/{}", house.groups["readers"]);
        let invited = house.person("ada").put(&path, json!({ "cnpj": CNPJ })).await.ok();
        assert!(invited["items"][0]["accepted_at"].is_i64(), "{invited}");
    });
}

#[test]
fn managers_look_after_their_own_groups_only() {
    on_both(async |house| {
        let mia = house.person("mia");
        let (own, another) = (house.groups["managers"], house.groups["readers"]);
        let groups = mia.get("/api/core/usergroup").await.ok();
        assert_eq!((groups["total"].as_i64(), groups["items"][0]["user_group_id"].as_i64()), (Some(1), Some(own.0)));
        let rita = house.users["rita"];
        assert_eq!(mia.put(&format!("/api/core/usergroup/{another}/users/{rita}"), json!({})).await.status, 404);
        assert_eq!(
            mia.put(&format!("/api/core/usergroup/{own}/users/{rita}"), json!({ "manager": true })).await.status,
            204
        );
        let rita = house.person("rita");
        assert_eq!(rita.get(&format!("/api/core/usergroup/{own}/users?order=name")).await.names(), ["mia", "rita"]);
        let mia_out = format!("/api/core/usergroup/{own}/users/{}", house.users["mia"]);
        assert_eq!(rita.delete(&mia_out).await.status, 204);
        assert_eq!(mia.get("/api/core/usergroup").await.status, 403, "no manager of anything any more");
        let new = json!({ "group_title": "New", "group_key": "new", "company_id": Ids::lume(house).await.company });
        let made = rita.post("/api/core/usergroup", new).await.ok()["user_group_id"].as_i64();
        let groups = rita.get("/api/core/usergroup?order=group_key").await.ok();
        let theirs: Vec<_> =
            groups["items"].as_array().unwrap().iter().map(|one| one["user_group_id"].as_i64()).collect();
        assert_eq!(theirs, [Some(own.0), made], "and manages it");
    });
}
