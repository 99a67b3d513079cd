//! SQLite's one writer: a thread that gathers waiting closures and commits them with one sync.
//!
//! A closure that fails is undone and does not affect its neighbours. A caller learns of success only after the commit
//! with its rows is on disk.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::connection::{Conn, Tx, Undoing, execute, undo};
use crate::error::was_full;
use crate::wake::{Notifiers, Woken};
use crate::{Error, Result};

/// Tells a waiting caller how its closure ended; called after the commit.
pub type Reply = Box<dyn FnOnce(Result<()>) + Send>;
/// The closure to run; it says whether to keep what it wrote. If the transaction could not begin, it gets the reason.
pub type Work = Box<dyn FnOnce(Result<&mut Tx<'_>>) -> (bool, Reply) + Send>;

pub struct Job {
    pub work: Work,
    pub turn: Arc<Turn>,
}

/// At most this many closures share one commit, which bounds how long the first one waits.
const BATCH: usize = 64;
/// While another process writes, the writer tries again after this time.
const AGAIN: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub struct Writer {
    jobs: Sender<Job>,
    queue: Arc<Queue>,
    ended: watch::Receiver<bool>,
}

/// A caller's place in the queue. Both sides may end it: the writer by beginning, the caller by giving up.
#[derive(Default)]
pub struct Turn {
    state: AtomicU8,
    begun: OnceLock<Instant>,
}

const WAITING: u8 = 0;
const BEGUN: u8 = 1;
const GIVEN_UP: u8 = 2;

impl Turn {
    /// False if the caller has given up: then nothing is done for it.
    fn begin(&self) -> bool {
        let begun = self.state.compare_exchange(WAITING, BEGUN, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if begun {
            self.begun.get_or_init(Instant::now);
        }
        begun
    }

    /// False if the work has begun: then the caller waits for its end.
    pub fn give_up(&self) -> bool {
        self.state.compare_exchange(WAITING, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    pub fn begun_at(&self) -> Option<Instant> {
        self.begun.get().copied()
    }

    fn is_waited_for(&self) -> bool {
        self.state.load(Ordering::Acquire) == WAITING
    }
}

/// The state of the queue, for callers that decide whether to join it.
#[derive(Default)]
struct Queue {
    length: AtomicUsize,
    /// How long one closure took recently, in nanoseconds.
    pace: AtomicU64,
    /// Since when another process has prevented us from writing.
    held_since: Mutex<Option<Instant>>,
}

impl Queue {
    fn hold(&self, held: bool) {
        let mut since = self.held_since.lock().unwrap_or_else(PoisonError::into_inner);
        *since = if held { since.or_else(|| Some(Instant::now())) } else { None };
    }

    /// Why a caller that waits for at most `longest_wait` should not begin to wait.
    fn hopeless(&self, longest_wait: Duration) -> Option<&'static str> {
        let since = *self.held_since.lock().unwrap_or_else(PoisonError::into_inner);
        if since.is_some_and(|since| since.elapsed() > longest_wait / 3) {
            return Some("another program has locked it");
        }
        let length = u64::try_from(self.length.load(Ordering::Relaxed)).unwrap_or(u64::MAX);
        let ahead = length.saturating_mul(self.pace.load(Ordering::Relaxed));
        (Duration::from_nanos(ahead) > longest_wait).then_some("too many writes are waiting")
    }

    fn took(&self, time: Duration) {
        let (now, taken) = (self.pace.load(Ordering::Relaxed), u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        self.pace.store(now - now / 16 + taken / 16, Ordering::Relaxed);
    }
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
                serve(&connection, Waiting { jobs: waiting, drained: VecDeque::new() }, &notifiers, &state);
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

/// The queued jobs, in order.
struct Waiting {
    jobs: Receiver<Job>,
    drained: VecDeque<Job>,
}

impl Waiting {
    /// None when all senders are gone.
    fn next(&mut self) -> Option<Job> {
        self.drained.pop_front().or_else(|| self.jobs.recv().ok())
    }

    fn next_now(&mut self) -> Option<Job> {
        self.drained.pop_front().or_else(|| self.jobs.try_recv().ok())
    }

    /// Drops jobs whose callers have given up; false when all senders are gone.
    fn tidy(&mut self, queue: &Queue) -> bool {
        let alive = loop {
            match self.jobs.try_recv() {
                Ok(job) => self.drained.push_back(job),
                Err(TryRecvError::Empty) => break true,
                Err(TryRecvError::Disconnected) => break false,
            }
        };
        let before = self.drained.len();
        self.drained.retain(|job| job.turn.is_waited_for());
        queue.length.fetch_sub(before - self.drained.len(), Ordering::Relaxed);
        alive || !self.drained.is_empty()
    }
}

fn serve(connection: &rusqlite::Connection, mut waiting: Waiting, notifiers: &Notifiers, queue: &Queue) {
    while let Some(first) = waiting.next() {
        waiting.drained.push_front(first);
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

fn run_batch(connection: &rusqlite::Connection, waiting: &mut Waiting, notifiers: &Notifiers, queue: &Queue) {
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    use super::{Reply, Work, Writer};
    use crate::pool::create_sqlite;
    use crate::wake::Notifiers;
    use crate::{Error, params};

    const TIMEOUT: Duration = Duration::from_secs(30);

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Ends {
        Well,
        Refused,
        InPanic,
    }

    /// Writes `number` once `begin` is signalled. Its reply comes after the commit; if it fails, the channel closes.
    fn writing(number: i64, ends: Ends, begin: Option<Receiver<()>>) -> (Work, Receiver<crate::Result<()>>) {
        let (answer, answered) = channel();
        let work: Work = Box::new(move |tx| {
            let tx = tx.unwrap();
            begin.inspect(|begin| begin.recv().unwrap());
            tx.run("INSERT INTO kept (number) VALUES ($1)", params![number]).unwrap();
            assert_ne!(ends, Ends::InPanic, "on purpose");
            let reply: Reply = Box::new(move |committed| answer.send(committed).unwrap());
            (ends == Ends::Well, reply)
        });
        (work, answered)
    }

    #[test]
    fn a_failed_closure_of_a_commit_does_not_undo_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("writer.db");
        let reader = create_sqlite(&file).unwrap();
        reader.execute_batch("CREATE TABLE kept (number BIGINT NOT NULL)").unwrap();
        let writer = Writer::start(create_sqlite(&file).unwrap(), Notifiers::default()).unwrap();
        for failing in 0..4 {
            for ends in [Ends::Refused, Ends::InPanic] {
                reader.execute_batch("DELETE FROM kept").unwrap();
                let (begin, begun) = channel();
                let mut begun = Some(begun);
                let answers: Vec<_> = (0..4)
                    .map(|number| {
                        let ends = if number == failing { ends } else { Ends::Well };
                        let (work, answered) = writing(number, ends, begun.take());
                        writer.submit(work, TIMEOUT).unwrap();
                        (ends, answered)
                    })
                    .collect();
                // By now all of them wait for the first.
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

    /// A writer on a database with a table of its own, and a second connection to it.
    fn beside_another() -> (Writer, rusqlite::Connection, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("writer.db");
        let other = create_sqlite(&file).unwrap();
        other.execute_batch("CREATE TABLE kept (number BIGINT NOT NULL)").unwrap();
        (Writer::start(create_sqlite(&file).unwrap(), Notifiers::default()).unwrap(), other, folder)
    }

    #[test]
    fn a_panic_in_a_reply_ends_the_writer_and_is_reported() {
        let (writer, _other, _folder) = beside_another();
        let work: Work = Box::new(|_| (true, Box::new(|_| panic!("on purpose"))));
        writer.submit(work, TIMEOUT).unwrap();
        let mut ended = writer.ended();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert!(*runtime.block_on(ended.wait_for(|ended| *ended)).unwrap());
        let (work, _answered) = writing(1, Ends::Well, None);
        assert!(writer.submit(work, TIMEOUT).is_err());
    }

    #[test]
    fn writes_behind_a_held_lock_are_soon_refused_at_once() {
        let (writer, other, _folder) = beside_another();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let longest_wait = Duration::from_millis(600);
        let (work, answered) = writing(1, Ends::Well, None);
        let turn = writer.submit(work, longest_wait).unwrap();
        let begun = Instant::now();
        let mut waiting = Vec::new();
        loop {
            let (work, answered) = writing(1, Ends::Well, None);
            let Ok(turn) = writer.submit(work, longest_wait) else { break };
            waiting.push((turn, answered));
            assert!(begun.elapsed() < Duration::from_secs(60), "it is soon known"); // time: the limit of waiting
            std::thread::yield_now();
        }
        assert!(turn.give_up() && waiting.iter().all(|(turn, _)| turn.give_up()));
        // A caller with more time may still succeed.
        let (work, hoped) = writing(3, Ends::Well, None);
        writer.submit(work, TIMEOUT).unwrap();
        other.execute_batch("COMMIT").unwrap();
        hoped.recv().unwrap().unwrap();
        assert!(answered.recv().is_err(), "who gave up is forgotten");
        let kept = "SELECT COUNT(*) FROM kept WHERE number = 1";
        assert_eq!(other.query_row(kept, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
        let (work, answered) = writing(4, Ends::Well, None);
        writer.submit(work, longest_wait).unwrap();
        answered.recv().unwrap().unwrap();
    }

    #[test]
    fn closures_of_a_commit_that_finds_the_disk_full_all_fail_with_it() {
        let (writer, other, _folder) = beside_another();
        let (held, holding) = channel();
        let (begin, begun) = channel();
        let (answer, answered) = channel();
        let small: Work = Box::new(move |tx| {
            let tx = tx.unwrap();
            // From here on the file cannot grow.
            tx.exists("PRAGMA max_page_count = 1", &[]).unwrap();
            tx.run("INSERT INTO kept (number) VALUES (1)", &[]).unwrap();
            held.send(()).unwrap();
            begun.recv().unwrap();
            (true, Box::new(move |committed| answer.send(committed).unwrap()))
        });
        writer.submit(small, TIMEOUT).unwrap();
        holding.recv().unwrap();
        let (refuse, refused) = channel();
        let large: Work = Box::new(move |tx| {
            let written = tx.unwrap().run("INSERT INTO kept (number) VALUES (zeroblob(1000000))", &[]);
            refuse.send(written.map(|_| ())).unwrap();
            (false, Box::new(|_| ()))
        });
        writer.submit(large, TIMEOUT).unwrap();
        begin.send(()).unwrap();
        assert!(matches!(refused.recv().unwrap(), Err(Error::Full(_))));
        let told = answered.recv().unwrap();
        let kept: i64 = other.query_row("SELECT COUNT(*) FROM kept", [], |row| row.get(0)).unwrap();
        match told {
            // SQLite has rolled back both.
            Err(Error::Full(_)) => assert_eq!(kept, 0),
            told => panic!("{told:?}, {kept} kept"),
        }
    }

    #[test]
    fn a_change_outside_the_database_is_undone_only_on_rollback() {
        let (writer, _other, _folder) = beside_another();
        for (keep, wanted) in [(true, false), (false, true)] {
            let (told, undone) = channel();
            let (answer, answered) = channel();
            let work: Work = Box::new(move |tx| {
                tx.unwrap().undo(move || told.send(()).unwrap());
                (keep, Box::new(move |_| answer.send(()).unwrap()))
            });
            writer.submit(work, TIMEOUT).unwrap();
            answered.recv().unwrap();
            assert_eq!(undone.try_recv().is_ok(), wanted);
        }
    }
}
