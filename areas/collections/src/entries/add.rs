//! `POST collection/{collection_id}/entry`: adds entries to a collection.

use std::collections::HashSet;

use authz::Denied;
use axum::extract::State;
use db::Tx;
use primitives::{AppInstanceId, NodeId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use security::Access;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::append;
use crate::acts::AddToCollection;
use crate::asker::Asker;
use crate::found::find;
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Error, Result, recorded, store};

/// Entries of one call.
const NAMED: usize = 1_000;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CollectionEntries {
    /// 1 to 1,000 folders and files.
    #[schema(min_items = 1, max_items = 1_000)]
    pub node_ids: Vec<NodeId>,
}

impl CollectionEntries {
    pub fn read(self) -> Result<Vec<NodeId>, Problem> {
        let nodes = read_ids(self.node_ids)?;
        if nodes.is_empty() { Err(Problem::refused(vec![Rule::Mandatory.of("node_ids")])) } else { Ok(nodes) }
    }
}

/// Each once, in the order in which they were named.
pub(crate) fn read_ids(mut nodes: Vec<NodeId>) -> Result<Vec<NodeId>, Problem> {
    if nodes.len() > NAMED {
        return Err(Problem::refused(vec![Rule::MaxLength(NAMED).of("node_ids")]));
    }
    let mut known = HashSet::new();
    nodes.retain(|node| known.insert(*node));
    Ok(nodes)
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CollectionAdded {
    /// How many were added; the others were in it already.
    added: u64,
}

/// Adds entries at the end of a collection, for its editors. What the asker does not see, or somebody else has locked,
/// is left out.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/collection/{collection_id}/entry", tag = "collection",
    operation_id = "collection_entry_add", request_body = CollectionEntries,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = OK, body = CollectionAdded, description = "How many were added")))]
pub(crate) async fn add(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(form): Json<CollectionEntries>,
) -> Result<Json<CollectionAdded>, Problem> {
    let nodes = form.read()?;
    let now = collections.clock.now();
    let added = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Editor)?;
        let (tenant, entries) = addable(tx, access, &nodes)?;
        if tenant != found.tenant {
            return Err(Error::OtherTenant);
        }
        let added = append(tx, id, &entries)?;
        if added > 0 {
            store::touch(tx, id, now)?;
            let act = recorded::act("collection_entry_add", &found).after(json!({ "entries": added }));
            audit::record(tx, access.actor(), act, now);
        }
        Ok(added)
    });
    Ok(Json(CollectionAdded { added: added.await? }))
}

/// Those that the asker may add, and the tenant that all of them are of. If they may add none, it is refused as for
/// one.
pub(crate) fn addable(tx: &mut Tx<'_>, access: &mut Access<'_>, nodes: &[NodeId]) -> Result<(TenantId, Vec<NodeId>)> {
    let (mut may, mut tenant, mut refusal) = (Vec::with_capacity(nodes.len()), None, Denied::Invisible);
    for node in nodes {
        match access.authorize::<AddToCollection>(tx, *node) {
            Ok(permit) if *tenant.get_or_insert(permit.tenant()) == permit.tenant() => may.push(*node),
            Ok(_) => return Err(Error::OtherTenant),
            Err(security::Error::Denied(Denied::Invisible)) => {}
            Err(security::Error::Denied(denied)) => refusal = denied,
            Err(error) => return Err(error.into()),
        }
    }
    Ok((tenant.ok_or(refusal)?, may))
}
