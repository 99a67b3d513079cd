//! Changes of users by their administrators: the part of `PUT users/{users_id}` beyond one's own name and language.

use audit::{Act, Object};
use authz::Actor;
use db::Tx;
use mail::Addressee;
use primitives::{CompanyId, Language, Seconds, TenantId, UserId};
use rest::{FieldErrors, IfMatch, Problem};

use super::admins::{self, AdminOf};
use super::model::UserRecord;
use super::store;
use crate::administration::{admin_scope, external_account, rights};
use crate::email::Email;
use crate::email_limits::EmailLimits;
use crate::emails::announce_new_email;
use crate::person_name::PersonName;
use crate::{Error, Result as Outcome, credentials, maker, store as rows};

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub name: Option<String>,
    pub language: Option<Option<Language>>,
    pub email: Option<String>,
    pub company: Option<CompanyId>,
    pub active: Option<bool>,
    pub reset_pwd: Option<bool>,
    pub master: Option<bool>,
    pub admins: Option<Vec<AdminOf>>,
}

/// The parsed form.
pub(crate) struct Readable {
    name: Option<PersonName>,
    email: Option<Email>,
    wanted: Wanted,
}

impl Wanted {
    pub fn read(self) -> Result<Readable, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", self.name.as_deref().map(PersonName::parse).transpose());
        let address = self.email.as_deref().map(Email::typed).transpose();
        let address = errors.take("email", address);
        let (name, email) = errors.finish(name.zip(address))?;
        Ok(Readable { name, email, wanted: self })
    }
}

/// Changes a user whom the actor administers.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    (actor, limits): (&Actor, &EmailLimits),
    user: UserId,
    seen: IfMatch,
    readable: &Readable,
    now: Seconds,
) -> Result<(), Problem> {
    // Taken before anything is read, so that other changes of masters wait here.
    tenancy::bump_epoch(tx)?;
    let old = admin_scope::administered(tx, actor, user)?;
    seen.check(old.version)?;
    admin_scope::may_change(tx, actor, &old)?;
    let new = planned(tx, actor, &old, readable)?;
    let address = readable.email.as_ref().filter(|email| email.as_str() != old.email);
    if address.is_some() || new.reset_pwd != old.reset_pwd {
        // Changing one's own address takes the password and a mailed link; a session is not enough.
        if address.is_some() && user == actor.user {
            return Err(Error::NotYourself.into());
        }
        admin_scope::may_change_credentials(tx, actor, &old)?;
        credentials::credentials_changed(tx, user, actor.session.filter(|_| user == actor.user))?;
    }
    match store::change(tx, &new) {
        Err(error) if error.is_unique() => return Err(Error::EmailTaken.into()),
        changed => changed?,
    }
    if let Some(email) = address {
        limits.write_to(old.tenant_id, &[&old.email])?;
        give_email(tx, actor, &new, email, now)?;
    }
    rows::word_index::write(tx, user, &new.name, readable.email.as_ref().map_or(&old.email, |email| email.as_str()))?;
    carry_over(tx, actor, (&old, &new), readable, now)?;
    if address.is_some() || has_gained(&old, &new) {
        maker::vouch(tx, actor, user)?;
    }
    let new = store::find(tx, user)?.ok_or(Error::Missing)?;
    let act = Act::new("update_user", old.tenant_id, Object::new("users", user.0, &new.name));
    audit::record(tx, actor, act.before(old.told()).after(new.told()), now);
    Ok(())
}

/// The tenant that a user leaves.
fn left(old: &UserRecord, new: &UserRecord) -> Option<TenantId> {
    old.tenant_id.filter(|_| new.tenant_id != old.tenant_id)
}

/// Whether the change gave the account something that its maker must be allowed to give.
fn has_gained(old: &UserRecord, new: &UserRecord) -> bool {
    left(old, new).is_some() || (new.active && !old.active) || (new.master && !old.master)
}

/// Gives and removes the rights that follow from the changed row.
fn carry_over(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (old, new): (&UserRecord, &UserRecord),
    readable: &Readable,
    now: Seconds,
) -> Result<(), Problem> {
    let (user, left) = (old.users_id, left(old, new));
    if let Some(admins) = &readable.wanted.admins {
        // Rights that the move removed are gone, even if the form still names them.
        let kept: Vec<_> = admins.iter().filter(|admin| Some(admin.tenant_id) != left).cloned().collect();
        admins::apply(tx, actor, new, &kept, now)?;
    }
    if new.company_id != old.company_id {
        store::leave_behind(tx, user, left).map_err(Error::from)?;
        external_account::move_along(tx, user, new.tenant_id)?;
    }
    if !new.active {
        // Links that were requested earlier must not become valid again when the user is switched on.
        credentials::credentials_changed(tx, user, None)?;
    }
    if !new.active || new.master != old.master || new.company_id != old.company_id {
        rights::lost(tx, actor, user, now)?;
    }
    Ok(())
}

/// The row as it will be, or why it cannot be.
fn planned(tx: &mut Tx<'_>, actor: &Actor, old: &UserRecord, readable: &Readable) -> Outcome<UserRecord> {
    let wanted = &readable.wanted;
    let active = wanted.active.unwrap_or(old.active);
    let master = wanted.master.unwrap_or(old.master);
    if master != old.master && !actor.master {
        return Err(Error::OnlyMaster);
    }
    if !active && old.active && old.users_id == actor.user {
        return Err(Error::NotYourself);
    }
    let ends_a_master = old.master && old.active && !(master && active);
    if ends_a_master && !store::another_master(tx, old.users_id)? {
        return Err(Error::LastMaster);
    }
    let (mut tenant, mut company) = (old.tenant_id, old.company_id);
    if let Some(other) = wanted.company.filter(|other| Some(*other) != old.company_id) {
        let home = tenancy::tenant_of_company(tx, other)?;
        tenant = Some(home.filter(|tenant| actor.administers(*tenant)).ok_or_else(|| Error::unknown("company_id"))?);
        company = Some(other);
    }
    Ok(UserRecord {
        name: readable.name.as_ref().map_or(&*old.name, PersonName::as_str).to_owned(),
        language: wanted.language.unwrap_or(old.language),
        tenant_id: tenant,
        company_id: company,
        active,
        master,
        reset_pwd: wanted.reset_pwd.unwrap_or(old.reset_pwd),
        ..old.clone()
    })
}

/// The address is unconfirmed until its owner confirms it; the old address is informed.
fn give_email(tx: &mut Tx<'_>, actor: &Actor, old: &UserRecord, email: &Email, now: Seconds) -> Result<(), Problem> {
    if admin_scope::is_taken(tx, actor, email, old.tenant_id, Some(old.users_id))? {
        return Err(Error::EmailTaken.into());
    }
    match rows::people::change_email(tx, old.users_id, email, None) {
        Err(error) if error.is_unique() => return Err(Error::EmailTaken.into()),
        changed => changed?,
    }
    let to = Addressee { name: old.name.clone(), email: old.email.clone(), language: old.language };
    Ok(announce_new_email(tx, &to, email, now)?)
}
