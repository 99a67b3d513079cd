//! Writing: a change runs in a transaction, on the one writer of SQLite or on a connection of PostgreSQL.

use std::mem::take;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::carried::Carried;
use crate::client::Client;
use crate::connection::Conn;
use crate::measure::{self, Waiting};
use crate::pool::Backend;
use crate::tx::{Tx, undo};
use crate::wake::Notifiers;
use crate::writer::{Reply, Work, Writer};
use crate::{Db, Error, Result, precondition, wait_budget};

impl Db {
    /// Runs `change` in a transaction. It is durable when this returns, and rolled back if `change` returns an error.
    pub async fn write<T, E, F>(&self, change: F) -> Result<T, E>
    where
        F: FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (waiting, precondition, carried) = (measure::waiting(), precondition(), self.carried.clone());
        let change = move |tx: &mut Tx<'_>| {
            tx.carry(carried);
            precondition.map_or(Ok(()), |holds| holds(tx))?;
            change(tx)
        };
        match &*self.backend {
            Backend::Sqlite { writer, .. } => on_writer(writer, waiting, change).await,
            Backend::Postgres { .. } => {
                let notifiers = self.notifiers.clone();
                self.on_postgres(move |client, longest_wait| {
                    let _timer = waiting.end();
                    begin(client, longest_wait)?;
                    commit(client, &notifiers, change)
                })
                .await
            }
        }
    }
}

/// Has SQLite's writer run `change`. Until the change begins, it waits only as long as the request may.
async fn on_writer<T, E, F>(writer: &Writer, waiting: Waiting, change: F) -> Result<T, E>
where
    F: FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<Error> + Send + 'static,
{
    let (answer, mut answered) = oneshot::channel();
    let (longest_wait, asked) = (wait_budget::left(), Instant::now());
    let work: Work = Box::new(move |tx| {
        let _timer = waiting.end();
        let outcome = tx.map_err(E::from).and_then(|tx| to_its_end(tx, change));
        let keep = outcome.is_ok();
        let reply: Reply = Box::new(move |committed| {
            let told = outcome.and_then(|value| committed.map(|()| value).map_err(E::from));
            answer.send(told).unwrap_or_default();
        });
        (keep, reply)
    });
    let turn = writer.submit(work, longest_wait)?;
    let told = match tokio::time::timeout(longest_wait, &mut answered).await {
        Ok(told) => told,
        Err(_) if turn.give_up() => {
            wait_budget::spend(longest_wait);
            return Err(Error::Unavailable("the database is busy with other writes".into()).into());
        }
        // The write has begun.
        Err(_) => answered.await,
    };
    wait_budget::spend(turn.begun_at().map_or_else(|| asked.elapsed(), |begun| begun - asked));
    told.map_err(|_| Error::Unavailable("the write did not happen".into()))?
}

/// Begins a transaction. A connection that the database has closed meanwhile is noticed here, where another try costs
/// nothing. The transaction waits for locks of others for at most `longest_wait`.
fn begin(client: &mut Client, longest_wait: Duration) -> Result<()> {
    let sql = format!("BEGIN; SET LOCAL lock_timeout = {}", longest_wait.as_millis().max(1));
    match client.client.batch_execute(&sql) {
        Err(_) if client.client.is_closed() => {
            *client = Client::connect(&client.server)?;
            Ok(client.client.batch_execute(&sql)?)
        }
        begun => Ok(begun?),
    }
}

/// Runs `change` in the transaction that PostgreSQL has begun, and ends it.
fn commit<T, E: From<Error>>(
    client: &mut Client,
    notifiers: &Notifiers,
    change: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let mut tx = Tx::new(Conn::Postgres(client, Carried::default()));
    let outcome = to_its_end(&mut tx, change);
    let (undoings, afterwards) = (take(&mut tx.undoings), take(&mut tx.afterwards));
    let woken = tx.woken;
    drop(tx);
    if outcome.is_err() {
        // The locks of this transaction are still held here.
        undo(undoings);
        client.client.batch_execute("ROLLBACK").map_err(Error::from)?;
        return outcome;
    }
    if let Err(error) = client.client.batch_execute("COMMIT") {
        // If the database does not answer, it is unknown whether the transaction committed.
        if error.as_db_error().is_some() {
            undo(undoings);
        }
        return Err(Error::from(error).into());
    }
    afterwards.into_iter().for_each(|after| after());
    notifiers.notify(woken);
    outcome
}

/// Runs `change`, and then what it left for the end of the transaction.
fn to_its_end<T, E: From<Error>>(tx: &mut Tx<'_>, change: impl FnOnce(&mut Tx<'_>) -> Result<T, E>) -> Result<T, E> {
    let value = change(tx)?;
    tx.end()?;
    Ok(value)
}
