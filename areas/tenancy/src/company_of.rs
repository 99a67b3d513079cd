//! The company of a user: the room of the users says it.

use db::Conn;
use primitives::{CompanyId, UserId};

/// What that room gives. There is one.
#[derive(Clone, Copy)]
pub struct CompanyOf(pub fn(&mut Conn<'_>, UserId) -> db::Result<Option<CompanyId>>);

pub(crate) fn company_of(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<CompanyId>> {
    let given = room::contributed(conn).all::<CompanyOf>().next().copied();
    let CompanyOf(find) = given.ok_or_else(|| db::Error::Broken("no room knows the company of a user".into()))?;
    find(conn, user)
}
