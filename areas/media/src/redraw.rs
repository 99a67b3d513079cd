//! Drawing again: because somebody asked for it, or because what was kept is gone or damaged.

use db::Tx;
use primitives::{NodeId, Seconds, TenantId};

use crate::outcome::{Outcome, State};
use crate::{Media, draw, status, store};

/// Has what was drawn from `hash` drawn again, from `node`'s bytes, and tells the pages that look at it.
pub(crate) fn draw(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<()> {
    wait(tx, hash, now)?;
    draw::enqueue(tx, tenant, node, hash, now)
}

/// Every file of this content waits for its picture, and the pages that look at it show so.
pub(crate) fn wait(tx: &mut Tx<'_>, hash: &str, now: Seconds) -> db::Result<()> {
    // Its blurred colours stay, and so does its shape.
    let known = store::of_contents(tx, &[hash])?.remove(hash);
    let facts = known.map(|known| known.facts).unwrap_or_default();
    let waiting = Outcome { facts, ..Outcome::waiting() };
    store::save(tx, hash, &waiting, now)?;
    let files = nodes::of_content(tx, hash)?;
    files.into_iter().try_for_each(|file| status::tell(tx, file, hash, &waiting))
}

/// The same, once: of several who miss the picture at the same moment, the first has it drawn.
pub(crate) async fn draw_if_missing(media: &Media, node: NodeId, hash: String) -> db::Result<()> {
    let now = media.clock.now();
    let drawn = media.db.write(move |tx| {
        let Some(found) = nodes::find(tx, node)?.filter(|found| found.facts.hash.as_ref() == Some(&hash)) else {
            return Ok(());
        };
        let lacks = store::of_contents(tx, &[&hash])?.get(&hash).is_some_and(|known| known.state == State::Ready);
        if lacks { draw(tx, found.tenant, node, &hash, now) } else { Ok(()) }
    });
    drawn.await
}
