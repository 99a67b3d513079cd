//! Creates tenants and what belongs to them. Each of these changes rights, so each raises the epoch.

use db::Tx;
use primitives::{AppInstanceId, CompanyId, GroupId, Seconds, TenantId};

use crate::model::{NewAppInstance, NewCompany, NewGroup, NewTenant, NewTheme};
use crate::store;
use crate::{Error, Result, ThemeId};

pub fn create_tenant(tx: &mut Tx<'_>, new: &NewTenant, now: Seconds) -> Result<TenantId> {
    let made = store::insert_tenant(tx, new, now);
    moved(tx, "key", new.key.as_str(), made)
}

pub fn create_company(tx: &mut Tx<'_>, new: &NewCompany) -> Result<CompanyId> {
    let made = store::insert_company(tx, new);
    moved(tx, "company_key", new.key.as_str(), made)
}

pub fn create_group(tx: &mut Tx<'_>, new: &NewGroup) -> Result<GroupId> {
    let tenant = store::tenant_of_company(tx, new.company)?.ok_or(Error::Missing)?;
    let made = store::insert_group(tx, tenant, new);
    moved(tx, "group_key", new.key.as_str(), made)
}

pub fn create_theme(tx: &mut Tx<'_>, new: &NewTheme) -> Result<ThemeId> {
    let made = store::insert_theme(tx, new);
    moved(tx, "theme_key", new.key.as_str(), made)
}

/// Sets the theme for the tenant's people, unless their group or they themselves have another.
pub fn wear_theme(tx: &mut Tx<'_>, tenant: TenantId, theme: ThemeId) -> Result<()> {
    store::wear_theme(tx, tenant, theme)?;
    Ok(store::bump_epoch(tx)?)
}

pub fn create_application_instance(tx: &mut Tx<'_>, new: &NewAppInstance) -> Result<AppInstanceId> {
    let made = store::insert_instance(tx, new);
    moved(tx, "application_instance_title", new.title.as_str(), made)
}

/// Gives the tenant the instance; its admins may open it from now on. Giving it twice changes nothing.
pub fn give_tenant_instance(tx: &mut Tx<'_>, tenant: TenantId, instance: AppInstanceId) -> Result<()> {
    store::give_tenant(tx, tenant, instance)?;
    Ok(store::bump_epoch(tx)?)
}

/// Gives the group an instance that its tenant has.
pub fn give_group_instance(tx: &mut Tx<'_>, group: GroupId, instance: AppInstanceId) -> Result<()> {
    if !store::tenant_of_group_has(tx, group, instance)? {
        return Err(Error::NotTheTenants);
    }
    store::give_group(tx, group, instance)?;
    Ok(store::bump_epoch(tx)?)
}

fn moved<T>(tx: &mut Tx<'_>, field: &'static str, key: &str, made: db::Result<T>) -> Result<T> {
    match made {
        Ok(id) => {
            store::bump_epoch(tx)?;
            Ok(id)
        }
        Err(error) if error.is_unique() => Err(Error::KeyTaken { field, key: key.to_owned() }),
        Err(error) => Err(error.into()),
    }
}
