//! SQLite's one writer: a thread that gathers waiting closures and commits them with one sync.
//!
//! A closure that fails is undone and does not affect its neighbours. A caller learns of success only after the commit
//! with its rows is on disk.

mod batch;
mod job;
mod queue;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::sync::watch;

use self::batch::run_batch;
use self::job::{Job, Turn};
pub use self::job::{Reply, Work};
use self::queue::{Queue, Waiting};
use crate::statement::execute;
use crate::wake::Notifiers;
use crate::{Error, Result};

/// While another process writes, the writer tries again after this time.
const AGAIN: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub struct Writer {
    jobs: Sender<Job>,
    queue: Arc<Queue>,
    ended: watch::Receiver<bool>,
}

/// Reports that the thread has ended, for whatever reason.
struct Ending(watch::Sender<bool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

impl Writer {
    pub fn start(connection: rusqlite::Connection, notifiers: Notifiers) -> Result<Self> {
        connection.busy_timeout(AGAIN)?;
        let (jobs, waiting) = channel();
        let (ending, ended) = watch::channel(false);
        let ending = Ending(ending);
        let queue = Arc::new(Queue::default());
        let state = Arc::clone(&queue);
        std::thread::Builder::new()
            .name("sqlite-writer".into())
            .spawn(move || {
                let _ending = ending;
                serve(&connection, Waiting::new(waiting), &notifiers, &state);
            })
            .map_err(|error| Error::Broken(error.to_string()))?;
        Ok(Self { jobs, queue, ended })
    }

    /// Queues `work` of a caller that waits for at most `longest_wait`.
    pub fn submit(&self, work: Work, longest_wait: Duration) -> Result<Arc<Turn>> {
        if let Some(reason) = self.queue.hopeless(longest_wait) {
            return Err(Error::Unavailable(reason.into()));
        }
        let turn = Arc::<Turn>::default();
        self.queue.length.fetch_add(1, Ordering::Relaxed);
        let sent = self.jobs.send(Job { work, turn: turn.clone() });
        sent.map_err(|_| Error::Unavailable("the writer has stopped".into()))?;
        Ok(turn)
    }

    /// Resolves when the thread is gone: nothing is written any more.
    pub fn ended(&self) -> watch::Receiver<bool> {
        self.ended.clone()
    }
}

fn serve(connection: &rusqlite::Connection, mut waiting: Waiting, notifiers: &Notifiers, queue: &Queue) {
    while let Some(first) = waiting.next() {
        waiting.put_back(first);
        match begin(connection, &mut waiting, queue) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::error!("SQLite could not begin a transaction: {error:?}");
                let Some(first) = waiting.next() else { return };
                queue.length.fetch_sub(1, Ordering::Relaxed);
                let (_, reply) = (first.work)(Err(error));
                reply(Ok(()));
                continue;
            }
        }
        run_batch(connection, &mut waiting, notifiers, queue);
    }
}

/// Begins a transaction as soon as no other process has one. False when all senders are gone.
fn begin(connection: &rusqlite::Connection, waiting: &mut Waiting, queue: &Queue) -> Result<bool> {
    loop {
        match execute(connection, "BEGIN IMMEDIATE") {
            Err(error) if error.is_busy() => {
                queue.hold(true);
                if !waiting.tidy(queue) {
                    return Ok(false);
                }
            }
            begun => {
                queue.hold(false);
                return begun.map(|()| true);
            }
        }
    }
}

#[cfg(test)]
mod tests;
