//! Describes this part of the platform to the program.

use std::time::Duration;

use db::Migrations;
use room::{Opened, Room, Schedule};
use secrets::Secrets;

use crate::Rates;

const EVERY: Duration = Duration::from_secs(600);

/// What makes the table.
pub fn migrations() -> Migrations {
    db::migrations!("rates", 0, ["0501_rates"])
}

pub fn room() -> Room {
    Room::new("rates", 0).with_migrations(migrations()).opening(|deps| {
        Box::pin(async move {
            let rates = Rates::new(deps.db.clone(), deps.clock.clone(), &deps.get::<Secrets>()?);
            let sweeping =
                Schedule::every(EVERY, "Empty counts stay for now", &rates, async |rates| rates.sweep().await);
            Ok(Opened { schedules: vec![sweeping], ..Opened::default() })
        })
    })
}
