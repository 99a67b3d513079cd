//! Connections to PostgreSQL that nobody uses at the moment.

use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;

/// A connection that does not answer an empty query within this time is dead.
const ALIVE_WITHIN: Duration = Duration::from_secs(2);

/// A connection that was used this recently is not asked whether it lives. What is between us and a database closes those
/// that rest for minutes, often without telling anybody.
const TRUSTED: Duration = Duration::from_secs(30);

pub(crate) struct Idle {
    clients: Mutex<Vec<(Client, Instant)>>,
    trusted: Duration,
}

impl Default for Idle {
    fn default() -> Self {
        Self { clients: Mutex::default(), trusted: TRUSTED }
    }
}

impl Idle {
    fn clients(&self) -> MutexGuard<'_, Vec<(Client, Instant)>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that lives, if there is one. May block.
    pub fn take(&self) -> Option<Client> {
        let (mut client, since) = self.clients().pop()?;
        let is_trusted = since.elapsed() < self.trusted && !client.client.is_closed();
        if is_trusted || lives(&mut client) {
            return Some(client);
        }
        self.clear();
        None
    }

    /// Takes a connection back after work that has failed, or has not.
    pub fn give_back(&self, mut client: Client, failed: bool) {
        // Most failures are refusals, but a connection that the database has closed may not know it yet.
        if failed && !lives(&mut client) {
            return self.clear();
        }
        self.clients().push((client, Instant::now()));
    }

    /// Where one is dead, the others probably are, too.
    fn clear(&self) {
        drop(take(&mut *self.clients()));
    }
}

fn lives(client: &mut Client) -> bool {
    client.client.is_valid(ALIVE_WITHIN).is_ok()
}

impl Drop for Idle {
    /// A client blocks while it closes its connection, which the runtime's own threads may not do.
    fn drop(&mut self) {
        let clients = take(&mut *self.clients());
        std::thread::spawn(move || drop(clients));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use crate::pool::Backend;
    use crate::testing::TestDb;
    use crate::{Db, Engine, params};

    #[tokio::test]
    async fn a_read_replaces_an_idle_connection_that_was_closed() {
        let test = TestDb::without_tables(Engine::Postgres).await;
        let mut db = Db::open(&test.url).unwrap();
        match Arc::get_mut(&mut db.backend) {
            Some(Backend::Postgres { idle, .. }) => idle.trusted = Duration::ZERO,
            _ => unreachable!("it is PostgreSQL, and nobody else's yet"),
        }
        let own = || db.read(|c| c.get("SELECT pg_backend_pid()::bigint", &[], |row| row.get::<i64>(0)));
        let first = own().await.unwrap();
        assert_eq!(own().await.unwrap(), first, "one that lives is used again");
        let end = "SELECT pg_terminate_backend($1::bigint::int)";
        test.db.read(move |c| c.exists(end, params![first])).await.unwrap();
        let there = "SELECT 1 FROM pg_stat_activity WHERE pid = $1::bigint::int";
        while test.db.read(move |c| c.exists(there, params![first])).await.unwrap() {}
        assert_ne!(own().await.unwrap(), first);
    }
}
