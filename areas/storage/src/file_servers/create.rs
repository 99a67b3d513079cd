//! `POST fileserver`: by an admin of all the tenants that it will belong to.

use std::sync::Arc;

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem, Rule, Versioned};

use super::allowed_roots::OUTSIDE;
use super::disk_requests::{DiskRequest, DiskRequests};
use super::model::{FileServer, NewFileServerForm};
use super::{store, tenants_here};
use crate::blocking::blocking;
use crate::{Error, Storage};

/// Creates a file server: a folder of the host in which repositories are made. It must neither be inside another file
/// server's folder nor contain it.
#[utoipa::path(
    post,
    path = "/api/app/{application_instance_id}/fileserver",
    operation_id = "file_server_create",
    tag = "content",
    params(("application_instance_id" = i64, Path)),
    request_body = NewFileServerForm,
    responses((status = 201, description = "The file server", body = FileServer))
)]
pub(crate) async fn create_file_server(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(form): Json<NewFileServerForm>,
) -> Result<(StatusCode, Versioned<FileServer>), Problem> {
    let roots = storage.config.roots.clone();
    let (chosen, typed) = (roots.clone(), form.url().to_owned());
    let chosen = blocking(move || Ok::<_, Error>(chosen.candidate(&typed))).await?;
    let (details, candidate) = form.read(|_| chosen)?;
    let wanted = form.tenants();
    let now = storage.clock.now();
    let new = Arc::new((details, candidate, wanted, roots));
    let made = DiskRequests::run(|requests| {
        let (new, actor) = (new.clone(), actor.clone());
        storage.db.write(move |tx| {
            let (details, candidate, wanted, roots) = &*new;
            let here = tenants_here(tx, &actor, instance)?;
            if !wanted.iter().all(|tenant| here.contains(tenant)) {
                return Err(Problem::unknown("tenant_ids"));
            }
            store::hold_places(tx)?;
            let folder = candidate.path();
            if store::is_taken(tx, &requests, &folder, None)? {
                return Err(taken());
            }
            let checked = requests.check(DiskRequest::CheckFolder(candidate.clone()))?;
            checked.map_err(|rule| Problem::refused(vec![rule.of("url")]))?;
            let url = folder.to_str().ok_or_else(|| Problem::refused(vec![OUTSIDE.of("url")]))?;
            let id = store::insert(tx, details, url, wanted)?;
            let made = store::find(tx, id, &here, roots)?.ok_or(db::Error::Missing)?;
            for tenant in wanted {
                let act = Act::new("file_server_create", *tenant, Object::new("file_server", id.0, &made.label));
                audit::record(tx, &*actor, act.after(made.told()), now);
            }
            requests.make(DiskRequest::MakeFolder(candidate.clone()))?;
            Ok::<_, Problem>(made)
        })
    });
    let made = made.await?;
    Ok((StatusCode::CREATED, Versioned(made.version, made)))
}

/// The folder equals, contains or is inside another file server's.
pub(super) fn taken() -> Problem {
    Problem::conflict("place_taken", "place_taken").at(Rule::Taken.of("url"))
}
