//! Files that are fetched from the bucket that has them, by an address that opens for a moment.

use std::sync::Arc;
use std::time::Duration;

use authz::Actor;
use primitives::NodeId;
use storage::elsewhere_of;

use super::{disposition, open};
use crate::{Content, Result, Use, UseKind, UsedBy, tell_use};

/// A browser follows the address at once. A download that has begun goes on.
const OPENS: Duration = Duration::from_secs(60);

/// The address of a file at its store, for who may download it now; None unless its file server says so. Everybody
/// who has the address gets the bytes, so giving it counts as a download.
pub(crate) async fn address(content: &Content, actor: &Arc<Actor>, node: NodeId) -> Result<Option<String>> {
    let known = content.db.read(move |c| elsewhere_of(c, &[node])).await?;
    if !known.get(&node).is_some_and(|elsewhere| elsewhere.from_store) {
        return Ok(None);
    }
    let (found, (_, file)) = open(content, actor, node).await?;
    let address = file.address(&disposition(&found.name, false), OPENS);
    if address.is_some() {
        let (by, at) = (UsedBy::Person(actor.user), content.clock.now());
        tell_use(&content.db, &Use { kind: UseKind::Downloaded, nodes: &[node], by, at });
    }
    Ok(address)
}
