//! Describes this room to the program.

use db::Migrations;
use room::{Opened, Room};

use crate::examine::broken_rules;
use crate::{ACTS, DELETION_BLOCKER, Security, propagations, routes};

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("security", 3, ["0001_baseline", "0250_givers"])
        .and(accounts::migrations())
        .and(nodes::migrations())
}

pub fn room() -> Room {
    Room::new("security", 3)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_deletion_blockers([DELETION_BLOCKER])
        .with_check(broken_rules)
        .with_acts(ACTS)
        .opening(|deps| {
            Box::pin(async move {
                let (db, clock) = (deps.db.clone(), deps.clock.clone());
                let jobs = vec![propagations(&db)];
                Ok(Opened { routes: routes(Security { db, clock }), jobs, ..Opened::default() })
            })
        })
}
