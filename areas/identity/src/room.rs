//! Describes this room to the program.

use std::time::Duration;

use db::Migrations;
use room::{Metric, Opened, Room, Schedule};
use secrets::Secrets;

use crate::administration::deletion_blocker::DELETION_BLOCKERS;
use crate::listeners::listeners;
use crate::provider::{PROVIDERS, is_linked};
use crate::second_factor::FACTORS;
use crate::ways_in::WaysIn;
use crate::{Config, Identity, jobs, link, routes, sweep};

const EVERY: Duration = Duration::from_secs(600);

const REFUSED: Metric = Metric::counter("sign_ins_refused_total", "Sign-ins that were refused, by reason.");

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("identity", 2, ["0001_baseline"])
        .and(tenancy::migrations())
        .and(mail::migrations())
        .and(jobs::migrations())
}

pub fn room() -> Room {
    Room::new("identity", 2)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_deletion_blockers(DELETION_BLOCKERS)
        .with_listeners(listeners())
        .with_metrics([REFUSED])
        .with(WaysIn { without_password: is_linked, password_link: link::for_password })
        .with_each([FACTORS, PROVIDERS])
        .opening(|deps| {
            Box::pin(async move {
                let (config, secrets) = (deps.get::<Config>()?, deps.get::<Secrets>()?);
                let identity = Identity::open(deps.db.clone(), deps.clock.clone(), config, secrets).await?;
                let identity = identity.drawing_with(deps.get()?);
                deps.put(identity.clone())?;
                let failure = "Old sessions stay for now";
                let sweeping = Schedule::every(EVERY, failure, &identity, async |identity| sweep(&identity).await);
                Ok(Opened {
                    routes: routes(&identity),
                    jobs: jobs(&identity),
                    schedules: vec![sweeping],
                    ..Opened::default()
                })
            })
        })
}
