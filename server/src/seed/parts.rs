//! The building blocks of the demonstration's tenants.

use anyhow::Context;
use db::Tx;
use primitives::{AppInstanceId, Application, Cnpj, CompanyId, EntryName, GroupId, NodeId, Seconds, TenantId};
use storage::{FileServerId, NewRepository};
use tenancy::{
    CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, NewTheme, TenantKey, ThemeConfig, ThemeKey,
    Title,
};

/// A tenant and its first company, with a theme of its own.
pub(super) struct Founding {
    pub title: &'static str,
    pub company: &'static str,
    pub key: &'static str,
    /// An unused number with right check digits.
    pub cnpj: &'static str,
    pub bar: &'static str,
    pub primary: &'static str,
}

pub(super) fn found(
    tx: &mut Tx<'_>,
    new: &Founding,
    instances: &[AppInstanceId],
    now: Seconds,
) -> anyhow::Result<(TenantId, CompanyId)> {
    let key = TenantKey::parse(new.key).ok().context("a tenant's key")?;
    let (name, cnpj) = (title(new.title)?, Some(number(new.cnpj)?));
    let tenant = tenancy::create_tenant(tx, &NewTenant { title: name.clone(), key, cnpj, theme: None }, now)?;
    let company = company(tx, tenant, new.company, new.key, new.cnpj)?;
    for id in instances {
        tenancy::give_tenant_instance(tx, tenant, *id)?;
    }
    let config = ThemeConfig {
        app_bar_bg_color: new.bar.into(),
        primary: new.primary.into(),
        accent: new.primary.into(),
        ..ThemeConfig::default()
    };
    let key = ThemeKey::parse(new.key).ok().context("a theme's key")?;
    let theme = tenancy::create_theme(tx, &NewTheme { tenant: Some(tenant), title: name, key, config })?;
    tenancy::wear_theme(tx, tenant, theme)?;
    Ok((tenant, company))
}

pub(super) fn company(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    name: &str,
    key: &str,
    cnpj: &str,
) -> anyhow::Result<CompanyId> {
    let key = CompanyKey::parse(key).ok().context("a company's key")?;
    let (name, cnpj) = (title(name)?, Some(number(cnpj)?));
    Ok(tenancy::create_company(tx, &NewCompany { tenant, name, key, cnpj })?)
}

fn number(digits: &str) -> anyhow::Result<Cnpj> {
    Cnpj::parse(digits).ok().with_context(|| format!("{digits} is no CNPJ"))
}

fn title(words: &str) -> anyhow::Result<Title> {
    Title::parse(words).ok().with_context(|| format!("{words} is no title"))
}

pub(super) fn instance(tx: &mut Tx<'_>, name: &str, application: Application) -> anyhow::Result<AppInstanceId> {
    let new = NewAppInstance { title: title(name)?, application, access_url: None };
    Ok(tenancy::create_application_instance(tx, &new)?)
}

pub(super) fn group(
    tx: &mut Tx<'_>,
    company: CompanyId,
    name: &str,
    key: &str,
    instances: &[AppInstanceId],
) -> anyhow::Result<GroupId> {
    let key = GroupKey::parse(key).ok().context("a group's key")?;
    let group = tenancy::create_group(tx, &NewGroup { company, title: title(name)?, key, theme: None })?;
    for id in instances {
        tenancy::give_group_instance(tx, group, *id)?;
    }
    Ok(group)
}

pub(super) fn repository(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    file_server: FileServerId,
    title: &str,
    folder: &str,
    now: Seconds,
) -> anyhow::Result<NodeId> {
    let folder_name = &EntryName::parse(folder).ok().context("a repository's folder")?;
    let new = NewRepository { tenant, file_server, title, folder_name, now };
    Ok(storage::create_repository(tx, &new)?.1)
}
