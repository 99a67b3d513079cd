//! `POST equal/entries`: of some files, which ones were there already, with the first file of the same content.

use std::collections::{BTreeMap, HashMap};

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use security::Access;
use serde::{Deserialize, Serialize};

use super::of_file::TIMEOUT;
use super::seen::seen_by;
use super::store::{self, SeenBy};
use crate::search::{Places, SearchHit, shown};
use crate::{Content, Error, Result};

/// So many are asked about at once.
const MOST: usize = 100;

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub struct ArrivedFiles {
    /// At most 100.
    #[schema(max_items = 100)]
    node_ids: Vec<NodeId>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct KnownContents {
    items: Vec<KnownContent>,
}

/// A file, and another one with the same content.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct KnownContent {
    node_id: NodeId,
    other: SearchHit,
}

/// Tells which of some files have the same content as another file that the asker sees, and names one of those. Files that
/// the asker does not see are passed over.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/equal/entries", tag = "content",
    operation_id = "equal_of_entries", request_body = ArrivedFiles, params(("application_instance_id" = i64, Path)),
    responses((status = OK, body = KnownContents, description = "Those that have an equal")))]
pub async fn ask(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    Json(ArrivedFiles { node_ids }): Json<ArrivedFiles>,
) -> Result<Json<KnownContents>, Problem> {
    if node_ids.len() > MOST {
        return Err(Problem::refused(vec![Rule::MaxLength(MOST).of("node_ids")]));
    }
    let ask = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
        c.within(TIMEOUT, |c| {
            let mut items = Vec::new();
            for tenant in access.actor().tenants() {
                items.extend(known(c, access, tenant, &node_ids)?);
            }
            let place: HashMap<NodeId, usize> = node_ids.iter().copied().zip(0..).collect();
            items.sort_by_key(|item| place.get(&item.node_id).copied());
            Ok::<_, Error>(KnownContents { items })
        })
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

/// Those of a tenant: a few statements, however many are asked about.
fn known(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    nodes: &[NodeId],
) -> Result<Vec<KnownContent>> {
    let (by, mut places) = seen_by(conn, access, tenant)?;
    let pairs = pairs(conn, (by, &mut places), nodes)?;
    let mut others: Vec<NodeId> = pairs.values().copied().collect();
    others.sort_unstable();
    others.dedup();
    let children = store::these(conn, by, &others)?;
    let shown = shown(conn, access, by.scope, children)?;
    let hits: HashMap<NodeId, SearchHit> = shown.into_iter().map(|hit| (hit.node(), hit)).collect();
    let item =
        |(file, other): (&NodeId, &NodeId)| Some(KnownContent { node_id: *file, other: hits.get(other).cloned()? });
    Ok(pairs.iter().filter_map(item).collect())
}

/// Of these files those that have an equal, with that.
fn pairs(
    conn: &mut Conn<'_>,
    (by, places): (SeenBy, &mut Places),
    nodes: &[NodeId],
) -> Result<BTreeMap<NodeId, NodeId>> {
    let (mut open, mut hiding, mut found) = (nodes.to_vec(), Vec::new(), BTreeMap::new());
    while !open.is_empty() {
        let pairs = store::first_equals(conn, by, &open, &hiding)?;
        places.learn(conn, pairs.iter().flat_map(|pair| [pair.folder, pair.others_folder]).flatten())?;
        let is_hidden = |folder: Option<NodeId>| folder.filter(|folder| !places.admit(*folder));
        open.clear();
        for pair in pairs.iter().filter(|pair| is_hidden(pair.folder).is_none()) {
            match is_hidden(pair.others_folder) {
                None => {
                    found.insert(pair.file, pair.other);
                }
                // The folder is below one in the bin: what is equal elsewhere is looked for once more.
                Some(folder) => {
                    open.push(pair.file);
                    hiding.push(folder);
                }
            }
        }
        hiding.sort_unstable();
        hiding.dedup();
    }
    Ok(found)
}
