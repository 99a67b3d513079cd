//! `POST file/prepare`: rights, name and target are checked before the first byte is sent.

use activity::{ActionKind, NewAction, Status};
use authz::Permit;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use nodes::{NewNode, NodeState};
use primitives::{AppInstanceId, EntryName, NodeId, NodeKind, Seconds, random_hex};
use rest::{CurrentUser, Here, Json, Path, Problem};
use security::Access;
use serde::{Deserialize, Serialize};

use super::begin::{Wanted, begin};
use super::pending::ticket_hash;
use crate::{Content, Error, Owner, Result, Upload, names, recovery};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Preparation {
    folder_parent_id: NodeId,
    filename: String,
    /// Bytes, if known.
    size: Option<u64>,
    /// The group of background actions this upload belongs to; the page may choose it.
    bg_group_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Prepared {
    /// The whole address for the bytes: multipart by POST, or tus by HEAD, PATCH and DELETE. It contains the ticket.
    pub url: String,
    pub node_id: NodeId,
    /// The final name, in composed form (NFC).
    pub name: String,
    pub parent_external_id: String,
    /// The ticket: valid for this one file, for the person who prepared it, until the file is complete.
    pub callback: String,
    pub bg_action_id: String,
    pub bg_group_id: String,
}

/// Prepares an upload.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/file/prepare", tag = "content",
    operation_id = "file_prepare", request_body = Preparation,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = Prepared, description = "Where and how to send the bytes"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub async fn prepare(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Here(here): Here,
    Path(_instance): Path<AppInstanceId>,
    Json(wanted): Json<Preparation>,
) -> Result<(StatusCode, Json<Prepared>), Problem> {
    let name = EntryName::parse(&wanted.filename).map_err(Error::from)?;
    let Preparation { folder_parent_id: folder, size, bg_group_id: group, .. } = wanted;
    let prepared = begin(&content, &actor, Wanted { size, group, ..Wanted::new(folder, name) }, None).await;
    let prepared = prepared.map_err(|error| Problem::from(error).named_by("folder_parent_id"))?;
    Ok((StatusCode::CREATED, Json(Prepared { url: format!("{here}{}", prepared.url), ..prepared })))
}

/// The staging node, its ticket and its background action.
pub(crate) fn stage(
    tx: &mut Tx<'_>,
    access: &mut Access<'_>,
    into: &Permit<Upload>,
    wanted: &Wanted,
    placed_by: Option<&Owner>,
    now: Seconds,
) -> Result<Prepared> {
    let name = &wanted.name;
    names::claim(tx, access, (into.tenant(), into.node()), name, None)?;
    let expected = wanted.size.and_then(|bytes| i64::try_from(bytes).ok());
    let new = NewNode { kind: NodeKind::File, name, state: NodeState::Staging, size: expected.unwrap_or(0), now };
    let node = nodes::insert(tx, into, &new)?;
    let action = NewAction {
        user: into.actor(),
        tenant: into.tenant(),
        group: wanted.group.clone(),
        title: name.as_str().to_owned(),
        text: String::new(),
        kind: ActionKind::Upload,
        icon: None,
        status: Status::InProgress,
        node: Some(node),
        parent: Some(into.node()),
        cancellable: true,
        job: None,
    };
    let action = activity::start(tx, &action, now)?;
    let ticket = random_hex(24);
    tx.run(
        "INSERT INTO content_upload (node_id, users_id, ticket_hash, expected_bytes, bg_action_id, created_at, seen_at,
           owner, lease_until)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)",
        params![
            node,
            into.actor(),
            &ticket_hash(&ticket),
            expected,
            &action.bg_action_id,
            now,
            placed_by.map_or("", Owner::as_str),
            placed_by.map_or(0, |_| now + recovery::LEASE)
        ],
    )?;
    Ok(Prepared {
        url: format!("/api/file/upload?node_id={node}&callback={ticket}"),
        node_id: node,
        name: name.as_str().to_owned(),
        parent_external_id: into.node().to_string(),
        callback: ticket,
        bg_action_id: action.bg_action_id,
        bg_group_id: action.bg_group_id,
    })
}
