//! Describes this room to the program.

use db::Migrations;
use room::{Opened, Room};

use crate::{ACTS, Collections, bell, routes};

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("collections", 7, ["0440_collections"]).and(content::migrations()).and(notices::migrations())
}

pub fn room() -> Room {
    Room::new("collections", 7)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_acts(ACTS)
        .with_each(bell::kinds())
        .opening(|deps| {
            Box::pin(async move {
                let collections = Collections { db: deps.db.clone(), clock: deps.clock.clone() };
                Ok(Opened { routes: routes(collections), ..Opened::default() })
            })
        })
}
