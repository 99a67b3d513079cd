//! The closures that share one transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::job::{Reply, Work};
use super::queue::{Queue, Waiting};
use crate::Error;
use crate::connection::Conn;
use crate::error::was_full;
use crate::statement::execute;
use crate::tx::{Tx, Undoing, undo};
use crate::wake::{Notifiers, Woken};

/// At most this many closures share one commit, which bounds how long the first one waits.
const BATCH: usize = 64;
pub(super) fn run_batch(
    connection: &rusqlite::Connection,
    waiting: &mut Waiting,
    notifiers: &Notifiers,
    queue: &Queue,
) {
    let mut ran = Ran::default();
    // Clears the flag of an earlier transaction.
    was_full();
    let mut take = |ran: &mut Ran, first: bool| {
        let Some(job) = waiting.next_now() else { return false };
        queue.length.fetch_sub(1, Ordering::Relaxed);
        if !job.turn.begin() {
            return true;
        }
        let begun = Instant::now();
        if first {
            ran.add(call(connection, job.work));
        } else {
            run_beside(connection, job.work, ran);
        }
        queue.took(begun.elapsed());
        true
    };
    while ran.calls == 0 && take(&mut ran, true) {}
    if !ran.keeps {
        // No other closure is in the transaction.
        roll_back(connection);
        ran.undo_rest();
        ran.reply(None);
        return;
    }
    // On a full disk SQLite may roll back the whole transaction by itself; then no further closure joins it.
    let is_open = || !connection.is_autocommit();
    while ran.replies.len() < BATCH && is_open() && take(&mut ran, false) {}
    let given_up = || {
        let said = "SQLite gave up the transaction".to_owned();
        if was_full() { Error::Full(said) } else { Error::Unavailable(said) }
    };
    let committed = if is_open() { execute(connection, "COMMIT") } else { Err(given_up()) };
    if let Err(error) = &committed {
        tracing::error!("SQLite could not commit {} writes: {error}", ran.replies.len());
        roll_back(connection);
        ran.undo_rest();
    } else {
        ran.afterwards.drain(..).for_each(|after| after());
        notifiers.notify(ran.woken);
    }
    ran.reply(committed.err());
}

/// Rolls back, unless SQLite has done so by itself.
fn roll_back(connection: &rusqlite::Connection) {
    if !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK").unwrap_or_else(|e| tracing::error!("rollback: {e}"));
    }
}

/// The closures of one transaction, and what they asked for.
#[derive(Default)]
struct Ran {
    calls: usize,
    replies: Vec<Reply>,
    woken: Woken,
    /// Some closure's writes are to be kept.
    keeps: bool,
    undoings: Vec<Undoing>,
    afterwards: Vec<Undoing>,
}

impl Ran {
    /// Returns whether the closure's writes are to be kept.
    fn add(&mut self, outcome: Outcome) -> bool {
        self.calls += 1;
        self.replies.extend(outcome.reply);
        if outcome.keep {
            self.afterwards.extend(outcome.afterwards);
            self.woken.add_all(outcome.woken);
        }
        self.keeps |= outcome.keep;
        self.undoings.extend(outcome.undoings);
        outcome.keep
    }

    /// Undoes the changes outside the database, the last first.
    fn undo_rest(&mut self) {
        undo(std::mem::take(&mut self.undoings));
    }

    fn reply(self, failure: Option<Error>) {
        for reply in self.replies {
            reply(failure.as_ref().map_or(Ok(()), |error| Err(error.of_commit())));
        }
    }
}

/// How one closure ended.
struct Outcome {
    keep: bool,
    /// None after a panic: the caller's channel closes with the closure, which tells the caller that the write did not
    /// happen.
    reply: Option<Reply>,
    woken: Woken,
    undoings: Vec<Undoing>,
    afterwards: Vec<Undoing>,
}

fn call(connection: &rusqlite::Connection, work: Work) -> Outcome {
    let mut tx = Tx::new(Conn::from(connection));
    let ended = catch_unwind(AssertUnwindSafe(|| primitives::without_waiting(|| work(Ok(&mut tx)))));
    let (keep, reply) = ended.map_or((false, None), |(keep, reply)| (keep, Some(reply)));
    Outcome { keep, reply, woken: tx.woken, undoings: tx.undoings, afterwards: tx.afterwards }
}

/// Runs one more closure in a savepoint of its own. The first closure needs none, and a savepoint is costly: SQLite
/// keeps a copy of each page that changes in it, and goes through all of them after each statement.
fn run_beside(connection: &rusqlite::Connection, work: Work, ran: &mut Ran) {
    if let Err(error) = execute(connection, "SAVEPOINT one") {
        tracing::error!("SQLite could not set a savepoint: {error}");
        let (_, reply) = work(Err(error));
        reply(Ok(()));
        return;
    }
    let mut outcome = call(connection, work);
    let undoings = if outcome.keep { Vec::new() } else { std::mem::take(&mut outcome.undoings) };
    let keep = ran.add(outcome);
    let undone = if keep { Ok(()) } else { execute(connection, "ROLLBACK TO one") };
    if let Err(error) = undone.and_then(|()| execute(connection, "RELEASE one")) {
        tracing::error!("SQLite could not end a savepoint: {error}");
    }
    undo(undoings);
}
