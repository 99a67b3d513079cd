//! The data of a new tenant, company, group, theme or application instance.

use primitives::{Application, Cnpj, CompanyId, TenantId};

use crate::ThemeId;
use crate::key::{AccessUrl, CompanyKey, GroupKey, TenantKey, ThemeKey, Title};
use crate::theme::ThemeConfig;

#[derive(Clone, Debug)]
pub struct NewTenant {
    pub title: Title,
    pub key: TenantKey,
    pub cnpj: Option<Cnpj>,
    pub theme: Option<ThemeId>,
}

#[derive(Clone, Debug)]
pub struct NewCompany {
    pub tenant: TenantId,
    pub name: Title,
    pub key: CompanyKey,
    pub cnpj: Option<Cnpj>,
}

/// The company's tenant becomes the group's tenant.
#[derive(Clone, Debug)]
pub struct NewGroup {
    pub company: CompanyId,
    pub title: Title,
    pub key: GroupKey,
    pub theme: Option<ThemeId>,
}

/// Without a tenant it is a theme of the platform, offered to everybody.
#[derive(Clone, Debug)]
pub struct NewTheme {
    pub tenant: Option<TenantId>,
    pub title: Title,
    pub key: ThemeKey,
    pub config: ThemeConfig,
}

/// Without an address it answers at `/api/app/{application_instance_id}`.
#[derive(Clone, Debug)]
pub struct NewAppInstance {
    pub title: Title,
    pub application: Application,
    pub access_url: Option<AccessUrl>,
}
