//! Cancelling an action: its work is stopped, and the action disappears, or says what was done by then.

use std::future::Future;
use std::pin::Pin;

use authz::Actor;
use primitives::UserId;
use rest::Problem;

use crate::Activity;
use crate::action::tell;
use crate::model::{BgAction, Status};
use crate::store::{self, Owned};

/// Stops an action that names no job, and undoes its work. Another room implements it.
pub trait Canceller: Send + Sync + 'static {
    fn cancel<'a>(
        &'a self,
        actor: &'a Actor,
        action: &'a BgAction,
    ) -> Pin<Box<dyn Future<Output = Result<(), Problem>> + Send + 'a>>;

    /// It ends the action itself: what is done stays done, and so does the action.
    fn ends_it(&self) -> bool {
        false
    }
}

/// An action that is missing or belongs to another user is 404; one that has ended, or cannot be stopped, is 409.
pub async fn cancel(activity: &Activity, actor: &Actor, id: String) -> Result<(), Problem> {
    let (user, wanted) = (actor.user, id.clone());
    let found = activity.db.read(move |conn| store::find(conn, user, &wanted)).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    if !found.action.cancellable || found.action.status.is_end() {
        return Err(too_late());
    }
    if found.job.is_none() {
        let canceller = activity.canceller(&found.action.kind).ok_or_else(too_late)?;
        canceller.cancel(actor, &found.action).await?;
        if canceller.ends_it() {
            return Ok(());
        }
    }
    if activity.db.write(move |tx| remove(tx, user, &id)).await? { Ok(()) } else { Err(too_late()) }
}

/// Removes the action and asks its job to end; false if either has ended meanwhile.
fn remove(tx: &mut db::Tx<'_>, user: UserId, id: &str) -> db::Result<bool> {
    let Some(Owned { job, mut action, .. }) = store::remove_open(tx, user, id)? else { return Ok(false) };
    if let Some(job) = job {
        jobs::cancel(tx, job)?;
    }
    action.status = Status::Cancelled;
    action.cancellable = false;
    tell(tx, Owned { user, job, action })?;
    Ok(true)
}

fn too_late() -> Problem {
    Problem::conflict("not_cancellable", "not_cancellable")
}
