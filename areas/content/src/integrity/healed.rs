//! When a wrong file has its bytes again, it can be downloaded, and gets the preview that could not be drawn.

use db::Tx;
use nodes::{Facts, NodeState, PreviewState};
use primitives::{NodeId, Seconds};

use super::store;
use crate::entries::model::Preview;
use crate::{announce, events};

/// The bytes were read whole and are right.
pub(super) fn found_right(tx: &mut Tx<'_>, node: NodeId, modified_ns: i64, now: Seconds) -> db::Result<()> {
    if store::has_flaw(tx, node)? {
        ask_for_picture(tx, node, now)?;
    }
    store::note_right(tx, node, modified_ns, now)
}

/// The bytes were restored: they are read on the next occasion.
pub(crate) fn given_back(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<()> {
    store::forget_flaw(tx, node)?;
    ask_for_picture(tx, node, now)
}

fn ask_for_picture(tx: &mut Tx<'_>, node: NodeId, now: Seconds) -> db::Result<()> {
    let Some(found) = nodes::find(tx, node)?.filter(|node| node.state == NodeState::Ready) else { return Ok(()) };
    let Some(hash) = found.facts.hash else { return Ok(()) };
    match found.preview {
        PreviewState::None | PreviewState::Ready | PreviewState::Unsupported => return Ok(()),
        PreviewState::Waiting => {}
        PreviewState::Failed => {
            for (waiting, parent) in nodes::record_preview(tx, &hash, PreviewState::Waiting, None, &Facts::default())? {
                if let Some(found) = nodes::find(tx, waiting)? {
                    events::preview_made(tx, parent, waiting, &Preview::of(found.into()))?;
                }
            }
        }
    }
    announce(tx, node, hash, now)
}
