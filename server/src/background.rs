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

/// Schedules begin a moment after the start, one after the other: all of them at once would keep the database from those
/// who wait for the start, and each would open a connection of its own.
const FIRST_AFTER: Duration = Duration::from_millis(200);
const APART: Duration = Duration::from_millis(50);

/// Each schedule has a task of its own: one that hangs holds up no other.
pub fn keep(tasks: &mut JoinSet<()>, schedules: Vec<Schedule>, stop: &CancellationToken) {
    for (place, schedule) in (0..).zip(schedules) {
        tasks.spawn(repeat(schedule, FIRST_AFTER + APART * place, stop.clone()));
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

/// Runs it once after `first`, and again so long after each run as it says.
async fn repeat(schedule: Schedule, first: Duration, stop: CancellationToken) {
    let mut wait = first;
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = sleep(wait) => {}
        }
        schedule.run().await;
        let Some(every) = schedule.every else { return };
        wait = every;
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use room::Schedule;
    use tokio::sync::mpsc;
    use tokio::task::JoinSet;
    use tokio::time::{Instant, timeout};
    use tokio_util::sync::CancellationToken;

    use super::{APART, FIRST_AFTER, keep};

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
    async fn schedules_do_not_begin_all_at_once() {
        let (ran, mut runs) = mpsc::unbounded_channel();
        let begun = Instant::now();
        let once = Schedule::once("Nobody listens", &ran, async |ran| ran.send(Instant::now()));
        drop(ran);
        let mut tasks = JoinSet::new();
        keep(&mut tasks, vec![once.clone(), once], &CancellationToken::new());
        tasks.join_all().await;
        let after = [runs.recv().await.unwrap() - begun, runs.recv().await.unwrap() - begun];
        assert!(after[0] >= FIRST_AFTER && after[1] >= after[0] + APART, "{after:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_ends_before_a_schedule_begins_does_not_run_it() {
        let (ran, mut runs) = mpsc::unbounded_channel();
        let once = Schedule::once("Nobody listens", &ran, async |ran| ran.send(()));
        drop(ran);
        let (mut tasks, stop) = (JoinSet::new(), CancellationToken::new());
        keep(&mut tasks, vec![once], &stop);
        stop.cancel();
        tasks.join_all().await;
        assert_eq!(runs.recv().await, None);
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
