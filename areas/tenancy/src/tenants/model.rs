//! A tenant in the API, and the forms that create and change one.

use primitives::{AppInstanceId, Cnpj, Seconds, TenantId};
use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ThemeId;
use crate::key::{CompanyKey, Invalid, TenantKey, Title};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Tenant {
    pub tenant_id: TenantId,
    pub title: String,
    pub key: String,
    /// Without its mask: 14 letters and digits.
    #[schema(required)]
    pub cnpj: Option<String>,
    pub app_instance_ids: Vec<AppInstanceId>,
    /// The theme's id.
    #[schema(required)]
    pub theme: Option<ThemeId>,
    pub active: bool,
    pub created_at: Seconds,
    /// For `If-Match`.
    pub version: i64,
}

impl Tenant {
    /// The fields that can be changed, for the log.
    pub(super) fn told(&self) -> Value {
        json!({
            "title": self.title,
            "app_instance_ids": self.app_instance_ids,
            "theme": self.theme,
            "active": self.active,
        })
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct TenantWithCompanyForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    title: String,
    /// At least three letters; it never changes.
    #[schema(value_type = rest::schema_formats::TenantSlug)]
    key: String,
    #[schema(value_type = Option<rest::schema_formats::CnpjNumberOrNothing>)]
    cnpj: Option<String>,
    #[serde(default)]
    app_instance_ids: Vec<AppInstanceId>,
    /// A theme of the platform.
    theme: Option<ThemeId>,
    /// The first company's number; if left out, the tenant's.
    #[schema(value_type = Option<rest::schema_formats::OneLineOrNothing>)]
    company_name: Option<String>,
    #[schema(value_type = Option<rest::schema_formats::SlugOrNothing>)]
    company_key: Option<String>,
    /// Required, unless the tenant's is given.
    #[schema(value_type = Option<rest::schema_formats::CnpjNumberOrNothing>)]
    company_cnpj: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Founding {
    pub title: Title,
    pub key: TenantKey,
    pub cnpj: Option<Cnpj>,
    pub instances: Vec<AppInstanceId>,
    pub theme: Option<ThemeId>,
    pub company_name: Title,
    pub company_key: CompanyKey,
    pub company_cnpj: Cnpj,
}

impl TenantWithCompanyForm {
    pub(super) fn read(self) -> Result<Founding, Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("title", Title::parse(&self.title));
        let key = errors.take("key", TenantKey::parse(&self.key));
        let cnpj = errors.take_if_given("cnpj", self.cnpj.as_deref(), cnpj);
        let company_name = match given(self.company_name.as_deref()) {
            Some(name) => errors.take("company_name", Title::parse(name)),
            None => title.clone(),
        };
        let company_key = match given(self.company_key.as_deref()) {
            Some(own) => errors.take("company_key", CompanyKey::parse(own)),
            None => key.as_ref().and_then(|key| CompanyKey::parse(key.as_str()).ok()),
        };
        let company_cnpj = match given(self.company_cnpj.as_deref()) {
            Some(own) => errors.take("company_cnpj", self::cnpj(own)),
            None if given(self.cnpj.as_deref()).is_some() => cnpj.clone(),
            None => {
                errors.add("cnpj", Rule::Mandatory);
                None
            }
        };
        let read = title.zip(key).zip(company_name.zip(company_key)).zip(company_cnpj);
        errors.finish(read.map(|(((title, key), (company_name, company_key)), company_cnpj)| Founding {
            title,
            key,
            cnpj,
            instances: self.app_instance_ids,
            theme: self.theme,
            company_name,
            company_key,
            company_cnpj,
        }))
    }
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct TenantForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    tenant_title: Option<String>,
    /// As in answers; `tenant_title` takes precedence.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    title: Option<String>,
    /// A theme of the platform or the tenant's own; null is the default.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<ThemeId>)]
    theme: Option<Option<ThemeId>>,
    /// Only masters can change them.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<AppInstanceId>)]
    app_instance_ids: Option<Vec<AppInstanceId>>,
    /// Only masters can change it.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    active: Option<bool>,
}

/// The new values of a tenant.
pub(super) struct Change {
    pub title: Title,
    pub theme: Option<ThemeId>,
    /// Each once, in order.
    pub instances: Vec<AppInstanceId>,
    pub active: bool,
}

impl TenantForm {
    pub(super) fn read(&self, old: &Tenant) -> Result<Change, Problem> {
        let mut errors = FieldErrors::default();
        let typed = self.tenant_title.as_deref().or(self.title.as_deref()).unwrap_or(&old.title);
        let title = errors.take("tenant_title", Title::parse(typed));
        let title = errors.finish(title)?;
        let mut instances = self.app_instance_ids.clone().unwrap_or_else(|| old.app_instance_ids.clone());
        instances.sort_unstable();
        instances.dedup();
        let (theme, active) = (self.theme.unwrap_or(old.theme), self.active.unwrap_or(old.active));
        Ok(Change { title, theme, instances, active })
    }
}

pub(crate) fn cnpj(typed: &str) -> Result<Cnpj, Invalid> {
    Ok(Cnpj::parse(typed)?)
}

fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
