//! Masters: only masters create and remove them, and one always remains.

use serde_json::json;

use crate::harness::{TestServer, on_both};
use crate::test_users::Answer;

async fn set(server: &TestServer, by: &str, whom: &str, master: bool) -> Answer {
    let path = format!("/api/core/users/{}", server.users[whom]);
    server.user(by).put(&path, json!({ "name": whom, "master": master })).await
}

#[test]
fn the_last_master_cannot_be_unmade_by_flag_or_by_switch() {
    on_both(async |server| {
        assert_eq!(set(server, "root", "root", false).await.refusal(), (409, "last_master"));
        let path = format!("/api/core/users/{}", server.users["root"]);
        let off = server.user("root").put(&path, json!({ "name": "root", "active": false })).await;
        assert_eq!(off.refusal(), (409, "not_yourself"));
        set(server, "root", "zoe", true).await.ok();
        set(server, "zoe", "root", false).await.ok();
        assert_eq!(server.user("root").get("/api/core/tenant").await.status, 403, "no master any more");
        assert_eq!(set(server, "zoe", "zoe", false).await.refusal(), (409, "last_master"));
    });
}

#[test]
fn two_masters_who_demote_each_other_at_once_leave_one() {
    on_both(async |server| {
        for _ in 0..5 {
            set(server, "root", "zoe", true).await.ok();
            let (one, other) = tokio::join!(set(server, "root", "zoe", false), set(server, "zoe", "root", false));
            assert!(one.status == 200 || other.status == 200, "{one:?} {other:?}");
            let masters = server.count("SELECT COUNT(*) FROM identity_user WHERE master AND active").await;
            assert_eq!(masters, 1, "{} {}", one.status, other.status);
            // The remaining master makes root a master again.
            if one.status != 200 {
                set(server, "zoe", "root", true).await.ok();
                set(server, "root", "zoe", false).await.ok();
            }
        }
    });
}

#[test]
fn both_masters_unmaking_themselves_at_once_leave_one() {
    on_both(async |server| {
        set(server, "root", "zoe", true).await.ok();
        let (one, other) = tokio::join!(set(server, "root", "root", false), set(server, "zoe", "zoe", false));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    });
}

#[test]
fn a_master_whose_tenant_or_company_is_switched_off_looks_after_the_installation_all_the_same() {
    on_both(async |server| {
        set(server, "root", "zoe", true).await.ok();
        set(server, "zoe", "root", false).await.ok();
        let ids = super::calls::Ids::lume(server).await;
        let (zoe, ada) = (server.user("zoe"), server.user("ada"));
        let tenant = format!("/api/core/tenant/{}", ids.tenant);
        let company = format!("/api/core/company/{}", ids.company);
        for active in [false, true] {
            zoe.put(&tenant, json!({ "tenant_title": "Lume", "active": active })).await.ok();
            let own = json!({ "name": "Lume", "cnpj": super::calls::CNPJ, "active": active });
            zoe.put(&company, own).await.ok();
            let login = json!({ "email": "zoe@lume.example", "password": crate::harness::PASSWORD });
            server.anonymous().post("/api/core/auth/login", login).await.ok();
            let wanted = if active { 200 } else { 401 };
            assert_eq!(ada.get("/api/core/tenant").await.status, wanted, "the others of the tenant are out");
        }
    });
}
