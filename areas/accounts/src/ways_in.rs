//! How people come in: the room in which they sign in says it.

use db::{Conn, Tx};
use primitives::{Seconds, UserId};

/// What that room gives. There is one.
#[derive(Clone, Copy)]
pub struct WaysIn {
    /// Whether the user can sign in without a password.
    pub without_password: fn(&mut Conn<'_>, UserId) -> db::Result<bool>,
    /// Makes a link by which the user chooses a password.
    pub password_link: fn(&mut Tx<'_>, UserId, &Link<'_>) -> db::Result<String>,
}

/// A link that is to be mailed.
#[derive(Clone, Copy, Debug)]
pub struct Link<'l> {
    /// Where people reach the server, without a slash at the end.
    pub public_url: &'l str,
    /// How long it is valid.
    pub lifetime: Seconds,
    pub now: Seconds,
}

pub(crate) fn ways_in(conn: &Conn<'_>) -> db::Result<WaysIn> {
    let given = room::contributed(conn).all::<WaysIn>().next().copied();
    given.ok_or_else(|| db::Error::Broken("no room lets people sign in".into()))
}
