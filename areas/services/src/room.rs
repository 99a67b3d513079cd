//! Describes this room to the program.

use room::{Opened, Room};

use crate::{Services, routes};

pub fn room() -> Room {
    Room::new("services", 7).opening(|deps| {
        Box::pin(async move {
            let (db, clock) = (deps.db.clone(), deps.clock.clone());
            let services = Services { db, clock, mail: deps.get()?, previews: deps.get()? };
            Ok(Opened { routes: routes(services), ..Opened::default() })
        })
    })
}
