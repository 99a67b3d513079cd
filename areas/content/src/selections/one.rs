//! `POST entry/move/{node_id}`: moves one entry into another folder. It is a batch of one that is over at once, so that it
//! can be taken back like others.

use std::collections::HashSet;
use std::sync::Arc;

use activity::{ActionKind, BgAction, Change, NewAction, Status};
use authz::{Actor, Permit};
use axum::extract::State;
use db::Tx;
use primitives::{AppInstanceId, EntryName, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Deserialize;
use storage::blocking::run_detached;
use storage::intents::{self, Declared};

use super::batch::BatchAct;
use super::begin::{OneEntry, Wanted, start};
use super::request::BatchRequest;
use super::{moves, one_done};
use crate::entries::relocate::{self, Moving, Planned, Target};
use crate::entries::widening::Widening;
use crate::{Content, Error, Move, Result};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct MoveTo {
    /// The folder or repository that it goes into; of the same tenant.
    target_id: NodeId,
    /// The name that it gets there; it keeps its own if none is sent.
    #[serde(default)]
    name: Option<String>,
    /// If given, inherited marks that it would lose there are taken away, and do not become its own. The asker must manage
    /// it and be cleared for these marks, and name them in `give_up_marks`. The log has this reason.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500)]
    widen_reason: Option<String>,
    /// With `widen_reason`, and only with it: the keys of these marks, as `lost_marks` of the check tells them. If it would
    /// lose another one, it does not move.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100)]
    give_up_marks: Option<Vec<String>>,
    /// The group of background actions this belongs to; the page may choose it.
    #[serde(default)]
    bg_group_id: Option<String>,
}

/// Moves an entry into another folder. Marks that it inherited, and would lose there, become its own, unless they are to
/// be taken away.
///
/// Into another repository its bytes are copied first, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/move/{node_id}", tag = "content",
    operation_id = "entry_move", request_body = MoveTo,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = BgAction, description = "The background action: finished, or in progress into another repository")))]
pub async fn relocate(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(to): Json<MoveTo>,
) -> Result<Json<BgAction>, Problem> {
    let MoveTo { target_id: folder, name, widen_reason, give_up_marks, bg_group_id } = to;
    let name = name.as_deref().map(EntryName::parse).transpose().map_err(Error::from)?;
    let widens = Widening::parse(widen_reason.as_deref(), give_up_marks)?;
    let target = Arc::new(Target { folder, name, keep_both: false, undoes: None, widens });
    let work = async move {
        intents::with_retries(|| carry_out(&content, &actor, node, (&target, bg_group_id.as_deref()))).await
    };
    Ok(Json(run_detached(work).await?))
}

async fn carry_out(
    content: &Content,
    actor: &Arc<Actor>,
    node: NodeId,
    (target, group): (&Arc<Target>, Option<&str>),
) -> Result<BgAction> {
    let now = content.clock.now();
    let (owner, wanted, in_group) = (content.storage.config.owner.clone(), target.clone(), group.map(str::to_owned));
    let declared = security::write(&content.db, actor, move |tx, access| {
        let planned = relocate::plan(tx, access, node, &wanted)?;
        if planned.crosses() {
            let begun = begin_crossing(tx, access, (&planned, &wanted), in_group, now)?;
            return Ok(Either::Begun(Box::new(begun)));
        }
        let (declared, moving) = relocate::declare(tx, access, &planned, (&wanted, &HashSet::new()), (&owner, now))?;
        Ok::<_, Error>(Either::Declared(Box::new((declared, moving))))
    });
    let (declared, moving) = match declared.await? {
        Either::Declared(declared) => *declared,
        Either::Begun(begun) => return Ok(*begun),
    };
    let (owner, group, intent) = (content.storage.config.owner.clone(), group.map(str::to_owned), declared.intent);
    let commit = security::write(&content.db, actor, move |tx, access| {
        let (permit, kept) = relocate::commit(tx, access, (node, intent, &moving), (&owner, now))?;
        let (done, batch) = one_done::note(tx, &finished_action(&permit, &moving, group), BatchAct::Move, now)?;
        moves::note(tx, batch, node, &moving, &kept)?;
        let from = Change { from: Some(moving.from), ..Change::default() };
        Ok::<_, Error>(activity::update(tx, &done.bg_action_id, &from)?.unwrap_or(done))
    });
    intents::carry_out(&content.storage, declared, commit).await
}

/// What the first transaction has come to.
enum Either {
    Declared(Box<(Declared, Moving)>),
    Begun(Box<BgAction>),
}

/// Into another repository it goes in the background, as a batch of one.
fn begin_crossing(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    (planned, target): (&Planned, &Target),
    group: Option<String>,
    now: Seconds,
) -> Result<BgAction> {
    let (permit, folder) = (&planned.permit, target.folder);
    let name = relocate::name_there(tx, access, planned, (target, &HashSet::new()))?;
    let doing = BatchRequest::Move { folder, keep_both: false, replace: false };
    // Without one that was asked for it keeps its own, whatever that is by then.
    let names = target.name.iter().map(|name| (permit.node(), name.clone())).collect();
    let of = Some(OneEntry { title: name.as_str().to_owned(), node: Some(permit.node()) });
    let widens = target.widens.clone();
    let wanted = Wanted { doing, operation: doing.operation(), group, names, of, widens };
    Ok(start(tx, access.actor(), &[(permit.tenant(), permit.node())], wanted, now)?.bg_action)
}

/// The background action that says so; it begins and ends in one transaction.
fn finished_action(permit: &Permit<Move>, moving: &Moving, group: Option<String>) -> NewAction {
    NewAction {
        user: permit.actor(),
        tenant: permit.tenant(),
        group,
        title: moving.name().to_owned(),
        text: String::new(),
        kind: ActionKind::Move,
        icon: None,
        status: Status::Success,
        node: Some(permit.node()),
        parent: Some(moving.folder),
        items: None,
        cancellable: false,
        job: None,
    }
}
