//! Begins a copy of entries, and takes one back.

use activity::{ActionKind, BgAction, Change, NewAction, Status};
use audit::{Act, Object};
use authz::Actor;
use db::{Tx, params};
use jobs::NewJob;
use primitives::{Language, NodeId, Seconds, TenantId, UserId};
use serde_json::json;

use super::asked::{COPY, Copying, OPEN};
use super::replaced;
use super::store::{self, CopyingId, NewCopying, Roots};
use crate::{Error, Result};

/// So many copies of one person may be unfinished.
const UNFINISHED: i64 = 10;

/// How entries are to be copied.
#[derive(Clone, Debug)]
pub(crate) struct CopyRequest {
    /// The folder of the copies.
    pub target: NodeId,
    /// In another folder, a copy gets a number if its name is taken.
    pub keep_both: bool,
    /// There, a file that has the name of a copied file gets its content instead.
    pub replace: bool,
    pub group: Option<String>,
    /// Of the person, for names of copies and for what is said at the end.
    pub language: Language,
    /// By which it is recorded.
    pub operation: &'static str,
}

/// Notes the entries and the job that copies them. `found`: with their tenants; what lies in one of them is not named.
pub(crate) fn start(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (found, request): (&[(TenantId, NodeId)], &CopyRequest),
    now: Seconds,
) -> Result<BgAction> {
    refuse_many(tx, actor)?;
    let tenant = found.first().map(|(tenant, _)| *tenant).or(actor.tenants().first().copied());
    let tenant = tenant.ok_or(Error::from(authz::Denied::Invisible))?;
    let only = match found {
        [(_, node)] => nodes::find(tx, *node)?,
        _ => None,
    };
    let title = only.as_ref().map(|only| only.name.clone());
    let begun = activity::start(tx, &new_action((actor, tenant), (title, found.len()), request), now)?;
    let new = NewCopying::of((actor.user, tenant, request), &begun, None);
    let copying = store::insert(tx, &new, now)?;
    let roots: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
    store::add_roots(tx, copying, request.target, &roots)?;
    let object = match &only {
        Some(only) => Object::new("node", only.id.0, &only.name),
        None => Object::new("tenant", tenant.0, ""),
    };
    let after = json!({ "entries": found.len(), "target_id": request.target });
    audit::record(tx, actor, Act::new(request.operation, tenant, object).after(after), now);
    Ok(hand_over(tx, (actor.user, tenant), (copying, begun, request), now)?)
}

pub(super) fn refuse_many(tx: &mut Tx<'_>, actor: &Actor) -> Result<()> {
    if store::unfinished(tx, actor.user)? < UNFINISHED { Ok(()) } else { Err(Error::TooManyBatches) }
}

/// The job that copies what is noted.
pub(super) fn hand_over(
    tx: &mut Tx<'_>,
    (user, tenant): (UserId, TenantId),
    (copying, begun, request): (CopyingId, BgAction, &CopyRequest),
    now: Seconds,
) -> db::Result<BgAction> {
    let carried = Copying {
        copying,
        bg_action_id: begun.bg_action_id.clone(),
        users_id: user,
        language: request.language,
        keep_both: request.keep_both,
        replace: request.replace,
    };
    let payload = serde_json::to_value(&carried).map_err(|error| db::Error::Broken(error.to_string()))?;
    let job = jobs::enqueue(tx, &NewJob::due(COPY, &payload, now).of(tenant).for_user(Some(user)))?;
    store::set_job(tx, copying, job)?;
    let change = Change { job: Some(job), from: folder_of(tx, copying)?, ..Change::default() };
    Ok(activity::update(tx, &begun.bg_action_id, &change)?.unwrap_or(begun))
}

/// The folder that all selected entries lie in; none if they lie in several.
fn folder_of(tx: &mut Tx<'_>, copying: CopyingId) -> db::Result<Option<NodeId>> {
    let sql = "SELECT MIN(n.parent_id), MAX(n.parent_id)
               FROM content_copy c
               JOIN nodes_node n ON n.node_id = c.source_id
               WHERE c.copying_id = $1";
    let (least, most): (Option<NodeId>, Option<NodeId>) =
        tx.get(sql, params![copying], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(least.filter(|_| least == most))
}

/// `title`: what the entry is called, if it is one.
pub(super) fn new_action(
    (actor, tenant): (&Actor, TenantId),
    (title, count): (Option<String>, usize),
    request: &CopyRequest,
) -> NewAction {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let items = title.is_none().then_some(count);
    let key = if count == 1 { "batch.copy_one" } else { "batch.copy" };
    let words = || rest::text(request.language, key, &[("count", count.to_string())]);
    NewAction {
        user: actor.user,
        tenant,
        group: request.group.clone(),
        title: title.unwrap_or_else(words),
        text: String::new(),
        kind: ActionKind::Copy,
        icon: None,
        status: Status::InProgress,
        node: None,
        parent: Some(request.target),
        items,
        cancellable: true,
        job: None,
    }
}

impl<'c> NewCopying<'c> {
    pub fn of(
        (user, tenant, request): (UserId, TenantId, &CopyRequest),
        begun: &'c BgAction,
        first: Option<CopyingId>,
    ) -> Self {
        let &CopyRequest { target, keep_both, replace: replaces, .. } = request;
        Self { bg_action_id: &begun.bg_action_id, user, tenant, target, keep_both, replaces, first }
    }
}

/// An act of copying that is taken back.
pub(crate) struct TakenBack {
    pub copying: CopyingId,
    /// The whole copies of selected entries, which go to the bin, and the files that take up what they had before.
    pub made: Vec<(TenantId, NodeId)>,
}

/// Takes one's own copy back, once, within a day: it is stopped. None if there is no such copy.
pub(crate) fn take_back(tx: &mut Tx<'_>, user: UserId, bg_action_id: &str, now: Seconds) -> Result<Option<TakenBack>> {
    let Some(found) = store::find(tx, user, bg_action_id)? else { return Ok(None) };
    if now >= found.begun_at + OPEN {
        return Err(Error::UndoOver);
    }
    if !store::mark_undone(tx, found.copying, now)? {
        return Err(Error::AlreadyUndone);
    }
    let mut made = store::made_roots(tx, found.copying, Roots::Whole)?;
    made.extend(replaced::files(tx, found.copying)?);
    if let Some(job) = found.job {
        // With its end, what is unfinished goes to the bin, and what a step has just finished.
        jobs::cancel(tx, job)?;
    }
    let made = made.into_iter().map(|node| (found.tenant, node)).collect();
    Ok(Some(TakenBack { copying: found.copying, made }))
}
