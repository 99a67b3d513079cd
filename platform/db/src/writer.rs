//! SQLite's one writer: a thread that gathers waiting closures and commits them with one sync.
//!
//! A closure that fails is undone by its savepoint and does not disturb its neighbours; nobody hears
//! "saved" before the commit that holds their rows is on disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::connection::{Conn, Tx};
use crate::pool::execute;
use crate::wake::{Bells, Woken};
use crate::{Error, Result};

/// Tells a waiting caller how its closure ended; called after the commit.
type Reply = Box<dyn FnOnce(Result<()>) + Send>;
pub type Job = Box<dyn FnOnce(&mut Tx<'_>) -> (bool, Reply) + Send>;

/// So many closures share one commit at most; it bounds how long the first one waits.
const BATCH: usize = 64;

#[derive(Clone)]
pub struct Writer {
    jobs: Sender<Job>,
}

impl Writer {
    pub fn start(connection: rusqlite::Connection, bells: Bells) -> Result<Self> {
        let (jobs, waiting) = channel();
        std::thread::Builder::new()
            .name("sqlite-writer".into())
            .spawn(move || serve(&connection, &waiting, &bells))
            .map_err(|error| Error::Broken(error.to_string()))?;
        Ok(Self { jobs })
    }

    pub fn submit(&self, job: Job) -> Result<()> {
        self.jobs.send(job).map_err(|_| Error::Unavailable("the writer has stopped".into()))
    }
}

fn serve(connection: &rusqlite::Connection, waiting: &Receiver<Job>, bells: &Bells) {
    while let Ok(first) = waiting.recv() {
        let mut replies = Vec::new();
        let mut ran = Ran::default();
        let begun = execute(connection, "BEGIN IMMEDIATE");
        if begun.is_ok() {
            run(connection, first, &mut replies, &mut ran);
            while replies.len() < BATCH && !ran.commit_at_once {
                let Ok(next) = waiting.try_recv() else { break };
                run(connection, next, &mut replies, &mut ran);
            }
        } else {
            // The closure never ran: dropping it tells its caller that the database is not available.
            tracing::error!("SQLite could not begin a transaction: {begun:?}");
            continue;
        }
        let committed = execute(connection, "COMMIT");
        if let Err(error) = &committed {
            tracing::error!("SQLite could not commit {} writes: {error}", replies.len());
            if !connection.is_autocommit() {
                connection.execute_batch("ROLLBACK").unwrap_or_else(|e| tracing::error!("rollback: {e}"));
            }
        } else {
            bells.ring(ran.woken);
        }
        let said = committed.err().map(|error| error.to_string());
        for reply in replies {
            reply(said.clone().map_or(Ok(()), |reason| Err(Error::Unavailable(reason))));
        }
    }
}

/// What the closures of a batch asked for.
#[derive(Default)]
struct Ran {
    woken: Woken,
    commit_at_once: bool,
}

/// Runs one closure in its own savepoint.
fn run(connection: &rusqlite::Connection, job: Job, replies: &mut Vec<Reply>, ran: &mut Ran) {
    if let Err(error) = execute(connection, "SAVEPOINT one") {
        tracing::error!("SQLite could not set a savepoint: {error}");
        return;
    }
    let mut tx = Tx::new(Conn::Sqlite(connection));
    let outcome = catch_unwind(AssertUnwindSafe(|| job(&mut tx)));
    let (keep, reply) = match outcome {
        Ok((keep, reply)) => (keep, Some(reply)),
        // The caller's channel closes with the closure, which tells it that the write did not happen.
        Err(_) => (false, None),
    };
    let undone = if keep { Ok(()) } else { execute(connection, "ROLLBACK TO one") };
    if let Err(error) = undone.and_then(|()| execute(connection, "RELEASE one")) {
        tracing::error!("SQLite could not end a savepoint: {error}");
    }
    replies.extend(reply);
    if keep {
        ran.woken.add_all(tx.woken);
    }
    ran.commit_at_once |= tx.alone;
}
