//! `POST entry/exists/{node_id}`: which of these names are taken in a folder.

use authz::Denied;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use security::Access;
use serde::{Deserialize, Serialize};

use super::groups;
use crate::{Content, Error, Replace, Result, Upload, names};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub struct Names {
    /// At most 1000.
    #[serde(default)]
    #[schema(max_items = 1000)]
    names: Vec<String>,
    /// A single name, for clients that ask for one.
    name: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Existing {
    /// The names that are taken, as they were sent.
    existing: Vec<String>,
    /// Whether any of them is taken.
    exists: bool,
    /// What has them.
    entries: Vec<ExistingEntry>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ExistingEntry {
    /// As it was sent.
    name: String,
    node_id: NodeId,
    /// Of a file.
    bytes: Option<i64>,
    /// Of a file: when its content arrived or was last changed.
    modified_at: Option<Seconds>,
    /// The asker may give it another content, and it keeps this one as an earlier version.
    may_replace: bool,
    /// Why not: the code of a problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<String>,
    /// Of a file that an interrupted upload of the asker has begun: its background action. Once that is cancelled, the
    /// name is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted_by: Option<String>,
}

/// Returns which of these names are taken in a folder, by entries that the asker sees. Requires the right to add
/// entries there.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/entry/exists/{node_id}", tag = "content",
    operation_id = "entry_exists", request_body = Names,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Existing, description = "The names that are taken")))]
pub async fn exists(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, folder)): Path<(AppInstanceId, NodeId)>,
    Json(asked): Json<Names>,
) -> Result<Json<Existing>, Problem> {
    if asked.names.len() > 1000 {
        return Err(Problem::refused(vec![Rule::MaxLength(1000).of("names")]));
    }
    let mut asked = asked;
    asked.names.extend(asked.name.take());
    if asked.names.is_empty() {
        return Err(Problem::invalid("names", "form_rules.mandatory"));
    }
    let key = |name: &String| names::sent(name).ok().map(|name| name.key());
    let (uploads, now) = (content.uploads.clone(), content.clock.now());
    let existing = security::read(&content.db, &actor, move |c, access| {
        let permit = access.authorize::<Upload>(c, folder)?;
        let keys: Vec<String> = asked.names.iter().filter_map(key).collect();
        let taken = names::taken(c, access, (permit.tenant(), permit.node()), &keys, None)?;
        let unsent: Vec<NodeId> = taken.values().filter(|one| one.bytes.is_none()).map(|one| one.node).collect();
        let interrupted = groups::held_by_quiet(c, &uploads, permit.actor(), &unsent, now)?;
        let mut entries = Vec::new();
        for name in &asked.names {
            let Some(namesake) = key(name).and_then(|key| taken.get(&key)) else { continue };
            let (node_id, bytes) = (namesake.node, namesake.bytes);
            let why_not = refusal(c, access, (node_id, bytes.is_some()))?.map(str::to_owned);
            let (may_replace, modified_at) = (why_not.is_none(), bytes.map(|_| namesake.modified_at));
            let (name, interrupted_by) = (name.clone(), interrupted.get(&node_id).cloned());
            entries.push(ExistingEntry { name, node_id, bytes, modified_at, may_replace, why_not, interrupted_by });
        }
        Ok::<_, Error>(entries)
    });
    let entries: Vec<ExistingEntry> = existing.await?;
    let existing: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    Ok(Json(Existing { exists: !existing.is_empty(), existing, entries }))
}

/// Why the asker may not replace an entry.
fn refusal(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (node, is_file): (NodeId, bool),
) -> Result<Option<&'static str>> {
    let denied = if is_file {
        match access.authorize::<Replace>(conn, node) {
            Ok(_) => return Ok(None),
            Err(security::Error::Denied(denied)) => denied,
            Err(error) => return Err(error.into()),
        }
    } else {
        Denied::WrongKind
    };
    Ok(Some(Problem::from(Error::from(denied)).code()))
}
