//! A company of another tenant in a group: invited by number, accepted by its own admins; its people join, and leave
//! with it.

use serde_json::json;

use super::calls::{CNPJ, Ids};
use crate::harness::{TestServer, on_both};

async fn number(server: &TestServer, company: i64, by: &str) {
    let body = json!({ "name": "Other", "cnpj": CNPJ });
    server.user(by).put(&format!("/api/core/company/{company}"), body).await.ok();
}

#[test]
fn people_of_another_tenant_come_in_only_when_their_company_agrees() {
    on_both(async |server| {
        let (other, company) = Ids::other(server).await;
        let group = server.groups["managers"];
        let (mia, eva) = (server.user("mia"), server.user("eva"));
        let (external, members) =
            (format!("/api/core/company/usergroup/{group}"), format!("/api/core/usergroup/{group}/users"));
        let candidates = format!("/api/core/usergroup/{group}/users/candidate?company_id={company}");
        let put_eva = format!("{members}/{}", server.users["eva"]);
        assert_eq!(mia.put(&external, json!({ "cnpj": CNPJ })).await.body["errors"][0]["key"], "form_rules.unknown");
        number(server, company, "eva").await;
        assert_eq!(mia.put(&put_eva, json!({ "manager": false })).await.status, 404, "nobody invited them");
        let invited = mia.put(&external, json!({ "cnpj": CNPJ })).await.ok();
        assert_eq!((invited["total"].as_i64(), &invited["items"][0]["accepted_at"]), (Some(1), &json!(null)));
        assert_eq!(mia.put(&put_eva, json!({ "manager": false })).await.status, 404, "nobody agreed");
        assert_eq!(mia.get(&candidates).await.ok()["total"], 0);

        let waiting = eva.get("/api/core/company/invitation").await.ok();
        assert_eq!(waiting["items"][0]["user_group_id"], group.0);
        assert_eq!(server.user("ada").get("/api/core/company/invitation").await.ok()["total"], 0);
        let answer = format!("/api/core/company/{company}/usergroup/{group}");
        for name in ["ada", "mia"] {
            assert_eq!(server.user(name).put(&answer, json!({})).await.status, 404, "{name} cannot agree for them");
        }
        assert_eq!(eva.put(&answer, json!({})).await.status, 204);
        assert_eq!(eva.put(&answer, json!({})).await.status, 404, "once");

        assert_eq!(mia.get(&candidates).await.names(), ["eva"]);
        assert_eq!(mia.put(&put_eva, json!({ "manager": false })).await.status, 204);
        assert_eq!(mia.get(&format!("{members}?origin_tenant={other}")).await.names(), ["eva"]);
        assert_eq!(eva.get(&format!("entry/{}", server.top)).await.status, 200, "what the group was granted");
        assert_eq!(eva.get(&members).await.status, 404, "a member is no manager");
        // A person from another tenant invites nobody, and creates nothing that would stay when they leave.
        assert_eq!(mia.put(&put_eva, json!({ "manager": true })).await.status, 204);
        let lume = Ids::lume(server).await.company;
        let made = json!({ "group_title": "Theirs", "group_key": "theirs", "company_id": lume });
        assert_eq!(eva.post("/api/core/usergroup", made).await.status, 422);
        let friend = json!({ "name": "Friend", "email": "friend@else.example", "user_group_id": group });
        assert_eq!(eva.post("/api/core/invitation", friend).await.status, 422);

        assert_eq!(mia.delete(&answer).await.status, 204);
        assert_eq!(eva.get(&format!("entry/{}", server.top)).await.status, 404, "out at once");
        assert_eq!(mia.get(&members).await.names(), ["mia"]);
    });
}

#[test]
fn the_company_can_leave_by_itself() {
    on_both(async |server| {
        let (_, company) = Ids::other(server).await;
        let group = server.groups["managers"];
        number(server, company, "eva").await;
        server.user("mia").put(&format!("/api/core/company/usergroup/{group}"), json!({ "cnpj": CNPJ })).await.ok();
        let answer = format!("/api/core/company/{company}/usergroup/{group}");
        assert_eq!(server.user("eva").delete(&answer).await.status, 204);
        assert_eq!(server.user("eva").get("/api/core/company/invitation").await.ok()["total"], 0);
    });
}

#[test]
fn an_admin_of_both_tenants_speaks_for_both() {
    on_both(async |server| {
        let (other, company) = Ids::other(server).await;
        let root = server.user("root");
        root.post(&format!("/api/core/tenant/{other}/admin"), json!({ "email": "ada@lume.example" })).await.ok();
        number(server, company, "ada").await;
        let path = format!("/api/core/company/usergroup/{}", server.groups["readers"]);
        let invited = server.user("ada").put(&path, json!({ "cnpj": CNPJ })).await.ok();
        assert!(invited["items"][0]["accepted_at"].is_i64(), "{invited}");
    });
}

#[test]
fn managers_look_after_their_own_groups_only() {
    on_both(async |server| {
        let mia = server.user("mia");
        let (own, another) = (server.groups["managers"], server.groups["readers"]);
        let groups = mia.get("/api/core/usergroup").await.ok();
        assert_eq!((groups["total"].as_i64(), groups["items"][0]["user_group_id"].as_i64()), (Some(1), Some(own.0)));
        let rita = server.users["rita"];
        assert_eq!(mia.put(&format!("/api/core/usergroup/{another}/users/{rita}"), json!({})).await.status, 404);
        assert_eq!(
            mia.put(&format!("/api/core/usergroup/{own}/users/{rita}"), json!({ "manager": true })).await.status,
            204
        );
        let rita = server.user("rita");
        assert_eq!(rita.get(&format!("/api/core/usergroup/{own}/users?order=name")).await.names(), ["mia", "rita"]);
        let mia_out = format!("/api/core/usergroup/{own}/users/{}", server.users["mia"]);
        assert_eq!(rita.delete(&mia_out).await.status, 204);
        assert_eq!(mia.get("/api/core/usergroup").await.status, 403, "no manager of anything any more");
        let new = json!({ "group_title": "New", "group_key": "new", "company_id": Ids::lume(server).await.company });
        let made = rita.post("/api/core/usergroup", new).await.ok()["user_group_id"].as_i64();
        let groups = rita.get("/api/core/usergroup?order=group_key").await.ok();
        let theirs: Vec<_> =
            groups["items"].as_array().unwrap().iter().map(|one| one["user_group_id"].as_i64()).collect();
        assert_eq!(theirs, [Some(own.0), made], "and manages it");
    });
}
