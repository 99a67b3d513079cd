//! A group on the wire, and the forms that make and change one.

use primitives::{AppInstanceId, CompanyId, GroupId, TenantId, ThemeId};
use rest::{Faults, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::key::{GroupKey, Title};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct UserGroup {
    pub user_group_id: GroupId,
    pub group_title: String,
    pub group_key: String,
    pub tenant_id: TenantId,
    pub tenant_title: String,
    pub company_id: CompanyId,
    pub company_name: String,
    /// The theme's id.
    #[schema(required)]
    pub theme: Option<ThemeId>,
    /// Numbers in the catalogue of applications, of the instances below.
    pub application_ids: Vec<i64>,
    pub application_instance_ids: Vec<AppInstanceId>,
    pub active: bool,
    /// The asker is an admin of its tenant, and may change all of it.
    pub administered: bool,
    /// For `If-Match`.
    pub version: i64,
}

impl UserGroup {
    /// What can be changed, for the log.
    pub(super) fn told(&self) -> Value {
        json!({
            "group_title": self.group_title,
            "company_id": self.company_id,
            "theme": self.theme,
            "application_instance_ids": self.application_instance_ids,
            "active": self.active,
        })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UserGroupList {
    pub items: Vec<UserGroup>,
    /// 1001: more than 1000.
    pub total: i64,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUserGroupForm {
    #[schema(value_type = rest::shapes::OneLine)]
    group_title: String,
    /// It never changes.
    #[schema(value_type = rest::shapes::Slug)]
    group_key: String,
    /// The group stands in the tenant of its company.
    pub company_id: CompanyId,
    /// A theme of the platform or of the tenant; null is the tenant's.
    pub theme: Option<ThemeId>,
    #[serde(default)]
    pub application_instance_ids: Vec<AppInstanceId>,
}

impl NewUserGroupForm {
    pub(super) fn read(&self) -> Result<(Title, GroupKey), Problem> {
        let mut faults = Faults::default();
        let title = faults.take("group_title", Title::parse(&self.group_title));
        let key = faults.take("group_key", GroupKey::parse(&self.group_key));
        faults.finish(title.zip(key))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserGroupForm {
    #[schema(value_type = rest::shapes::OneLine)]
    group_title: String,
    pub theme: Option<ThemeId>,
    /// Left out: as they are. A manager may add only what they can open themselves.
    pub application_instance_ids: Option<Vec<AppInstanceId>>,
    /// Left out: as it is. Another company of the same tenant; for admins.
    pub company_id: Option<CompanyId>,
    /// Left out: as it is; for admins.
    pub active: Option<bool>,
}

impl UserGroupForm {
    pub(super) fn title(&self) -> Result<Title, Problem> {
        let mut faults = Faults::default();
        let title = faults.take("group_title", Title::parse(&self.group_title));
        faults.finish(title)
    }
}
