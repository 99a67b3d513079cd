//! `GET version/entry/{node_id}`: the versions of a file.

use authz::Denied;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, Cursor, NodeId, NodeKind};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::Deserialize;

use super::model::{Version, Versions};
use super::{VersionId, store};
use crate::entries::list::cursor;
use crate::entries::model::Person;
use crate::{Content, Inform, Replace, Result};

/// Versions of one answer.
const PAGE: i64 = 200;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct VersionsQuery {
    /// `next` of the answer before.
    after: Option<String>,
}

/// Lists the versions of a file, the newest first.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/version/entry/{node_id}", tag = "content",
    operation_id = "version_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), VersionsQuery),
    responses((status = OK, body = Versions, description = "Versions of the file")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<VersionsQuery>,
) -> Result<Json<Versions>, Problem> {
    let after = cursor("after", query.after.as_deref())?.map(|cursor| cursor.number);
    Ok(Json(security::read(&content.db, &actor, move |c, access| page(c, access, node, after)).await?))
}

/// The newest versions.
pub(super) fn of(conn: &mut Conn<'_>, access: &mut Access<'_>, file: NodeId) -> Result<Versions> {
    page(conn, access, file, None)
}

/// Versions with a number below `before`.
fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, file: NodeId, before: Option<i64>) -> Result<Versions> {
    let seen = access.find_visible(conn, file)?;
    let permit = seen.permit::<Inform>()?;
    if permit.kind() != NodeKind::File {
        return Err(Denied::WrongKind.into());
    }
    let may_change = seen.permit::<Replace>().is_ok();
    let mut versions = store::of_file(conn, file, before.unwrap_or(i64::MAX), PAGE + 1)?;
    if versions.is_empty() && before.is_none() {
        let node = seen.node;
        let name = node.created_by.map(|user| accounts::name_of(conn, user)).transpose()?.flatten();
        versions.push(Version {
            version_id: VersionId(0),
            number: 1,
            label: String::new(),
            is_current: true,
            size: node.size,
            mime: node.facts.mime,
            hash: node.facts.hash,
            made_at: node.modified_at,
            made_by: node.created_by.zip(name).map(|(users_id, name)| Person { users_id, name }),
            restored_from: None,
        });
    }
    let has_more = i64::try_from(versions.len()).is_ok_and(|found| found > PAGE);
    if has_more {
        versions.pop();
    }
    let last = versions.last().filter(|_| has_more);
    let next = last.map(|last| Cursor { kind: 0, text: String::new(), number: last.number, id: 0 }.encode());
    Ok(Versions { versions, next, may_change })
}
