//! Files that come, and come back: what can be drawn of them is drawn by a job.

use activity::Status;
use content::{ContentStored, EntryRemoved, EntryRestored};
use db::Tx;
use events::Listener;
use storage::ContentRepaired;

use crate::draw::enqueue_of;
use crate::outcome::{Outcome, State};
use crate::{inside, redraw, store};

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
        _ => store::save(tx, &stored.hash, &Outcome::waiting(), stored.header.at)?,
    }
    activity::restatus_node(tx, stored.node, &Status::InProgress, &Status::GeneratingPreview)?;
    enqueue_of(tx, &stored.header, stored.node, &stored.hash)
}

/// A file in the bin is not drawn, so nobody waits for its picture any more, and the bin does not say so.
fn removed(tx: &mut Tx<'_>, removed: &EntryRemoved) -> db::Result<()> {
    if let Some(hash) = nodes::find(tx, removed.node)?.and_then(|node| node.facts.hash) {
        store::forget_waiting(tx, &hash)?;
    }
    activity::restatus_node(tx, removed.node, &Status::GeneratingPreview, &Status::Success)
}

/// Its job passed it over while it lay in the bin, and so did those of the files in a folder.
fn restored(tx: &mut Tx<'_>, restored: &EntryRestored) -> db::Result<()> {
    let Some(node) = nodes::find(tx, restored.node)? else { return Ok(()) };
    if node.kind.is_container() {
        return inside::enqueue(tx, &restored.header, node.id);
    }
    let facts = node.facts;
    let Some(hash) = facts.hash else { return Ok(()) };
    match store::find(tx, &hash)?.map(|known| known.state) {
        Some(State::Waiting) => {}
        None if facts.mime.as_deref().is_some_and(previews::supports) => {
            store::save(tx, &hash, &Outcome::waiting(), restored.header.at)?;
        }
        _ => return Ok(()),
    }
    enqueue_of(tx, &restored.header, restored.node, &hash)
}

/// What could not be drawn without its bytes can be now.
fn repaired(tx: &mut Tx<'_>, repaired: &ContentRepaired) -> db::Result<()> {
    match store::of_contents(tx, &[&repaired.hash])?.remove(&repaired.hash).map(|known| known.state) {
        None | Some(State::Ready | State::Unsupported) => return Ok(()),
        Some(State::Waiting) => {}
        Some(State::Failed | State::Undrawn) => redraw::wait(tx, &repaired.hash, repaired.header.at)?,
    }
    enqueue_of(tx, &repaired.header, repaired.node, &repaired.hash)
}
