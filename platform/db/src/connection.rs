//! A connection inside a closure: the same few verbs on both engines.

use std::any::Any;
use std::path::Path;

use postgres::types::ToSql;

use crate::carried::{Carried, Home};
use crate::client::Client;
use crate::statement::{as_sql, bind, in_places, storable};
use crate::{Engine, Error, Result, Row, Value, deadline};

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
    pub(crate) fn log_query(&self, sql: &str) {
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
