//! `POST collection/{collection_id}/entry`: adds entries to a collection.

use std::collections::{HashMap, HashSet};

use authz::Denied;
use axum::extract::State;
use content::{SelectedFor, Selection};
use db::Conn;
use nodes::in_list;
use primitives::{AppInstanceId, NodeId, TenantId, UserId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use security::Access;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::append;
use crate::acts::AddToCollection;
use crate::asker::Asker;
use crate::events::tell_added;
use crate::found::find;
use crate::model::{CollectionId, CollectionRole};
use crate::{Collections, Error, Result, recorded, store};

/// Entries of one call.
const NAMED: usize = 1_000;
/// So many are named in one statement.
const AT_ONCE: usize = 256;

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

/// Adds the selected entries at the end of a collection, for its editors. What the asker does not see, or somebody else has
/// locked, is left out. If they have no room in it, none is added.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/collection/{collection_id}/entry", tag = "collection",
    operation_id = "collection_entry_add", request_body = Selection,
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path)),
    responses((status = OK, body = CollectionAdded, description = "How many were added")))]
pub(crate) async fn add(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Json(selection): Json<Selection>,
) -> Result<Json<CollectionAdded>, Problem> {
    let now = collections.clock.now();
    let wanted = ToAdd::parse(selection, now)?;
    if wanted.names_nothing() {
        return Err(Problem::refused(vec![Rule::Mandatory.of("node_ids")]));
    }
    let chosen = security::read_long(&collections.db, &actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        find(c, &asker, id, CollectionRole::Editor)?;
        addable(c, access, &wanted)
    });
    let Some((tenant, entries)) = chosen.await? else { return Ok(Json(CollectionAdded { added: 0 })) };
    let added = security::write(&collections.db, &actor, move |tx, access| {
        store::hold(tx, id)?;
        let asker = Asker::of(tx, access.actor(), instance)?;
        let found = find(tx, &asker, id, CollectionRole::Editor)?;
        if tenant != found.tenant {
            return Err(Error::OtherTenant);
        }
        let added = append(tx, (id, tenant), &entries)?;
        let count = u64::try_from(added.len()).unwrap_or(u64::MAX);
        if count > 0 {
            store::touch(tx, id, now)?;
            tell_added(tx, access, (&found, &added), now)?;
            let act = recorded::act("collection_entry_add", &found).after(json!({ "entries": count }));
            audit::record(tx, access.actor(), act, now);
        }
        Ok(count)
    });
    Ok(Json(CollectionAdded { added: added.await? }))
}

/// Entries that are about to be added.
pub(crate) type ToAdd = SelectedFor<AddToCollection>;

/// Those that the asker may add, and the tenant that all of them are of; None of a folder that has none. If they may add
/// none of some, it is refused as for one.
pub(crate) fn addable(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    wanted: &ToAdd,
) -> Result<Option<(TenantId, Vec<NodeId>)>> {
    let nodes = wanted.ids(conn, access)?;
    if nodes.is_empty() && !wanted.is_named() {
        return Ok(None);
    }
    let (facts, user) = (tenants_and_locks(conn, &nodes)?, access.actor().user);
    let (mut may, mut tenant, mut refusal) = (Vec::with_capacity(nodes.len()), None, Denied::Invisible);
    for node in nodes {
        match facts.get(&node) {
            Some((_, Some(holder))) if *holder != user => refusal = Denied::Locked,
            Some((its, _)) if *tenant.get_or_insert(*its) == *its => may.push(node),
            Some(_) => return Err(Error::OtherTenant),
            None => {}
        }
    }
    Ok(Some((tenant.ok_or(refusal)?, may)))
}

/// The tenant of each node, and who has locked it.
fn tenants_and_locks(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, (TenantId, Option<UserId>)>> {
    let mut facts = HashMap::with_capacity(nodes.len());
    for some in nodes.chunks(AT_ONCE) {
        let (list, ids) = in_list(1, some);
        let sql = format!("SELECT n.node_id, n.tenant_id, n.locked_by FROM nodes_node n WHERE n.node_id IN ({list})");
        facts.extend(conn.rows(&sql, &ids, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?);
    }
    Ok(facts)
}
