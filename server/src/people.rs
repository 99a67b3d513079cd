//! `vitrine user …`: creates accounts and resets passwords, for operators of the server's host.

use accounts::Email;
use anyhow::Context;
use audit::{Act, Author, Object};
use authz::Origin;
use primitives::{Clock, CompanyId, Language, TenantId};
use serde_json::json;

use crate::first_start::{hashed, made_up, person};
use crate::say::say;
use crate::settings::Settings;

/// A new account. Without a company it is a master's.
pub struct Wanted {
    pub email: String,
    pub name: String,
    /// `TENANT/COMPANY`, by their keys.
    pub company: Option<String>,
    pub admin: bool,
    pub language: Option<String>,
}

/// `vitrine user create`.
pub async fn create(settings: &Settings, wanted: Wanted) -> anyhow::Result<()> {
    let db = settings.make_up_to_date().await?;
    let password = made_up();
    let mut new = person(&wanted.name, &wanted.email, &password, true)?;
    if let Some(language) = &wanted.language {
        new.language = Some(Language::parse(language).context("the language is neither en nor pt")?);
    }
    let home = match wanted.company {
        None => None,
        Some(keys) => {
            let found = db.read(move |c| find_company(c, &keys)).await?;
            Some(found.context("there is no such company: name it by the keys TENANT/COMPANY")?)
        }
    };
    let now = Clock::system().now();
    let written = db.write(move |tx| {
        let user = match home {
            None => accounts::create_master(tx, &new, now)?,
            Some((_, company)) => accounts::create_user(tx, company, &new, now)?,
        };
        let tenant = home.map(|(tenant, _)| tenant);
        if let Some(tenant) = tenant.filter(|_| wanted.admin) {
            accounts::make_admin(tx, user, tenant)?;
        }
        let act = Act::new("user create", tenant, Object::new("users", user.0, new.name.as_str()))
            .after(json!({ "master": home.is_none(), "admin": wanted.admin }));
        audit::record(tx, Author::nobody(Origin::CommandLine), act, now);
        Ok::<_, accounts::Error>(())
    });
    written.await?;
    say(&format!("The password is {password} and must be changed at the first sign-in."));
    Ok(())
}

fn find_company(conn: &mut db::Conn<'_>, keys: &str) -> db::Result<Option<(TenantId, CompanyId)>> {
    let Some((tenant, company)) = keys.split_once('/') else { return Ok(None) };
    conn.find(
        "SELECT t.tenant_id, c.company_id
         FROM tenancy_company c
         JOIN tenancy_tenant t ON t.tenant_id = c.tenant_id
         WHERE t.tenant_key = $1 AND c.company_key = $2",
        db::params![tenant, company],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// `vitrine user reset-password`.
pub async fn reset_password(settings: &Settings, email: String, without_second_factor: bool) -> anyhow::Result<()> {
    let db = settings.open_up_to_date().await?;
    let address = Email::parse(&email).ok().context("this is not an e-mail address")?;
    let user = db.read(move |c| accounts::find_user_by_email(c, &address)).await?;
    let user = user.context("no user has this e-mail address")?;
    let password = made_up();
    let hash = hashed(&password)?;
    let now = Clock::system().now();
    let written = db.write(move |tx| {
        accounts::set_password(tx, user, &hash, true)?;
        let lost = without_second_factor && signin::forget_second_factor(tx, user)?;
        let (home, name) = accounts::home_and_name(tx, user)?;
        let act = Act::new("user reset-password", home, Object::new("users", user.0, name))
            .after(json!({ "reset_pwd": true, "second_factor_removed": lost }));
        audit::record(tx, Author::nobody(Origin::CommandLine), act, now);
        Ok::<_, signin::Error>(())
    });
    written.await?;
    say(&format!("The new password is {password} and must be changed at the next sign-in."));
    Ok(())
}
