//! What runs beside the requests: workers, the socket's relay, and what rooms do every so often.

use std::time::Duration;

use jobs::Worker;
use room::Schedule;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// The workers of this process.
pub fn work(tasks: &mut JoinSet<()>, app: &App, places: usize, stop: &CancellationToken) {
    tasks.spawn(Worker::new(app.db.clone(), app.clock.clone(), app.jobs(), places).run(stop.clone()));
    tasks.spawn(services::warn_of_lacks(previews::Worker::current()));
    tasks.spawn(keep(app.schedules(), stop.clone()));
}

/// Every so often what a crash of another process has left is reconciled, or what could not be undone while the database was
/// away.
const RECONCILING: Duration = Duration::from_secs(10);

pub async fn reconcile(app: App, stop: CancellationToken) {
    let mut pause = tokio::time::interval(RECONCILING);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = pause.tick() => {}
        }
        if let Err(error) = content::reconcile(&app.content.db, app.clock.now()).await {
            tracing::warn!("Unfinished renames stay for now: {error}");
        }
    }
}

/// Runs each schedule at the start and every so often after it, one after the other where they are due together.
async fn keep(schedules: Vec<Schedule>, stop: CancellationToken) {
    let now = Instant::now();
    let mut due: Vec<_> = schedules.into_iter().map(|schedule| (now, schedule)).collect();
    while let Some(next) = due.iter().map(|(at, _)| *at).min() {
        tokio::select! {
            () = stop.cancelled() => return,
            () = sleep_until(next) => {}
        }
        for (at, schedule) in due.iter_mut().filter(|(at, _)| *at <= next) {
            schedule.run().await;
            *at = Instant::now() + schedule.every;
        }
    }
}
