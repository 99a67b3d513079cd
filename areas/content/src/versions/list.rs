//! `GET version/entry/{node_id}`: the versions of a file.

use authz::Denied;
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, NodeKind};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;

use super::model::{Version, Versions};
use super::{VersionId, store};
use crate::entries::model::Person;
use crate::{Content, Inform, Replace, Result};

/// Lists the versions of a file, the newest first.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/version/entry/{node_id}", tag = "content",
    operation_id = "version_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = Versions, description = "All versions of the file")))]
pub async fn list(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<Versions>, Problem> {
    Ok(Json(security::read(&content.db, &actor, move |c, access| of(c, access, node)).await?))
}

pub(super) fn of(conn: &mut Conn<'_>, access: &mut Access<'_>, file: NodeId) -> Result<Versions> {
    let seen = access.find_visible(conn, file)?;
    let permit = seen.permit::<Inform>()?;
    if permit.kind() != NodeKind::File {
        return Err(Denied::WrongKind.into());
    }
    let may_change = seen.permit::<Replace>().is_ok();
    let mut versions = store::of_file(conn, file)?;
    if versions.is_empty() {
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
    Ok(Versions { versions, may_change })
}
