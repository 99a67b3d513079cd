//! Members of a group, and candidates, in the API.

use primitives::{CompanyId, TenantId, UserId};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Member {
    pub users_id: UserId,
    pub name: String,
    pub email: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
    pub tenant_id: TenantId,
    pub company_id: CompanyId,
    pub company_name: String,
    pub active: bool,
    /// 1 for a manager of the group, else 0.
    pub manager: u8,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct MemberList {
    pub items: Vec<Member>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}
