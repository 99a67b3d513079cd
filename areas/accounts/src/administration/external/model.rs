//! Invited companies in the API.

use primitives::{CompanyId, GroupId, Seconds, TenantId};
use serde::Serialize;

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExternalCompany {
    company_id: CompanyId,
    name: String,
    tenant_id: TenantId,
    tenant_title: String,
    invited_at: Seconds,
    /// Null until the company answers; before that its people cannot be added to the group.
    #[schema(required)]
    accepted_at: Option<Seconds>,
}

impl From<tenancy::ExternalCompany> for ExternalCompany {
    fn from(one: tenancy::ExternalCompany) -> Self {
        Self {
            company_id: one.company,
            name: one.name,
            tenant_id: one.tenant,
            tenant_title: one.tenant_title,
            invited_at: one.invited_at,
            accepted_at: one.accepted_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ExternalCompanyList {
    items: Vec<ExternalCompany>,
    total: usize,
}

impl From<Vec<tenancy::ExternalCompany>> for ExternalCompanyList {
    fn from(found: Vec<tenancy::ExternalCompany>) -> Self {
        let items: Vec<_> = found.into_iter().map(ExternalCompany::from).collect();
        Self { total: items.len(), items }
    }
}

/// A group of another tenant that has invited a company.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CompanyInvitation {
    pub company_id: CompanyId,
    pub company_name: String,
    pub user_group_id: GroupId,
    pub group_title: String,
    /// The tenant of the group.
    pub tenant_title: String,
    pub invited_at: Seconds,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CompanyInvitationList {
    pub items: Vec<CompanyInvitation>,
    pub total: usize,
}
