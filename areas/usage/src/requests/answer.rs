//! `PUT usage/answer/{request_id}`: a manager of the folder answers.

use audit::{Act, Object};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeKind, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::GrantAccess;
use serde::Deserialize;
use serde_json::json;

use super::bell::{self, Answer};
use super::model::UsageRequestId;
use super::store;
use crate::{Error, Usage};

const DAY: Seconds = 86_400;
const MOST_DAYS: i64 = 365;

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = DownloadAnswerForm)]
pub(crate) struct AnswerForm {
    /// For so many days, 1 to 365, they may download from the folder; null: they may not.
    #[schema(minimum = 1, maximum = 365)]
    days: Option<i64>,
}

/// Answers somebody who has asked to download from a folder that the asker of this manages. They are told.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/usage/answer/{request_id}", tag = "usage",
    operation_id = "download_answer", request_body = AnswerForm,
    params(("application_instance_id" = i64, Path), ("request_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "They have the answer")))]
pub(crate) async fn answer(
    State(usage): State<Usage>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, id)): Path<(AppInstanceId, UsageRequestId)>,
    Json(AnswerForm { days }): Json<AnswerForm>,
) -> Result<StatusCode, Problem> {
    if days.is_some_and(|days| !(1..=MOST_DAYS).contains(&days)) {
        return Err(Problem::invalid("days", "usage_rules.days"));
    }
    let now = usage.clock.now();
    let answered = security::write(&usage.db, &actor, move |tx, access| {
        let request = store::find(tx, id)?.ok_or(Error::NoRequest)?;
        // Who does not manage the folder is told nothing of its requests.
        let permit = match access.authorize::<GrantAccess>(tx, request.folder) {
            Err(security::Error::Denied(_)) => return Err(Error::NoRequest),
            permit => permit?,
        };
        let by = permit.actor();
        let allowed_until = days.map(|days| now + days * DAY);
        if !store::answer(tx, id, (by, allowed_until), now)? {
            return Err(Error::AlreadyAnswered);
        }
        let asked = nodes::find(tx, request.folder)?;
        let is_file = asked.as_ref().is_some_and(|asked| asked.kind == NodeKind::File);
        let answer = Answer { request: id, days, is_file };
        bell::answered(tx, (permit.tenant(), request.node), (by, request.user), answer, now)?;
        let name = asked.map(|folder| folder.name).unwrap_or_default();
        let act = Act::new("download_answer", permit.tenant(), Object::new("node", request.folder.0, name));
        let act = act.after(json!({ "users_id": request.user, "days": days }));
        audit::record(tx, access.actor(), act, now);
        Ok::<_, Error>(())
    });
    answered.await?;
    Ok(StatusCode::NO_CONTENT)
}
