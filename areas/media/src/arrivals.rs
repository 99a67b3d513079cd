//! Files that come, and come back: what can be drawn of them is drawn by a job.

use activity::Status;
use content::{ContentRepaired, ContentStored, EntryRemoved, EntryRestored};
use db::Tx;
use events::Listener;
use jobs::NewJob;
use primitives::{NodeId, Seconds, TenantId};
use serde::{Deserialize, Serialize};

use crate::outcome::{Outcome, State};
use crate::{anew, store};

/// The job that draws.
pub(crate) const DRAW: &str = "media.draw";

/// The payload of the jobs that draw.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Draw {
    pub node_id: NodeId,
    pub hash: String,
}

pub fn listeners() -> Vec<Listener> {
    vec![Listener::to(stored), Listener::to(restored), Listener::to(repaired), Listener::to(removed)]
}

fn stored(tx: &mut Tx<'_>, stored: &ContentStored) -> db::Result<()> {
    if !previews::supports(&stored.mime) {
        return Ok(());
    }
    match store::find(tx, &stored.hash)? {
        Some(known) if known.state.is_final() => {
            return nodes::set_properties(tx, &[stored.node], &known.facts.properties());
        }
        Some(Outcome { state: State::Waiting, .. }) => {}
        _ => store::save(tx, &stored.hash, &Outcome::waiting(), stored.at)?,
    }
    activity::restatus_node(tx, stored.node, &Status::InProgress, &Status::GeneratingPreview)?;
    enqueue(tx, stored.tenant, stored.node, &stored.hash, stored.at)
}

/// A file in the bin is not drawn, so nobody waits for its picture any more.
fn removed(tx: &mut Tx<'_>, removed: &EntryRemoved) -> db::Result<()> {
    activity::restatus_node(tx, removed.node, &Status::GeneratingPreview, &Status::Success)
}

/// Its job passed it over while it lay in the bin.
fn restored(tx: &mut Tx<'_>, restored: &EntryRestored) -> db::Result<()> {
    let Some(hash) = nodes::find(tx, restored.node)?.and_then(|node| node.facts.hash) else { return Ok(()) };
    let waits = store::find(tx, &hash)?.is_some_and(|known| known.state == State::Waiting);
    if waits { enqueue(tx, restored.tenant, restored.node, &hash, restored.at) } else { Ok(()) }
}

/// What could not be drawn without its bytes can be now.
fn repaired(tx: &mut Tx<'_>, repaired: &ContentRepaired) -> db::Result<()> {
    match store::of_contents(tx, &[&repaired.hash])?.remove(&repaired.hash).map(|known| known.state) {
        None | Some(State::Ready | State::Unsupported) => return Ok(()),
        Some(State::Waiting) => {}
        Some(State::Failed | State::Undrawn) => anew::wait(tx, &repaired.hash, repaired.at)?,
    }
    enqueue(tx, repaired.tenant, repaired.node, &repaired.hash, repaired.at)
}

pub(crate) fn enqueue(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<()> {
    let payload = serde_json::to_value(Draw { node_id: node, hash: hash.to_owned() });
    let payload = payload.map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob { priority: 10, ..NewJob::due(DRAW, &payload, now).of(tenant) }).map(drop)
}
