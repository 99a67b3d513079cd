//! Events: what a room tells all other rooms, in the transaction in which it happens.
//!
//! The room that publishes an event defines its type. Rooms above listen: a listener runs in the same transaction, so it
//! hears of everything that is committed and of nothing else. What takes time it enqueues as a job; the job is retried, and
//! takes its turn, without the publisher (docs/decisions/0045-a-room-is-described-in-one-place.md).

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use audit::Author;
use db::{Db, Error, Result, Tx};
use primitives::{Seconds, TenantId};

/// Something that has happened: each type is an event of its own.
pub trait Event: Any + Send + Sync {}

/// Where and when something has happened, and who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub tenant: TenantId,
    pub at: Seconds,
    pub author: Author,
}

impl Header {
    pub fn by(author: impl Into<Author>, tenant: TenantId, at: Seconds) -> Self {
        Self { tenant, at, author: author.into() }
    }
}

type Hear = Arc<dyn Fn(&mut Tx<'_>, &dyn Any) -> Result<()> + Send + Sync>;

/// What a room does when something happens.
#[derive(Clone)]
pub struct Listener {
    event: TypeId,
    name: &'static str,
    hear: Hear,
}

impl Listener {
    /// `hear` is quick and touches only the database: the publisher waits for it, and fails where it fails.
    pub fn to<E: Event>(hear: fn(&mut Tx<'_>, &E) -> Result<()>) -> Self {
        let hear = move |tx: &mut Tx<'_>, event: &dyn Any| match event.downcast_ref::<E>() {
            Some(event) => hear(tx, event),
            None => Err(Error::Broken(format!("something else was published as {}", type_name::<E>()))),
        };
        Self { event: TypeId::of::<E>(), name: type_name::<E>(), hear: Arc::new(hear) }
    }
}

impl Debug for Listener {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener").field(&self.name).finish()
    }
}

/// Who listens to what, in all rooms of the program.
#[derive(Debug, Default)]
pub struct Listeners(HashMap<TypeId, Vec<Listener>>);

impl FromIterator<Listener> for Listeners {
    fn from_iter<I: IntoIterator<Item = Listener>>(listeners: I) -> Self {
        let mut by_event: HashMap<_, Vec<_>> = HashMap::new();
        for listener in listeners {
            by_event.entry(listener.event).or_default().push(listener);
        }
        Self(by_event)
    }
}

impl Listeners {
    /// The same database, whose transactions publish to these.
    pub fn of(self, db: Db) -> Db {
        db.carrying(Arc::new(self))
    }
}

/// Tells all who listen, one after the other. A database without listeners refuses: a program that forgot them would leave
/// others without what they wait for.
pub fn publish<E: Event>(tx: &mut Tx<'_>, event: &E) -> Result<()> {
    let listeners = tx.carried::<Arc<Listeners>>().cloned();
    let listeners =
        listeners.ok_or_else(|| Error::Broken(format!("the database has no listeners for {}", type_name::<E>())))?;
    listeners.0.get(&TypeId::of::<E>()).into_iter().flatten().try_for_each(|listener| (listener.hear)(tx, event))
}

#[cfg(test)]
mod tests {
    use db::testing::TestDb;
    use db::{Engine, Error, params};

    use super::{Event, Listener, Listeners, publish};

    struct Painted(i64);

    impl Event for Painted {}

    fn note(tx: &mut db::Tx<'_>, Painted(number): &Painted) -> db::Result<()> {
        tx.run("INSERT INTO noted (number) VALUES ($1)", params![*number]).map(drop)
    }

    fn refuse(_: &mut db::Tx<'_>, _: &Painted) -> db::Result<()> {
        Err(Error::Missing)
    }

    async fn heard(engine: Engine, listeners: Vec<Listener>) -> (db::Result<()>, Vec<i64>) {
        let test = TestDb::without_tables(engine).await;
        test.run("CREATE TABLE noted (number BIGINT NOT NULL)".into()).await;
        let db = listeners.into_iter().collect::<Listeners>().of(test.db.clone());
        let published = db.write(|tx| publish(tx, &Painted(7))).await;
        let sql = "SELECT number FROM noted";
        (published, db.read(|c| c.rows(sql, &[], |row| row.get(0))).await.unwrap())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_listener_runs_in_the_transaction_of_the_event() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let (published, noted) = heard(engine, vec![Listener::to(note), Listener::to(note)]).await;
            assert!(published.is_ok());
            assert_eq!(noted, [7, 7]);
            let (published, noted) = heard(engine, vec![Listener::to(note), Listener::to(refuse)]).await;
            assert!(matches!(published, Err(Error::Missing)));
            assert_eq!(noted, [] as [i64; 0], "what a listener has written goes with the rest");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_database_that_knows_no_listeners_refuses_to_publish() {
        let test = TestDb::without_tables(Engine::Sqlite).await;
        let refused = test.db.write(|tx| publish(tx, &Painted(7))).await;
        assert!(refused.unwrap_err().to_string().contains("Painted"));
    }
}
