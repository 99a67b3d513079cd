//! `POST fileserver`: by an admin of all the tenants that it will belong to.

use std::sync::Arc;

use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use blobs::S3Address;
use db::{Conn, Tx};
use primitives::{AppInstanceId, TenantId};
use rest::{CurrentUser, Json, Path, Problem, Rule, Versioned};

use super::allowed_roots::{CandidatePath, OUTSIDE};
use super::disk_requests::{DiskRequest, DiskRequests};
use super::model::{Details, FileServer, NewFileServerForm};
use super::objects::try_out;
use super::{store, tenants_here};
use crate::blocking::blocking;
use crate::{Error, S3Access, Storage};

/// Creates a file server: a folder of the host in which repositories are made, or a bucket of an S3 store. It must neither
/// be inside another file server's folder or prefix nor contain it. A bucket is tried before it is accepted.
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
    let (details, chosen) = chosen(&storage, &form).await?;
    let wanted = form.tenants();
    let (asker, asked) = (actor.clone(), wanted.clone());
    storage.db.read(move |c| of_tenants(c, &asker, instance, &asked).map(drop)).await?;
    if let Chosen::Objects(address) = &chosen {
        try_out(&storage.db.read(|c| S3Access::of(c)).await?, address).await?;
    }
    let now = storage.clock.now();
    let new = Arc::new((details, chosen, wanted, roots));
    let made = DiskRequests::run(|requests| {
        let (new, actor) = (new.clone(), actor.clone());
        storage.db.write(move |tx| {
            let (details, chosen, wanted, roots) = &*new;
            let here = of_tenants(tx, &actor, instance, wanted)?;
            store::hold_places(tx)?;
            let url = free(tx, &requests, chosen)?;
            let id = store::insert(tx, details, &url, wanted)?;
            if let Chosen::Objects(address) = chosen {
                S3Access::of(tx)?.keep(tx, id, address)?;
            }
            let made = store::find(tx, id, &here, roots)?.ok_or(db::Error::Missing)?;
            for tenant in wanted {
                let act = Act::new("file_server_create", *tenant, Object::new("file_server", id.0, &made.label));
                audit::record(tx, &*actor, act.after(made.told()), now);
            }
            if let Chosen::Folder(candidate) = chosen {
                requests.make(DiskRequest::MakeFolder(candidate.clone()))?;
            }
            Ok::<_, Problem>(made)
        })
    });
    let made = made.await?;
    Ok((StatusCode::CREATED, Versioned(made.version, made)))
}

/// What a form chooses for the bytes.
#[derive(Clone)]
enum Chosen {
    Folder(CandidatePath),
    Objects(S3Address),
}

async fn chosen(storage: &Storage, form: &NewFileServerForm) -> Result<(Details, Chosen), Problem> {
    if form.is_of_objects() {
        return form.read(|form, errors| form.read_objects(None, errors).map(Chosen::Objects));
    }
    let (roots, typed) = (storage.config.roots.clone(), form.url().to_owned());
    let candidate = blocking(move || Ok::<_, Error>(roots.candidate(&typed))).await?;
    form.read(|_, errors| errors.take("url", candidate).map(Chosen::Folder))
}

/// The tenants of the instance that the asker administers, if these are among them.
fn of_tenants(
    conn: &mut Conn<'_>,
    actor: &Actor,
    instance: AppInstanceId,
    wanted: &[TenantId],
) -> Result<Vec<TenantId>, Problem> {
    let here = tenants_here(conn, actor, instance)?;
    if wanted.iter().all(|tenant| here.contains(tenant)) { Ok(here) } else { Err(Problem::unknown("tenant_ids")) }
}

/// The address of the chosen place, if no other file server has it.
fn free(tx: &mut Tx<'_>, requests: &DiskRequests, chosen: &Chosen) -> Result<String, Problem> {
    match chosen {
        Chosen::Folder(candidate) => {
            let folder = candidate.path();
            if store::is_taken(tx, requests, &folder, None)? {
                return Err(taken());
            }
            let checked = requests.check(DiskRequest::CheckFolder(candidate.clone()))?;
            checked.map_err(|rule| Problem::refused(vec![rule.of("url")]))?;
            folder.to_str().map(str::to_owned).ok_or_else(|| Problem::refused(vec![OUTSIDE.of("url")]))
        }
        Chosen::Objects(address) if store::is_bucket_taken(tx, address, None)? => Err(bucket_taken()),
        Chosen::Objects(address) => Ok(address.endpoint.to_string()),
    }
}

/// The keys of another file server's objects begin with the prefix, or the other way round.
pub(super) fn bucket_taken() -> Problem {
    Problem::conflict("place_taken", "bucket_taken").at(Rule::Taken.of("prefix"))
}

/// The folder equals, contains or is inside another file server's.
pub(super) fn taken() -> Problem {
    Problem::conflict("place_taken", "place_taken").at(Rule::Taken.of("url"))
}
