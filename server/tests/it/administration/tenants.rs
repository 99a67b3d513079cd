//! The life of tenants and companies: created whole, switched off at once, deleted only when empty, and changed by two
//! people without losing a change.

use reqwest::Method;
use serde_json::json;

use super::calls::{CNPJ, Ids};
use crate::harness::on_both;
use crate::test_users::Answer;

#[test]
fn a_tenant_is_made_with_its_company_or_not_at_all() {
    on_both(async |server| {
        let root = server.user("root");
        let body = json!({ "title": "Açaí & Cia", "key": "acai", "cnpj": "12.abc.345/01de-35", "app_instance_ids": [server.content] });
        let made = root.post("/api/core/tenant_with_company", body).await.ok();
        assert_eq!((made["cnpj"].as_str(), made["active"].as_bool()), (Some("12ABC34501DE35"), Some(true)));
        let companies = root.get(&format!("/api/core/company/tenant/{}", made["tenant_id"])).await.ok();
        assert_eq!((companies["total"].as_i64(), companies["items"][0]["key"].as_str()), (Some(1), Some("acai")));
        assert_eq!(root.get("/api/core/tenant?q=ACAI").await.ok()["total"], 1, "case and accents do not matter");
        let before = server.count("SELECT COUNT(*) FROM tenancy_tenant").await;
        let body = json!({ "title": "Half", "key": "half", "cnpj": CNPJ, "app_instance_ids": [999_999] });
        assert_eq!(root.post("/api/core/tenant_with_company", body).await.status, 422);
        assert_eq!(server.count("SELECT COUNT(*) FROM tenancy_tenant").await, before);
    });
}

#[test]
fn nobody_but_a_master_switches_off_their_own_company() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let (ada, root) = (server.user("ada"), server.user("root"));
        let own = format!("/api/core/company/{}", ids.company);
        let off = json!({ "active": false });
        let refused = ada.put(&own, off.clone()).await;
        assert_eq!(refused.refusal(), (409, "own_company"));
        assert!(refused.body["message"].as_str().unwrap().starts_with("This is your own company"), "{}", refused.body);
        assert_eq!(ada.put(&own, json!({ "name": "Lume Filmes" })).await.ok()["active"], true);

        let new = json!({ "name": "Branch", "key": "branch", "cnpj": CNPJ, "tenant_id": ids.tenant });
        let branch = ada.post("/api/core/company", new).await.ok()["company_id"].clone();
        assert_eq!(ada.put(&format!("/api/core/company/{branch}"), off.clone()).await.ok()["active"], false);
        assert_eq!(root.put(&own, off.clone()).await.ok()["active"], false);
        assert_eq!(ada.get("/api/core/company").await.status, 401);
        assert_eq!(root.put(&own, json!({ "active": true })).await.ok()["active"], true);
        root.put(&format!("/api/core/users/{}", server.users["ada"]), json!({ "master": true })).await.ok();
        assert_eq!(ada.put(&own, off).await.ok()["active"], false, "a master does not depend on a company");
        assert_eq!(ada.get("/api/core/company").await.status, 200);
    });
}

#[test]
fn a_refused_deletion_lists_its_deletion_blockers() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let root = server.user("root");
        let tenant = root.delete(&format!("/api/core/tenant/{}", ids.tenant)).await;
        assert_eq!(tenant.refusal(), (409, "in_use"));
        let said = tenant.body["message"].as_str().unwrap();
        for part in ["7 users", "5 groups", "1 repository", "1 file server"] {
            assert!(said.contains(part), "{said}");
        }
        let company = root.delete(&format!("/api/core/company/{}", ids.company)).await;
        assert_eq!(company.body["message"], "It is still in use: 5 groups, 7 users.");
        let body = json!({ "title": "Empty", "key": "empty", "cnpj": CNPJ, "app_instance_ids": [server.content] });
        let empty = root.post("/api/core/tenant_with_company", body).await.ok()["tenant_id"].clone();
        assert_eq!(root.delete(&format!("/api/core/tenant/{empty}")).await.status, 204);
        assert_eq!(root.get(&format!("/api/core/tenant/{empty}")).await.status, 404);
        assert_eq!(server.count("SELECT COUNT(*) FROM tenancy_company WHERE company_key = 'empty'").await, 0);
    });
}

