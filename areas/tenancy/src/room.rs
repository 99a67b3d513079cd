//! The room as the program sees it.

use db::Migrations;
use room::{Blockers, Opened, Room};

use crate::{Tenancy, routes};

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("tenancy", 1, ["0001_baseline"]).and(audit::migrations())
}

pub fn room() -> Room {
    Room::new("tenancy", 1).with_migrations(migrations()).with_sentences(room::sentences!()).opening(|deps| {
        Box::pin(async move {
            let blockers = deps.get::<Blockers>()?;
            let tenancy = Tenancy::new(deps.db.clone(), deps.clock.clone(), blockers.0).drawing_with(deps.get()?);
            Ok(Opened { routes: routes(tenancy), ..Opened::default() })
        })
    })
}
