//! The rows of counts: for each, the moment at which it is empty again (the generic cell rate algorithm).

use db::{Tx, params};
use primitives::Seconds;

use crate::Count;

/// So many are forgotten with one write.
const AT_ONCE: i64 = 1_000;

/// Counts one, or returns the seconds until one more is allowed. A moment further away than a full count means that the
/// clock was set back; nobody has to wait for that.
pub fn take(tx: &mut Tx<'_>, Count { subject, limit }: Count, now: Seconds) -> db::Result<Option<Seconds>> {
    let (interval, full) = (limit.interval, now + limit.burst * limit.interval);
    let counted = tx.run(
        "INSERT INTO rates_count (subject, clear_at) VALUES ($1, $2)
         ON CONFLICT (subject) DO UPDATE
           SET clear_at = $4 + CASE
             WHEN rates_count.clear_at > $3 AND rates_count.clear_at <= $6 THEN rates_count.clear_at
             ELSE $3
           END
           WHERE rates_count.clear_at <= $5 OR rates_count.clear_at > $6",
        params![subject, now + interval, now, interval, full - interval, full],
    )?;
    if counted > 0 {
        return Ok(None);
    }
    let sql = "SELECT clear_at FROM rates_count WHERE subject = $1";
    let clear_at = tx.find(sql, params![subject], |row| row.get::<Seconds>(0))?;
    Ok(clear_at.map(|clear_at| (clear_at + interval - full).max(1)))
}

pub fn give_back(tx: &mut Tx<'_>, Count { subject, limit }: Count) -> db::Result<()> {
    let sql = "UPDATE rates_count SET clear_at = clear_at - $2 WHERE subject = $1";
    tx.run(sql, params![subject, limit.interval]).map(drop)
}

/// How many were forgotten.
pub fn forget(tx: &mut Tx<'_>, before: Seconds) -> db::Result<u64> {
    let sql = "DELETE FROM rates_count
               WHERE subject IN (
                 SELECT subject FROM rates_count WHERE clear_at <= $1 ORDER BY clear_at LIMIT $2
               )";
    tx.run(sql, params![before, AT_ONCE])
}
