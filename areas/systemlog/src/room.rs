//! Describes this room to the program.

use room::{Opened, Room};

use crate::routes;

pub fn room() -> Room {
    Room::new("systemlog", 4)
        .opening(|deps| Box::pin(async move { Ok(Opened { routes: routes(deps.db.clone()), ..Opened::default() }) }))
}
