//! Describes this room to the program.

use std::time::Duration;

use audit::OpenActs;
use db::Migrations;
use events::Listener;
use room::{Opened, Room, Schedule};
use security::TermsSource;

use crate::kept_terms::{copied, folder_copied, moved};
use crate::requests::{notice_kinds, store};
use crate::status::addition;
use crate::{ACTS, Usage, routes, sweep, terms};

/// How access asks about terms.
const TERMS: TermsSource =
    TermsSource { has_any: terms::has_any, at: terms::at, own: terms::own, allowed: store::allowed };

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("usage", 7, ["0483_terms_of_use", "0494_kept_terms"])
        .and(content::migrations())
        .and(notices::migrations())
}

pub fn room() -> Room {
    Room::new("usage", 7)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_listeners([Listener::to(moved), Listener::to(copied), Listener::to(folder_copied)])
        .with_acts(ACTS)
        .with(TERMS)
        .with(addition())
        .with_each(notice_kinds())
        .with(OpenActs(&["usage_update"]))
        .opening(|deps| {
            Box::pin(async move {
                let usage = Usage::new(deps.db.clone(), deps.clock.clone());
                deps.put(usage.clone())?;
                Ok(Opened { routes: routes(usage.clone()), schedules: vec![sweeping(&usage)], ..Opened::default() })
            })
        })
}

fn sweeping(usage: &Usage) -> Schedule {
    let sweeping = async |usage: Usage| sweep(&usage).await.map(drop);
    Schedule::every(Duration::from_secs(86_400), "Requests of long ago stay for now", usage, sweeping)
}
