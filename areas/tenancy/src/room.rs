//! Describes this room to the program.

use db::Migrations;
use room::{Blockers, Opened, Room};

use crate::deletion_blockers::DELETION_BLOCKERS;
use crate::{Tenancy, routes};

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("tenancy", 1, ["0001_baseline"]).and(audit::migrations())
}

pub fn room() -> Room {
    Room::new("tenancy", 1)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_deletion_blockers(DELETION_BLOCKERS)
        .opening(|deps| {
            Box::pin(async move {
                let blockers = deps.get::<Blockers>()?;
                let tenancy = Tenancy::new(deps.db.clone(), deps.clock.clone(), blockers.0).drawing_with(deps.get()?);
                Ok(Opened { routes: routes(tenancy), ..Opened::default() })
            })
        })
}