#[test]
fn switching_off_ends_access_at_the_next_request_and_on_brings_it_back() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let root = server.user("root");
        let (tenant, company) =
            (format!("/api/core/tenant/{}", ids.tenant), format!("/api/core/company/{}", ids.company));
        let user = format!("/api/core/users/{}", server.users["rea"]);
        let rea = server.user("rea");
        for active in [false, true] {
            let wanted = if active { 200 } else { 401 };
            root.put(&tenant, json!({ "tenant_title": "Lume", "active": active })).await.ok();
            assert_eq!(rea.get("/api/core/usergroup/application").await.status, wanted, "tenant");
        }
        for active in [false, true] {
            let wanted = if active { 200 } else { 401 };
            root.put(&company, json!({ "name": "Lume", "cnpj": CNPJ, "active": active })).await.ok();
            assert_eq!(rea.get("/api/core/usergroup/application").await.status, wanted, "company");
        }
        server.user("ada").put(&user, json!({ "name": "rea", "active": false })).await.ok();
        assert_eq!(rea.get("/api/core/usergroup/application").await.status, 401);
        server.user("ada").put(&user, json!({ "name": "rea", "active": true })).await.ok();
        assert_eq!(rea.get("/api/core/usergroup/application").await.status, 401, "the session has ended");
    });
}

#[test]
fn a_change_with_a_stale_version_is_refused() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let instance = json!({ "application_instance_title": "Library", "application_id": 1, "access_url": "/x" });
        for (who, path, body) in [
            ("root", format!("/api/core/application_instance/{}", ids.instance), instance),
            ("ada", format!("/api/core/tenant/{}", ids.tenant), json!({ "tenant_title": "Lume" })),
            ("ada", format!("/api/core/company/{}", ids.company), json!({ "name": "Lume", "cnpj": CNPJ })),
            ("mia", format!("/api/core/usergroup/{}", server.groups["managers"]), json!({ "group_title": "M" })),
            ("ada", format!("/api/core/users/{}", server.users["rea"]), json!({ "name": "rea", "active": true })),
        ] {
            let send = |tag: Option<String>| {
                let request = server.user(who).request(Method::PUT, &path).json(&body);
                Answer::of(match tag {
                    Some(tag) => request.header("if-match", tag),
                    None => request,
                })
            };
            let first = send(Some("\"1\"".into())).await;
            assert_eq!((first.status, first.header("etag").starts_with("\"2-")), (200, true), "{path}");
            assert_eq!(send(Some("\"1\"".into())).await.refusal(), (412, "changed_meanwhile"), "{path}");
            for malformed in
                ["what is this", "", "2", "\"2", "2\"", "\"2\" \"3\"", "\"2\", *", "*, *", "w/\"2\"", "\"2, \""]
            {
                assert_eq!(send(Some(malformed.into())).await.refusal(), (400, "bad_request"), "{path} {malformed}");
            }
            // None of these is ours, and a weak tag names no version for certain.
            for foreign in ["\"1\", \"3\"", "W/\"2\"", "\"2x\"", "\"\"", "\"1,\"", "\"é\""] {
                assert_eq!(send(Some(foreign.into())).await.refusal(), (412, "changed_meanwhile"), "{path} {foreign}");
            }
            assert_eq!(send(Some("\"1\", W/\"2\",, \"of,others\" ,\"2\"".into())).await.status, 200, "{path}");
            assert_eq!(send(Some(" * ".into())).await.status, 200, "{path}");
            assert_eq!(send(None).await.status, 200, "{path}");
            let last = send(Some("\"5\"".into())).await;
            assert_eq!(last.status, 200, "{path}");
            let tag = last.header("etag").to_owned();
            assert_eq!(send(Some(tag.clone())).await.status, 200, "{path}");
            assert_eq!(send(Some(tag)).await.refusal(), (412, "changed_meanwhile"), "{path}");
        }
    });
}
