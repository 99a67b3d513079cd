//! `PUT fileserver/{file_server_id}`: by an admin of all the tenants that it belongs to.

use audit::{Act, Object};
use authz::Denied;
use axum::extract::State;
use db::Tx;
use primitives::AppInstanceId;
use rest::{CurrentUser, IfMatch, Json, Path, Problem, Rule, Versioned};

use super::allowed_roots::CandidatePath;
use super::create::taken;
use super::errands::{Errand, Errands};
use super::model::{FileServer, FileServerForm};
use super::{store, tenants_here};
use crate::blocking::blocking;
use crate::{Error, FileServerId, Storage};

/// Changes a file server; `If-Match` may name the version that was read. While it has repositories, its folder and
/// their tenants cannot be changed.
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
    let roots = storage.config.roots.clone();
    let now = storage.clock.now();
    let (chosen, typed) = (roots.clone(), form.url().to_owned());
    let chosen = blocking(move || Ok::<_, Error>(chosen.candidate(&typed))).await?;
    let changed = Errands::run(|errands| {
        let (roots, form, actor, chosen, seen) =
            (roots.clone(), form.clone(), actor.clone(), chosen.clone(), seen.clone());
        storage.db.write(move |tx| {
            store::hold_places(tx)?;
            let here = tenants_here(tx, &actor, instance)?;
            let old = store::find(tx, id, &here, &roots)?.ok_or(Error::from(Denied::Invisible))?;
            if !old.administered {
                return Err(Problem::forbidden("file_server_shared"));
            }
            seen.check(old.version)?;
            let active = form.active.unwrap_or(old.active);
            let form = form.over(&old);
            let wanted = form.tenants();
            let stays = form.url.trim() == old.url;
            let (details, candidate) = form.read(|_| if stays { Ok(None) } else { chosen.map(Some) })?;
            if !wanted.iter().all(|tenant| here.contains(tenant)) {
                return Err(Problem::unknown("tenant_ids"));
            }
            let used_by = store::tenants_with_repositories(tx, id)?;
            // Tenants with repositories here are not revealed to askers who could not see them before.
            if old.tenant_ids.iter().any(|tenant| used_by.contains(tenant) && !wanted.contains(tenant)) {
                return Err(Problem::refused(vec![Rule::InUse.of("tenant_ids")]));
            }
            if candidate.is_some() && !used_by.is_empty() {
                return Err(Problem::refused(vec![Rule::InUse.of("url")]));
            }
            let url = candidate.as_ref().map(|candidate| moved(tx, &errands, id, candidate)).transpose()?;
            store::change(tx, id, &details, url.as_deref(), active)?;
            store::give(tx, id, &wanted)?;
            let new = store::find(tx, id, &here, &roots)?.ok_or(db::Error::Missing)?;
            let mut told: Vec<_> = old.tenant_ids.iter().chain(&wanted).collect();
            told.sort_unstable();
            told.dedup();
            for tenant in told {
                let act = Act::new("file_server_update", *tenant, Object::new("file_server", id.0, &new.label));
                audit::record(tx, &*actor, act.before(old.told()).after(new.told()), now);
            }
            if let Some(candidate) = candidate {
                errands.make(Errand::Make(candidate))?;
            }
            Ok::<_, Problem>(new)
        })
    });
    let changed = changed.await?;
    Ok(Versioned(changed.version, changed))
}

/// The new folder of a file server that nothing uses yet.
fn moved(tx: &mut Tx<'_>, errands: &Errands, id: FileServerId, candidate: &CandidatePath) -> Result<String, Problem> {
    let folder = candidate.path();
    if store::is_taken(tx, errands, &folder, Some(id))? {
        return Err(taken());
    }
    errands.look(Errand::Look(candidate.clone()))?.map_err(|rule| Problem::refused(vec![rule.of("url")]))?;
    folder.to_str().map(str::to_owned).ok_or_else(|| Problem::refused(vec![Rule::Outside.of("url")]))
}
