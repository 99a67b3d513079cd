//! `GET grant/{node_id}/parents`: the grants that a node inherits, and from where.

use std::collections::HashMap;

use axum::extract::State;
use db::Conn;
use nodes::Ancestor;
use primitives::NodeId;
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::Deserialize;

use super::model::{Grant, GrantAbove, GrantsAbove};
use super::store;
use crate::{Access, Error, GrantAccess, Result, Security, read};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ParentsQuery {
    /// Only grants that the node inherits; otherwise also those that apply to the nodes above only.
    #[serde(default)]
    only_recursive: bool,
}

/// Lists the grants of the nodes above a node, for its managers. A node that the asker may not see has no name.
#[utoipa::path(
    get,
    path = "/api/node/grant/{node_id}/parents",
    operation_id = "grant_parents",
    tag = "node",
    params(("node_id" = i64, Path), ParentsQuery),
    responses((status = 200, description = "Those of the nearest node first", body = GrantsAbove))
)]
pub(crate) async fn list_parents(
    State(security): State<Security>,
    CurrentUser(actor): CurrentUser,
    Path(node): Path<NodeId>,
    Query(query): Query<ParentsQuery>,
) -> Result<Json<GrantsAbove>, Problem> {
    let only_recursive = query.only_recursive;
    let items = read(&security.db, &actor, move |conn, access| {
        access.authorize::<GrantAccess>(conn, node)?;
        let above: Vec<Ancestor> = nodes::ancestors(conn, node)?.into_iter().skip(1).collect();
        let mut found: HashMap<NodeId, Vec<Grant>> = HashMap::new();
        let ids: Vec<NodeId> = above.iter().map(|step| step.id).collect();
        for grant in store::on(conn, &ids)?.into_iter().filter(|grant| grant.recursive || !only_recursive) {
            found.entry(grant.node_id).or_default().push(grant);
        }
        let mut items = Vec::new();
        for step in above {
            let Some(grants) = found.remove(&step.id) else { continue };
            items.extend(shown(conn, access, &step, grants)?);
        }
        Ok::<_, Error>(items)
    });
    let items = items.await?;
    Ok(Json(GrantsAbove { total: items.len(), items }))
}

fn shown(conn: &mut Conn<'_>, access: &mut Access<'_>, step: &Ancestor, grants: Vec<Grant>) -> Result<Vec<GrantAbove>> {
    let (is_known, open) = match access.find_visible(conn, step.id) {
        Ok(seen) => (true, seen.facts.role.is_some()),
        Err(Error::Denied(_)) => (false, false),
        Err(error) => return Err(error),
    };
    let above =
        |grant| GrantAbove { grant, node_name: is_known.then(|| step.name.clone()), node_type: step.kind, open };
    Ok(grants.into_iter().map(above).collect())
}
