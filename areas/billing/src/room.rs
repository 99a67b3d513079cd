//! Describes this room to the program.

use std::time::Duration;

use db::Migrations;
use room::{Opened, Room, Schedule};

use crate::close::{DELETION_BLOCKER, listeners};
use crate::{Ledger, TimeZone, reset_due, routes};

const EVERY: Duration = Duration::from_secs(600);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("billing", 3, ["0001_baseline"]).and(tenancy::migrations())
}

/// `TimeZone`, of tenants that have chosen none, is the program's to give.
pub fn room() -> Room {
    Room::new("billing", 3)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_deletion_blockers([DELETION_BLOCKER])
        .with_listeners(listeners())
        .opening(|deps| {
            Box::pin(async move {
                let ledger = Ledger::new(deps.db.clone(), deps.clock.clone(), deps.get::<TimeZone>()?);
                deps.put(ledger.clone())?;
                let failure = "Monthly resets of some quotas failed";
                let months = Schedule::every(EVERY, failure, &ledger, async |ledger| reset_due(&ledger).await);
                Ok(Opened { routes: routes(ledger), schedules: vec![months], ..Opened::default() })
            })
        })
}
