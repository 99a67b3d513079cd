//! The calls of administration: their bodies, their ids, and the roles that their gates admit.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::TestServer;
use crate::test_users::{Answer, TestUser};

/// Ids for a call.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    pub tenant: i64,
    pub company: i64,
    pub group: i64,
    pub user: i64,
    pub instance: i64,
}

impl Ids {
    pub const MISSING: Self =
        Self { tenant: 999_999, company: 999_999, group: 999_999, user: 999_999, instance: 999_999 };

    /// The tenant that `ada` administers, a group that `mia` does not manage, and `rea`, who is in it.
    pub async fn lume(server: &TestServer) -> Self {
        let (tenant, company) = home(server, "lume").await;
        let (group, user) = (server.groups["readers"].0, server.users["rea"].0);
        Self { tenant, company, group, user, instance: server.content.0 }
    }

    pub async fn other(server: &TestServer) -> (i64, i64) {
        home(server, "other").await
    }
}

async fn home(server: &TestServer, key: &'static str) -> (i64, i64) {
    let sql = "SELECT c.tenant_id, c.company_id FROM tenancy_company c WHERE c.company_key = $1";
    let read = server.app.db.read(move |c| c.get(sql, db::params![key], |row| Ok((row.get(0)?, row.get(1)?))));
    read.await.unwrap()
}

/// Who passes the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    Masters,
    MastersAndAdmins,
    AdminsAndManagers,
    Everybody,
}

