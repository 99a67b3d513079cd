//! Describes this room to the program.

use std::sync::Arc;
use std::time::Duration;

use activity::{ActionKind, Activity};
use db::Migrations;
use room::{Metric, Opened, Recovery, Room, Schedule};

use crate::entries::additions;
use crate::entry_types::ENTRY_TYPES;
use crate::events::listeners;
use crate::recovery::{end_dropped_calls, reconcile, recover};
use crate::{
    ACTS, CancelUpload, Config, Content, DELETION_BLOCKERS, Uploads, api_routes, file_routes, jobs, keep_scrubbing,
    sweep,
};

const METRICS: [Metric; 4] = [
    Metric::counter("upload_bytes_total", "Bytes of files that arrived."),
    Metric::counter("uploads_ended_total", "Uploads whose file was placed, or was not, by result."),
    Metric::counter(
        "files_found_wrong_total",
        "Files whose bytes were found to be missing or others than were stored, by flaw.",
    ),
    Metric::gauge("uploads_receiving", "Uploads that bytes are coming for right now."),
];

/// What makes the tables of this room, and of what it builds on.
pub fn migrations() -> Migrations {
    let steps = db::migrations!(
        "content",
        5,
        ["0001_baseline", "0205_moves_outside", "0216_one_call_uploads", "0217_words_without_a_search_path"]
    );
    steps.and(security::migrations()).and(activity::migrations())
}

pub fn room() -> Room {
    Room::new("content", 5)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_deletion_blockers(DELETION_BLOCKERS)
        .with_listeners(listeners())
        .with_acts(ACTS)
        .with_metrics(METRICS)
        .with_each(ENTRY_TYPES)
        .opening(|deps| {
            Box::pin(async move {
                let (db, clock, config) = (deps.db.clone(), deps.clock.clone(), deps.get::<Config>()?);
                let content = Content { db, clock, config, uploads: Uploads::default(), acts: deps.get()? };
                deps.put(content.clone())?;
                let contributions = deps.contributions.clone();
                let activity = deps.get::<Activity>()?;
                activity.cancel_with(ActionKind::Upload, Arc::new(CancelUpload(content.clone())));
                Ok(Opened {
                    routes: api_routes(content.clone()).describing(additions::types(&contributions), move |document| {
                        additions::describe(document, &contributions)
                    }),
                    file_routes: file_routes(content.clone()),
                    schedules: schedules(&content),
                    recoveries: vec![recovery(&content)],
                    file_schedules: vec![undoing_intents(&content)],
                    jobs: jobs(content, activity),
                })
            })
        })
}

fn schedules(content: &Content) -> Vec<Schedule> {
    let every = Duration::from_secs(600);
    let scrubbing = async |content| keep_scrubbing(&content).await;
    let sweeping = async |content| sweep(&content).await;
    vec![
        Schedule::every(every, "Re-reading stored files failed", content, scrubbing),
        Schedule::every(every, "Cleaning expired entries and uploads failed", content, sweeping),
    ]
}

fn recovery(content: &Content) -> Recovery {
    Recovery::new("the recovery after a crash failed", content, async |content| {
        recover(&content.db, &content.config.owner, content.clock.now()).await
    })
}

/// Other processes crash, too: their unfinished changes are undone soon.
fn undoing_intents(content: &Content) -> Schedule {
    Schedule::every(Duration::from_secs(10), "Unfinished changes of the disk stay for now", content, async |content| {
        reconcile(&content.db, &content.config.owner, content.clock.now()).await?;
        end_dropped_calls(&content).await
    })
}
