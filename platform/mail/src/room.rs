//! Describes this part of the platform to the program.

use std::time::Duration;

use db::Migrations;
use room::{Opened, Room, Schedule};

use crate::{Config, Mail};

const EVERY: Duration = Duration::from_secs(600);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("mail", 0, ["0001_baseline"]).and(jobs::migrations())
}

pub fn room() -> Room {
    Room::new("mail", 0).with_migrations(migrations()).opening(|deps| {
        Box::pin(async move {
            let mail = Mail::open(deps.db.clone(), deps.clock.clone(), &deps.get::<Config>()?)?;
            deps.put(mail.clone())?;
            let pruning =
                Schedule::every(EVERY, "Old e-mails stay for now", &mail, async |mail| mail.prune().await.map(drop));
            Ok(Opened { jobs: mail.jobs(), schedules: vec![pruning], ..Opened::default() })
        })
    })
}
