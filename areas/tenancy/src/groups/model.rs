//! A group in the API, and the forms that create and change one.

use primitives::{AppInstanceId, CompanyId, GroupId, TenantId};
use rest::{FieldErrors, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ThemeId;
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
    /// The asker administers its tenant, and may change all of it.
    pub administered: bool,
    /// For `If-Match`.
    pub version: i64,
}

impl UserGroup {
    /// The fields that can be changed, for the log.
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
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewUserGroupForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    group_title: String,
    /// It never changes.
    #[schema(value_type = rest::schema_formats::Slug)]
    group_key: String,
    /// The company's tenant becomes the group's tenant.
    pub company_id: CompanyId,
    /// A theme of the platform or of the tenant; null uses the tenant's.
    pub theme: Option<ThemeId>,
    /// Instead of instances: for each application those that the tenant has.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<i64>)]
    pub application_ids: Option<Vec<i64>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<AppInstanceId>)]
    pub application_instance_ids: Option<Vec<AppInstanceId>>,
}

impl NewUserGroupForm {
    pub(super) fn read(&self) -> Result<(Title, GroupKey), Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("group_title", Title::parse(&self.group_title));
        let key = errors.take("group_key", GroupKey::parse(&self.group_key));
        errors.finish(title.zip(key))
    }
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct UserGroupForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    group_title: Option<String>,
    /// A theme of the platform or of the tenant; null uses the tenant's.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<ThemeId>)]
    theme: Option<Option<ThemeId>>,
    /// Instead of instances: for each application those that the group has, or else those that the tenant has.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<i64>)]
    application_ids: Option<Vec<i64>>,
    /// A manager may add only instances that they can open themselves.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<AppInstanceId>)]
    application_instance_ids: Option<Vec<AppInstanceId>>,
    /// Another company of the same tenant; only admins can change it.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = CompanyId)]
    company_id: Option<CompanyId>,
    /// Only admins can change it.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    active: Option<bool>,
}

/// The new values of a group.
pub(super) struct Change {
    pub title: Title,
    pub company: CompanyId,
    pub theme: Option<ThemeId>,
    pub instances: Wanted,
    pub active: bool,
}

/// The applications of a form.
pub(super) enum Wanted {
    Unchanged,
    Applications(Vec<i64>),
    Instances(Vec<AppInstanceId>),
    /// The instances are the more exact word, where they are of these applications.
    Both(Vec<i64>, Vec<AppInstanceId>),
}

impl Wanted {
    pub fn of(applications: Option<Vec<i64>>, instances: Option<Vec<AppInstanceId>>) -> Self {
        match (instances, applications) {
            (Some(instances), Some(applications)) => Self::Both(applications, instances),
            (Some(instances), None) => Self::Instances(instances),
            (None, Some(applications)) => Self::Applications(applications),
            (None, None) => Self::Unchanged,
        }
    }
}

impl UserGroupForm {
    pub(super) fn read(self, old: &UserGroup) -> Result<Change, Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("group_title", Title::parse(self.group_title.as_deref().unwrap_or(&old.group_title)));
        Ok(Change {
            title: errors.finish(title)?,
            company: self.company_id.unwrap_or(old.company_id),
            theme: self.theme.unwrap_or(old.theme),
            instances: Wanted::of(self.application_ids, self.application_instance_ids),
            active: self.active.unwrap_or(old.active),
        })
    }
}
