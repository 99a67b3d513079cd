//! What the doctor asks of the rows of each room.

use db::Conn;

use crate::Room;

/// Tells in words each row that breaks a rule of its room; it changes nothing.
pub type Check = fn(&mut Conn<'_>) -> db::Result<Vec<String>>;

/// What the checks of these rooms find, each with the name of its room.
pub fn broken_rules(rooms: &[Room], conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let mut found = Vec::new();
    for room in rooms {
        for check in &room.checks {
            found.extend(check(conn)?.into_iter().map(|broken| format!("{}: {broken}", room.name)));
        }
    }
    Ok(found)
}
