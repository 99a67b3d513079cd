//! `GET activity/{node_id}`: what was done to an entry, the latest first.

use audit::OpenActs;
use authz::Denied;
use axum::extract::State;
use db::{Conn, Db, Row, Value};
use primitives::{AppInstanceId, NodeId, NodeRole, PageLimit, Seconds, TenantId, UserId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::{Access, See};
use serde::Serialize;

use crate::entry::{Change, Moved, changes};
use crate::list::{Page, cursor_of};
use crate::moved::FolderNames;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct NodeActivity {
    items: Vec<NodeAct>,
    /// The cursor of the next page, if there is one.
    #[schema(required)]
    next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct NodeAct {
    audit_id: i64,
    at: Seconds,
    /// Who acted; null if the installation itself did.
    #[schema(required)]
    users_id: Option<UserId>,
    /// The person's current name.
    #[schema(required)]
    name: Option<String>,
    /// The id of the operation, or the name of the job or command.
    what: String,
    /// The changes by field, for managers of the entry and for who made them.
    changes: Vec<Change>,
    /// Of a move: the folders.
    #[schema(required)]
    moved: Option<Moved>,
}

/// What was done to an entry. Everybody who sees it reads who stored, renamed, moved, removed and restored it, and between
/// which of the folders that they see it moved. Its managers read everything, with the values before and after, and others
/// those of their own acts: an earlier name may be from under a mark that is gone.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/activity/{node_id}", tag = "content",
    operation_id = "node_activity",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), Page),
    responses((status = OK, body = NodeActivity, description = "One page, the latest first")))]
pub(crate) async fn list(
    State(db): State<Db>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(page): Query<Page>,
) -> Result<Json<NodeActivity>, Problem> {
    let before = page.before()?;
    let limit = PageLimit::clamp(page.limit).rows();
    let read = security::read(&db, &actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        seen.permit::<See>()?;
        let role = seen.facts.role.ok_or(Denied::Invisible)?;
        let mut items = newest(c, (seen.facts.tenant, node), role, before, limit + 1)?;
        let more = items.len() > limit;
        items.truncate(limit);
        name_folders(c, access, role, &mut items)?;
        let next = items.last().filter(|_| more).map(|last| cursor_of(last.at, last.audit_id));
        Ok::<_, security::Error>(NodeActivity { items, next })
    });
    Ok(Json(read.await?))
}

/// Names the folders of moves. Other changes are for managers, and for who made them.
fn name_folders(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    role: NodeRole,
    acts: &mut [NodeAct],
) -> security::Result<()> {
    let mut names = FolderNames::default();
    for act in acts {
        act.moved = names.of_move(conn, access, &act.changes)?;
        if role != NodeRole::Manager && act.users_id != Some(access.actor().user) {
            act.changes.clear();
        }
        names.hide_source(conn, access, &mut act.changes)?;
    }
    Ok(())
}

fn newest(
    conn: &mut Conn<'_>,
    (tenant, node): (TenantId, NodeId),
    role: NodeRole,
    before: i64,
    limit: usize,
) -> db::Result<Vec<NodeAct>> {
    let contributed = room::contributed(conn);
    let open: Vec<&str> = contributed.all::<OpenActs>().flat_map(|acts| acts.0).copied().collect();
    let told = match role {
        NodeRole::Manager => "TRUE".to_owned(),
        NodeRole::Reader | NodeRole::Writer => format!("e.what IN ({})", db::placeholders(5, open.len())),
    };
    let sql = format!(
        "SELECT e.audit_id, e.at, e.users_id, u.name, e.what, e.before_json, e.after_json
         FROM audit_entry e
         LEFT JOIN identity_user u ON u.users_id = e.users_id
         WHERE e.object_kind = 'node' AND e.object_id = $1 AND e.chain_id = $2 AND e.audit_id < $3 AND {told}
         ORDER BY e.audit_id DESC
         LIMIT $4"
    );
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut values = vec![Value::from(node), tenant.into(), before.into(), most.into()];
    if role != NodeRole::Manager {
        values.extend(open.into_iter().map(Value::from));
    }
    conn.rows(&sql, &values, read)
}

fn read(row: &Row<'_>) -> db::Result<NodeAct> {
    Ok(NodeAct {
        audit_id: row.get(0)?,
        at: row.get(1)?,
        users_id: row.get(2)?,
        name: row.get(3)?,
        what: row.get(4)?,
        changes: changes(row.get(5)?, row.get(6)?),
        moved: None,
    })
}
