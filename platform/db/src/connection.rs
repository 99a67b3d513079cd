//! A connection inside a closure: the same few verbs on both engines.

use std::any::Any;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use postgres::types::ToSql;
use quick_cache::unsync::Cache;

use crate::carried::{Carried, Home};
use crate::server::Server;
use crate::wake::{Wake, Woken};
use crate::{Error, Result, Row, Value, deadline};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// At most this many statements stay prepared on a connection; one that is used least goes first.
const MOST_PREPARED: usize = 500;

/// A PostgreSQL client with the statements it has prepared.
pub struct Client {
    pub(crate) client: postgres::Client,
    pub(crate) server: Arc<Server>,
    prepared: Cache<String, postgres::Statement>,
    /// The table for notes exists.
    pub(crate) has_notes: bool,
}

impl Client {
    pub(crate) fn connect(server: &Arc<Server>) -> Result<Self> {
        let (client, server) = (server.connect()?, server.clone());
        Ok(Self { client, server, prepared: Cache::new(MOST_PREPARED), has_notes: false })
    }

    fn prepare(&mut self, sql: &str) -> Result<postgres::Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// The connection that a reading closure gets.
pub enum Conn<'c> {
    Sqlite(&'c rusqlite::Connection, Carried),
    Postgres(&'c mut Client, Carried),
}

/// A connection that carries nothing.
impl<'c> From<&'c rusqlite::Connection> for Conn<'c> {
    fn from(connection: &'c rusqlite::Connection) -> Self {
        Self::Sqlite(connection, Carried::default())
    }
}

impl<'c> From<&'c mut Client> for Conn<'c> {
    fn from(client: &'c mut Client) -> Self {
        Self::Postgres(client, Carried::default())
    }
}

/// The transaction that a writing closure gets: all of it is written, or nothing.
pub struct Tx<'c> {
    conn: Conn<'c>,
    pub(crate) woken: Woken,
    pub(crate) undoings: Vec<Undoing>,
    pub(crate) afterwards: Vec<Undoing>,
    endings: Vec<(i64, Ending)>,
}

/// Undoes a change outside the database, or finishes one.
pub(crate) type Undoing = Box<dyn FnOnce() + Send>;

/// The last thing that a transaction does.
type Ending = Box<dyn FnOnce(&mut Tx<'_>) -> Result<()>>;

impl<'c> Deref for Tx<'c> {
    type Target = Conn<'c>;

    fn deref(&self) -> &Conn<'c> {
        &self.conn
    }
}

impl<'c> DerefMut for Tx<'c> {
    fn deref_mut(&mut self) -> &mut Conn<'c> {
        &mut self.conn
    }
}

