//! What is deleted for good is deleted in the other repository without delay, too.

use db::Tx;
use jobs::NewJob;
use primitives::{NodeId, Seconds};

use super::clear::{CLEAR, carried};
use super::{files, rows};

/// Deletes what these nodes, which are gone, have in repositories that they have left or were about to enter.
pub fn delete_copies(tx: &mut Tx<'_>, nodes: &[NodeId], now: Seconds) -> db::Result<()> {
    for from in files::crossings_with(tx, nodes)? {
        let Some(of) = rows::find(tx, from)? else { continue };
        let id = rows::insert_dropped(tx, from, now)?;
        files::hand_over(tx, (from, id), nodes)?;
        jobs::enqueue(tx, &NewJob::due(CLEAR, &carried(id), now).of(of.tenant))?;
    }
    Ok(())
}
