//! `GET collection/{collection_id}/unseen`: how many entries a person or a group would not see.

use std::collections::BTreeSet;

use axum::extract::State;
use db::{Conn, Value};
use nodes::READY;
use primitives::{AppInstanceId, GroupId, NodeId, NodeRole, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, AclId};
use serde::{Deserialize, Serialize};

use super::principal;
use crate::asker::Asker;
use crate::found::{Found, find};
use crate::hidden::not_hidden;
use crate::model::{CollectionId, CollectionRole, Principal};
use crate::{Collections, Result};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UnseenQuery {
    /// Somebody who is a member, or could be one. Either this or a group is given.
    users_id: Option<UserId>,
    user_group_id: Option<GroupId>,
}

/// What the asker may know of who sees the entries of a collection.
#[derive(Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = UnseenCollectionEntries)]
pub(crate) struct Unseen {
    /// Entries to which the asker may give access.
    known: i64,
    /// Those of them that the person or the group does not see.
    unseen: i64,
    /// The asker sees more entries, and may not know who else does.
    others: bool,
}

/// Tells the owner of a collection how many of its entries a person or a group does not see: of those to which the owner
/// may give access. Of a group it is what its members see by it alone.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/collection/{collection_id}/unseen",
    tag = "collection", operation_id = "collection_unseen",
    params(("application_instance_id" = i64, Path), ("collection_id" = i64, Path), UnseenQuery),
    responses((status = OK, body = Unseen, description = "How many, of how many")))]
pub(crate) async fn count(
    State(collections): State<Collections>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, CollectionId)>,
    Query(query): Query<UnseenQuery>,
) -> Result<Json<Unseen>, Problem> {
    let somebody = principal::named(query.users_id, query.user_group_id)?;
    let counted = security::read_long(&collections.db, &actor, move |c, access| {
        let asker = Asker::of(c, access.actor(), instance)?;
        let found = find(c, &asker, id, CollectionRole::Owner)?;
        principal::require(c, access.actor(), found.tenant, somebody)?;
        unseen(c, access, &found, somebody)
    });
    Ok(Json(counted.await?))
}

/// Entries of one folder under one ACL.
struct Alike {
    acl: AclId,
    /// The asker may give access to them.
    managed: bool,
    count: i64,
}

fn unseen(conn: &mut Conn<'_>, access: &mut Access<'_>, collection: &Found, somebody: Principal) -> Result<Unseen> {
    let all = seen(conn, access, collection)?;
    let acls: BTreeSet<AclId> = all.iter().filter(|some| some.managed).map(|some| some.acl).collect();
    let acls: Vec<AclId> = acls.into_iter().collect();
    let somebody = match somebody {
        Principal::User(user) => security::Principal::User(user),
        Principal::Group(group) => security::Principal::Group(group),
    };
    let roles = security::roles_of(conn, collection.tenant, somebody, &acls)?;
    let sum = |counts: &dyn Fn(&&Alike) -> bool| all.iter().filter(counts).map(|some| some.count).sum::<i64>();
    Ok(Unseen {
        known: sum(&|some| some.managed),
        unseen: sum(&|some| some.managed && !roles.contains_key(&some.acl)),
        others: all.iter().any(|some| !some.managed),
    })
}

/// The entries that the asker sees.
fn seen(conn: &mut Conn<'_>, access: &mut Access<'_>, collection: &Found) -> Result<Vec<Alike>> {
    let scope = access.scope(conn, collection.tenant)?;
    let acl = access.acl_sql(conn, collection.tenant)?;
    let sql = format!(
        "SELECT parent_id, acl_id, role, is_held, COUNT(*)
         FROM (
           SELECT n.parent_id, ({acl}) AS acl_id, {} AS role, COALESCE(n.locked_by <> $4, FALSE) AS is_held
           FROM collections_entry e
           CROSS JOIN nodes_node n
           {}
           WHERE e.collection_id = $1 AND n.node_id = e.node_id AND n.tenant_id = $3 AND n.state = {READY} AND n.kind > 0
         ) entry
         WHERE role IS NOT NULL
         GROUP BY parent_id, acl_id, role, is_held",
        scope.role("$2", &format!("({acl})")),
        security::JOINED
    );
    let values = [
        Value::from(collection.id),
        Value::from(scope.set),
        Value::from(collection.tenant),
        Value::from(access.actor().user),
    ];
    let found: Vec<(NodeId, Alike)> = conn.rows(&sql, &values, |row| {
        let (role, held): (NodeRole, bool) = (row.get(2)?, row.get(3)?);
        let managed = role == NodeRole::Manager && !held;
        Ok((row.get(0)?, Alike { acl: row.get(1)?, managed, count: row.get(4)? }))
    })?;
    let shown = if access.walks(conn, collection.tenant)? { not_hidden(conn, found)? } else { found };
    Ok(shown.into_iter().map(|(_, some)| some).collect())
}
