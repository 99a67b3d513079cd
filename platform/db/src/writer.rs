//! SQLite's one writer: a thread that gathers waiting closures and commits them with one sync.
//!
//! A closure that fails is undone and does not disturb its neighbours; nobody hears "saved" before the commit that holds
//! their rows is on disk.

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
        if let Err(error) = execute(connection, "BEGIN IMMEDIATE") {
            // The closure never ran: dropping it tells its caller that the database is not available.
            tracing::error!("SQLite could not begin a transaction: {error:?}");
            continue;
        }
        let mut ran = Ran::default();
        if !ran.add(call(connection, first)) {
            // Nobody else is in the transaction.
            roll_back(connection);
            ran.reply(None);
            continue;
        }
        while ran.replies.len() < BATCH && !ran.commit_at_once {
            let Ok(next) = waiting.try_recv() else { break };
            run_beside(connection, next, &mut ran);
        }
        let committed = execute(connection, "COMMIT");
        if let Err(error) = &committed {
            tracing::error!("SQLite could not commit {} writes: {error}", ran.replies.len());
            roll_back(connection);
        } else {
            bells.ring(ran.woken);
        }
        ran.reply(committed.err().map(|error| error.to_string()));
    }
}

/// Where SQLite has not done so by itself.
fn roll_back(connection: &rusqlite::Connection) {
    if !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK").unwrap_or_else(|e| tracing::error!("rollback: {e}"));
    }
}

/// The closures of one transaction, and what they asked for.
#[derive(Default)]
struct Ran {
    replies: Vec<Reply>,
    woken: Woken,
    commit_at_once: bool,
}

impl Ran {
    /// Whether what it wrote is to be kept.
    fn add(&mut self, outcome: Outcome) -> bool {
        self.replies.extend(outcome.reply);
        if outcome.keep {
            self.woken.add_all(outcome.woken);
        }
        self.commit_at_once |= outcome.alone;
        outcome.keep
    }

    fn reply(self, failure: Option<String>) {
        for reply in self.replies {
            reply(failure.clone().map_or(Ok(()), |reason| Err(Error::Unavailable(reason))));
        }
    }
}

/// How one closure ended.
struct Outcome {
    keep: bool,
    /// None after a panic: the caller's channel closes with the closure, which tells it that the write did not happen.
    reply: Option<Reply>,
    woken: Woken,
    alone: bool,
}

fn call(connection: &rusqlite::Connection, job: Job) -> Outcome {
    let mut tx = Tx::new(Conn::Sqlite(connection));
    let ended = catch_unwind(AssertUnwindSafe(|| job(&mut tx)));
    let (keep, reply) = ended.map_or((false, None), |(keep, reply)| (keep, Some(reply)));
    Outcome { keep, reply, woken: tx.woken, alone: tx.alone }
}

/// Runs one more closure, in a savepoint of its own. The first needs none, and a savepoint is dear: SQLite keeps a copy
/// of each page that changes in it, and goes through all of them after each statement.
fn run_beside(connection: &rusqlite::Connection, job: Job, ran: &mut Ran) {
    if let Err(error) = execute(connection, "SAVEPOINT one") {
        tracing::error!("SQLite could not set a savepoint: {error}");
        return;
    }
    let keep = ran.add(call(connection, job));
    let undone = if keep { Ok(()) } else { execute(connection, "ROLLBACK TO one") };
    if let Err(error) = undone.and_then(|()| execute(connection, "RELEASE one")) {
        tracing::error!("SQLite could not end a savepoint: {error}");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::{Job, Reply, Writer};
    use crate::params;
    use crate::pool::open_sqlite;
    use crate::wake::Bells;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Ends {
        Well,
        Refused,
        InPanic,
    }

    /// Writes `number` once `begin` says so. Its reply comes after the commit; without one the channel closes.
    fn writing(number: i64, ends: Ends, begin: Option<Receiver<()>>) -> (Job, Receiver<crate::Result<()>>) {
        let (answer, answered) = channel();
        let job: Job = Box::new(move |tx| {
            begin.inspect(|begin| begin.recv().unwrap());
            tx.run("INSERT INTO kept (number) VALUES ($1)", params![number]).unwrap();
            assert_ne!(ends, Ends::InPanic, "on purpose");
            let reply: Reply = Box::new(move |committed| answer.send(committed).unwrap());
            (ends == Ends::Well, reply)
        });
        (job, answered)
    }

    #[test]
    fn whichever_of_a_commit_s_closures_fails_the_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("writer.db");
        let reader = open_sqlite(&file).unwrap();
        reader.execute_batch("CREATE TABLE kept (number BIGINT NOT NULL)").unwrap();
        let writer = Writer::start(open_sqlite(&file).unwrap(), Bells::default()).unwrap();
        for failing in 0..4 {
            for ends in [Ends::Refused, Ends::InPanic] {
                reader.execute_batch("DELETE FROM kept").unwrap();
                let (begin, begun) = channel();
                let mut begun = Some(begun);
                let answers: Vec<_> = (0..4)
                    .map(|number| {
                        let ends = if number == failing { ends } else { Ends::Well };
                        let (job, answered) = writing(number, ends, begun.take());
                        writer.submit(job).unwrap();
                        (ends, answered)
                    })
                    .collect();
                // All of them wait by now for the first.
                begin.send(()).unwrap();
                for (ends, answered) in answers {
                    let answered = answered.recv().map(|committed| committed.is_ok());
                    assert_eq!(answered.ok(), (ends != Ends::InPanic).then_some(true), "{failing} {ends:?}");
                }
                let mut kept = reader.prepare("SELECT number FROM kept ORDER BY number").unwrap();
                let kept: Vec<i64> = kept.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
                assert_eq!(kept, (0..4).filter(|number| *number != failing).collect::<Vec<_>>(), "{ends:?}");
            }
        }
    }
}
