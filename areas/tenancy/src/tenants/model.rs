//! A tenant on the wire, and the forms that make and change one.

use primitives::{AppInstanceId, Cnpj, Seconds, TenantId, ThemeId};
use rest::{Faults, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::key::{CompanyKey, Invalid, TenantKey, Title};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Tenant {
    pub tenant_id: TenantId,
    pub title: String,
    pub key: String,
    /// Bare: 14 letters and digits.
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
    /// What can be changed, for the log.
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
#[serde(deny_unknown_fields)]
pub(crate) struct TenantWithCompanyForm {
    #[schema(value_type = rest::shapes::OneLine)]
    title: String,
    /// At least three letters; it never changes.
    #[schema(value_type = rest::shapes::TenantSlug)]
    key: String,
    #[schema(value_type = Option<rest::shapes::CnpjNumberOrNothing>)]
    cnpj: Option<String>,
    #[serde(default)]
    app_instance_ids: Vec<AppInstanceId>,
    /// A theme of the platform.
    theme: Option<ThemeId>,
    /// The first company's; left out, it has the tenant's.
    #[schema(value_type = Option<rest::shapes::OneLineOrNothing>)]
    company_name: Option<String>,
    #[schema(value_type = Option<rest::shapes::SlugOrNothing>)]
    company_key: Option<String>,
    /// Mandatory, unless the tenant's is given.
    #[schema(value_type = Option<rest::shapes::CnpjNumberOrNothing>)]
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
        let mut faults = Faults::default();
        let title = faults.take("title", Title::parse(&self.title));
        let key = faults.take("key", TenantKey::parse(&self.key));
        let cnpj = faults.take_if_given("cnpj", self.cnpj.as_deref(), cnpj);
        let company_name = match given(self.company_name.as_deref()) {
            Some(name) => faults.take("company_name", Title::parse(name)),
            None => title.clone(),
        };
        let company_key = match given(self.company_key.as_deref()) {
            Some(own) => faults.take("company_key", CompanyKey::parse(own)),
            None => key.as_ref().and_then(|key| CompanyKey::parse(key.as_str()).ok()),
        };
        let company_cnpj = match given(self.company_cnpj.as_deref()) {
            Some(own) => faults.take("company_cnpj", self::cnpj(own)),
            None if given(self.cnpj.as_deref()).is_some() => cnpj.clone(),
            None => {
                faults.add("cnpj", Rule::Mandatory);
                None
            }
        };
        let read = title.zip(key).zip(company_name.zip(company_key)).zip(company_cnpj);
        faults.finish(read.map(|(((title, key), (company_name, company_key)), company_cnpj)| Founding {
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

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TenantForm {
    #[schema(value_type = rest::shapes::OneLine)]
    tenant_title: String,
    /// A theme of the platform or the tenant's own; null is the default.
    pub theme: Option<ThemeId>,
    /// Left out: as they are. Only masters change them.
    pub app_instance_ids: Option<Vec<AppInstanceId>>,
    /// Left out: as it is. Only masters change it.
    pub active: Option<bool>,
}

impl TenantForm {
    pub(super) fn title(&self) -> Result<Title, Problem> {
        let mut faults = Faults::default();
        let title = faults.take("tenant_title", Title::parse(&self.tenant_title));
        faults.finish(title)
    }
}

pub(crate) fn cnpj(typed: &str) -> Result<Cnpj, Invalid> {
    Ok(Cnpj::parse(typed)?)
}

fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
