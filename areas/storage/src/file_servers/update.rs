//! `PUT fileserver/{file_server_id}`: by an admin of all the tenants that it belongs to.

use std::sync::Arc;

use audit::{Act, Object};
use authz::{Actor, Denied};
use axum::extract::State;
use blobs::S3Address;
use db::Tx;
use primitives::{AppInstanceId, Seconds, TenantId};
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Rule, Versioned};

use super::allowed_roots::{CandidatePath, OUTSIDE, Roots};
use super::create::{bucket_taken, taken};
use super::disk_requests::{DiskRequest, DiskRequests};
use super::model::{FileServer, FileServerForm};
use super::objects::{TYPE_STAYS, try_out};
use super::{store, tenants_here};
use crate::blocking::blocking;
use crate::file_server::FileServerType;
use crate::{Error, FileServerId, S3Access, Storage};

/// Changes a file server; `If-Match` may name the version that was read. While it has repositories, its folder or bucket,
/// and their tenants, cannot be changed. A bucket is tried before a change of it is accepted.
#[utoipa::path(
    put,
    path = "/api/app/{application_instance_id}/fileserver/{file_server_id}",
    operation_id = "file_server_update",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("file_server_id" = i64, Path)),
    request_body = FileServerForm,
    responses((status = 200, description = "The file server, changed", body = FileServer))
)]
pub(crate) async fn update_file_server(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, FileServerId)>,
    seen: IfMatch,
    Json(form): Json<FileServerForm>,
) -> Result<Versioned<FileServer>, Problem> {
    let (roots, typed) = (storage.config.roots.clone(), form.url().to_owned());
    let candidate = blocking(move || Ok::<_, Error>(roots.candidate(&typed))).await?;
    let objects = wanted_objects(&storage, (instance, id), &actor, &form).await?;
    let change = FileServerChange {
        id,
        instance,
        actor,
        seen,
        form,
        candidate,
        objects,
        roots: storage.config.roots.clone(),
        now: storage.clock.now(),
    };
    let changed = DiskRequests::run(|requests| {
        let change = change.clone();
        storage.db.write(move |tx| change.run(tx, &requests))
    });
    let changed = changed.await?;
    Ok(Versioned(changed.version, changed))
}

/// A wanted change of a file server.
#[derive(Clone)]
struct FileServerChange {
    id: FileServerId,
    instance: AppInstanceId,
    actor: Arc<Actor>,
    seen: IfMatch,
    form: FileServerForm,
    /// The folder that the form names.
    candidate: Result<CandidatePath, Rule>,
    /// How the store of objects that the form names is asked; it was tried.
    objects: Option<S3Address>,
    roots: Roots,
    now: Seconds,
}

impl FileServerChange {
    fn run(self, tx: &mut Tx<'_>, requests: &DiskRequests) -> Result<FileServer, Problem> {
        let (id, roots, actor) = (self.id, self.roots, self.actor);
        store::hold_places(tx)?;
        let here = tenants_here(tx, &actor, self.instance)?;
        let old = store::find(tx, id, &here, &roots)?.ok_or(Error::from(Denied::Invisible))?;
        if !old.administered {
            return Err(Problem::forbidden("file_server_shared"));
        }
        self.seen.check(old.version)?;
        let active = self.form.active.unwrap_or(old.active);
        let form = self.form.over(&old);
        let wanted = form.tenants();
        if form.is_of_objects() != (old.kind == FileServerType::S3) {
            return Err(Problem::refused(vec![TYPE_STAYS.of("type")]));
        }
        let stays = form.url.trim() == old.url || form.is_of_objects();
        let read = if stays { Ok(None) } else { self.candidate.map(Some) };
        let (details, candidate) = form.read(|_, errors| errors.take("url", read))?;
        if !wanted.iter().all(|tenant| here.contains(tenant)) {
            return Err(Problem::unknown("tenant_ids"));
        }
        refuse_while_used(tx, &old, &wanted, candidate.is_some())?;
        let mut url = candidate.as_ref().map(|candidate| moved(tx, requests, id, candidate)).transpose()?;
        if let Some(address) = &self.objects {
            keep_objects(tx, &old, address)?;
            url = Some(address.endpoint.to_string());
        }
        store::change(tx, id, &details, url.as_deref(), active)?;
        store::give(tx, id, &wanted)?;
        let new = store::find(tx, id, &here, &roots)?.ok_or(db::Error::Missing)?;
        record(tx, &actor, &old, &new, &wanted, self.now);
        if let Some(candidate) = candidate {
            requests.make(DiskRequest::MakeFolder(candidate))?;
        }
        Ok(new)
    }
}

