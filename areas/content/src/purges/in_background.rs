//! How a purge is begun that goes on in the background.

use activity::{ActionKind, BgAction, NewAction, Status};
use db::Tx;
use jobs::NewJob;
use primitives::{Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

use super::marks::{PurgeId, hand_over};
use crate::Result;

pub(crate) const PURGE: &str = "purge";

/// The payload of the job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Purging {
    pub purge: PurgeId,
    pub bg_action_id: String,
    pub users_id: UserId,
    /// First mark the entries that were removed before this time and that the person may delete.
    pub binned_before: Option<Seconds>,
}

/// Who asked for a deletion in the background.
pub(crate) struct Asked {
    pub user: UserId,
    pub tenant: TenantId,
    /// One entry with all that is in it, or the whole bin.
    pub kind: ActionKind,
    /// Also mark the entries that were removed before this time.
    pub binned_before: Option<Seconds>,
}

/// Begins the background action of a purge, with `title`, and its job.
pub(crate) fn in_background(
    tx: &mut Tx<'_>,
    purge: PurgeId,
    title: String,
    asked: &Asked,
    now: Seconds,
) -> Result<BgAction> {
    let action = NewAction {
        user: asked.user,
        tenant: asked.tenant,
        group: None,
        title,
        text: String::new(),
        kind: asked.kind,
        icon: None,
        status: Status::InProgress,
        node: None,
        parent: None,
        items: None,
        // A marked entry cannot be restored.
        cancellable: false,
        job: None,
    };
    let begun = activity::start(tx, &action, now)?;
    let Asked { user: users_id, binned_before, .. } = *asked;
    let told = Purging { purge, bg_action_id: begun.bg_action_id.clone(), users_id, binned_before };
    let told = serde_json::to_value(&told).map_err(|error| db::Error::Broken(error.to_string()))?;
    jobs::enqueue(tx, &NewJob::due(PURGE, &told, now).of(asked.tenant))?;
    hand_over(tx, purge)?;
    Ok(begun)
}
