//! Describes this room to the program.

use std::time::Duration;

use db::Migrations;
use primitives::Seconds;
use room::{Metric, Opened, Room, Schedule};

use crate::examine::broken_rules;
use crate::{Activity, routes};

/// Ended actions are shown so long.
const KEPT: Seconds = 30 * 86_400;

const EVERY: Duration = Duration::from_secs(600);

const SOCKETS: Metric = Metric::gauge("sockets_open", "Live sockets that are open.");

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!(
        "activity",
        3,
        [
            "0001_baseline",
            "0300_items_of_actions",
            "0351_ends_of_actions",
            "0352_types_of_actions",
            "0451_places_of_actions"
        ]
    )
    .and(jobs::migrations())
}

pub fn room() -> Room {
    let room = Room::new("activity", 3).with_migrations(migrations()).with_sentences(room::sentences!());
    room.with_check(broken_rules).with_metrics([SOCKETS]).opening(|deps| {
        Box::pin(async move {
            let activity = Activity::new(deps.db.clone(), deps.clock.clone());
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
