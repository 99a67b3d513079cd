use axum::http::StatusCode;
use identity::Belonging;
use primitives::AppInstanceId;
use serde_json::{Value, json};

use crate::house::{House, on_both};

async fn applications(house: &House, name: &str) -> Vec<AppInstanceId> {
    let token = house.token(name).await;
    let answer = house.get("usergroup/application", &token).await;
    assert_eq!(answer.status, StatusCode::OK);
    let items = answer.body["items"].as_array().unwrap();
    assert_eq!(answer.body["total"], items.len());
    items.iter().map(|item| AppInstanceId(item["application_instance_id"].as_i64().unwrap())).collect()
}

#[test]
fn roles_and_what_they_rest_on_are_told_to_their_user() {
    on_both(async |house| {
        let (tenant, group) = (house.lume.tenant.0, house.lume.group.0);
        let admin = json!([{ "tenant_id": tenant, "tenant_title": "lume" }]);
        let member = |manager: u8| json!([{ "user_group_id": group, "group_title": "lume", "tenant_id": tenant, "manager": manager }]);
        for (name, master, roles, admins, groups) in [
            ("ana", false, json!(["USER_REGULAR"]), json!([]), member(0)),
            ("max", false, json!(["USER_REGULAR", "USER_MANAGER"]), json!([]), member(1)),
            ("adm", false, json!(["USER_REGULAR", "USER_ADMIN"]), admin, json!([])),
            ("root", true, json!(["USER_MASTER"]), json!([]), json!([])),
        ] {
            let token = house.token(name).await;
            let wanted: Value = json!({
                "users_id": house.user(name).await.0, "name": name, "email": format!("{name}@lume.example"),
                "avatar_url": null, "language": null, "reset_pwd": false, "master": master, "roles": roles,
                "admins": admins, "groups": groups,
            });
            let told = house.me(name, &token).await.body;
            let told: Value = wanted.as_object().unwrap().keys().map(|key| (key.clone(), told[key].clone())).collect();
            assert_eq!(told, wanted);
        }
    });
}

#[test]
fn each_role_opens_its_own_applications() {
    on_both(async |house| {
        let both = [house.content, house.home];
        for (name, wanted) in
            [("ana", &both[..]), ("max", &both), ("adm", &both), ("eva", &[]), ("root", &[house.home])]
        {
            assert_eq!(applications(house, name).await, wanted, "{name}");
        }
    });
}

#[test]
fn an_invited_user_opens_what_the_inviting_group_opens() {
    on_both(async |house| {
        let (eva, group) = (house.user("eva").await, house.lume.group);
        let company = house.other.company;
        house.test.db.write(move |tx| tenancy::invite_company(tx, group, company, 0, true)).await.unwrap();
        house.write(move |tx| identity::add_member(tx, eva, group, Belonging::Member)).await;
        assert_eq!(applications(house, "eva").await, [house.content, house.home]);
        let lume = house.lume.tenant;
        house.test.db.write(move |tx| tenancy::set_tenant_active(tx, lume, false)).await.unwrap();
        assert_eq!(applications(house, "eva").await, [], "the inviting tenant was switched off, not hers");
    });
}

#[test]
fn a_group_opens_only_what_its_tenant_has() {
    on_both(async |house| {
        let (group, content) = (house.other.group, house.content);
        let given = house.test.db.write(move |tx| tenancy::give_group_instance(tx, group, content)).await;
        assert!(matches!(given, Err(tenancy::Error::NotTheTenants)));
        assert_eq!(applications(house, "eva").await, []);
    });
}

#[tokio::test]
async fn an_application_says_what_it_is_and_where_it_answers() {
    let house = House::small().await;
    let token = house.token("root").await;
    let home = house.home;
    let wanted = json!([{
        "application_instance_id": home.0, "application_instance_title": "Home", "application_id": 8,
        "application_key": "home", "access_url": format!("/api/app/{home}"), "here": true,
    }]);
    assert_eq!(house.get("usergroup/application", &token).await.body["items"], wanted);
}
