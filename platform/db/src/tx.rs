//! The transaction inside a writing closure: what it writes, and what happens at its end.

use std::ops::{Deref, DerefMut};

use crate::connection::Conn;
use crate::engine::Engine;
use crate::statement::{as_sql, bind, in_places};
use crate::wake::{Wake, Woken};
use crate::{Error, Result, Value};

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

/// Undoes changes outside the database, the last first.
pub(crate) fn undo(undoings: Vec<Undoing>) {
    undoings.into_iter().rev().for_each(|undoing| undoing());
}
