//! The job that draws.

use db::Tx;
use jobs::NewJob;
use primitives::{NodeId, Seconds, TenantId};
use serde::{Deserialize, Serialize};

pub(crate) const DRAW: &str = "media.draw";

/// The payload of the jobs that draw.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Draw {
    pub node_id: NodeId,
    pub hash: String,
}

pub(crate) fn enqueue(tx: &mut Tx<'_>, tenant: TenantId, node: NodeId, hash: &str, now: Seconds) -> db::Result<()> {
    let payload = serde_json::to_value(Draw { node_id: node, hash: hash.to_owned() });
    let payload = payload.map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob { priority: 10, ..NewJob::due(DRAW, &payload, now).of(tenant) }).map(drop)
}
