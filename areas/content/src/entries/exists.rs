//! `POST entry/exists/{node_id}`: which of these names are taken in a folder.

use axum::extract::State;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde::{Deserialize, Serialize};

use crate::{Content, Error, Result, Upload, names};

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
    let existing = security::read(&content.db, &actor, move |c, access| {
        let permit = access.authorize::<Upload>(c, folder)?;
        let keys: Vec<String> = asked.names.iter().filter_map(key).collect();
        let taken = names::taken(c, access, (permit.tenant(), permit.node()), &keys, None)?;
        let with_entry = |name: &String| {
            let namesake = taken.get(&key(name)?)?;
            let modified_at = namesake.bytes.map(|_| namesake.modified_at);
            Some(ExistingEntry { name: name.clone(), node_id: namesake.node, bytes: namesake.bytes, modified_at })
        };
        Ok::<_, Error>(asked.names.iter().filter_map(with_entry).collect())
    });
    let entries: Vec<ExistingEntry> = existing.await?;
    let existing: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    Ok(Json(Existing { exists: !existing.is_empty(), existing, entries }))
}
