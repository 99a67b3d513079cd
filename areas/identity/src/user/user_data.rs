//! The user data of specification 1 §3, as it goes over the wire.

use authz::{Actor, Role};
use primitives::{GroupId, Language, TenantId, UserId};
use serde::Serialize;

use crate::store::people::{Profile, Standing};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct UserData {
    users_id: UserId,
    name: String,
    email: String,
    #[schema(required)]
    avatar_url: Option<String>,
    #[schema(required)]
    language: Option<Language>,
    /// A new password has to be chosen before anything else.
    reset_pwd: bool,
    master: bool,
    roles: Vec<Role>,
    admins: Vec<TenantAdmin>,
    groups: Vec<GroupMembership>,
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
    pub fn new(actor: &Actor, profile: Profile, standing: Standing) -> Self {
        Self {
            users_id: actor.user,
            name: profile.name,
            email: profile.email,
            avatar_url: profile.avatar_url,
            language: profile.language,
            reset_pwd: profile.reset_pwd,
            master: profile.master,
            roles: actor.roles(),
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
        }
    }
}
