//! Finds the actor that a user is.

use authz::Actor;
use db::Conn;
use primitives::UserId;

use crate::maker;
use crate::store::actors;

/// None if the user, their company or their tenant is switched off, or if the account is unused and its maker may no
/// longer make it. A master administers the whole installation, wherever their home is: only switching the master off
/// locks them out. The actor has no session: who has checked one, adds it.
pub fn find_actor(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Actor>> {
    let Some(person) = actors::person(conn, user)? else { return Ok(None) };
    if person.made_by.is_some() && !maker::stands(conn, user)? {
        return Ok(None);
    }
    actors::actor(conn, person, user).map(Some)
}
