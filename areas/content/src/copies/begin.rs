//! Begins a copy of entries, and takes one back.

use activity::{ActionKind, BgAction, Change, NewAction, Status};
use audit::{Act, Object};
use authz::Actor;
use db::{Tx, params};
use jobs::NewJob;
use nodes::Node;
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
    if store::unfinished(tx, actor.user)? >= UNFINISHED {
        return Err(Error::TooManyBatches);
    }
    let tenant = found.first().map(|(tenant, _)| *tenant).or(actor.tenants().first().copied());
    let tenant = tenant.ok_or(Error::from(authz::Denied::Invisible))?;
    let (user, language) = (actor.user, request.language);
    let only = match found {
        [(_, node)] => nodes::find(tx, *node)?,
        _ => None,
    };
    let begun = activity::start(tx, &new_action((user, tenant), only.as_ref(), (found, request)), now)?;
    let new = NewCopying { bg_action_id: &begun.bg_action_id, user, tenant, target: request.target };
    let copying = store::insert(tx, &new, now)?;
    let roots: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
    store::add_roots(tx, copying, request.target, &roots)?;
    let from = folder_of(tx, copying)?;
    let object = match &only {
        Some(only) => Object::new("node", only.id.0, &only.name),
        None => Object::new("tenant", tenant.0, ""),
    };
    let after = json!({ "entries": found.len(), "target_id": request.target });
    audit::record(tx, actor, Act::new(request.operation, tenant, object).after(after), now);
    let carried = Copying {
        copying,
        bg_action_id: begun.bg_action_id.clone(),
        users_id: user,
        language,
        keep_both: request.keep_both,
        replace: request.replace,
    };
    let payload = serde_json::to_value(&carried).map_err(|error| db::Error::Broken(error.to_string()))?;
    let job = jobs::enqueue(tx, &NewJob::due(COPY, &payload, now).of(tenant).for_user(Some(user)))?;
    store::set_job(tx, copying, job)?;
    let change = Change { job: Some(job), from, ..Change::default() };
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

/// `only`: the entry, if it is one.
fn new_action(
    (user, tenant): (UserId, TenantId),
    only: Option<&Node>,
    (found, request): (&[(TenantId, NodeId)], &CopyRequest),
) -> NewAction {
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let title = match only {
        Some(only) => only.name.clone(),
        None => rest::text(request.language, "batch.copy", &[("count", count.to_string())]),
    };
    NewAction {
        user,
        tenant,
        group: request.group.clone(),
        title,
        text: String::new(),
        kind: ActionKind::Copy,
        icon: None,
        status: Status::InProgress,
        node: None,
        parent: Some(request.target),
        items: only.is_none().then_some(count),
        cancellable: true,
        job: None,
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
