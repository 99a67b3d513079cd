//! Describes this room to the program.

use db::Migrations;
use events::Listener;
use nodes::EntryType;
use room::{Opened, Room};

use crate::{ACTS, Bookmarks, drop, jobs, routes};

/// A bookmark of a browser, as a file.
const SHORTCUT: EntryType =
    EntryType { key: "shortcut", extensions: &["url", "webloc"], media_types: &[], usual_extensions: &[] };

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("bookmarks", 7, ["0218_bookmarks"]).and(content::migrations())
}

pub fn room() -> Room {
    Room::new("bookmarks", 7)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_acts(ACTS)
        .with(SHORTCUT)
        .with_listeners([Listener::to(drop::removed)])
        .opening(|deps| {
            Box::pin(async move {
                let bookmarks = Bookmarks::new(deps.db.clone(), deps.clock.clone());
                Ok(Opened { routes: routes(bookmarks.clone()), jobs: jobs(bookmarks), ..Opened::default() })
            })
        })
}
