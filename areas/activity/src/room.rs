//! The room as the program sees it.

use std::time::Duration;

use db::Migrations;
use primitives::Seconds;
use room::{Opened, Room, Schedule};

use crate::{Activity, routes};

/// Ended actions are shown so long.
const KEPT: Seconds = 30 * 86_400;

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("activity", 3, ["0001_baseline"]).and(jobs::migrations())
}

pub fn room() -> Room {
    Room::new("activity", 3).with_migrations(migrations()).with_sentences(room::sentences!()).opening(|deps| {
        Box::pin(async move {
            let activity = Activity::new(deps.db.clone());
            deps.put(activity.clone());
            let (pruned, clock) = (activity.clone(), deps.clock.clone());
            let pruning = Schedule::new(Duration::from_secs(600), "Old background actions stay for now", move || {
                let (activity, clock) = (pruned.clone(), clock.clone());
                async move { Ok(activity.prune(clock.now() - KEPT).await.map(drop)?) }
            });
            Ok(Opened { routes: routes(activity), schedules: vec![pruning], ..Opened::default() })
        })
    })
}
