//! The e-mail to a user whose account another person has made: it says who, and has a link to choose a password.

use authz::Actor;
use db::Tx;
use mail::{Addressee, Word};
use primitives::{GroupId, Language, Seconds, TenantId, UserId};

use crate::emails;
use crate::people;
use crate::store::people::{Belonging, NewUser};
use crate::ways_in::{Link, ways_in};
use crate::{Error, Result, store};

/// As long as an invitation: the recipient does not wait at the screen for this e-mail.
const LIFETIME: Seconds = 72 * 3600;

/// Enqueues the e-mail, in the user's language or else in that of the maker.
pub(crate) fn send(
    tx: &mut Tx<'_>,
    public_url: &str,
    actor: &Actor,
    (user, new): (UserId, &NewUser),
    tenant: Option<TenantId>,
    now: Seconds,
) -> Result<()> {
    let language = new.language.or(actor.language);
    let place = match tenant {
        Some(tenant) => tenancy::title_of(tx, tenant)?.ok_or(Error::Missing)?,
        None => everything(language.unwrap_or_default()).to_owned(),
    };
    let inviter = store::names::name_of(tx, actor.user)?.unwrap_or_default();
    let link = (ways_in(tx)?.password_link)(tx, user, &Link { public_url, lifetime: LIFETIME, now })?;
    let to = Addressee { name: new.name.as_str().to_owned(), email: new.email.as_str().to_owned(), language };
    let words = [("inviter", Word::Plain(inviter)), ("place", Word::Plain(place)), ("link", Word::Link(link))];
    Ok(emails::WELCOME.enqueue(tx, &to, &words, now)?)
}

/// The name of the organisation of a master.
fn everything(language: Language) -> &'static str {
    match language {
        Language::En => "the whole installation",
        Language::Pt => "toda a instalação",
    }
}

/// All groups of the form belong to the tenant, and the actor manages them.
pub(super) fn may_join(tx: &mut Tx<'_>, actor: &Actor, tenant: Option<TenantId>, groups: &[GroupId]) -> Result<()> {
    for (place, group) in groups.iter().enumerate() {
        let theirs = match tenancy::group_home(tx, actor, *group) {
            Err(tenancy::Error::Missing) => None,
            found => Some(found?),
        };
        if theirs.is_none_or(|home| Some(home.tenant) != tenant) {
            return Err(Error::Unknown(format!("user_group_ids[{place}]")));
        }
    }
    Ok(())
}

pub(super) fn join(tx: &mut Tx<'_>, user: UserId, groups: &[GroupId]) -> Result<()> {
    for group in groups {
        people::add_member(tx, user, *group, Belonging::Member)?;
    }
    Ok(())
}
