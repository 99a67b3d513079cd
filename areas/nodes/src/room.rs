//! The room as the program sees it.

use room::Room;

pub fn room() -> Room {
    Room::new("nodes", 2)
}
