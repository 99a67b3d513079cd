//! A company on the wire, and the forms that make and change one.

use primitives::{Cnpj, CompanyId, TenantId};
use rest::{Faults, Problem};
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
    /// Bare: 14 letters and digits.
    #[schema(required)]
    pub cnpj: Option<String>,
    pub active: bool,
    /// For `If-Match`.
    pub version: i64,
}

impl Company {
    /// What can be changed, for the log.
    pub(super) fn told(&self) -> Value {
        json!({ "name": self.name, "cnpj": self.cnpj, "active": self.active })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CompanyList {
    pub items: Vec<Company>,
    /// 1001: more than 1000.
    pub total: i64,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCompanyForm {
    #[schema(value_type = rest::shapes::OneLine)]
    name: String,
    /// It never changes.
    #[schema(value_type = rest::shapes::Slug)]
    key: String,
    #[schema(value_type = rest::shapes::CnpjNumber)]
    cnpj: String,
    pub tenant_id: TenantId,
}

impl NewCompanyForm {
    pub(super) fn read(&self) -> Result<(Title, CompanyKey, Cnpj), Problem> {
        let mut faults = Faults::default();
        let name = faults.take("name", Title::parse(&self.name));
        let key = faults.take("key", CompanyKey::parse(&self.key));
        let cnpj = faults.take("cnpj", cnpj(&self.cnpj));
        let read = name.zip(key).zip(cnpj);
        faults.finish(read.map(|((name, key), cnpj)| (name, key, cnpj)))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompanyForm {
    #[schema(value_type = rest::shapes::OneLine)]
    name: String,
    #[schema(value_type = rest::shapes::CnpjNumber)]
    cnpj: String,
    /// Left out: as it is.
    pub active: Option<bool>,
}

impl CompanyForm {
    pub(super) fn read(&self) -> Result<(Title, Cnpj), Problem> {
        let mut faults = Faults::default();
        let name = faults.take("name", Title::parse(&self.name));
        let cnpj = faults.take("cnpj", cnpj(&self.cnpj));
        faults.finish(name.zip(cnpj))
    }
}
