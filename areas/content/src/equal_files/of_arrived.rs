//! `POST equal/entries`: of some files, which ones were there already, with the first file of the same content.

use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, NodeKind, RepositoryId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use security::Access;
use serde::{Deserialize, Serialize};

use super::of_file::TIMEOUT;
use super::seen::{self, Wanted};
use crate::search::{SearchHit, shown};
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
            for node in &node_ids {
                items.extend(known(c, access, *node)?);
            }
            Ok::<_, Error>(KnownContents { items })
        })
    };
    Ok(Json(security::read_long(&content.db, &actor, ask).await?))
}

fn known(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> Result<Option<KnownContent>> {
    let file = match access.find_visible(conn, node) {
        Ok(file) if file.facts.role.is_some() => file.node,
        Ok(_) | Err(security::Error::Denied(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(hash) = file.facts.hash.as_deref().filter(|_| file.kind == NodeKind::File) else { return Ok(None) };
    let wanted = Wanted { tenant: file.tenant, hash, within: None, but: Some(node) };
    let (by, found) = seen::seen(conn, access, &wanted, ((RepositoryId(0), NodeId(0)), 1))?;
    let first = found.into_iter().map(|(_, child)| child).collect();
    let other = shown(conn, access, by.scope, first)?.pop();
    Ok(other.map(|other| KnownContent { node_id: node, other }))
}
