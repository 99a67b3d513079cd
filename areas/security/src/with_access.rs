//! How rooms check access: inside a reading closure, or inside a writing one.

use std::collections::HashMap;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Tx};
use primitives::TenantId;

use crate::catch_up::catch_up;
use crate::scope::Behind;
use crate::snapshot::in_one_snapshot;
use crate::{Access, Error, PrincipalScope, Result};

/// Runs a reading closure that checks access. If the asker's stored roles are outdated, the closure runs again with the
/// computed differences, so `ask` may run twice. It waits for no writer.
pub async fn read<T, E, F>(db: &Db, actor: &Arc<Actor>, ask: F) -> Result<T, E>
where
    F: Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + AsAccess + Send + 'static,
{
    ask_access(db, actor, ask, Takes::NoTime).await
}

/// As `read`, for work that takes milliseconds: it never blocks the threads that serve requests.
pub async fn read_long<T, E, F>(db: &Db, actor: &Arc<Actor>, ask: F) -> Result<T, E>
where
    F: Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + AsAccess + Send + 'static,
{
    ask_access(db, actor, ask, Takes::Long).await
}

/// How long a question may take that the stored roles answer.
enum Takes {
    NoTime,
    Long,
}

async fn ask_access<T, E, F>(db: &Db, actor: &Arc<Actor>, ask: F, takes: Takes) -> Result<T, E>
where
    F: Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<T, E> + Clone + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + AsAccess + Send + 'static,
{
    let (who, question) = (actor.clone(), ask.clone());
    let by_what_is_stored = move |conn: &mut Conn<'_>| {
        in_one_snapshot(conn, |conn| {
            let mut access = Access::of(&who);
            let answer = question(conn, &mut access);
            with_behind(answer, access)
        })
    };
    let answered = match takes {
        Takes::NoTime => db.read(by_what_is_stored).await,
        Takes::Long => db.read_long(by_what_is_stored).await,
    };
    let answer = match answered {
        Err(error) if is_stale(&error) => {
            let who = actor.clone();
            let beside = move |conn: &mut Conn<'_>| {
                conn.open_notes()?;
                in_one_snapshot(conn, |conn| {
                    let mut access = Access::noting(&who);
                    let answer = ask(conn, &mut access);
                    with_behind(answer, access)
                })
            };
            db.read_long(beside).await
        }
        other => other,
    };
    let (answer, behind) = answer?;
    for set in behind {
        let (db, who) = (db.clone(), actor.clone());
        db.clone().in_background(set.key, async move {
            if let Err(error) = catch_up(&db, &who, set.tenant).await {
                tracing::debug!("A principal set is updated later: {error}");
            }
        });
    }
    answer
}

/// A refusal is an answer too, and the sets found on the way to it are kept.
fn with_behind<T, E: AsAccess>(answer: Result<T, E>, access: Access<'_>) -> Result<(Result<T, E>, Vec<Behind>), E> {
    match answer {
        Err(error) if !matches!(error.as_access(), Some(Error::Denied(_))) => Err(error),
        answer => Ok((answer, access.into_behind())),
    }
}

fn is_stale<E: AsAccess>(error: &E) -> bool {
    matches!(error.as_access(), Some(Error::Stale(_)))
}

/// How often a set is brought up to date before a write. If rights change even faster, the write locks them.
const TRIES: usize = 3;

/// Runs a writing closure that checks access.
pub async fn write<T, E, F>(db: &Db, actor: &Arc<Actor>, change: F) -> Result<T, E>
where
    F: FnOnce(&mut Tx<'_>, &mut Access<'_>) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<db::Error> + From<Error> + Send + 'static,
{
    let mut change = change;
    for tried in 0..=TRIES {
        let who = actor.clone();
        let ran = db.write(move |tx| {
            let find = if tried < TRIES { PrincipalScope::for_writing } else { PrincipalScope::held };
            let (scopes, behind) = scopes(tx, &who, find)?;
            if !behind.is_empty() {
                return Ok(Ran::NotYet(change, behind));
            }
            change(tx, &mut Access::within(&who, scopes)).map(Ran::Done)
        });
        let behind = match ran.await? {
            Ran::Done(answer) => return Ok(answer),
            Ran::NotYet(given_back, behind) => {
                change = given_back;
                behind
            }
        };
        for tenant in behind {
            catch_up(db, actor, tenant).await?;
        }
    }
    Err(Error::KeepsChanging.into())
}

/// The result of a write: done, or deferred until the actor's sets in some tenants are up to date.
enum Ran<T, F> {
    Done(T),
    NotYet(F, Vec<TenantId>),
}

/// The actor's sets, and the tenants in which they are outdated.
fn scopes(
    tx: &mut Tx<'_>,
    actor: &Actor,
    find: fn(&mut Tx<'_>, &Actor, TenantId) -> Result<PrincipalScope>,
) -> Result<(HashMap<TenantId, PrincipalScope>, Vec<TenantId>)> {
    let (mut scopes, mut behind) = (HashMap::new(), Vec::new());
    for tenant in actor.tenants() {
        match find(tx, actor, tenant) {
            Ok(scope) => drop(scopes.insert(tenant, scope)),
            Err(Error::Stale(tenant)) => behind.push(tenant),
            Err(error) => return Err(error),
        }
    }
    Ok((scopes, behind))
}

/// A room's error, where it is one of this room.
pub trait AsAccess {
    fn as_access(&self) -> Option<&Error>;
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&Error> {
        Some(self)
    }
}
