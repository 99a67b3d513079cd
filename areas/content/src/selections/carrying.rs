//! The jobs that carry batches out: their kinds, and what they know.

use db::Tx;
use jobs::NewJob;
use primitives::{Language, Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

use super::batch::{BatchAct, BatchId};
use crate::entries::widening::Widening;

/// Carries a batch out, but for entries that go into other repositories.
pub(super) const BATCH: &str = "batch";
/// Carries out what the other kind has left. A large file takes long: these jobs have places of their own, so that no
/// other batch waits for it.
pub(super) const CROSSING: &str = "batch_crossing";

/// The payload of the jobs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Carrying {
    pub batch: BatchId,
    pub act: BatchAct,
    pub bg_action_id: String,
    pub users_id: UserId,
    /// Of the person who asked.
    pub language: Language,
    /// Of a move that takes marks away knowingly. Its entries that are tried again keep their marks.
    #[serde(default)]
    pub widens: Option<Widening>,
}

/// Enqueues a job of `kind` for a batch of this tenant.
pub(super) fn enqueue(
    tx: &mut Tx<'_>,
    kind: &'static str,
    (carrying, tenant): (&Carrying, TenantId),
    now: Seconds,
) -> db::Result<()> {
    let payload = serde_json::to_value(carrying).map_err(|error| db::Error::Broken(error.to_string()))?;
    // Each person has one place, and their acts take turns in it. A serial key would let an act wait until all earlier ones
    // of the person have ended, which may themselves wait for uploads.
    let person = (kind == CROSSING).then_some(carrying.users_id);
    jobs::enqueue(tx, &NewJob::due(kind, &payload, now).of(tenant).for_user(person)).map(drop)
}
