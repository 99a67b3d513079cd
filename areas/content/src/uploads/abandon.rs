//! Uploads that nobody will finish.

use activity::Status;
use primitives::NodeId;
use storage::blocking::discard_bytes;

use super::ended;
use super::locks::UploadKey;
use crate::{Content, Result};

/// Ends an upload that will not be finished: its row, its ticket and its bytes are deleted, and its action ends as
/// `status`.
pub(crate) async fn abandon(content: &Content, node: NodeId, status: &Status) -> Result<()> {
    let _lock = content.uploads.lock(UploadKey::File(node)).await?;
    let (status, now) = (status.clone(), content.clock.now());
    let store = content.db.write(move |tx| ended::delete(tx, node, status, now)).await?;
    match store {
        Some(store) => Ok(discard_bytes(&store, node).await?),
        None => Ok(()),
    }
}
