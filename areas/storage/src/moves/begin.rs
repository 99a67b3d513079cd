//! `POST repository/{repository_id}/move`: by an admin of the tenant.

use activity::{ActionKind, BgAction, Change, NewAction, Status};
use audit::{Act, Object};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use jobs::NewJob;
use primitives::{AppInstanceId, EntryName, RepositoryId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde_json::json;

use super::clear::carried;
use super::job::MOVE;
use super::model::RepositoryMoveForm;
use super::room_there::{Looked, ask_taken, look, repository, taken_by};
use super::rows::{self, MoveId, NewMove, Size, State as At};
use super::target;
use crate::file_servers::{DiskRequest, DiskRequests, hold_places};
use crate::repositories::RepositorySettings;
use crate::{FileServerId, Storage};

/// Moves all files of a repository to another file server of its tenant, in the background. People go on working: it is
/// served from where it is until all of it is there. For the last part nothing of it can be changed for a moment (409,
/// `repository_moving`). A file whose bytes are not right keeps it where it is.
#[utoipa::path(
    post,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/move",
    operation_id = "repository_move",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    request_body = RepositoryMoveForm,
    responses((status = 202, description = "The background action", body = BgAction))
)]
pub(crate) async fn begin(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
    Json(form): Json<RepositoryMoveForm>,
) -> Result<(StatusCode, Json<BgAction>), Problem> {
    let asker = actor.clone();
    let found = storage.db.read(move |c| {
        let found = repository(c, &asker, (instance, id))?;
        if rows::of_repository(c, id)?.is_some() { Err(under_way()) } else { Ok::<_, Problem>(found) }
    });
    let found = found.await?;
    let (file_server, folder) = form.read(&found.folder_name)?;
    if let Some(taken) = ask_taken(&storage, &found, (file_server, folder.clone())).await? {
        return Err(taken.into());
    }
    let looked = look(&storage, id, (file_server, folder.clone())).await?;
    if !looked.fits() {
        return Err(no_room(&looked));
    }
    let (now, size) = (storage.clock.now(), looked.size);
    let begun = DiskRequests::run(|requests| {
        let folder = folder.clone();
        security::write(&storage.db, &actor, move |tx, access| {
            hold_places(tx)?;
            let found = repository(tx, access.actor(), (instance, id))?;
            if rows::of_repository(tx, id)?.is_some() {
                return Err(under_way());
            }
            if let Some(taken) = taken_by(tx, &requests, &found, (file_server, &folder))? {
                return Err(taken.into());
            }
            let to = To { instance, file_server, folder: &folder, size };
            let (of, begun) = start(tx, access.actor(), (&found, &to), now)?;
            let of = rows::find(tx, of)?.ok_or(db::Error::Missing)?;
            requests.make(DiskRequest::PrepareStore(target::store(tx, &of)?.into()))?;
            Ok::<_, Problem>(begun)
        })
    });
    Ok((StatusCode::ACCEPTED, Json(begun.await?)))
}

pub(super) fn under_way() -> Problem {
    Problem::conflict("repository_moves", "repository_moves")
}

fn no_room(looked: &Looked) -> Problem {
    let free = looked.free.unwrap_or_default();
    Problem::conflict("no_room_there", "no_room_there")
        .with("free_bytes", free)
        .at(Rule::OfRoom("form_rules.no_room_there").of("file_server_id"))
}

/// Where a repository moves.
struct To<'t> {
    instance: AppInstanceId,
    file_server: FileServerId,
    folder: &'t EntryName,
    size: Size,
}

fn start(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (found, to): (&RepositorySettings, &To<'_>),
    now: Seconds,
) -> Result<(MoveId, BgAction), Problem> {
    let action = new_action(tx, actor, (found, to.file_server))?;
    let begun = activity::start(tx, &action, now)?;
    let new = NewMove {
        repository: found.repository_id,
        tenant: found.tenant_id,
        user: actor.user,
        instance: to.instance,
        bg_action_id: &begun.bg_action_id,
        file_server: to.file_server,
        folder: to.folder.as_str(),
        size: to.size,
    };
    let of = rows::insert(tx, &new, now)?;
    let object = Object::new("node", found.node_id.0, &found.title);
    let act = Act::new("repository_move", found.tenant_id, object)
        .before(json!({ "file_server_id": found.file_server_id, "folder_name": found.folder_name }))
        .after(json!({ "file_server_id": to.file_server, "folder_name": to.folder.as_str(), "size": to.size.bytes }));
    audit::record(tx, actor, act, now);
    Ok((of, enqueue(tx, (of, found), begun, actor, now)?))
}

/// The job that carries it out, or that tries again.
pub(super) fn enqueue(
    tx: &mut Tx<'_>,
    (of, found): (MoveId, &RepositorySettings),
    begun: BgAction,
    actor: &Actor,
    now: Seconds,
) -> db::Result<BgAction> {
    let new = NewJob::due(MOVE, &carried(of), now).of(found.tenant_id).for_user(Some(actor.user));
    let job = jobs::enqueue(tx, &new)?;
    rows::set_job(tx, of, job, &begun.bg_action_id)?;
    let change = Change { job: Some(job), ..Change::default() };
    Ok(activity::update(tx, &begun.bg_action_id, &change)?.unwrap_or(begun))
}

/// What its owner reads of it: the repository, and where it goes.
pub(super) fn new_action(
    tx: &mut Tx<'_>,
    actor: &Actor,
    (found, file_server): (&RepositorySettings, FileServerId),
) -> db::Result<NewAction> {
    let sql = "SELECT label FROM content_file_server WHERE file_server_id = $1";
    let label: String = tx.get(sql, params![file_server], |row| row.get(0))?;
    Ok(NewAction {
        user: actor.user,
        tenant: found.tenant_id,
        group: None,
        title: format!("{} → {label}", found.title),
        text: String::new(),
        kind: ActionKind::MoveRepository,
        icon: None,
        status: Status::InProgress,
        node: Some(found.node_id),
        parent: None,
        items: None,
        cancellable: true,
        job: None,
    })
}

/// A move in one of these states; an error if it is in none.
pub(super) fn in_state(tx: &mut Tx<'_>, id: RepositoryId, states: &[At]) -> Result<rows::Move, Problem> {
    let of = rows::of_repository(tx, id)?.ok_or_else(Problem::not_found)?;
    if states.contains(&of.state) { Ok(of) } else { Err(under_way()) }
}
