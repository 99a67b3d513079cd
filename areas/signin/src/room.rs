//! Describes this room to the program.

use std::time::Duration;

use accounts::WaysIn;
use db::Migrations;
use room::{Metric, Opened, Room, Schedule};
use secrets::Secrets;

use crate::listeners::listeners;
use crate::provider::{PROVIDERS, is_linked};
use crate::second_factor::FACTORS;
use crate::{Config, SignIn, jobs, link, routes, sweep};

const EVERY: Duration = Duration::from_secs(600);

const REFUSED: Metric = Metric::counter("sign_ins_refused_total", "Sign-ins that were refused, by reason.");

const TABLES: &[&str] = &[
    "identity_link",
    "identity_session",
    "identity_second_factor",
    "identity_recovery_code",
    "identity_provider",
    "identity_provider_account",
    "identity_provider_attempt",
];

/// What changes the tables of this room, and makes what it builds on. The baseline of `accounts` makes its tables.
pub fn migrations() -> Migrations {
    db::migrations!("signin", 3, ["0225_guesses_at_codes"]).and(accounts::migrations()).and(rates::migrations())
}

pub fn room() -> Room {
    Room::new("signin", 3)
        .with_tables(TABLES)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_listeners(listeners())
        .with_metrics([REFUSED])
        .with(WaysIn { without_password: is_linked, password_link: link::for_password })
        .with_each([FACTORS, PROVIDERS])
        .opening(|deps| {
            Box::pin(async move {
                let (config, secrets) = (deps.get::<Config>()?, deps.get::<Secrets>()?);
                let sign_in = SignIn::open(deps.db.clone(), deps.clock.clone(), config, deps.get()?, secrets).await?;
                deps.put(sign_in.clone())?;
                let failure = "Old sessions stay for now";
                let sweeping = Schedule::every(EVERY, failure, &sign_in, async |sign_in| sweep(&sign_in).await);
                Ok(Opened {
                    routes: routes(&sign_in),
                    jobs: jobs(&sign_in),
                    schedules: vec![sweeping],
                    ..Opened::default()
                })
            })
        })
}
