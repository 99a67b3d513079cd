//! `POST file`: prepare and upload in one call, for scripts and small tools.

use std::sync::Arc;

use activity::Status;
use authz::{Actor, Upload};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use primitives::{AppInstanceId, EntryName, NodeId};
use rest::{Json, Path, Problem, Who};

use super::multipart::{take, text, to_the_end};
use super::pending::Arrival;
use super::{pending, prepare};
use crate::entries::model::Entry;
use crate::entries::show;
use crate::{Content, Error, Result};

/// The fields of the call, in this order.
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
    Who(actor): Who,
    Path(_instance): Path<AppInstanceId>,
    form: Multipart,
) -> Result<(StatusCode, Json<Entry>), Problem> {
    let entry = to_the_end(async move { receive(&content, &actor, form).await });
    Ok((StatusCode::CREATED, Json(entry.await?)))
}

async fn receive(content: &Content, actor: &Arc<Actor>, mut form: Multipart) -> Result<Entry> {
    let mut folder = None;
    while let Some(field) = form.next_field().await.map_err(|_| Error::CutOff)? {
        match field.name().unwrap_or("") {
            "folder_parent_id" => folder = text(field).await?.trim().parse().ok().map(NodeId),
            "file" => {
                let folder = folder.ok_or(Error::Field("folder_parent_id"))?;
                let name = EntryName::parse(field.file_name().unwrap_or("")).map_err(Error::from)?;
                let now = content.clock.now();
                let prepared = security::write(&content.db, actor, move |tx, access| {
                    let permit = access.open::<Upload>(tx, folder)?;
                    prepare::stage(tx, &permit, &name, None, None, now)
                });
                let prepared = prepared.await?;
                let (node, ticket) = (prepared.node_id, prepared.callback);
                let arrival = Arrival { what: "file_create", origin: actor.origin };
                let upload = content.db.read(move |c| pending::find(c, node, &ticket, arrival)).await?;
                if let Err(error) = take(content, upload, field).await {
                    // Nobody holds the ticket of a one-call upload, so nobody could go on with it.
                    content.uploads.abandon(content, node, &Status::Error).await?;
                    return Err(error);
                }
                let entry = security::read(&content.db, actor, move |c, access| {
                    let seen = access.look(c, node)?;
                    show::entry(c, access, &seen)
                });
                return entry.await;
            }
            _ => {
                text(field).await?;
            }
        }
    }
    Err(Error::Field("file"))
}
