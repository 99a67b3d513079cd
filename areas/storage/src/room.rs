//! Describes this room to the program.

use std::sync::Arc;
use std::time::Duration;

use db::Migrations;
use room::{Metric, Opened, Recovery, Room, Schedule};

use crate::deletion_blocker::DELETION_BLOCKERS;
use crate::integrity::keep_scrubbing;
use crate::s3_access::SECRET_KEYS;
use crate::{Config, Storage, file_routes, jobs, reconcile, recover, routes};

const FOUND_WRONG: Metric = Metric::counter(
    "files_found_wrong_total",
    "Files whose bytes were found to be missing or others than were stored, by flaw.",
);

const TABLES: &[&str] =
    &["content_file_server", "content_file_server_tenant", "content_repository", "content_check", "content_intent"];

/// What makes the tables of this room, and of what it builds on. The baseline also makes those of `content`, which was
/// one room with this one.
pub fn migrations() -> Migrations {
    let before = db::migrations!("storage" noted as "content", 5, ["0001_baseline", "0205_moves_outside"]);
    let steps = before.and(db::migrations!(
        "storage",
        5,
        [
            "0241_buckets",
            "0321_every_file_is_known",
            "0330_into_another_folder",
            "0420_replacements",
            "0492_gdrive_configs",
            "0495_moves_to_another_file_server",
            "0498_moves_that_wait",
            "0510_entries_that_change_repositories"
        ]
    ));
    steps.and(security::migrations()).and(activity::migrations())
}

pub fn room() -> Room {
    Room::new("storage", 5)
        .with_tables(TABLES)
        .with_migrations(migrations())
        .with(SECRET_KEYS)
        .with_sentences(room::sentences!())
        .with_deletion_blockers(DELETION_BLOCKERS)
        .with_metrics([FOUND_WRONG])
        .opening(|deps| {
            Box::pin(async move {
                let storage =
                    Storage { db: deps.db.clone(), clock: deps.clock.clone(), config: Arc::new(deps.get::<Config>()?) };
                deps.put(storage.clone())?;
                Ok(Opened {
                    routes: routes(storage.clone()),
                    file_routes: file_routes(storage.clone()),
                    jobs: jobs(&storage, &deps.get()?),
                    schedules: vec![scrubbing(&storage)],
                    recoveries: vec![recovery(&storage)],
                    file_schedules: vec![undoing_intents(&storage)],
                    ..Opened::default()
                })
            })
        })
}

fn scrubbing(storage: &Storage) -> Schedule {
    let scrubbing = async |storage| keep_scrubbing(&storage).await;
    Schedule::every(Duration::from_secs(600), "Re-reading stored files failed", storage, scrubbing)
}

fn recovery(storage: &Storage) -> Recovery {
    Recovery::new("the recovery after a crash failed", storage, async |storage| {
        recover(&storage.db, &storage.config.owner, storage.clock.now()).await
    })
}

/// Other processes crash, too: their unfinished changes are undone soon.
fn undoing_intents(storage: &Storage) -> Schedule {
    Schedule::every(Duration::from_secs(10), "Unfinished changes of the disk stay for now", storage, async |storage| {
        reconcile(&storage.db, &storage.config.owner, storage.clock.now()).await
    })
}
