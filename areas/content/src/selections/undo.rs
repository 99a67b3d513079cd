//! `POST selection/undo/{bg_action_id}`: takes a removal, a move or a new name back, of one entry or of many, for a day.
//! What is not done yet stays, what is removed comes back from the bin, what moved goes back to its folder, and what was
//! renamed gets its former name. Copies go to the bin, and what was replaced has its earlier version again. What has
//! changed since stays as it is.

use std::collections::HashMap;

use activity::{Change, Status};
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{AppInstanceId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};

use authz::{Actor, Denied};

use super::batch::{self, BatchAct, EntryState};
use super::begin::{Begun, OneEntry, Wanted, start};
use super::ends::{self, Batch};
use super::request::BatchRequest;
use crate::copies::{self, TakenBack};
use crate::{Content, Error, Result};

/// Takes a removal, a move, a new name or a copy back, in the background, within a day and once.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/undo/{bg_action_id}", tag = "content",
    operation_id = "selection_undo",
    params(("application_instance_id" = i64, Path), ("bg_action_id" = String, Path, description = "The background action that is taken back")),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it takes back")))]
pub async fn undo(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, bg_action_id)): Path<(AppInstanceId, String)>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let now = content.clock.now();
    let begun = content.db.write(move |tx| take_back(tx, &actor, &bg_action_id, now));
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

fn take_back(tx: &mut Tx<'_>, actor: &Actor, bg_action_id: &str, now: Seconds) -> Result<Begun> {
    if let Some(copied) = copies::take_back(tx, actor.user, bg_action_id, now)? {
        return take_copies_back(tx, actor, (&copied, bg_action_id), now);
    }
    let found = ends::find(tx, actor.user, bg_action_id)?.filter(Batch::is_undoable);
    let before = found.ok_or(Error::from(Denied::Invisible))?;
    before.refuse_late(now)?;
    if !ends::mark_undone(tx, before.id, now)? {
        return Err(Error::AlreadyUndone);
    }
    let change = Change { undone_at: Some(now), ..Change::default() };
    let told = activity::update(tx, bg_action_id, &change)?;
    if told.as_ref().is_some_and(|action| action.status == Status::InProgress) {
        ends::stop(tx, &before, bg_action_id, now)?;
    }
    let done = batch::entries(tx, before.id, EntryState::Done)?;
    let doing = match before.act {
        BatchAct::Move => BatchRequest::MoveBack(before.id),
        BatchAct::Rename => BatchRequest::NameBack(before.id),
        BatchAct::Remove | BatchAct::Restore | BatchAct::Purge => BatchRequest::BackFromBin(before.id),
    };
    let wanted = Wanted {
        doing,
        operation: "selection_undo",
        group: None,
        names: HashMap::new(),
        of: OneEntry::of(told.as_ref()),
        widens: None,
    };
    let begun = start(tx, actor, &done, wanted, now)?;
    let undoes = Change { undoes: Some(bg_action_id.to_owned()), ..Change::default() };
    let told = activity::update(tx, &begun.bg_action.bg_action_id, &undoes)?;
    Ok(Begun { bg_action: told.unwrap_or(begun.bg_action), ..begun })
}

fn take_copies_back(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (copied, bg_action_id): (&TakenBack, &str),
    now: Seconds,
) -> Result<Begun> {
    let change = Change { undone_at: Some(now), retry_until: Some(0), ..Change::default() };
    let told = activity::update(tx, bg_action_id, &change)?;
    let (doing, operation) = (BatchRequest::CopyBack(copied.copying), "selection_undo");
    let (names, of) = (HashMap::new(), OneEntry::of(told.as_ref()));
    let wanted = Wanted { doing, operation, group: None, names, of, widens: None };
    let begun = start(tx, actor, &copied.made, wanted, now)?;
    let undoes = Change { undoes: Some(bg_action_id.to_owned()), ..Change::default() };
    let told = activity::update(tx, &begun.bg_action.bg_action_id, &undoes)?;
    Ok(Begun { bg_action: told.unwrap_or(begun.bg_action), ..begun })
}
