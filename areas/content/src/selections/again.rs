//! `POST selection/retry/{bg_action_id}`: tries again what failed of an act on many entries, or of a copy, with the same
//! options. The rights are asked again.

use activity::Change;
use authz::{Actor, Denied};
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{AppInstanceId, Language, Seconds};
use rest::{CurrentUser, Json, Path, Problem};

use super::batch::{self, EntryState};
use super::begin::{Begun, OneEntry, Wanted, start};
use super::request::BatchRequest;
use super::{ends, wanted_names};
use crate::{Content, Error, Result, copies};

/// Tries again, in the background, exactly those entries of an act with which it could not be done. A copy goes on in what
/// was made of it.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/retry/{bg_action_id}", tag = "content",
    operation_id = "selection_retry",
    params(("application_instance_id" = i64, Path), ("bg_action_id" = String, Path, description = "The background action of which entries failed")),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it tries")))]
pub async fn retry(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, bg_action_id)): Path<(AppInstanceId, String)>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let (language, now) = (rest::current_language(), content.clock.now());
    let begun = content.db.write(move |tx| try_again(tx, (&actor, language), &bg_action_id, now));
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

fn try_again(
    tx: &mut Tx<'_>,
    (actor, language): (&Actor, Language),
    bg_action_id: &str,
    now: Seconds,
) -> Result<Begun> {
    if let Some((count, bg_action)) = copies::try_again(tx, (actor, language), bg_action_id, now)? {
        return Ok(Begun { count, bg_action });
    }
    let before = ends::find(tx, actor.user, bg_action_id)?.ok_or(Error::from(Denied::Invisible))?;
    before.refuse_late(now)?;
    let [waits, ..] = batch::progress(tx, before.id)?;
    if waits > 0 {
        return Err(Error::StillRuns);
    }
    let failed = batch::entries(tx, before.id, EntryState::Stays)?;
    if failed.is_empty() || !ends::mark_retried(tx, before.id, now)? {
        return Err(Error::NothingFailed);
    }
    let doing = BatchRequest::again(&before).ok_or(Error::from(Denied::Invisible))?;
    let change = Change { retry_until: Some(0), ..Change::default() };
    let told = activity::update(tx, bg_action_id, &change)?;
    let undoes = told.as_ref().and_then(|action| action.undoes.clone());
    let names = wanted_names::of_failed(tx, before.id)?;
    let of = OneEntry::of(told.as_ref());
    let wanted = Wanted { doing, operation: "selection_retry", group: None, names, of, widens: None };
    let begun = start(tx, actor, &failed, wanted, now)?;
    let told = activity::update(tx, &begun.bg_action.bg_action_id, &Change { undoes, ..Change::default() })?;
    Ok(Begun { bg_action: told.unwrap_or(begun.bg_action), ..begun })
}
