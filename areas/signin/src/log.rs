//! The entries about users in the audit log.

use audit::{Act, Author, Object};
use db::Tx;
use primitives::{Seconds, TenantId, UserId};

/// Records an act on the person, in their own tenant's log.
pub(crate) fn record(
    tx: &mut Tx<'_>,
    author: impl Into<Author>,
    what: &'static str,
    person: (UserId, Option<TenantId>, &str),
    now: Seconds,
) {
    let (user, home, name) = person;
    audit::record(tx, author, Act::new(what, home, Object::new("users", user.0, name)), now);
}
