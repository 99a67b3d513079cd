//! What runs beside the requests: workers, the socket's relay, and what rooms do every so often, and at the end.

use std::time::Duration;

use jobs::Worker;
use room::Schedule;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// The workers of this process.
pub fn work(tasks: &mut JoinSet<()>, app: &App, places: usize, stop: &CancellationToken) {
    tasks.spawn(Worker::new(app.db.clone(), app.clock.clone(), app.jobs(), places).run(stop.clone()));
    keep(tasks, app.schedules(), stop);
}

/// Each schedule has a task of its own: one that hangs holds up no other.
pub fn keep(tasks: &mut JoinSet<()>, schedules: Vec<Schedule>, stop: &CancellationToken) {
    for schedule in schedules {
        tasks.spawn(repeat(schedule, stop.clone()));
    }
}

/// Who has asked this process to end does not wait for longer.
const LONGEST_END: Duration = Duration::from_secs(5);

/// Writes what this process has in memory alone: nothing else goes on in it any more.
pub async fn end(app: &App) {
    let writing = async {
        app.db.background_ended().await;
        for ending in app.endings() {
            ending.run().await;
        }
    };
    if timeout(LONGEST_END, writing).await.is_err() {
        tracing::warn!("What was in memory alone could not be written in time");
    }
}

/// Runs it at the start, and again so long after each run.
async fn repeat(schedule: Schedule, stop: CancellationToken) {
    while !stop.is_cancelled() {
        schedule.run().await;
        let Some(every) = schedule.every else { return };
        tokio::select! {
            () = stop.cancelled() => return,
            () = sleep(every) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use room::Schedule;
    use tokio::sync::mpsc;
    use tokio::task::JoinSet;
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    use super::keep;

    #[tokio::test(start_paused = true)]
    async fn a_schedule_that_never_returns_holds_up_no_other() {
        let (ran, mut runs) = mpsc::unbounded_channel();
        let every = Duration::from_secs(600);
        let hanging = Schedule::new(every, "It hangs", pending);
        let running = Schedule::every(every, "Nobody listens", &ran, async |ran| ran.send(()));
        let (mut tasks, stop) = (JoinSet::new(), CancellationToken::new());
        keep(&mut tasks, vec![hanging.clone(), running, hanging], &stop);
        for _ in 0..3 {
            timeout(2 * every, runs.recv()).await.unwrap().unwrap();
        }
        tasks.shutdown().await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_schedule_that_runs_once_is_not_repeated() {
        let (ran, mut runs) = mpsc::unbounded_channel();
        let once = Schedule::once("Nobody listens", &ran, async |ran| ran.send(()));
        drop(ran);
        let mut tasks = JoinSet::new();
        keep(&mut tasks, vec![once], &CancellationToken::new());
        assert_eq!((runs.recv().await, runs.recv().await), (Some(()), None));
    }
}
