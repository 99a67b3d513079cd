//! Queries with a time limit.

use std::time::Duration;

use crate::connection::Conn;
use crate::deadline::Until;
use crate::{Error, Value};

impl Conn<'_> {
    /// Runs `ask` with a time limit; returns `Error::Unavailable` when it passes. PostgreSQL cancels each statement of
    /// the open transaction after that time, and no new one starts.
    pub fn within<T, E: From<Error>>(
        &mut self,
        limit: Duration,
        ask: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Self::Postgres(..) = self {
            let milliseconds = limit.as_millis().to_string();
            let sql = "SELECT set_config('statement_timeout', $1, TRUE)";
            self.exists(sql, &[Value::from(milliseconds.as_str())])?;
        }
        let _before = Until::set(limit);
        ask(self)
    }
}
