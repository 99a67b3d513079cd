//! A company in the API, and the forms that create and change one.

use primitives::{Cnpj, CompanyId, TenantId};
use rest::{FieldErrors, Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::key::{CompanyKey, Title};
use crate::tenants::cnpj;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Company {
    pub company_id: CompanyId,
    pub tenant_id: TenantId,
    pub tenant_title: String,
    pub name: String,
    pub key: String,
    /// Without its mask: 14 letters and digits.
    #[schema(required)]
    pub cnpj: Option<String>,
    pub active: bool,
    /// For `If-Match`.
    pub version: i64,
}

impl Company {
    /// The fields that can be changed, for the log.
    pub(super) fn told(&self) -> Value {
        json!({ "name": self.name, "cnpj": self.cnpj, "active": self.active })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CompanyList {
    pub items: Vec<Company>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewCompanyForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: String,
    /// It never changes.
    #[schema(value_type = rest::schema_formats::Slug)]
    key: String,
    #[schema(value_type = rest::schema_formats::CnpjNumber)]
    cnpj: String,
    pub tenant_id: TenantId,
}

impl NewCompanyForm {
    pub(super) fn read(&self) -> Result<(Title, CompanyKey, Cnpj), Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", Title::parse(&self.name));
        let key = errors.take("key", CompanyKey::parse(&self.key));
        let cnpj = errors.take("cnpj", cnpj(&self.cnpj));
        let read = name.zip(key).zip(cnpj);
        errors.finish(read.map(|((name, key), cnpj)| (name, key, cnpj)))
    }
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CompanyForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: Option<String>,
    /// Null only if the company has none.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::CnpjNumber>)]
    cnpj: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    active: Option<bool>,
}

/// The new values of a company.
pub(super) struct Change {
    pub name: Title,
    pub cnpj: Option<Cnpj>,
    pub active: bool,
}

impl CompanyForm {
    pub(super) fn read(&self, old: &Company) -> Result<Change, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", Title::parse(self.name.as_deref().unwrap_or(&old.name)));
        let number = self.cnpj.as_ref().map_or(old.cnpj.as_deref(), Option::as_deref);
        let cnpj = match number {
            None if old.cnpj.is_none() => Some(None),
            typed => errors.take("cnpj", cnpj(typed.unwrap_or(""))).map(Some),
        };
        let active = self.active.unwrap_or(old.active);
        errors.finish(name.zip(cnpj).map(|(name, cnpj)| Change { name, cnpj, active }))
    }
}
