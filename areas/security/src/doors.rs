//! The two doors through which rooms ask the walls: a reading closure, and a writing one.

use std::collections::HashMap;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Engine, Tx};

use crate::{Access, Error, Sight};

/// Runs a reading closure that asks the walls. Where the asker's set is out of date it is worked out and the closure
/// runs again, so `ask` may run more than once.
pub async fn read<T, E, F>(db: &Db, actor: &Arc<Actor>, ask: F) -> Result<T, E>
where
    F: Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + AsAccess + Send + 'static,
{
    for _ in 0..3 {
        let (who, question) = (actor.clone(), ask.clone());
        let answer = db.read(move |c| in_one_snapshot(c, |c| question(c, &mut Access::of(&who)))).await;
        let Err(error) = &answer else { return answer };
        let Some(tenant) = error.as_access().and_then(Error::stale) else { return answer };
        let who = actor.clone();
        db.write(move |tx| Sight::refreshed(tx, &who, tenant)).await.map_err(E::from)?;
    }
    // Rights change faster than they can be read: ask inside a transaction, where they stand still.
    write(db, actor, move |tx, access| ask(tx, access)).await
}

/// Runs a writing closure that asks the walls; sets are brought up to date inside the transaction.
pub async fn write<T, E, F>(db: &Db, actor: &Arc<Actor>, change: F) -> Result<T, E>
where
    F: FnOnce(&mut Tx<'_>, &mut Access<'_>) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + Send + 'static,
{
    let who = actor.clone();
    db.write(move |tx| {
        let mut sights = HashMap::new();
        for tenant in who.tenants() {
            sights.insert(tenant, Sight::refreshed(tx, &who, tenant)?);
        }
        change(tx, &mut Access::within(&who, sights))
    })
    .await
}

/// A permit, a list and its count belong to one moment, or what was never visible at any one moment could be shown.
/// SQLite's reads are like that anyway.
fn in_one_snapshot<T, E: From<db::Error>>(
    conn: &mut Conn<'_>,
    ask: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
) -> Result<T, E> {
    if conn.engine() == Engine::Sqlite {
        return ask(conn);
    }
    conn.exists("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", &[])?;
    let answer = ask(conn);
    conn.exists("COMMIT", &[])?;
    answer
}

/// A room's error, where it is one of the walls'.
pub trait AsAccess {
    fn as_access(&self) -> Option<&Error>;
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&Error> {
        Some(self)
    }
}
