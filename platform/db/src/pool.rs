//! `Db`: the handle that every room holds. It finds a connection, runs a closure on it, and gives it back.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, watch};

use crate::answer::{Answer, blocking};
use crate::background_queue::BackgroundQueue;
use crate::carried::{Carried, Home};
use crate::client::Client;
use crate::connection::Conn;
use crate::engine::Engine;
use crate::idle::Idle;
use crate::measure;
use crate::reserve::Reserve;
use crate::server::Server;
use crate::sqlite::{create_sqlite, open_sqlite};
use crate::statement::execute;
use crate::wake::{Notifiers, Wake};
use crate::writer::Writer;
use crate::{Error, Result, wait_budget};

/// The address of the data: `sqlite:<path>` or `postgres://…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DbUrl {
    Sqlite(PathBuf),
    Postgres(String),
}

impl DbUrl {
    pub fn parse(url: &str) -> Option<Self> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            return Some(Self::Sqlite(path.trim_start_matches("//").into()));
        }
        ["postgres://", "postgresql://", "host="]
            .iter()
            .any(|scheme| url.starts_with(scheme))
            .then(|| Self::Postgres(url.to_owned()))
    }
}

#[derive(Clone)]
pub struct Db {
    pub(crate) backend: Arc<Backend>,
    pub(crate) notifiers: Notifiers,
    pub(crate) carried: Carried,
    background: BackgroundQueue,
}

pub(crate) enum Backend {
    Sqlite { path: PathBuf, idle: Mutex<Vec<rusqlite::Connection>>, writer: Writer, reserve: Reserve },
    Postgres { server: Arc<Server>, idle: Idle, places: Semaphore },
}

/// PostgreSQL connections of one process, where nothing else is set.
pub const CONNECTIONS: u16 = 12;

impl Db {
    /// As `open_with`, with the usual number of connections.
    pub fn open(url: &DbUrl) -> Result<Self> {
        Self::open_with(url, CONNECTIONS)
    }

    /// Opens the database and creates the SQLite file if there is none. It does not migrate: see `Db::migrate`.
    /// PostgreSQL gets at most this many `connections`.
    pub fn open_with(url: &DbUrl, connections: u16) -> Result<Self> {
        Self::opened(url, connections, create_sqlite)
    }

    /// As `open_with`, for a database that is there: a SQLite file that was deleted meanwhile is an error.
    pub fn open_existing(url: &DbUrl, connections: u16) -> Result<Self> {
        Self::opened(url, connections, open_sqlite)
    }

    fn opened(url: &DbUrl, connections: u16, sqlite: fn(&Path) -> Result<rusqlite::Connection>) -> Result<Self> {
        let notifiers = Notifiers::default();
        let backend = match url {
            DbUrl::Sqlite(path) => Backend::Sqlite {
                path: path.clone(),
                idle: Mutex::default(),
                writer: Writer::start(sqlite(path)?, notifiers.clone())?,
                reserve: Reserve::beside(path),
            },
            DbUrl::Postgres(address) => Backend::Postgres {
                server: Server::parse(address)?,
                idle: Idle::default(),
                places: Semaphore::new(usize::from(connections.max(1))),
            },
        };
        Ok(Self {
            backend: Arc::new(backend),
            notifiers,
            carried: Carried::default(),
            background: BackgroundQueue::default(),
        })
    }

    /// The same database; its rows may name files relative to `home`: see `Conn::home`.
    pub fn at_home(self, home: &Path) -> Self {
        self.carrying(Home(home.into()))
    }

    /// The same database, whose connections carry `value`: see `Conn::carried`. An earlier one of its type goes.
    pub fn carrying<T: Any + Send + Sync>(self, value: T) -> Self {
        Self { carried: self.carried.with(value), ..self }
    }

    /// The value of this type that `carrying` was given.
    pub fn carried<T: Any>(&self) -> Option<&T> {
        self.carried.get()
    }

    /// Returns when the database can no longer be written to and only a restart helps.
    pub async fn broken(&self) {
        match &*self.backend {
            Backend::Sqlite { writer, .. } => {
                writer.ended().wait_for(|ended| *ended).await.map(|_| ()).unwrap_or_default();
            }
            Backend::Postgres { .. } => std::future::pending().await,
        }
    }

    /// Reserves some space on the database's disk for when it is full. PostgreSQL manages its own disk.
    pub fn keep_reserve(&self) {
        if let Backend::Sqlite { reserve, .. } = &*self.backend {
            reserve.keep();
        }
    }

    /// Frees the reserved space, for a deletion; false if there is none.
    pub fn give_up_reserve(&self) -> bool {
        match &*self.backend {
            Backend::Sqlite { reserve, .. } => reserve.give_up(),
            Backend::Postgres { .. } => false,
        }
    }

    /// Whether new data may be written: false when almost nothing is free, and after the reserve was freed, until there
    /// is enough space again.
    pub fn has_room(&self) -> bool {
        match &*self.backend {
            Backend::Sqlite { reserve, .. } => reserve.is_whole(),
            Backend::Postgres { .. } => true,
        }
    }

