//! What runs beside the requests: workers, the socket's relay, and sweeping now and then.

use std::time::Duration;

use jobs::Worker;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// The workers of this process.
pub fn work(tasks: &mut JoinSet<()>, app: &App, places: usize, stop: &CancellationToken) {
    let kinds = app.jobs(previews::Worker::current());
    tasks.spawn(Worker::new(app.db.clone(), app.clock.clone(), kinds, places).run(stop.clone()));
    tasks.spawn(services::warn_of_lacks(previews::Worker::current()));
    tasks.spawn(sweep(app.clone(), stop.clone()));
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

/// Sweeps what is over every ten minutes: the bin, begun uploads, ended actions, sessions, links and e-mails.
async fn sweep(app: App, stop: CancellationToken) {
    let month = 30 * 86_400;
    let mut pause = tokio::time::interval(Duration::from_secs(600));
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = pause.tick() => {}
        }
        if let Err(error) = billing::reset_due(&app.ledger).await {
            tracing::warn!("Months of some quotas begin later: {error}");
        }
        if let Err(error) = content::keep_scrubbing(&app.content).await {
            tracing::warn!("Files are not read again for now: {error}");
        }
        if let Err(error) = content::sweep(&app.content).await {
            tracing::warn!("Sweeping stopped half way: {error}");
        }
        if let Err(error) = app.activity.prune(app.clock.now() - month).await {
            tracing::warn!("Old background actions stay for now: {error}");
        }
        if let Err(error) = identity::sweep(&app.identity).await {
            tracing::warn!("Old sessions stay for now: {error}");
        }
        if let Err(error) = app.mail.prune().await {
            tracing::warn!("Old e-mails stay for now: {error}");
        }
    }
}