/// How the store is asked after the change, and that it answers so. None if the form names none, or nothing of it changes.
async fn wanted_objects(
    storage: &Storage,
    (instance, id): (AppInstanceId, FileServerId),
    actor: &Arc<Actor>,
    form: &FileServerForm,
) -> Result<Option<S3Address>, Problem> {
    let (actor, roots) = (actor.clone(), storage.config.roots.clone());
    let found = storage.db.read(move |c| {
        let here = tenants_here(c, &actor, instance)?;
        let old = store::find(c, id, &here, &roots)?.filter(|old| old.kind == FileServerType::S3);
        let Some(old) = old.filter(|old| old.administered) else { return Ok(None) };
        let access = S3Access::of(c)?;
        let address = access.address(c, id)?;
        Ok::<_, Problem>(Some((old, access, address)))
    });
    let Some((old, access, address)) = found.await? else { return Ok(None) };
    let form = form.clone().over(&old);
    if !form.is_of_objects() {
        return Ok(None);
    }
    let (_, wanted) = form.read(|form, errors| form.read_objects(Some(&address), errors))?;
    if wanted == address {
        return Ok(None);
    }
    try_out(&access, &wanted).await?;
    Ok(Some(wanted))
}

/// While it has repositories, a file server keeps the place of its objects; the keys and the way there may change.
fn keep_objects(tx: &mut Tx<'_>, old: &FileServer, address: &S3Address) -> Result<(), Problem> {
    let access = S3Access::of(tx)?;
    let before = access.address(tx, old.file_server_id)?;
    let moved = [
        ("url", before.endpoint != address.endpoint),
        ("bucket", before.bucket != address.bucket),
        ("prefix", before.prefix != address.prefix),
    ];
    let moved = moved.iter().filter(|(_, is_moved)| *is_moved).map(|(field, _)| Rule::InUse.of(field));
    let moved: Vec<_> = moved.collect();
    if !moved.is_empty() && !store::tenants_with_repositories(tx, old.file_server_id)?.is_empty() {
        return Err(Problem::refused(moved));
    }
    if store::is_bucket_taken(tx, address, Some(old.file_server_id))? {
        return Err(bucket_taken());
    }
    Ok(access.keep(tx, old.file_server_id, address)?)
}

/// While it has repositories, a file server keeps its folder and their tenants.
fn refuse_while_used(tx: &mut Tx<'_>, old: &FileServer, wanted: &[TenantId], moves: bool) -> Result<(), Problem> {
    let used_by = store::tenants_with_repositories(tx, old.file_server_id)?;
    // Tenants with repositories here are not revealed to askers who could not see them before.
    if old.tenant_ids.iter().any(|tenant| used_by.contains(tenant) && !wanted.contains(tenant)) {
        return Err(Problem::refused(vec![Rule::InUse.of("tenant_ids")]));
    }
    if moves && !used_by.is_empty() {
        return Err(Problem::refused(vec![Rule::InUse.of("url")]));
    }
    Ok(())
}

/// Every tenant that had it or has it now reads of the change.
fn record(tx: &mut Tx<'_>, actor: &Actor, old: &FileServer, new: &FileServer, wanted: &[TenantId], now: Seconds) {
    let mut told: Vec<_> = old.tenant_ids.iter().chain(wanted).collect();
    told.sort_unstable();
    told.dedup();
    for tenant in told {
        let object = Object::new("file_server", new.file_server_id.0, &new.label);
        let act = Act::new("file_server_update", *tenant, object);
        audit::record(tx, actor, act.before(old.told()).after(new.told()), now);
    }
}

/// The new folder of a file server that nothing uses yet.
fn moved(
    tx: &mut Tx<'_>,
    requests: &DiskRequests,
    id: FileServerId,
    candidate: &CandidatePath,
) -> Result<String, Problem> {
    let folder = candidate.path();
    if store::is_taken(tx, requests, &folder, Some(id))? {
        return Err(taken());
    }
    requests
        .check(DiskRequest::CheckFolder(candidate.clone()))?
        .map_err(|rule| Problem::refused(vec![rule.of("url")]))?;
    folder.to_str().map(str::to_owned).ok_or_else(|| Problem::refused(vec![OUTSIDE.of("url")]))
}
