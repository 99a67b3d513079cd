use accounts::Belonging;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use serde_json::{Value, json};

use crate::test_server::{TestServer, on_both};

async fn applications(server: &TestServer, name: &str) -> Vec<AppInstanceId> {
    let token = server.token(name).await;
    let answer = server.get("usergroup/application", &token).await;
    assert_eq!(answer.status, StatusCode::OK);
    let items = answer.body["items"].as_array().unwrap();
    assert_eq!(answer.body["total"], items.len());
    items.iter().map(|item| AppInstanceId(item["application_instance_id"].as_i64().unwrap())).collect()
}

#[test]
fn a_user_s_own_data_has_their_roles_groups_and_admin_tenants() {
    on_both(async |server| {
        let (tenant, group) = (server.lume.tenant.0, server.lume.group.0);
        let admin = json!([{ "tenant_id": tenant, "tenant_title": "lume" }]);
        let member = |manager: u8| json!([{ "user_group_id": group, "group_title": "lume", "tenant_id": tenant, "manager": manager }]);
        for (name, master, roles, admins, groups) in [
            ("ana", false, json!(["USER_REGULAR"]), json!([]), member(0)),
            ("max", false, json!(["USER_REGULAR", "USER_MANAGER"]), json!([]), member(1)),
            ("adm", false, json!(["USER_REGULAR", "USER_ADMIN"]), admin, json!([])),
            ("root", true, json!(["USER_MASTER"]), json!([]), json!([])),
        ] {
            let token = server.token(name).await;
            let wanted: Value = json!({
                "users_id": server.user(name).await.0, "name": name, "email": format!("{name}@lume.example"),
                "avatar_url": null, "language": null, "reset_pwd": false, "master": master, "roles": roles,
                "admins": admins, "groups": groups,
            });
            let told = server.me(name, &token).await.body;
            let told: Value = wanted.as_object().unwrap().keys().map(|key| (key.clone(), told[key].clone())).collect();
            assert_eq!(told, wanted);
        }
    });
}

#[test]
fn each_role_opens_its_own_applications() {
    on_both(async |server| {
        let both = [server.content, server.home];
        for (name, wanted) in
            [("ana", &both[..]), ("max", &both), ("adm", &both), ("eva", &[]), ("root", &[server.home])]
        {
            assert_eq!(applications(server, name).await, wanted, "{name}");
        }
    });
}

#[test]
fn an_invited_user_opens_the_applications_of_the_inviting_group() {
    on_both(async |server| {
        let (eva, group) = (server.user("eva").await, server.lume.group);
        let company = server.other.company;
        server.test.db.write(move |tx| tenancy::invite_company(tx, (group, company), None, 0, true)).await.unwrap();
        server.write(move |tx| accounts::add_member(tx, eva, group, Belonging::Member)).await;
        assert_eq!(applications(server, "eva").await, [server.content, server.home]);
        let lume = server.lume.tenant;
        server.test.db.write(move |tx| tenancy::set_tenant_active(tx, lume, false)).await.unwrap();
        assert_eq!(applications(server, "eva").await, [], "the inviting tenant was switched off, not hers");
    });
}

#[test]
fn a_group_opens_only_what_its_tenant_has() {
    on_both(async |server| {
        let (group, content) = (server.other.group, server.content);
        let given = server.test.db.write(move |tx| tenancy::give_group_instance(tx, group, content)).await;
        assert!(matches!(given, Err(tenancy::Error::NotTheTenants)));
        assert_eq!(applications(server, "eva").await, []);
    });
}

#[tokio::test]
async fn an_application_is_listed_with_key_title_and_address() {
    let server = TestServer::small().await;
    let token = server.token("root").await;
    let home = server.home;
    let wanted = json!([{
        "application_instance_id": home.0, "application_instance_title": "Home", "application_id": 8,
        "application_key": "home", "access_url": format!("/api/app/{home}"), "here": true,
    }]);
    assert_eq!(server.get("usergroup/application", &token).await.body["items"], wanted);
}
