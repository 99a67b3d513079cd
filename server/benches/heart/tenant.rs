//! A tenant of one company with many groups, and two people.

use accounts::{Belonging, Email, NewUser, PersonName};
use db::Tx;
use passwords::Password;
use primitives::{AppInstanceId, Application, CompanyId, GroupId, TenantId, UserId};
use tenancy::{CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, TenantKey, Title};

pub const NOW: i64 = 1_800_000_000;
pub const PASSWORD: &str = "jaguar telhado neblina";
pub const GROUPS: usize = 200;
/// Of the groups, the one that is cleared; its member is the admin alone.
pub const CLEARED: usize = 5;

pub fn new_user(name: &str) -> NewUser {
    NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&format!("{name}@lume.example")).unwrap(),
        language: None,
        password: passwords::hash_password(&Password::parse(PASSWORD).unwrap()).unwrap(),
        reset_due: false,
    }
}

pub struct Tenant {
    pub id: TenantId,
    pub company: CompanyId,
    pub groups: Vec<GroupId>,
    pub ada: UserId,
    pub tess: UserId,
    pub instance: AppInstanceId,
}

pub fn found(tx: &mut Tx<'_>, ada: &NewUser, tess: &NewUser) -> anyhow::Result<Tenant> {
    let title = Title::parse("Lume").unwrap();
    let id = tenancy::create_tenant(
        tx,
        &NewTenant { title: title.clone(), key: TenantKey::parse("lume").unwrap(), cnpj: None, theme: None },
        NOW,
    )?;
    let company = NewCompany { tenant: id, name: title.clone(), key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &company)?;
    let new = NewAppInstance { title: title.clone(), application: Application::Content, access_url: None };
    let instance = tenancy::create_application_instance(tx, &new)?;
    tenancy::give_tenant_instance(tx, id, instance)?;
    let mut groups = Vec::new();
    for number in 0..GROUPS {
        let key = GroupKey::parse(&format!("group-{number}")).unwrap();
        let group = tenancy::create_group(tx, &NewGroup { company, title: title.clone(), key, theme: None })?;
        tenancy::give_group_instance(tx, group, instance)?;
        groups.push(group);
    }
    let (ada, tess) = (accounts::create_user(tx, company, ada, NOW)?, accounts::create_user(tx, company, tess, NOW)?);
    accounts::make_admin(tx, ada, id)?;
    accounts::add_member(tx, ada, groups[CLEARED], Belonging::Member)?;
    for group in groups.iter().step_by(10) {
        accounts::add_member(tx, tess, *group, Belonging::Member)?;
    }
    Ok(Tenant { id, company, groups, ada, tess, instance })
}
