//! `PUT entry/copy/{node_id}/to/{target_id}` and `POST entry/copy`: copies one entry or the selected ones into a folder, in
//! any repository of the tenant. A job does it (`copies`).

use std::sync::Arc;

use authz::{Action as _, Actor};
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use primitives::{AppInstanceId, EntryName, NodeId, NodeKind, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Deserialize;

use super::begin::Begun;
use super::in_folder;
use super::selected::{Place, Selected};
use super::selection::{Selection, is_invisible, is_locked, is_refusal};
use crate::copies::{self, CopyRequest};
use crate::entries::relocate::may_put_into;
use crate::{Content, Error, MakeCopy, Result, names, uppermost};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub struct CopyQuery {
    /// In another folder, a copy gets a number if its name is taken. Without this, it is refused.
    #[serde(default)]
    keep_both: bool,
    /// In another folder, a file whose name a file has there becomes the next version of that one, which keeps what it was.
    /// It is refused if the asker may not replace the other.
    #[serde(default)]
    replace: bool,
    /// The group of background actions this belongs to; the page may choose it.
    bg_group_id: Option<String>,
}

/// Copies an entry into a folder of its tenant, in the background, with everything in it that the asker sees. In its own
/// folder it is called a copy.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/entry/copy/{node_id}/to/{target_id}", tag = "content",
    operation_id = "entry_copy",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path),
        ("target_id" = i64, Path, description = "The folder or repository of the copy"), CopyQuery),
    responses((status = ACCEPTED, body = Begun, description = "The background action")))]
pub async fn one(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node, target)): Path<(AppInstanceId, NodeId, NodeId)>,
    Query(query): Query<CopyQuery>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let CopyQuery { keep_both, replace, bg_group_id: group } = query;
    let language = rest::current_language();
    let request = CopyRequest { target, keep_both, replace, group, language, operation: "entry_copy" };
    let asked = request.clone();
    let found = security::read(&content.db, &actor, move |c, access| may_copy(c, access, node, &asked)).await?;
    begin(&content, &actor, vec![found], request).await
}

/// What is copied, and where to.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct CopySelection {
    #[serde(flatten)]
    selection: Selection,
    /// The folder or repository of the copies; in the same tenant.
    target_id: NodeId,
    /// In another folder. True: a copy with a taken name gets a number. False: it is not made.
    #[serde(default)]
    keep_both: bool,
    /// In another folder, a file whose name a file has there becomes the next version of that one, which keeps what it was.
    /// It is not copied if the asker may not replace the other.
    #[serde(default)]
    replace: bool,
}

/// Copies the selected entries into a folder of their tenant, in the background.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/copy", tag = "content",
    operation_id = "selection_copy", request_body = CopySelection, params(("application_instance_id" = i64, Path)),
    responses((status = ACCEPTED, body = Begun, description = "The background action, and how many entries it copies")))]
pub async fn many(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(CopySelection { selection, target_id: target, keep_both, replace }): Json<CopySelection>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    selection.refuse_bin()?;
    let seen = security::read(&content.db, &actor, move |c, access| may_put_into(c, access, NodeKind::Folder, target));
    seen.await.map_err(|error| Problem::from(error).named_by("target_id"))?;
    let group = selection.bg_group_id.clone();
    let selected = selection.parse(content.clock.now())?;
    let found = security::read_long(&content.db, &actor, move |c, access| to_copy(c, access, &selected)).await?;
    let language = rest::current_language();
    let request = CopyRequest { target, keep_both, replace, group, language, operation: "selection_copy" };
    begin(&content, &actor, found, request).await
}

async fn begin(
    content: &Content,
    actor: &Arc<Actor>,
    found: Vec<(TenantId, NodeId)>,
    request: CopyRequest,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let (actor, now) = (actor.clone(), content.clock.now());
    let count = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let begun = content.db.write(move |tx| copies::start(tx, &actor, (&found, &request), now));
    Ok((StatusCode::ACCEPTED, Json(Begun { count, bg_action: begun.await? })))
}

/// Refuses at once what the job would refuse.
fn may_copy(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    node: NodeId,
    &CopyRequest { target, keep_both, replace, .. }: &CopyRequest,
) -> Result<(TenantId, NodeId)> {
    let permit = access.authorize::<MakeCopy>(conn, node)?;
    let (tenant, _) = may_put_into(conn, access, permit.kind(), target)?;
    if permit.tenant() != tenant {
        return Err(Error::OtherTenant);
    }
    if nodes::ancestors(conn, target)?.iter().any(|step| step.id == node) {
        return Err(Error::CopyIntoItself);
    }
    if permit.parent() == Some(target) {
        return Ok((tenant, node));
    }
    let source = nodes::find(conn, node)?.ok_or(db::Error::Missing)?;
    let file = if replace { copies::namesake(conn, access, &source, (tenant, target))? } else { None };
    if let Some(file) = file {
        copies::authorize_onto(conn, access, &source, (file, target))?;
    } else if !keep_both {
        let key = EntryName::key_of(&source.name);
        if !names::taken(conn, access, (tenant, target), &[key], None)?.is_empty() {
            return Err(Error::NameTaken(source.name));
        }
    }
    Ok((tenant, node))
}

/// The selected entries that the asker may copy. What lies in another one of them is copied with that one. If some are
/// selected and the asker may copy none of them, it is refused as for one.
fn to_copy(conn: &mut Conn<'_>, access: &mut Access<'_>, selected: &Selected) -> Result<Vec<(TenantId, NodeId)>> {
    let named = match &selected.place {
        Place::Named(named) => named,
        Place::Folder(folder) => return in_folder::ids(conn, access, *folder, selected, MakeCopy::RULE),
        Place::Bin(_) => return Ok(Vec::new()),
    };
    let (mut found, mut locked, mut refusal) = (Vec::new(), Vec::new(), None);
    for node in named.iter().copied().filter(|node| !selected.except.contains(node)) {
        match access.authorize::<MakeCopy>(conn, node).map_err(Error::from) {
            Ok(permit) => found.push((permit.tenant(), node)),
            // What the asker does not see is not selected.
            Err(error) if is_invisible(&error) => {}
            Err(error) if is_refusal(&error) => {
                if is_locked(&error) {
                    locked.push((access.find_visible(conn, node)?.node.tenant, node));
                }
                refusal = Some(error);
            }
            Err(error) => return Err(error),
        }
    }
    if !found.is_empty() {
        // The job tells that they stay, and why.
        found.append(&mut locked);
    }
    found.sort_unstable();
    found.dedup();
    match refusal {
        Some(error) if found.is_empty() => Err(error),
        _ => outermost(conn, found),
    }
}

fn outermost(conn: &mut Conn<'_>, found: Vec<(TenantId, NodeId)>) -> Result<Vec<(TenantId, NodeId)>> {
    let nodes: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
    let outermost = uppermost::outermost(conn, &nodes)?;
    Ok(found.into_iter().filter(|(_, node)| outermost.contains(node)).collect())
}