    /// Whether the reserve was freed: then only what frees space is written.
    pub fn only_frees(&self) -> bool {
        match &*self.backend {
            Backend::Sqlite { reserve, .. } => reserve.is_given_up(),
            Backend::Postgres { .. } => false,
        }
    }

    /// Checks that the database can be written to, by writing a row with its own value. `Error::Full` if there is no
    /// space.
    pub async fn is_writable(&self) -> Result<()> {
        let sql = "UPDATE db_migration SET name = name WHERE name = (SELECT MIN(name) FROM db_migration)";
        self.write(move |tx| tx.run(sql, &[])).await?;
        // A write that fits into the file beside SQLite's does not prove that the next one fits.
        if self.has_room() { Ok(()) } else { Err(Error::Full("next to nothing is free".into())) }
    }

    pub fn engine(&self) -> Engine {
        match &*self.backend {
            Backend::Sqlite { .. } => Engine::Sqlite,
            Backend::Postgres { .. } => Engine::Postgres,
        }
    }

    /// The number of commits that called `Tx::wake`; await a change and then look for new work.
    pub fn woken(&self, what: Wake) -> watch::Receiver<u64> {
        self.notifiers.of(what)
    }

    /// Runs `ask` on a connection, over one snapshot on SQLite.
    pub async fn read<T, E, F>(&self, ask: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let _timer = measure::reading();
        match &*self.backend {
            Backend::Sqlite { .. } => self.read_here(ask),
            Backend::Postgres { .. } => {
                let carried = self.carried.clone();
                self.on_postgres(move |client, _| ask(&mut Conn::Postgres(client, carried))).await
            }
        }
    }

    /// As `read`, for work that takes milliseconds: it never blocks the threads that serve requests.
    pub async fn read_long<T, E, F>(&self, ask: F) -> Result<T, E>
    where
        F: FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        match &*self.backend {
            Backend::Sqlite { .. } => {
                let (db, _timer) = (self.clone(), measure::reading());
                blocking(Box::new(move || Ok(Answer::of(db.read_here(ask))))).await?.into_result()
            }
            Backend::Postgres { .. } => self.read(ask).await,
        }
    }

    fn read_here<T, E: From<Error>>(&self, ask: impl FnOnce(&mut Conn<'_>) -> Result<T, E>) -> Result<T, E> {
        let (mut ask, mut answer) = (Some(ask), None);
        self.over_snapshot(&mut |conn| answer = ask.take().map(|ask| ask(conn)))?;
        answer.unwrap_or_else(|| Err(Error::Broken("a read did not begin".into()).into()))
    }

    fn over_snapshot(&self, ask: &mut dyn FnMut(&mut Conn<'_>)) -> Result<()> {
        let Backend::Sqlite { path, idle, .. } = &*self.backend else {
            return Err(Error::Broken("over_snapshot is SQLite's".into()));
        };
        let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = waiting.map_or_else(|| open_sqlite(path), Ok)?;
        execute(&connection, "BEGIN")?;
        primitives::without_waiting(|| ask(&mut Conn::Sqlite(&connection, self.carried.clone())));
        execute(&connection, "COMMIT")?;
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(())
    }

    /// Runs `work` in the background when its turn comes. It is dropped if work of the same name waits already.
    pub fn in_background(&self, name: String, work: impl Future<Output = ()> + Send + 'static) {
        self.background.run(name, Box::pin(work));
    }

    /// Waits until no background work runs.
    pub async fn background_ended(&self) {
        self.background.ended().await;
    }

    pub(crate) async fn on_postgres<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut Client, Duration) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.with_client(Box::new(|client, longest_wait| Ok(Answer::of(work(client, longest_wait)))))
            .await?
            .into_result()
    }

    /// Runs `work` with a connection of PostgreSQL, which is thrown away if `work` fails.
    pub(crate) async fn with_client(&self, work: ClientWork) -> Result<Answer> {
        let backend = self.backend.clone();
        let Backend::Postgres { places, .. } = &*self.backend else {
            return Err(Error::Broken("with_client is PostgreSQL's".into()));
        };
        let asked = Instant::now();
        let place = tokio::time::timeout(wait_budget::left(), places.acquire()).await;
        wait_budget::spend(asked.elapsed());
        let _place = place
            .map_err(|_| Error::Unavailable("all of its connections are busy".into()))?
            .map_err(|error| Error::Unavailable(error.to_string()))?;
        let longest_wait = wait_budget::left();
        blocking(Box::new(move || {
            let Backend::Postgres { server, idle, .. } = &*backend else {
                return Err(Error::Broken("with_client is PostgreSQL's".into()));
            };
            let mut client = idle.take().map_or_else(|| Client::connect(server), Ok)?;
            // A client that a panic left in a transaction is dropped, which rolls back.
            let answer = primitives::without_waiting(|| work(&mut client, longest_wait));
            idle.give_back(client, !answer.as_ref().is_ok_and(Answer::is_ok));
            answer
        }))
        .await
    }
}

/// Work with a connection of PostgreSQL, and with the longest time that it may wait for locks.
pub(crate) type ClientWork = Box<dyn FnOnce(&mut Client, Duration) -> Result<Answer> + Send>;
