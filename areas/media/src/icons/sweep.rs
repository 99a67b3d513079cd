//! Deletes pictures that no entry has any more, some with one write, so that others write in between.

use primitives::Seconds;

use super::store;
use crate::Media;

/// So long after it was made, or made again, a picture is kept in any case.
const KEPT: Seconds = 3_600;
const AT_ONCE: i64 = 200;

pub async fn forget_icons(media: Media) -> db::Result<()> {
    let before = media.clock.now() - KEPT;
    loop {
        let unused = media.db.read(move |c| store::unused(c, before, AT_ONCE)).await?;
        let is_end = i64::try_from(unused.len()).is_ok_and(|found| found < AT_ONCE);
        if !unused.is_empty() {
            let forgotten =
                media.db.write(move |tx| unused.iter().try_for_each(|hash| store::forget(tx, hash, before)));
            forgotten.await?;
        }
        if is_end {
            return Ok(());
        }
    }
}
