//! Describes this room to the program.

use db::Migrations;
use room::{Opened, Room};

use crate::{Home, routes};

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("home", 7, ["0251_visits_and_favourites", "0310_saved_searches", "0511_pinned_folders"])
        .and(content::migrations())
}

pub fn room() -> Room {
    Room::new("home", 7).with_migrations(migrations()).with_sentences(room::sentences!()).opening(|deps| {
        Box::pin(async move {
            let home = Home { db: deps.db.clone(), clock: deps.clock.clone() };
            Ok(Opened { routes: routes(home), ..Opened::default() })
        })
    })
}
