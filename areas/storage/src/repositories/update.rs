//! `PUT repository/{repository_id}`: by an admin of the tenant.

use std::sync::Arc;

use ::events::Header;
use audit::{Act, Object};
use authz::Denied;
use axum::extract::State;
use db::Tx;
use primitives::{AppInstanceId, EntryName, RepositoryId};
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Rule, Versioned};

use super::create::{check_library, offered};
use super::model::{RepositoryForm, RepositorySettings};
use super::store;
use crate::file_servers::{DiskRequest, DiskRequests, hold_places, tenants_here};
use crate::{Error, FileServerId, Storage, disk};

/// Changes a repository; `If-Match` may name the version that was read. Its folder and tenant never change. An inactive
/// repository is invisible from the next request on; when it is activated again, it is as before.
#[utoipa::path(
    put,
    path = "/api/app/{application_instance_id}/repository/{repository_id}",
    operation_id = "repository_update",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    request_body = RepositoryForm,
    responses((status = 200, description = "The repository, changed", body = RepositorySettings))
)]
pub(crate) async fn update(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
    seen: IfMatch,
    Json(form): Json<RepositoryForm>,
) -> Result<Versioned<RepositorySettings>, Problem> {
    let now = storage.clock.now();
    let form = Arc::new(form);
    let changed = DiskRequests::run(|requests| {
        let (form, seen) = (form.clone(), seen.clone());
        security::write(&storage.db, &actor, move |tx, access| {
            hold_places(tx)?;
            let here = tenants_here(tx, access.actor(), instance)?;
            let found = store::find(tx, access.actor(), id, &here)?;
            let tenant = found.as_ref().ok_or(Error::from(Denied::Invisible))?.tenant_id;
            // Operations that add or move entries have ended by now, so the counts are read again.
            nodes::hold_tree(tx, tenant)?;
            let old = store::find(tx, access.actor(), id, &here)?.ok_or(Error::from(Denied::Invisible))?;
            seen.check(old.version)?;
            let (title, file_server, library) = form.read(&old)?;
            if library != old.lib3d_node_id {
                check_library(tx, access, tenant, library)?;
            }
            let moves = file_server != old.file_server_id;
            if moves {
                check_move(tx, &requests, &old, file_server)?;
            }
            let active = form.active.unwrap_or(old.active);
            store::change(tx, &old, &title, file_server, active)?;
            store::set_lib3d(tx, id, library)?;
            nodes::retitle_repository(tx, old.node_id, &title, now)?;
            switch(tx, &old, active, Header::by(access.actor(), tenant, now))?;
            let new = store::find(tx, access.actor(), id, &here)?.ok_or(db::Error::Missing)?;
            let act = Act::new("repository_update", tenant, Object::new("node", old.node_id.0, &new.title));
            audit::record(tx, access.actor(), act.before(old.told()).after(new.told()), now);
            if moves {
                requests.make(DiskRequest::PrepareStore(disk::store(tx, id)?.into()))?;
            }
            Ok::<_, Problem>(new)
        })
    });
    let changed = changed.await?;
    Ok(Versioned(changed.version, changed))
}

/// Bytes are not moved here: only a repository that never had an entry can change its file server so.
fn check_move(
    tx: &mut Tx<'_>,
    requests: &DiskRequests,
    old: &RepositorySettings,
    to: FileServerId,
) -> Result<(), Problem> {
    if !old.empty || store::is_moving(tx, old.repository_id)? {
        return Err(Problem::refused(vec![Rule::InUse.of("file_server_id")]));
    }
    let folder = EntryName::parse(&old.folder_name).map_err(Error::from)?;
    offered(tx, requests, to, old.tenant_id, &folder)
}

fn switch(tx: &mut Tx<'_>, old: &RepositorySettings, active: bool, header: Header) -> Result<(), Error> {
    match (old.active, active) {
        (true, false) => Ok(security::close(tx, header, old.node_id)?),
        (false, true) => Ok(security::reopen(tx, header, old.node_id)?),
        (true, true) | (false, false) => Ok(()),
    }
}
