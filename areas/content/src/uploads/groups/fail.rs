//! `POST upload/group/{bg_group_id}/failure`: files of a group did not arrive.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde::Deserialize;

use super::failed_file::FailedFile;
use super::{News, changed, store};
use crate::{Content, Error};

const MOST_AT_ONCE: usize = 1000;
/// More of a name is not shown, and what is longer is no name of a file.
const LONGEST_NAME: usize = 1000;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct FailedFiles {
    #[schema(max_items = 1000)]
    failures: Vec<FailedFile>,
}

/// Notes that files of a group did not arrive. They are known on all devices of their sender, until each is sent again or
/// left out.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/upload/group/{bg_group_id}/failure", tag = "content",
    operation_id = "upload_failure_note", request_body = FailedFiles,
    params(("application_instance_id" = i64, Path), ("bg_group_id" = String, Path)),
    responses((status = NO_CONTENT, description = "They are noted")))]
pub async fn fail(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, group)): Path<(AppInstanceId, String)>,
    Json(told): Json<FailedFiles>,
) -> Result<StatusCode, Problem> {
    if told.failures.len() > MOST_AT_ONCE {
        return Err(Problem::refused(vec![Rule::MaxLength(MOST_AT_ONCE).of("failures")]));
    }
    let (user, now) = (actor.user, content.clock.now());
    let noted = security::write(&content.db, &actor, move |tx, access| {
        let Some(known) = store::find(tx, user, &group)? else { return Ok(false) };
        let room = known.files.min(store::MOST_FAILURES) - known.failed;
        let room = usize::try_from(room).unwrap_or(0);
        let told = &told.failures[..told.failures.len().min(room)];
        let folders: HashSet<NodeId> = told.iter().map(|file| file.folder_id).collect();
        // Nobody learns which nodes there are: what failed in others, failed where the group was begun.
        let seen: HashSet<NodeId> =
            folders.into_iter().filter(|folder| access.find_visible(tx, *folder).is_ok()).collect();
        for file in told {
            let name = file.name.replace('\0', "\u{fffd}").chars().take(LONGEST_NAME).collect();
            let folder_id = if seen.contains(&file.folder_id) { file.folder_id } else { known.folder_id };
            store::insert_failure(tx, &group, &FailedFile { name, folder_id, ..*file }, now)?;
        }
        changed(tx, &group, now, News::Failures)?;
        Ok::<_, Error>(true)
    });
    if noted.await? { Ok(StatusCode::NO_CONTENT) } else { Err(Problem::not_found()) }
}
