//! Drawing again: because somebody asked for it, or because what was kept is gone or damaged.

use content::Preview;
use db::Tx;
use nodes::{Facts, PreviewState};
use primitives::{NodeId, Seconds, TenantId};

use crate::{Media, arrivals, store};

/// Has what was drawn from `hash` drawn again, from `node`'s bytes, and tells the pages that look at it.
pub(crate) fn draw(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<()> {
    store::forget(tx, hash)?;
    wait(tx, hash)?;
    arrivals::enqueue(tx, tenant, node, hash, now)
}

/// Every file of this content waits for its picture, and the pages that look at it show so.
pub(crate) fn wait(tx: &mut Tx<'_>, hash: &str) -> db::Result<()> {
    for (waiting, parent) in nodes::record_preview(tx, hash, PreviewState::Waiting, None, &Facts::default())? {
        if let Some(found) = nodes::find(tx, waiting)? {
            content::preview_made(tx, parent, waiting, &Preview::of(found.into()))?;
        }
    }
    Ok(())
}

/// The same, once: of several who miss the picture at the same moment, the first has it drawn.
pub(crate) async fn heal(media: &Media, node: NodeId, hash: String) -> db::Result<()> {
    let now = media.clock.now();
    let healed = media.db.write(move |tx| {
        let found = nodes::find(tx, node)?;
        let lacks =
            |found: &nodes::Node| found.preview == PreviewState::Ready && found.facts.hash.as_ref() == Some(&hash);
        found.filter(lacks).map_or(Ok(()), |found| draw(tx, found.tenant, node, &hash, now))
    });
    healed.await
}
