//! `POST repository`: by an admin of the tenant.

use std::sync::Arc;

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use primitives::{AppInstanceId, EntryName, NodeId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Rule, Versioned};
use security::Access;

use super::model::{NewRepositoryForm, RepositorySettings};
use super::{NewRepository, create_repository, store};
use crate::file_servers::{DiskRequest, DiskRequests, NOT_THERE, Place, carrier, hold_places, tenants_here};
use crate::{FileServerId, S3Access, Storage, disk};

/// Creates a repository: a folder of a file server, and the top of a tree. An existing folder is taken over, unless it
/// is another repository's. Only the tenant's admins have access until others are given some.
#[utoipa::path(
    post,
    path = "/api/app/{application_instance_id}/repository",
    operation_id = "repository_create",
    tag = "content",
    params(("application_instance_id" = i64, Path)),
    request_body = NewRepositoryForm,
    responses((status = 201, description = "The repository", body = RepositorySettings))
)]
pub(crate) async fn create(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<NewRepositoryForm>,
) -> Result<(StatusCode, Versioned<RepositorySettings>), Problem> {
    let wanted = form.read()?;
    let now = storage.clock.now();
    let wanted = Arc::new(wanted);
    let made = DiskRequests::run(|requests| {
        let wanted = wanted.clone();
        security::write(&storage.db, &actor, move |tx, access| {
            let here = tenants_here(tx, access.actor(), instance)?;
            if !here.contains(&wanted.tenant) {
                return Err(Problem::unknown("tenant_id"));
            }
            hold_places(tx)?;
            offered(tx, &requests, wanted.file_server, wanted.tenant, &wanted.folder_name)?;
            check_library(tx, access, wanted.tenant, wanted.lib3d_node)?;
            let new = NewRepository {
                tenant: wanted.tenant,
                file_server: wanted.file_server,
                title: wanted.title.as_str(),
                folder_name: &wanted.folder_name,
                now,
            };
            let (id, node) = create_repository(tx, &new)?;
            store::set_lib3d(tx, id, wanted.lib3d_node)?;
            let made = store::find(tx, access.actor(), id, &here)?.ok_or(db::Error::Missing)?;
            // Reported like its node: to people who may see it.
            let act = Act::new("repository_create", wanted.tenant, Object::new("node", node.0, &made.title));
            audit::record(tx, access.actor(), act.after(made.told()), now);
            requests.make(DiskRequest::PrepareStore(disk::store(tx, id)?.into()))?;
            Ok::<_, Problem>(made)
        })
    });
    let made = made.await?;
    Ok((StatusCode::CREATED, Versioned(made.version, made)))
}

/// Whether a folder of this name can be a repository of the tenant on the file server.
pub(super) fn offered(
    conn: &mut Conn<'_>,
    requests: &DiskRequests,
    file_server: FileServerId,
    tenant: TenantId,
    folder: &EntryName,
) -> Result<(), Problem> {
    let found = carrier(conn, file_server, tenant)?.ok_or_else(|| Problem::unknown("file_server_id"))?;
    let refuse = |rule: Rule, field: &str| Problem::refused(vec![rule.of(field)]);
    if !found.active {
        return Err(refuse(Rule::Unknown, "file_server_id"));
    }
    if store::is_taken(conn, file_server, folder)? {
        return Err(taken());
    }
    let check = match found.place {
        Place::Folder(url) => DiskRequest::CheckRepositoryFolder(url, folder.clone()),
        Place::Objects(address) => {
            DiskRequest::CheckObjects(S3Access::of(conn)?.at(&address, folder.as_str(), "probes"))
        }
    };
    requests.check(check)?.map_err(|rule| match rule {
        NOT_THERE => refuse(NOT_THERE, "file_server_id"),
        Rule::Taken => taken(),
        other => refuse(other, "folder_name"),
    })
}

pub(crate) fn taken() -> Problem {
    Problem::conflict("folder_taken", "folder_taken").at(Rule::Taken.of("folder_name"))
}

/// The library of 3D models must be a node of the tenant that the asker sees.
pub(super) fn check_library(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    tenant: TenantId,
    library: Option<i64>,
) -> Result<(), Problem> {
    let Some(library) = library else { return Ok(()) };
    let unknown = || Problem::unknown("lib3d_node_id");
    match access.find_visible(conn, NodeId(library)) {
        Ok(seen) if seen.node.tenant == tenant && seen.facts.role.is_some() => Ok(()),
        Ok(_) | Err(security::Error::Denied(_)) => Err(unknown()),
        Err(error) => Err(error.into()),
    }
}
