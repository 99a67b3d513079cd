//! Describes this room to the program.

use std::sync::Arc;
use std::time::Duration;

use audit::OpenActs;
use db::Migrations;
use events::Listener;
use rates::Rates;
use room::{Metric, Opened, Room, Schedule};
use secrets::Secrets;

use crate::counts::Counts;
use crate::examine::broken_rules;
use crate::limits::Limits;
use crate::received::{arrived, notice_kind, sender_addition};
use crate::state::TOKENS;
use crate::turns::{ArchiveTurns, ReceivingTurns};
use crate::{ACTS, Config, Links, file_routes, followed, routes, sweep};

const METRICS: [Metric; 4] = [
    Metric::counter("link_downloads_total", "Files and archives that were downloaded by share links."),
    Metric::counter("link_files_received_total", "Files that visitors sent by links that ask for some."),
    Metric::counter("link_passwords_refused_total", "Wrong passwords of share links."),
    Metric::counter("link_visits_total", "Share links that somebody opened."),
];

/// Who sees a file may know how it came.
const OPEN_ACTS: OpenActs = OpenActs(&["received_accept"]);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!(
        "links",
        8,
        [
            "0380_links",
            "0460_ended_links",
            "0471_received_files",
            "0482_watermarks",
            "0493_accepted_files",
            "0500_sizes",
            "0512_followed_collections"
        ]
    )
    .and(collections::migrations())
    .and(media::migrations())
    .and(notices::migrations())
    .and(rates::migrations())
}

pub fn room() -> Room {
    Room::new("links", 8)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_acts(ACTS)
        .with_listeners([Listener::to(arrived), Listener::to(followed::changed)])
        .with(OPEN_ACTS)
        .with(sender_addition())
        .with(notice_kind())
        .with_metrics(METRICS)
        .with_check(broken_rules)
        .with(TOKENS)
        .opening(|deps| {
            Box::pin(async move {
                let secrets = deps.get::<Secrets>()?;
                let rates = Rates::new(deps.db.clone(), deps.clock.clone(), &secrets);
                let links = Links {
                    db: deps.db.clone(),
                    clock: deps.clock.clone(),
                    config: Arc::new(deps.get::<Config>()?),
                    accounts: deps.get()?,
                    content: deps.get()?,
                    media: deps.get()?,
                    secrets,
                    counts: Counts::new(deps.db.clone(), rates.clone()),
                    limits: Arc::new(Limits::new(deps.clock.clone())),
                    rates,
                    turns: ArchiveTurns::new(),
                    receiving: ReceivingTurns::new(),
                };
                deps.put(links.clone())?;
                Ok(Opened {
                    routes: routes(links.clone()),
                    file_routes: file_routes(links.clone()),
                    schedules: vec![sweeping(&links)],
                    ..Opened::default()
                })
            })
        })
}

fn sweeping(links: &Links) -> Schedule {
    let sweeping = async |links| sweep(&links).await;
    Schedule::every(Duration::from_secs(3600), "Share links that have ended stay for now", links, sweeping)
}
