//! Describes this room to the program.

use std::sync::Arc;
use std::time::Duration;

use ::events::Listener;
use activity::{ActionKind, Activity};
use audit::OpenActs;
use db::Migrations;
use rest::Rate;
use room::{Metric, Opened, Room, Schedule};

use crate::archives::state::Archives;
use crate::entries::additions;
use crate::entries::counts::Counted;
use crate::entries::lock::end_of_gone;
use crate::entry_types::ENTRY_TYPES;
use crate::events::listeners;
use crate::selections::CancelBatch;
use crate::uploads::{CancelUpload, UNFINISHED_UPLOADS, end_dropped_calls};
use crate::{ACTS, Config, Content, Uploads, api_routes, file_routes, jobs, sweep};

const METRICS: [Metric; 5] = [
    Metric::counter("archives_ended_total", "Archives that were sent whole, cut off or abandoned, by result."),
    Metric::gauge("archives_sending", "Archives that are being sent right now."),
    Metric::counter("upload_bytes_total", "Bytes of files that arrived."),
    Metric::counter("uploads_ended_total", "Uploads whose file was placed, or was not, by result."),
    Metric::gauge("uploads_receiving", "Uploads that bytes are coming for right now."),
];

/// What is done with many entries at once, and stopped in one way.
const OF_BATCHES: [ActionKind; 5] =
    [ActionKind::Move, ActionKind::Rename, ActionKind::Delete, ActionKind::Restore, ActionKind::Purge];

const OPEN_ACTS: OpenActs = OpenActs(&[
    "folder_create",
    "file_create",
    "file_upload",
    "file_upload_append",
    "entry_rename",
    "entry_move",
    "entry_copied",
    "entry_remove",
    "entry_restore",
    "entry_lock",
    "entry_unlock",
    "file_replace",
    "version_delete",
    "version_restore",
    "version_update",
]);

/// What makes the tables of this room, and of what it builds on. The baseline lies with `storage`: the two were one room.
pub fn migrations() -> Migrations {
    db::migrations!(
        "content",
        6,
        [
            "0216_one_call_uploads",
            "0217_words_without_a_search_path",
            "0221_leases_of_partial_uploads",
            "0261_folders_by_name",
            "0280_batches",
            "0290_upload_groups",
            "0331_batches_that_move",
            "0353_ends_of_batches",
            "0360_archives",
            "0370_copies",
            "0411_batches_that_rename",
            "0412_copies_that_are_taken_back",
            "0421_versions",
            "0470_uploads_that_wait",
            "0478_moves_and_copies_that_replace",
            "0485_kept_versions_by_tenant",
            "0497_copies_that_are_tried_again",
            "0502_archives_are_recorded_as_sent"
        ]
    )
    .and(storage::migrations())
}

pub fn room() -> Room {
    Room::new("content", 6)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_listeners(listeners())
        .with_listeners([Listener::to(end_of_gone)])
        .with_acts(ACTS)
        .with_metrics(METRICS)
        .with_each(ENTRY_TYPES)
        .with(UNFINISHED_UPLOADS)
        .with(OPEN_ACTS)
        .opening(|deps| {
            Box::pin(async move {
                let (db, clock, config) = (deps.db.clone(), deps.clock.clone(), Arc::new(deps.get::<Config>()?));
                let (storage, acts) = (deps.get()?, deps.get()?);
                let content = Content {
                    db,
                    clock,
                    config,
                    storage,
                    uploads: Uploads::default(),
                    counted: Counted::default(),
                    archives: Archives::default(),
                    offers: Arc::new(Rate::new(120, 1)),
                    acts,
                };
                deps.put(content.clone())?;
                let contributions = deps.contributions.clone();
                let activity = deps.get::<Activity>()?;
                activity.cancel_with(ActionKind::Upload, Arc::new(CancelUpload(content.clone())));
                for kind in OF_BATCHES {
                    activity.cancel_with(kind, Arc::new(CancelBatch(content.clone())));
                }
                Ok(Opened {
                    routes: api_routes(content.clone()).describing(additions::types(&contributions), move |document| {
                        additions::describe(document, &contributions)
                    }),
                    file_routes: file_routes(content.clone()),
                    schedules: vec![sweeping(&content)],
                    file_schedules: vec![ending_dropped_calls(&content)],
                    jobs: jobs(content, activity),
                    ..Opened::default()
                })
            })
        })
}

fn sweeping(content: &Content) -> Schedule {
    let sweeping = async |content| sweep(&content).await;
    Schedule::every(Duration::from_secs(600), "Cleaning expired entries and uploads failed", content, sweeping)
}

/// Other processes crash, too: what they were receiving in one call ends soon.
fn ending_dropped_calls(content: &Content) -> Schedule {
    let ending = async |content| end_dropped_calls(&content).await;
    Schedule::every(Duration::from_secs(10), "Uploads that were dropped stay for now", content, ending)
}
