//! Cancelling an act on many entries: what is done stays done, and nothing more is begun.

use std::future::Future;
use std::pin::Pin;

use activity::{BgAction, Canceller};
use authz::Actor;
use rest::Problem;

use super::{batch, ends};
use crate::Content;

/// Cancelling the background action of a batch stops the batch between two steps.
pub struct CancelBatch(pub Content);

impl Canceller for CancelBatch {
    fn cancel<'a>(
        &'a self,
        actor: &'a Actor,
        action: &'a BgAction,
    ) -> Pin<Box<dyn Future<Output = Result<(), Problem>> + Send + 'a>> {
        let (user, id, now) = (actor.user, action.bg_action_id.clone(), self.0.clock.now());
        Box::pin(async move {
            let stopped = self.0.db.write(move |tx| {
                let Some(found) = ends::find(tx, user, &id)? else { return Ok(false) };
                let [waits, ..] = batch::progress(tx, found.id)?;
                if waits == 0 {
                    return Ok(false);
                }
                ends::stop(tx, &found, &id, now)?;
                Ok::<_, db::Error>(true)
            });
            if stopped.await? { Ok(()) } else { Err(Problem::conflict("not_cancellable", "not_cancellable")) }
        })
    }

    fn ends_it(&self) -> bool {
        true
    }
}
