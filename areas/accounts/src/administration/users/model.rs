//! A user in the API of administration.

use authz::Role;
use primitives::{CompanyId, Language, TenantId, UserId};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct UserRecord {
    pub users_id: UserId,
    pub name: String,
    pub email: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
    #[schema(required)]
    pub language: Option<Language>,
    /// Null for masters without a home.
    #[schema(required)]
    pub tenant_id: Option<TenantId>,
    #[schema(required)]
    pub tenant_title: Option<String>,
    #[schema(required)]
    pub company_id: Option<CompanyId>,
    #[schema(required)]
    pub company_name: Option<String>,
    pub active: bool,
    /// The user must choose a new password at the next sign-in.
    pub reset_pwd: bool,
    pub master: bool,
    pub roles: Vec<Role>,
    /// For `If-Match`.
    pub version: i64,
}

impl UserRecord {
    /// The fields that can be changed, for the log.
    pub fn told(&self) -> Value {
        json!({
            "name": self.name,
            "email": self.email,
            "language": self.language,
            "company_id": self.company_id,
            "active": self.active,
            "reset_pwd": self.reset_pwd,
            "master": self.master,
        })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UserList {
    pub items: Vec<UserRecord>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}
