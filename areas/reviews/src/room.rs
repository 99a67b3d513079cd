//! Describes this room to the program.

use std::time::Duration;

use audit::OpenActs;
use db::Migrations;
use events::Listener;
use notifications::PublicUrl;
use room::{Opened, Room, Schedule};

use crate::notice_kinds::KINDS;
use crate::reminders::remind;
use crate::replaced::replaced;
use crate::status::addition;
use crate::{ACTS, Reviews, emails, routes};

const OPEN_ACTS: OpenActs = OpenActs(&[
    "review_create",
    "review_answer",
    "review_change",
    "review_close",
    "review_reviewer_add",
    "review_reviewer_remove",
]);

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!("reviews", 7, ["0476_reviews"]).and(content::migrations()).and(notices::migrations())
}

pub fn room() -> Room {
    Room::new("reviews", 7)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_listeners([Listener::to(replaced)])
        .with_acts(ACTS)
        .with(addition())
        .with(OPEN_ACTS)
        .with_each(KINDS)
        .opening(|deps| {
            Box::pin(async move {
                let PublicUrl(url) = deps.get()?;
                let reviews = Reviews::new(deps.db.clone(), deps.clock.clone(), &url);
                let jobs = vec![emails::kind(&reviews)];
                let schedules = vec![reminding(&reviews)];
                Ok(Opened { routes: routes(reviews), jobs, schedules, ..Opened::default() })
            })
        })
}

fn reminding(reviews: &Reviews) -> Schedule {
    let reminding = async |reviews: Reviews| remind(&reviews).await;
    Schedule::every(Duration::from_secs(600), "Reviews that are due are not reminded of yet", reviews, reminding)
}
