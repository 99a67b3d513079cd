//! Masters: made and unmade by masters, and never none.

use serde_json::json;

use crate::harness::{House, on_both};
use crate::people::Answer;

async fn set(house: &House, by: &str, whom: &str, master: bool) -> Answer {
    let path = format!("/api/core/users/{}", house.users[whom]);
    house.person(by).put(&path, json!({ "name": whom, "master": master })).await
}

#[test]
fn the_last_master_cannot_be_unmade_by_flag_or_by_switch() {
    on_both(async |house| {
        assert_eq!(set(house, "root", "root", false).await.refusal(), (409, "last_master"));
        let path = format!("/api/core/users/{}", house.users["root"]);
        let off = house.person("root").put(&path, json!({ "name": "root", "active": false })).await;
        assert_eq!(off.refusal(), (409, "not_yourself"));
        set(house, "root", "zoe", true).await.ok();
        set(house, "zoe", "root", false).await.ok();
        assert_eq!(house.person("root").get("/api/core/tenant").await.status, 403, "no master any more");
        assert_eq!(set(house, "zoe", "zoe", false).await.refusal(), (409, "last_master"));
    });
}

#[test]
fn of_two_masters_who_unmake_each_other_at_once_one_stays() {
    on_both(async |house| {
        for _ in 0..5 {
            set(house, "root", "zoe", true).await.ok();
            let (one, other) = tokio::join!(set(house, "root", "zoe", false), set(house, "zoe", "root", false));
            assert!(one.status == 200 || other.status == 200, "{one:?} {other:?}");
            let masters = house.count("SELECT COUNT(*) FROM identity_user WHERE master AND active").await;
            assert_eq!(masters, 1, "{} {}", one.status, other.status);
            // The master who is left makes root a master again.
            if one.status != 200 {
                set(house, "zoe", "root", true).await.ok();
                set(house, "root", "zoe", false).await.ok();
            }
        }
    });
}

#[test]
fn both_masters_unmaking_themselves_at_once_leave_one() {
    on_both(async |house| {
        set(house, "root", "zoe", true).await.ok();
        let (one, other) = tokio::join!(set(house, "root", "root", false), set(house, "zoe", "zoe", false));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    });
}

#[test]
fn a_master_whose_tenant_or_company_is_switched_off_looks_after_the_installation_all_the_same() {
    on_both(async |house| {
        set(house, "root", "zoe", true).await.ok();
        set(house, "zoe", "root", false).await.ok();
        let ids = super::calls::Ids::lume(house).await;
        let (zoe, ada) = (house.person("zoe"), house.person("ada"));
        let tenant = format!("/api/core/tenant/{}", ids.tenant);
        let company = format!("/api/core/company/{}", ids.company);
        for active in [false, true] {
            zoe.put(&tenant, json!({ "tenant_title": "Lume", "active": active })).await.ok();
            let own = json!({ "name": "Lume", "cnpj": super::calls::CNPJ, "active": active });
            zoe.put(&company, own).await.ok();
            let login = json!({ "email": "zoe@lume.example", "password": crate::harness::PASSWORD });
            house.anonymous().post("/api/core/auth/login", login).await.ok();
            let wanted = if active { 200 } else { 401 };
            assert_eq!(ada.get("/api/core/tenant").await.status, wanted, "the others of the tenant are out");
        }
    });
}