impl Conn<'_> {
    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(..) => Engine::Sqlite,
            Self::Postgres(..) => Engine::Postgres,
        }
    }

    /// The folder that was given to `Db::at_home`.
    pub fn home(&self) -> Option<&Path> {
        self.carried::<Home>().map(|home| home.0.as_path())
    }

    /// The value of this type that `Db::carrying` was given.
    pub fn carried<T: Any>(&self) -> Option<&T> {
        match self {
            Self::Sqlite(_, carried) | Self::Postgres(_, carried) => carried.get(),
        }
    }

    pub(crate) fn carry(&mut self, new: Carried) {
        match self {
            Self::Sqlite(_, carried) | Self::Postgres(_, carried) => *carried = new,
        }
    }

    /// Reports a statement to a test that records queries.
    fn log_query(&self, sql: &str) {
        #[cfg(feature = "testing")]
        match self {
            Self::Sqlite(connection, _) => crate::query_log::note(connection.path(), sql),
            Self::Postgres(client, _) => crate::query_log::note(Some(&client.server.address), sql),
        }
        #[cfg(not(feature = "testing"))]
        let _ = sql;
    }

    /// Every row, mapped.
    pub fn rows<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        mut map: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.log_query(sql);
        match self {
            Self::Sqlite(connection, _) => {
                let mut statement = connection.prepare_cached(&in_places(sql))?;
                bind(&mut statement, params)?;
                let mut rows = statement.raw_query();
                let mut found = Vec::new();
                while let Some(row) = rows.next()? {
                    found.push(map(&Row::Sqlite(row))?);
                }
                Ok(found)
            }
            Self::Postgres(client, _) => {
                deadline::check()?;
                let statement = client.prepare(sql)?;
                let rows = client.client.query(&statement, &as_sql(params)?)?;
                rows.iter().map(|row| map(&Row::Postgres(row))).collect()
            }
        }
    }

    /// As `rows`, planned for these parameters: for a statement whose best plan depends on them. PostgreSQL would
    /// otherwise use one plan for all.
    pub fn rows_planned<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        map: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let Self::Postgres(client, _) = self else { return self.rows(sql, params, map) };
        deadline::check()?;
        storable(params)?;
        let typed: Vec<_> = params.iter().map(|value| (value as &(dyn ToSql + Sync), value.sql_type())).collect();
        let rows = client.client.query_typed(sql, &typed)?;
        rows.iter().map(Row::Postgres).collect::<Vec<_>>().iter().map(map).collect()
    }

    /// The first row, if there is one.
    pub fn find<T>(
        &mut self,
        sql: &str,
        params: &[Value<'_>],
        map: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.log_query(sql);
        match self {
            Self::Sqlite(connection, _) => {
                let mut statement = connection.prepare_cached(&in_places(sql))?;
                bind(&mut statement, params)?;
                let mut rows = statement.raw_query();
                rows.next()?.map(|row| map(&Row::Sqlite(row))).transpose()
            }
            Self::Postgres(client, _) => {
                deadline::check()?;
                let statement = client.prepare(sql)?;
                let row = client.client.query_opt(&statement, &as_sql(params)?)?;
                row.as_ref().map(|row| map(&Row::Postgres(row))).transpose()
            }
        }
    }

    /// The first row. It is an error if there is none.
    pub fn get<T>(&mut self, sql: &str, params: &[Value<'_>], map: impl FnOnce(&Row<'_>) -> Result<T>) -> Result<T> {
        self.find(sql, params, map)?.ok_or(Error::Missing)
    }

    pub fn exists(&mut self, sql: &str, params: &[Value<'_>]) -> Result<bool> {
        Ok(self.find(sql, params, |_| Ok(()))?.is_some())
    }
}

impl<'c> Tx<'c> {
    pub(crate) fn new(conn: Conn<'c>) -> Self {
        Self { conn, woken: Woken::default(), undoings: Vec::new(), afterwards: Vec::new(), endings: Vec::new() }
    }

    /// Runs one statement and returns how many rows it changed.
    pub fn run(&mut self, sql: &str, params: &[Value<'_>]) -> Result<u64> {
        self.conn.log_query(sql);
        match &mut self.conn {
            Conn::Sqlite(connection, _) => {
                let mut statement = connection.prepare_cached(&in_places(sql))?;
                bind(&mut statement, params)?;
                Ok(statement.raw_execute()? as u64)
            }
            Conn::Postgres(client, _) => {
                let statement = client.prepare(sql)?;
                Ok(client.client.execute(&statement, &as_sql(params)?)?)
            }
        }
    }

    /// Several statements without parameters, as migrations are.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<()> {
        match &mut self.conn {
            Conn::Sqlite(connection, _) => Ok(connection.execute_batch(sql)?),
            Conn::Postgres(client, _) => Ok(client.client.batch_execute(sql)?),
        }
    }

    /// The input of a `COPY … FROM STDIN`; only on PostgreSQL.
    pub(crate) fn copy_in(&mut self, sql: &str, from: &mut impl std::io::Read) -> Result<()> {
        let Conn::Postgres(client, _) = &mut self.conn else {
            return Err(Error::Broken("COPY is PostgreSQL's".into()));
        };
        let mut writer = client.client.copy_in(sql)?;
        std::io::copy(from, &mut writer)?;
        writer.finish()?;
        Ok(())
    }

    /// Locks `key` until the transaction ends, so that two writers of one thing follow each other. SQLite has one
    /// writer and needs no lock.
    pub fn lock(&mut self, key: i64) -> Result<()> {
        if self.engine() == Engine::Postgres {
            self.conn.find("SELECT pg_advisory_xact_lock($1)::text", &[Value::Int(key)], |_| Ok(()))?;
        }
        Ok(())
    }

    /// As `lock`, but shared: many can hold it at once, and it only excludes `lock` of the same key.
    pub fn lock_shared(&mut self, key: i64) -> Result<()> {
        if self.engine() == Engine::Postgres {
            self.conn.find("SELECT pg_advisory_xact_lock_shared($1)::text", &[Value::Int(key)], |_| Ok(()))?;
        }
        Ok(())
    }

    /// Runs `ending` after the closure has succeeded, right before the commit; endings with a lower key run first. For
    /// locks that many transactions take: each is held for a moment only, and all transactions take them last and in
    /// the same order.
    pub fn at_end(&mut self, key: i64, ending: impl FnOnce(&mut Tx<'_>) -> Result<()> + 'static) {
        self.endings.push((key, Box::new(ending)));
    }

    /// Runs `undoing` if the transaction is rolled back, to undo a change outside the database. It does not run after a
    /// crash.
    pub fn undo(&mut self, undoing: impl FnOnce() + Send + 'static) {
        self.undoings.push(Box::new(undoing));
    }

    /// Runs `after` once this transaction is committed, before its caller learns of the commit. It may not run after a
    /// crash.
    pub fn once_kept(&mut self, after: impl FnOnce() + Send + 'static) {
        self.afterwards.push(Box::new(after));
    }

    pub(crate) fn end(&mut self) -> Result<()> {
        let mut endings = std::mem::take(&mut self.endings);
        endings.sort_by_key(|(key, _)| *key);
        endings.into_iter().try_for_each(|(_, ending)| ending(self))
    }

    /// Wakes the tasks that wait for `what`, once this transaction is committed.
    pub fn wake(&mut self, what: Wake) {
        self.woken.add(what);
    }
}

/// `$3, $4, $5` for `placeholders(3, 3)`: the inside of an `IN (…)`.
pub fn placeholders(first: usize, count: usize) -> String {
    let mut list = String::with_capacity(count * 6);
    for place in first..first + count {
        if place > first {
            list.push_str(", ");
        }
        list.push('$');
        list.push_str(&place.to_string());
    }
    list
}

/// `$3` as SQLite's `?3`, the third parameter. SQLite takes `$3` for a name and would compare it with all names of the
/// statement.
fn in_places(sql: &str) -> String {
    sql.replace('$', "?")
}

fn bind(statement: &mut rusqlite::CachedStatement<'_>, params: &[Value<'_>]) -> Result<()> {
    storable(params)?;
    let places = statement.parameter_count();
    for (place, value) in (1..=places).zip(params) {
        statement.raw_bind_parameter(place, value)?;
    }
    Ok(())
}

fn as_sql<'p>(params: &'p [Value<'p>]) -> Result<Vec<&'p (dyn ToSql + Sync)>> {
    storable(params)?;
    Ok(params.iter().map(|value| value as &(dyn ToSql + Sync)).collect())
}

/// PostgreSQL refuses a zero byte in a text. SQLite stores it, but reads some texts only up to it.
fn storable(params: &[Value<'_>]) -> Result<()> {
    let holds_zero = |value: &Value<'_>| matches!(value, Value::Text(text) if text.as_bytes().contains(&0));
    if params.iter().any(holds_zero) { Err(Error::ZeroByte) } else { Ok(()) }
}

/// One statement without parameters or rows, which is prepared once.
pub(crate) fn execute(connection: &rusqlite::Connection, sql: &str) -> Result<()> {
    connection.prepare_cached(sql)?.raw_execute()?;
    Ok(())
}

/// Undoes changes outside the database, the last first.
pub(crate) fn undo(undoings: Vec<Undoing>) {
    undoings.into_iter().rev().for_each(|undoing| undoing());
}
