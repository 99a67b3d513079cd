//! `POST upload/group`: an upload of several files begins.

use activity::{ActionKind, NewAction, Status};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Rule};
use serde::Deserialize;

use super::store::{self, Begun};
use super::{News, UploadGroup, changed};
use crate::{Content, Error, Upload};

const LONGEST_TITLE: usize = 255;
const MOST_FILES: i64 = 100_000;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewUploadGroup {
    /// Where it begins; its files may go to folders below.
    folder_parent_id: NodeId,
    /// What its background action is called; longer ones are cut after 255 characters.
    #[schema(min_length = 1)]
    title: String,
    /// How many files it has.
    #[schema(minimum = 1, maximum = 100_000)]
    files: i64,
}

/// Begins an upload of several files: one background action for all of them.
///
/// Each file is prepared with its `bg_group_id`. It ends when all of its files are there or have failed, or when its page
/// says so; what failed is kept until it is answered.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/upload/group", tag = "content",
    operation_id = "upload_group_create", request_body = NewUploadGroup,
    params(("application_instance_id" = i64, Path)),
    responses((status = CREATED, body = UploadGroup, description = "The new group")))]
pub async fn create(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(instance): Path<AppInstanceId>,
    Json(new): Json<NewUploadGroup>,
) -> Result<(StatusCode, Json<UploadGroup>), Problem> {
    let title: String = new.title.trim().replace('\0', "\u{fffd}").chars().take(LONGEST_TITLE).collect();
    if title.is_empty() {
        return Err(Problem::refused(vec![Rule::Mandatory.of("title")]));
    }
    if !(1..=MOST_FILES).contains(&new.files) {
        return Err(Problem::refused(vec![Rule::Positive.of("files")]));
    }
    let now = content.clock.now();
    let made = security::write(&content.db, &actor, move |tx, access| {
        let permit = access.authorize::<Upload>(tx, new.folder_parent_id)?;
        let action = NewAction {
            user: permit.actor(),
            tenant: permit.tenant(),
            group: None,
            title: title.clone(),
            text: String::new(),
            kind: ActionKind::Upload,
            icon: None,
            status: Status::InProgress,
            node: None,
            parent: Some(permit.node()),
            items: Some(new.files),
            cancellable: true,
            job: None,
        };
        let action = activity::start(tx, &action, now)?;
        let (user, tenant, folder) = (permit.actor(), permit.tenant(), permit.node());
        for silent in store::too_many(tx, user)? {
            store::end(tx, &silent, now)?;
            changed(tx, &silent, now, News::Numbers)?;
        }
        let begun = Begun { user, tenant, instance, folder, title: &title, files: new.files };
        store::insert(tx, (&action.bg_group_id, &action.bg_action_id), &begun, now)?;
        let made = changed(tx, &action.bg_group_id, now, News::Failures)?;
        made.ok_or_else(|| Error::from(db::Error::Broken("a group is gone that was just begun".to_owned())))
    });
    let made = made.await.map_err(|error| Problem::from(error).named_by("folder_parent_id"))?;
    Ok((StatusCode::CREATED, Json(made)))
}
