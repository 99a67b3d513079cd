//! What a process holds for a while: nobody else takes it before its lease is over.

use std::future::Future;
use std::time::{Duration, Instant};

use db::{Tx, params};
use primitives::Seconds;

use crate::Owner;

/// For this long no other process undoes the change of a living process: much longer than a change takes.
pub const LEASE: Seconds = 60;
/// A lease is renewed this often while its holder waits for a disk.
const RENEWED_EVERY: Duration = Duration::from_secs(15);
/// A database that does not answer is asked so often, once a second.
const TRIES: u32 = 60;

/// Waits for `work` and renews the lease meanwhile: `renew` says whether it is still held. The caller asks once more
/// afterwards.
pub async fn while_renewed<T, R>(renew: impl Fn() -> R, work: impl Future<Output = T>) -> T
where
    R: Future<Output = db::Result<bool>>,
{
    // Futures of uploads are large and nested. On a thread's stack they overflow in debug builds.
    let mut work = Box::pin(work);
    loop {
        if let Ok(done) = tokio::time::timeout(RENEWED_EVERY, &mut work).await {
            return done;
        }
        if let Err(error) = db::without_precondition(renew()).await {
            tracing::warn!("A lease could not be renewed: {error}");
        }
    }
}

/// Asks until the database answers whether it is still held, and so what became of a commit; None if it never answers.
pub async fn once_known<R: Future<Output = db::Result<bool>>>(renew: impl Fn() -> R) -> Option<bool> {
    for _ in 0..TRIES {
        if let Ok(is_held) = db::without_precondition(renew()).await {
            return Some(is_held);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    None
}

/// All processes but this one have ended: what they held of a table is nobody's.
pub fn forget_other_owners(tx: &mut Tx<'_>, table: &'static str) -> db::Result<()> {
    let sql = format!("SELECT DISTINCT owner FROM {table} WHERE lease_until > 0");
    for owner in tx.rows(&sql, &[], |row| row.get::<String>(0))? {
        if !Owner::is_own(&owner) {
            let sql = format!("UPDATE {table} SET owner = '', lease_until = 0 WHERE owner = $1");
            tx.run(&sql, params![&owner])?;
        }
    }
    Ok(())
}

/// The time by now; it was `now` when `begun` was.
pub fn later(now: Seconds, begun: Instant) -> Seconds {
    now + begun.elapsed().as_secs().cast_signed()
}
