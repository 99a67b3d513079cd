//! Forgets requests of long ago.

use primitives::Seconds;

use crate::Usage;
use crate::requests::store;

/// An answer is remembered for so long, and a question that nobody answers.
const KEPT: Seconds = 366 * 86_400;

pub async fn sweep(usage: &Usage) -> db::Result<u64> {
    let now = usage.clock.now();
    usage.db.write(move |tx| store::forget(tx, now - KEPT, now)).await
}
