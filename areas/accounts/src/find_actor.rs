//! Finds the actors that users are.

use authz::Actor;
use db::Conn;
use primitives::UserId;

use crate::maker;
use crate::store::actors;

/// None if the user, their company or their tenant is switched off, or if the account is unused and its maker may no
/// longer make it. A master administers the whole installation, wherever their home is: only switching the master off
/// locks them out. The actor has no session: who has checked one, adds it.
pub fn find_actor(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Actor>> {
    Ok(find_actors(conn, &[user])?.pop())
}

/// As `find_actor`, with a number of statements that does not grow with that of the users; those of whom nobody may be
/// an actor are missing. They come by their ids.
pub fn find_actors(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<Vec<Actor>> {
    let mut people = Vec::with_capacity(users.len());
    for person in actors::people(conn, users)? {
        if person.made_by.is_none() || maker::stands(conn, person.user)? {
            people.push(person);
        }
    }
    actors::actors(conn, people)
}
