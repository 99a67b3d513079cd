//! What the API tells of a user.

use authz::Role;
use primitives::{CompanyId, GroupId, Language, TenantId, UserId};
use serde::Serialize;

use crate::store::people::Profile;
use crate::store::standings::Standing;

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct UserData {
    users_id: UserId,
    name: String,
    email: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    avatar_url: Option<String>,
    #[schema(required)]
    language: Option<Language>,
    /// A new password must be chosen before anything else.
    reset_pwd: bool,
    master: bool,
    roles: Vec<Role>,
    admins: Vec<TenantAdmin>,
    groups: Vec<GroupMembership>,
    /// Null for masters without a home.
    #[schema(required)]
    tenant_id: Option<TenantId>,
    #[schema(required)]
    tenant_title: Option<String>,
    #[schema(required)]
    company_name: Option<String>,
    #[schema(required)]
    company_id: Option<CompanyId>,
    active: bool,
    /// For `If-Match`.
    pub version: i64,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TenantAdmin {
    pub tenant_id: TenantId,
    pub tenant_title: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct GroupMembership {
    pub user_group_id: GroupId,
    pub group_title: String,
    pub tenant_id: TenantId,
    /// 1 for a manager of the group, else 0.
    pub manager: u8,
}

impl UserData {
    pub fn new(user: UserId, profile: Profile, standing: Standing) -> Self {
        let roles = roles(&profile, &standing);
        Self {
            users_id: user,
            name: profile.name,
            email: profile.email,
            avatar_url: profile.avatar_url,
            language: profile.language,
            reset_pwd: profile.reset_pwd,
            master: profile.master,
            roles,
            admins: standing
                .admins
                .into_iter()
                .map(|admin| TenantAdmin { tenant_id: admin.tenant, tenant_title: admin.title })
                .collect(),
            groups: standing
                .groups
                .into_iter()
                .map(|group| GroupMembership {
                    user_group_id: group.membership.group,
                    group_title: group.title,
                    tenant_id: group.membership.tenant,
                    manager: group.membership.manager.into(),
                })
                .collect(),
            tenant_id: profile.home,
            tenant_title: profile.tenant_title,
            company_name: profile.company_name,
            company_id: profile.company,
            active: profile.active,
            version: profile.version,
        }
    }
}

/// The actor's roles: see `authz::Actor::roles`.
fn roles(profile: &Profile, standing: &Standing) -> Vec<Role> {
    let mut roles = vec![if profile.master { Role::Master } else { Role::Regular }];
    roles.extend((!standing.admins.is_empty()).then_some(Role::Admin));
    roles.extend(standing.groups.iter().any(|group| group.membership.manager).then_some(Role::Manager));
    roles
}
