//! `POST selection/remove`, `selection/restore`, `selection/purge`, `entry/move`: one act on all selected entries. What is selected is
//! found out at once, and a job carries the act out.

use std::collections::HashMap;
use std::sync::Arc;

use activity::{BgAction, Change, NewAction, Status};
use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use primitives::{AppInstanceId, EntryName, NodeId, NodeKind, Seconds, TenantId};
use rest::{CurrentUser, Json, Path, Problem};
use serde::{Deserialize, Serialize};
use serde_json::json;
use storage::disk;

use super::batch::{self, NewBatch};
use super::carrying::{self, BATCH, Carrying};
use super::ends;
use super::request::BatchRequest;
use super::selected::Selected;
use super::selection::Selection;
use crate::entries::relocate::may_put_into;
use crate::entries::widening::Widening;
use crate::{Content, Error, Result};

/// So many batches of one person may be unfinished.
const UNFINISHED: i64 = 10;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Begun {
    /// How many entries it is done with. Those with which the asker may not do it stay as they are.
    pub(super) count: i64,
    pub(super) bg_action: BgAction,
}

/// Moves the selected entries to the bin, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/remove", tag = "content",
    operation_id = "selection_remove", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it moves")))]
pub async fn remove(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    begin(content, actor, selection, (BatchRequest::Remove, None)).await
}

/// Restores the selected entries of the bin, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/restore", tag = "content",
    operation_id = "selection_restore", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it restores")))]
pub async fn restore(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    begin(content, actor, selection, (BatchRequest::Restore, None)).await
}

/// Deletes the selected entries of the bin for good, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/selection/purge", tag = "content",
    operation_id = "selection_purge", request_body = Selection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it deletes")))]
pub async fn purge(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(selection): Json<Selection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    begin(content, actor, selection, (BatchRequest::Purge, None)).await
}

/// Where the selected entries go.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct MoveSelection {
    #[serde(flatten)]
    selection: Selection,
    /// The folder or repository that they go into; of the same tenant. Into another repository bytes are copied.
    target_id: NodeId,
    /// True: an entry with a taken name gets a number. False: it stays where it is. Files that replace others get none.
    #[serde(default)]
    keep_both: bool,
    /// A file whose name a file has there becomes the next version of that one, which keeps what it was; its own entry goes
    /// to the bin. It stays where it is if the asker may not replace the other.
    #[serde(default)]
    replace: bool,
    /// If given, inherited marks that entries would lose there are taken away, and do not become their own. An entry stays
    /// where it is unless the asker manages it, is cleared for these marks and names them in `give_up_marks`. The log has
    /// this reason.
    #[schema(min_length = 1, max_length = 500)]
    widen_reason: Option<String>,
    /// With `widen_reason`, and only with it: the keys of these marks, as `lost_marks` of the check tells them. An entry
    /// that would lose another one stays where it is.
    #[schema(min_items = 1, max_items = 100)]
    give_up_marks: Option<Vec<String>>,
}

/// Moves the selected entries into another folder, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/move", tag = "content",
    operation_id = "selection_move", request_body = MoveSelection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it moves")))]
pub async fn relocate(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(to): Json<MoveSelection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let MoveSelection { selection, target_id: folder, keep_both, replace, widen_reason, give_up_marks } = to;
    selection.refuse_bin()?;
    let widens = Widening::parse(widen_reason.as_deref(), give_up_marks)?;
    let seen = security::read(&content.db, &actor, move |c, access| may_put_into(c, access, NodeKind::Folder, folder));
    seen.await.map_err(|error| Problem::from(error).named_by("target_id"))?;
    begin(content, actor, selection, (BatchRequest::Move { folder, keep_both, replace }, widens)).await
}

/// How a batch begins.
pub(super) struct Wanted {
    pub doing: BatchRequest,
    /// By which it is recorded.
    pub operation: &'static str,
    pub group: Option<String>,
    /// The names that entries get.
    pub names: HashMap<NodeId, EntryName>,
    /// The only entry, if it is named.
    pub of: Option<OneEntry>,
    /// A move takes marks away knowingly.
    pub widens: Option<Widening>,
}

/// An entry that a background action names.
pub(super) struct OneEntry {
    pub title: String,
    pub node: Option<NodeId>,
}

