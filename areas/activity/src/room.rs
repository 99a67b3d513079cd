//! Describes this room to the program.

use std::time::Duration;

use db::Migrations;
use primitives::Seconds;
use room::{Opened, Room, Schedule};

use crate::{Activity, routes};

/// Ended actions are shown so long.
const KEPT: Seconds = 30 * 86_400;

const EVERY: Duration = Duration::from_secs(600);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("activity", 3, ["0001_baseline"]).and(jobs::migrations())
}

pub fn room() -> Room {
    Room::new("activity", 3).with_migrations(migrations()).with_sentences(room::sentences!()).opening(|deps| {
        Box::pin(async move {
            let activity = Activity::new(deps.db.clone());
            deps.put(activity.clone())?;
            let state = (activity.clone(), deps.clock.clone());
            let failure = "Old background actions stay for now";
            let pruning = Schedule::every(EVERY, failure, &state, async |(activity, clock)| {
                activity.prune(clock.now() - KEPT).await.map(drop)
            });
            Ok(Opened { routes: routes(activity), schedules: vec![pruning], ..Opened::default() })
        })
    })
}
