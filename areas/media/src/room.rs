//! Describes this room to the program.

use std::path::PathBuf;
use std::time::Duration;

use audit::OpenActs;
use db::Migrations;
use events::Listener;
use room::{Metric, Opened, Room, Schedule};

use crate::colours::find_colours;
use crate::conversions::tidy;
use crate::icons::{self, copied, forget_icons};
use crate::prepared::tidy_prepared;
use crate::renewal::{Progress, renew};
use crate::status::addition;
use crate::{ACTS, Media, arrivals, file_routes, jobs, routes};

/// Where pictures are kept; the program's to give.
#[derive(Clone, Debug)]
pub struct Renditions(pub PathBuf);

const METRICS: [Metric; 3] = [
    Metric::counter("conversions_total", "Pictures that were made to be downloaded, or were not, by result."),
    Metric::histogram("preview_seconds", "How long drawing a preview took."),
    Metric::counter("previews_total", "Previews that were drawn or given up, by result."),
];

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    db::migrations!(
        "media",
        7,
        [
            "0001_baseline",
            "0202_waiting_renditions",
            "0230_sizes_and_retries",
            "0240_covers",
            "0333_colours",
            "0400_presets",
            "0450_more_colours",
            "0480_likeness",
            "0481_prepared_pictures",
            "0487_posters",
            "0489_icons",
            "0499_pictures_of_visitors"
        ]
    )
    .and(content::migrations())
}

pub fn room() -> Room {
    Room::new("media", 7)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_listeners(arrivals::listeners())
        .with_listeners([Listener::to(copied::file), Listener::to(copied::folder)])
        .with_acts(ACTS)
        .with_metrics(METRICS)
        .with(addition())
        .with(icons::status::addition())
        .with(OpenActs(&["cover_choose", "icon_remove", "icon_set"]))
        .opening(|deps| {
            Box::pin(async move {
                let Renditions(folder) = deps.get()?;
                let worker: previews::Worker = deps.get()?;
                let media = Media::new((deps.get()?, deps.get()?), folder, worker.clone());
                deps.put(media.clone())?;
                Ok(Opened {
                    routes: routes(media.clone()),
                    file_routes: file_routes(media.clone()),
                    schedules: vec![
                        renewing(&media),
                        colouring(&media),
                        tidying(&media),
                        tidying_prepared(&media),
                        forgetting_icons(&media),
                    ],
                    jobs: jobs(media, worker),
                    ..Opened::default()
                })
            })
        })
}

fn renewing(media: &Media) -> Schedule {
    let state = (media.clone(), Progress::new());
    Schedule::every(Duration::from_secs(60), "Pictures of an earlier version are not drawn anew yet", &state, renew)
}

fn colouring(media: &Media) -> Schedule {
    let state = (media.clone(), Progress::new());
    let every = Duration::from_secs(15);
    Schedule::every(every, "Pictures from before are not found by their colours yet", &state, find_colours)
}

fn tidying(media: &Media) -> Schedule {
    Schedule::every(
        Duration::from_secs(600),
        "Pictures that were made to be downloaded are not deleted yet",
        media,
        tidy,
    )
}

fn tidying_prepared(media: &Media) -> Schedule {
    let every = Duration::from_secs(600);
    Schedule::every(every, "Archives of pictures are not deleted yet", media, tidy_prepared)
}

fn forgetting_icons(media: &Media) -> Schedule {
    let every = Duration::from_secs(21_600);
    Schedule::every(every, "Icons that nothing shows any more are not deleted yet", media, forget_icons)
}
