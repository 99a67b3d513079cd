//! Files that come, and come back: what can be drawn of them is drawn by a job.

use content::{ContentRepaired, ContentStored, EntryRestored};
use db::Tx;
use events::Listener;
use jobs::NewJob;
use nodes::PreviewState;
use primitives::{NodeId, Seconds, TenantId};
use serde::{Deserialize, Serialize};

use crate::anew;

/// The job that draws.
pub(crate) const DRAW: &str = "media.draw";

/// The payload of the jobs that draw.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Draw {
    pub node_id: NodeId,
    pub hash: String,
}

pub fn listeners() -> Vec<Listener> {
    vec![Listener::to(stored), Listener::to(restored), Listener::to(repaired)]
}

fn stored(tx: &mut Tx<'_>, stored: &ContentStored) -> db::Result<()> {
    if !previews::supports(&stored.mime) {
        return Ok(());
    }
    nodes::await_preview(tx, stored.node)?;
    enqueue(tx, stored.tenant, stored.node, &stored.hash, stored.at)
}

/// Its job passed it over while it lay in the bin.
fn restored(tx: &mut Tx<'_>, restored: &EntryRestored) -> db::Result<()> {
    let waits = nodes::find(tx, restored.node)?.filter(|node| node.preview == PreviewState::Waiting);
    let Some(hash) = waits.and_then(|node| node.facts.hash) else { return Ok(()) };
    enqueue(tx, restored.tenant, restored.node, &hash, restored.at)
}

/// What could not be drawn without its bytes can be now.
fn repaired(tx: &mut Tx<'_>, repaired: &ContentRepaired) -> db::Result<()> {
    let Some(found) = nodes::find(tx, repaired.node)? else { return Ok(()) };
    match found.preview {
        PreviewState::None | PreviewState::Ready | PreviewState::Unsupported => return Ok(()),
        PreviewState::Waiting => {}
        PreviewState::Failed => anew::wait(tx, &repaired.hash)?,
    }
    enqueue(tx, repaired.tenant, repaired.node, &repaired.hash, repaired.at)
}

pub(crate) fn enqueue(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<()> {
    let payload = serde_json::to_value(Draw { node_id: node, hash: hash.to_owned() });
    let payload = payload.map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob { priority: 10, ..NewJob::due(DRAW, &payload, now).of(tenant) }).map(drop)
}