impl OneEntry {
    /// If the action that is taken back or tried again is about one entry, so is the new one.
    pub fn of(before: Option<&BgAction>) -> Option<Self> {
        let before = before.filter(|action| action.items.is_none())?;
        Some(Self { title: before.title.clone(), node: before.node_id })
    }
}

async fn begin(
    content: Content,
    actor: Arc<Actor>,
    selection: Selection,
    doing: (BatchRequest, Option<Widening>),
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let group = selection.bg_group_id.clone();
    let selected = selection.parse(content.clock.now())?;
    let begun = disk::even_when_full(&content.db, || async {
        Ok(find_and_begin(&content, &actor, selected.clone(), group.clone(), doing.clone()).await?)
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

async fn find_and_begin(
    content: &Content,
    actor: &Arc<Actor>,
    selected: Selected,
    group: Option<String>,
    (doing, widens): (BatchRequest, Option<Widening>),
) -> Result<Begun> {
    let found = security::read_long(&content.db, actor, move |c, access| selected.ids(c, access, doing.act())).await?;
    let (actor, now) = (actor.clone(), content.clock.now());
    let wanted = Wanted { doing, operation: doing.operation(), group, names: HashMap::new(), of: None, widens };
    content.db.write(move |tx| start(tx, &actor, &found, wanted, now)).await
}

/// Notes the batch and its job. What is done with each entry is recorded one by one, when it is done.
pub(super) fn start(
    tx: &mut Tx<'_>,
    actor: &Actor,
    found: &[(TenantId, NodeId)],
    wanted: Wanted,
    now: Seconds,
) -> Result<Begun> {
    let (doing, operation, names, widens) =
        (wanted.doing, wanted.operation, wanted.names.clone(), wanted.widens.clone());
    if batch::unfinished(tx, actor.user)? >= UNFINISHED {
        return Err(Error::TooManyBatches);
    }
    let tenant = found.first().map(|(tenant, _)| *tenant).or(actor.tenants().first().copied());
    let tenant = tenant.ok_or(Error::from(authz::Denied::Invisible))?;
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let language = rest::current_language();
    let bg_action = activity::start(tx, &action(actor, tenant, wanted, count), now)?;
    let (act, user, bg_action_id) = (doing.act(), actor.user, &bg_action.bg_action_id);
    let (target, keep_both, replaces) = (doing.target(), doing.keeps_both(), doing.replaces());
    let undoes = doing.undoes();
    let new = NewBatch { act, user, tenant, bg_action_id, target, keep_both, replaces, undoes };
    let batch = batch::insert(tx, &new, now)?;
    if let Some(copying) = doing.copying() {
        ends::note_copying(tx, batch, copying)?;
    }
    batch::add(tx, batch, found, &names)?;
    let told = Act::new(operation, tenant, Object::new("tenant", tenant.0, "")).after(json!({ "entries": count }));
    audit::record(tx, actor, told, now);
    let carrying = Carrying { batch, act, bg_action_id: bg_action_id.clone(), users_id: user, language, widens };
    carrying::enqueue(tx, BATCH, (&carrying, tenant), now)?;
    let from = if target.is_some() { batch::folder(tx, batch)? } else { None };
    let told = from.map(|_| activity::update(tx, bg_action_id, &Change { from, ..Change::default() })).transpose()?;
    Ok(Begun { count, bg_action: told.flatten().unwrap_or(bg_action) })
}

/// Its background action. Pages say in their own words what is done with how many entries.
fn action(actor: &Actor, tenant: TenantId, wanted: Wanted, count: i64) -> NewAction {
    let Wanted { doing, group, of, .. } = wanted;
    let words = || rest::counted(rest::current_language(), &format!("batch.{}", doing.act().word()), count);
    let of_one = of.filter(|_| count == 1);
    NewAction {
        user: actor.user,
        tenant,
        group,
        title: of_one.as_ref().map_or_else(words, |one| one.title.clone()),
        text: String::new(),
        kind: doing.kind(),
        icon: None,
        status: Status::InProgress,
        node: of_one.as_ref().and_then(|one| one.node),
        parent: doing.target(),
        items: of_one.is_none().then_some(count),
        cancellable: count > 0,
        job: None,
    }
}
