//! Describes this room to the program.

use std::time::Duration;

use db::Migrations;
use room::{Opened, Room, Schedule};

use crate::examine::broken_rules;
use crate::{Notices, routes, sweep};

const EVERY: Duration = Duration::from_secs(3600);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("notices", 4, ["0474_notices"]).and(security::migrations()).and(activity::migrations())
}

pub fn room() -> Room {
    Room::new("notices", 4).with_migrations(migrations()).with_check(broken_rules).opening(|deps| {
        Box::pin(async move {
            let notices = Notices::new(deps.db.clone(), deps.clock.clone());
            let sweeping = async |notices: Notices| sweep(&notices).await;
            let sweeping = Schedule::every(EVERY, "Old notices stay for now", &notices, sweeping);
            Ok(Opened { routes: routes(notices), schedules: vec![sweeping], ..Opened::default() })
        })
    })
}
