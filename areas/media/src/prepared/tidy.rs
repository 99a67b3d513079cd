//! Deletes prepared pictures that nobody fetches any more, and the oldest while there are too many.

use std::collections::HashSet;

use db::Error;
use primitives::Seconds;

use super::store::{self, Audience, PreparedId};
use crate::Media;

/// So long they are kept.
const KEPT: Seconds = 86_400;
/// More bytes are not kept in all.
const MOST_BYTES: i64 = 32 << 30;
/// Of what is made for visitors: they push nobody else's out.
const MOST_BYTES_OF_VISITORS: i64 = 8 << 30;
/// Nor more archives.
const MOST: i64 = 10_000;

pub async fn tidy(media: Media) -> db::Result<()> {
    let files = media.prepared.clone();
    let there = tokio::task::spawn_blocking(move || files.all()).await;
    let there = there.map_err(|error| Error::Broken(error.to_string()))?;
    let there = there.map_err(|error| Error::Broken(error.to_string()))?;
    let now = media.clock.now();
    let kept = media.db.write(move |tx| {
        store::delete_before(tx, now - KEPT)?;
        let mut kept = within(&store::newest(tx, Audience::People, MOST)?, MOST_BYTES);
        kept.extend(within(&store::newest(tx, Audience::Visitors, MOST)?, MOST_BYTES_OF_VISITORS));
        // One that came after the folder was read is not among these.
        there.iter().filter(|id| !kept.contains(id)).try_for_each(|id| store::delete(tx, *id))?;
        Ok::<_, Error>(there.into_iter().filter(|id| !kept.contains(id)).collect::<Vec<_>>())
    });
    let gone = kept.await?;
    let files = media.prepared.clone();
    let discarded = tokio::task::spawn_blocking(move || gone.into_iter().try_for_each(|id| files.discard(id))).await;
    let discarded = discarded.map_err(|error| Error::Broken(error.to_string()))?;
    discarded.map_err(|error| Error::Broken(error.to_string()))
}

/// The first of these that have no more bytes together. Those that are being made have none yet.
fn within(newest: &[(PreparedId, i64)], most: i64) -> HashSet<PreparedId> {
    let mut sum = 0_i64;
    let fit = |(_, bytes): &&(PreparedId, i64)| {
        sum = sum.saturating_add(*bytes);
        sum <= most
    };
    newest.iter().take_while(fit).map(|(id, _)| *id).collect()
}

#[cfg(test)]
mod tests {
    use super::{HashSet, PreparedId, within};

    #[test]
    fn the_oldest_go_while_there_are_too_many_bytes() {
        let newest = [(PreparedId(3), 0), (PreparedId(2), 60), (PreparedId(1), 50)];
        assert_eq!(within(&newest, 100), HashSet::from([PreparedId(3), PreparedId(2)]));
        assert_eq!(within(&newest, 110).len(), 3);
    }
}
