//! `POST file`: prepare and upload in one call, for scripts and small tools.

use std::sync::Arc;

use authz::Actor;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use primitives::{AppInstanceId, EntryName, NodeId};
use rest::{CurrentUser, Json, Path, Problem};
use storage::blocking::run_detached;
use storage::disk;

use super::begin::begin_with;
use super::form::{Form, Source, keep, node};
use super::multipart::take;
use super::pending::ONE_CALL;
use super::stage::Wanted;
use crate::entries::model::Entry;
use crate::entries::show;
use crate::{Content, Error, Result, names};

/// The fields of the call. A file of more than 256 MiB must come after its folder.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the multipart body, which is read field by field")]
pub struct DirectBody {
    folder_parent_id: i64,
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Stores a file in one call; its name is the form part's file name.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/file", tag = "content", operation_id = "file_create",
    params(("application_instance_id" = i64, Path)),
    request_body(content = DirectBody, content_type = "multipart/form-data"),
    responses((status = CREATED, body = Entry, description = "The new file")))]
pub async fn upload(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
    request: Request,
) -> Result<(StatusCode, Json<Entry>), Problem> {
    let form = Form::of(request, &["folder_parent_id", "file"])?;
    let entry = run_detached(async move { receive(&content, &actor, form).await });
    let entry = entry.await.map_err(|error| Problem::from(error).named_by("folder_parent_id"));
    Ok((StatusCode::CREATED, Json(entry?)))
}

async fn receive(content: &Content, actor: &Arc<Actor>, mut form: Form) -> Result<Entry> {
    let (mut folder, mut kept) = (None, None);
    while let Some((name, field)) = form.next().await? {
        if name == "folder_parent_id" {
            folder = Some(node(name, field).await?);
            continue;
        }
        let name = names::sent(field.file_name().unwrap_or("")).map_err(Error::from)?;
        disk::refuse_without_room(&content.db)?;
        match folder {
            Some(folder) => return store(content, actor, folder, name, Source::Form(form, Some(field))).await,
            None => kept = Some((name, keep(content, field, "folder_parent_id").await?)),
        }
    }
    let (name, file) = kept.ok_or(Error::Field("file"))?;
    let folder = folder.ok_or(Error::Field("folder_parent_id"))?;
    store(content, actor, folder, name, Source::Kept(file)).await
}

async fn store(
    content: &Content,
    actor: &Arc<Actor>,
    folder: NodeId,
    name: EntryName,
    source: Source,
) -> Result<Entry> {
    let wanted = Wanted::new(folder, name);
    let (_, stored) =
        begin_with(content, actor, wanted, (ONE_CALL, true), |upload| Box::pin(take(content, upload, source))).await?;
    let node = stored.node_id;
    let entry = security::read(&content.db, actor, move |c, access| {
        let seen = access.find_visible(c, node)?;
        show::entry(c, access, &seen)
    });
    entry.await
}
