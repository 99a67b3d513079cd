//! Queries that are cancelled when they take too long, so that no query holds up the server.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::{Error, Result};

thread_local! {
    /// When the queries of this thread are cancelled.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// SQLite looks at the clock after this many of its steps, which take some tenths of a millisecond.
const STEPS: i32 = 10_000;

/// Makes a connection look at the clock.
pub(crate) fn watch(connection: &mut rusqlite::Connection) -> Result<()> {
    let is_over = || UNTIL.get().is_some_and(|until| Instant::now() >= until);
    Ok(connection.progress_handler(STEPS, Some(is_over))?)
}

/// For statements that the clock cannot interrupt: checks the deadline before they start.
pub(crate) fn check() -> Result<()> {
    let is_over = UNTIL.get().is_some_and(|until| Instant::now() >= until);
    if is_over { Err(Error::Unavailable("it takes too long".into())) } else { Ok(()) }
}

/// The thread's deadline, until it is dropped.
pub(crate) struct Until(Option<Instant>);

impl Until {
    pub fn set(limit: Duration) -> Self {
        Self(UNTIL.replace(Some(Instant::now() + limit)))
    }
}

impl Drop for Until {
    fn drop(&mut self) {
        UNTIL.set(self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::testing::TestDb;
    use crate::{Conn, Engine, Error};

    const ENDLESS: &str =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT (i + 1) % 1000 FROM n) SELECT COUNT(*) FROM n";

    #[tokio::test]
    async fn a_statement_beyond_its_deadline_is_cancelled_and_its_connection_kept() {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let test = TestDb::without_tables(engine).await;
            for _ in 0..2 {
                let asked = test.db.read_long(move |conn| {
                    if engine == Engine::Postgres {
                        conn.exists("BEGIN", &[])?;
                    }
                    let ask = |conn: &mut Conn<'_>| conn.get(ENDLESS, &[], |row| row.get::<i64>(0));
                    let answer = conn.within(Duration::from_millis(50), ask);
                    if engine == Engine::Postgres {
                        conn.exists("ROLLBACK", &[])?;
                    }
                    answer
                });
                assert!(matches!(asked.await, Err(Error::Unavailable(_))), "{engine:?}");
                let other = test.db.read_long(|conn| conn.exists("SELECT 1", &[]));
                assert!(matches!(other.await, Ok(true)), "{engine:?}");
            }
        }
    }
}