impl For {
    /// Whether the gate admits a person of the harness.
    pub fn admits(self, name: &str) -> bool {
        let (master, admin, manager) = (name == "root", ["ada", "zoe", "eva"].contains(&name), name == "mia");
        match self {
            Self::Masters => master,
            Self::MastersAndAdmins => master || admin,
            Self::AdminsAndManagers => admin || manager,
            Self::Everybody => true,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub operation: &'static str,
    pub method: &'static str,
    pub path: &'static str,
    pub gate: For,
    /// It names existing objects, so those of others count as missing. Other calls list or create something.
    pub names: bool,
}

const fn call(operation: &'static str, method: &'static str, path: &'static str, gate: For, names: bool) -> Call {
    Call { operation, method, path, gate, names }
}

use For::{AdminsAndManagers, Everybody, Masters, MastersAndAdmins};

pub const CALLS: &[Call] = &[
    call("application_instance_list", "GET", "/api/core/application_instance", MastersAndAdmins, false),
    call("application_instance_create", "POST", "/api/core/application_instance", Masters, false),
    call(
        "application_instance_update",
        "PUT",
        "/api/core/application_instance/{application_instance_id}",
        Masters,
        false,
    ),
    call("tenant_list", "GET", "/api/core/tenant", MastersAndAdmins, false),
    call("tenant_get", "GET", "/api/core/tenant/{tenant_id}", MastersAndAdmins, true),
    call("tenant_update", "PUT", "/api/core/tenant/{tenant_id}", MastersAndAdmins, true),
    call("tenant_delete", "DELETE", "/api/core/tenant/{tenant_id}", Masters, false),
    call("tenant_create_with_company", "POST", "/api/core/tenant_with_company", Masters, false),
    call("company_list", "GET", "/api/core/company", MastersAndAdmins, false),
    call("company_list_of_tenant", "GET", "/api/core/company/tenant/{tenant_id}", MastersAndAdmins, true),
    call("company_create", "POST", "/api/core/company", MastersAndAdmins, true),
    call("company_update", "PUT", "/api/core/company/{company_id}", MastersAndAdmins, true),
    call("company_delete", "DELETE", "/api/core/company/{company_id}", MastersAndAdmins, true),
    call("company_invitation_list", "GET", "/api/core/company/invitation", MastersAndAdmins, false),
    call("external_company_list", "GET", "/api/core/company/usergroup/{user_group_id}", AdminsAndManagers, true),
    call("external_company_invite", "PUT", "/api/core/company/usergroup/{user_group_id}", AdminsAndManagers, true),
    call(
        "external_company_accept",
        "PUT",
        "/api/core/company/{company_id}/usergroup/{user_group_id}",
        AdminsAndManagers,
        true,
    ),
    call(
        "external_company_remove",
        "DELETE",
        "/api/core/company/{company_id}/usergroup/{user_group_id}",
        AdminsAndManagers,
        true,
    ),
    call("group_list", "GET", "/api/core/usergroup", AdminsAndManagers, false),
    call("group_list_of_company", "GET", "/api/core/usergroup/company/{company_id}", AdminsAndManagers, true),
    call("group_get", "GET", "/api/core/usergroup/{user_group_id}", AdminsAndManagers, true),
    call("group_create", "POST", "/api/core/usergroup", AdminsAndManagers, true),
    call("group_update", "PUT", "/api/core/usergroup/{user_group_id}", AdminsAndManagers, true),
    call("group_member_list", "GET", "/api/core/usergroup/{user_group_id}/users", AdminsAndManagers, true),
    call("group_candidate_list", "GET", "/api/core/usergroup/{user_group_id}/users/candidate", AdminsAndManagers, true),
    call("group_member_put", "PUT", "/api/core/usergroup/{user_group_id}/users/{users_id}", AdminsAndManagers, true),
    call(
        "group_member_remove",
        "DELETE",
        "/api/core/usergroup/{user_group_id}/users/{users_id}",
        AdminsAndManagers,
        true,
    ),
    call("user_list", "GET", "/api/core/users", MastersAndAdmins, false),
    call("get_user", "GET", "/api/core/users/{users_id}", Everybody, true),
    call("update_user", "PUT", "/api/core/users/{users_id}", Everybody, true),
    call("user_create_with_admin", "POST", "/api/core/users_with_admin", MastersAndAdmins, true),
    call("user_batch_create", "PUT", "/api/core/users/batch/create", MastersAndAdmins, true),
    call("tenant_admin_list", "GET", "/api/core/tenant/{tenant_id}/admin", MastersAndAdmins, true),
    call("tenant_admin_add", "POST", "/api/core/tenant/{tenant_id}/admin", MastersAndAdmins, true),
    call(
        "tenant_admin_remove",
        "DELETE",
        "/api/core/users/{users_id}/tenant/{tenant_id}/admin",
        MastersAndAdmins,
        true,
    ),
    call("external_account_put", "PUT", "/api/core/user/external_account", Everybody, true),
    call("avatar_get", "GET", "/api/core/users/{users_id}/avatar", Everybody, true),
    call("avatar_put", "PUT", "/api/core/users/{users_id}/avatar", Everybody, true),
    call("avatar_remove", "DELETE", "/api/core/users/{users_id}/avatar", Everybody, true),
];

/// These operations have tests of their own, beside the sweep over nodes.
pub fn is_covered(operation: &str) -> bool {
    CALLS.iter().any(|call| call.operation == operation)
}

pub const PNG: &[u8] = include_bytes!("face.png");
/// Of a company that nobody in the harness has.
pub const CNPJ: &str = "11.222.333/0001-81";

impl Call {
    pub async fn send(&self, who: &TestUser<'_>, ids: Ids) -> Answer {
        let path = self
            .path
            .replace("{tenant_id}", &ids.tenant.to_string())
            .replace("{company_id}", &ids.company.to_string())
            .replace("{user_group_id}", &ids.group.to_string())
            .replace("{users_id}", &ids.user.to_string())
            .replace("{application_instance_id}", &ids.instance.to_string());
        let request = who.request(self.method.parse::<Method>().unwrap(), &path);
        match self.operation {
            "avatar_put" => Answer::of(request.body(PNG)).await,
            _ => match self.body(ids) {
                Value::Null => Answer::of(request).await,
                body => Answer::of(request.json(&body)).await,
            },
        }
    }

    fn body(&self, ids: Ids) -> Value {
        match self.operation {
            "application_instance_create" | "application_instance_update" => {
                json!({ "application_instance_title": "Planted", "application_id": 1, "access_url": "/api/app/7" })
            }
            "tenant_update" => json!({ "tenant_title": "Planted" }),
            "tenant_create_with_company" => json!({ "title": "Planted", "key": "planted", "cnpj": CNPJ }),
            "company_create" => {
                json!({ "name": "Planted", "key": "planted", "cnpj": CNPJ, "tenant_id": ids.tenant })
            }
            "company_update" => json!({ "name": "Planted", "cnpj": CNPJ }),
            "external_company_invite" => json!({ "cnpj": CNPJ }),
            "group_create" => json!({ "group_title": "Planted", "group_key": "planted", "company_id": ids.company }),
            "group_update" => json!({ "group_title": "Planted" }),
            "group_member_put" => json!({ "manager": true }),
            "update_user" => json!({ "name": "Planted", "email": "planted@lume.example" }),
            "user_create_with_admin" => {
                json!({ "name": "Planted", "email": "planted@lume.example", "company_id": ids.company, "admin": true })
            }
            "user_batch_create" => json!({
                "company_id": ids.company,
                "users": [{ "name": "Planted", "email": "planted@lume.example" }],
            }),
            "tenant_admin_add" => json!({ "email": "eva@lume.example" }),
            "external_account_put" => {
                json!({ "external_id": "planted", "users_id": ids.user, "service": "google.drive" })
            }
            _ => Value::Null,
        }
    }
}
