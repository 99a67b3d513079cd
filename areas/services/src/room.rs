//! Describes this room to the program.

use room::{Opened, Room, Schedule};

use crate::{Services, routes, warn_of_lacks};

pub fn room() -> Room {
    Room::new("services", 9).opening(|deps| {
        Box::pin(async move {
            let (db, clock) = (deps.db.clone(), deps.clock.clone());
            let services = Services { db, clock, mail: deps.get()?, previews: deps.get()? };
            let warning = Schedule::once("Previews cannot be drawn", &services.previews, warn_of_lacks);
            Ok(Opened { routes: routes(services), schedules: vec![warning], ..Opened::default() })
        })
    })
}
