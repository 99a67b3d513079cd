//! Writing: a change runs in a transaction, on the one writer of SQLite or on a connection of PostgreSQL.

use std::mem::take;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::answer::Answer;
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
        self.change(Box::new(|tx| Answer::of(change(tx)))).await?.into_result()
    }

    async fn change(&self, change: Change) -> Result<Answer> {
        let (waiting, precondition, carried) = (measure::waiting(), precondition(), self.carried.clone());
        let change = move |tx: &mut Tx<'_>| {
            tx.carry(carried);
            precondition.map_or(Ok(()), |holds| holds(tx))?;
            let answer = change(tx);
            if answer.is_ok() {
                tx.end()?;
            }
            Ok(answer)
        };
        match &*self.backend {
            Backend::Sqlite { writer, .. } => on_writer(writer, waiting, change).await,
            Backend::Postgres { .. } => {
                let notifiers = self.notifiers.clone();
                self.with_client(Box::new(move |client, longest_wait| {
                    let _timer = waiting.end();
                    begin(client, longest_wait)?;
                    commit(client, &notifiers, change)
                }))
                .await
            }
        }
    }
}

/// What a caller writes.
type Change = Box<dyn FnOnce(&mut Tx<'_>) -> Answer + Send>;

/// Has SQLite's writer run `change`. Until the change begins, it waits only as long as the request may.
async fn on_writer(
    writer: &Writer,
    waiting: Waiting,
    change: impl FnOnce(&mut Tx<'_>) -> Result<Answer> + Send + 'static,
) -> Result<Answer> {
    let (tell, mut answered) = oneshot::channel();
    let (longest_wait, asked) = (wait_budget::left(), Instant::now());
    let work: Work = Box::new(move |tx| {
        let _timer = waiting.end();
        let answer = tx.and_then(change);
        let keep = is_kept(&answer);
        let reply: Reply = Box::new(move |committed| {
            let told = if keep { committed.and(answer) } else { answer };
            tell.send(told).unwrap_or_default();
        });
        (keep, reply)
    });
    let turn = writer.submit(work, longest_wait)?;
    let told = match tokio::time::timeout(longest_wait, &mut answered).await {
        Ok(told) => told,
        Err(_) if turn.give_up() => {
            wait_budget::spend(longest_wait);
            return Err(Error::Unavailable("the database is busy with other writes".into()));
        }
        // The write has begun.
        Err(_) => answered.await,
    };
    wait_budget::spend(turn.begun_at().map_or_else(|| asked.elapsed(), |begun| begun - asked));
    told.map_err(|_| Error::Unavailable("the write did not happen".into()))?
}

/// Whether a transaction with this answer is committed.
fn is_kept(answer: &Result<Answer>) -> bool {
    answer.as_ref().is_ok_and(Answer::is_ok)
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
fn commit(
    client: &mut Client,
    notifiers: &Notifiers,
    change: impl FnOnce(&mut Tx<'_>) -> Result<Answer>,
) -> Result<Answer> {
    let mut tx = Tx::new(Conn::Postgres(client, Carried::default()));
    let answer = change(&mut tx);
    let (undoings, afterwards) = (take(&mut tx.undoings), take(&mut tx.afterwards));
    let woken = tx.woken;
    drop(tx);
    if !is_kept(&answer) {
        // The locks of this transaction are still held here.
        undo(undoings);
        client.client.batch_execute("ROLLBACK")?;
        return answer;
    }
    if let Err(error) = client.client.batch_execute("COMMIT") {
        // If the database does not answer, it is unknown whether the transaction committed.
        if error.as_db_error().is_some() {
            undo(undoings);
        }
        return Err(error.into());
    }
    afterwards.into_iter().for_each(|after| after());
    notifiers.notify(woken);
    answer
}
