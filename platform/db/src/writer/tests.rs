use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::{Reply, Work, Writer};
use crate::sqlite::create_sqlite;
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
