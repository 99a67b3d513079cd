//! `POST usage/request/{node_id}`: a reader asks to be let download.

use audit::{Act, Object};
use authz::{Denied, Withheld};
use axum::extract::State;
use axum::http::StatusCode;
use primitives::{AppInstanceId, NodeId};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use serde::Deserialize;

use super::model::UsageRequest;
use super::store::{self, New};
use super::{bell, managers};
use crate::acts::AskToDownload;
use crate::{Error, Usage, terms};

const LONGEST: usize = 1_000;

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = DownloadAskForm)]
pub(crate) struct AskForm {
    /// For the managers: 1 to 1,000 characters.
    #[schema(min_length = 1, max_length = 1_000, pattern = "\\S")]
    reason: String,
}

/// Asks the managers of a folder to be let download from it. They are told, and answer for some days or not at all.
///
/// `node_id` is what the asker wants to download: an entry that has its readers ask first, or lies in a folder that does.
#[utoipa::path(post, path = "/api/app/{application_instance_id}/usage/request/{node_id}", tag = "usage",
    operation_id = "download_ask", request_body = AskForm,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = CREATED, body = UsageRequest, description = "The request"),
        (status = TOO_MANY_REQUESTS, description = "")))]
pub(crate) async fn ask(
    State(usage): State<Usage>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(AskForm { reason }): Json<AskForm>,
) -> Result<(StatusCode, Json<UsageRequest>), Problem> {
    let reason = reason_of(&reason)?;
    let now = usage.clock.now();
    usage.asked.take(actor.user, now).map_err(|wait| Problem::too_many(wait.unsigned_abs()))?;
    let asked = security::write(&usage.db, &actor, move |tx, access| {
        let seen = access.find_visible_with_terms(tx, node)?;
        let permit = seen.permit::<AskToDownload>()?;
        let is_asked_first = matches!(authz::released(&seen.facts), Err(Denied::Withheld(Withheld::AsksFirst)));
        let folder = terms::nearest(tx, node)?.asks_at.filter(|_| is_asked_first).ok_or(Error::NothingToAsk)?;
        let (tenant, user) = (permit.tenant(), permit.actor());
        let new = New { tenant, folder, node, user, reason: &reason };
        let id = store::insert(tx, &new, now)?.ok_or(Error::AlreadyAsked)?;
        let asked = nodes::find(tx, folder)?.ok_or(Error::NothingToAsk)?;
        let acl = access.acl_of(tx, &asked)?;
        let managers = managers::of(tx, (tenant, folder, acl), managers::MOST)?;
        bell::asked(tx, (tenant, folder, user), (id, &managers), now)?;
        let act = Act::new("download_ask", tenant, Object::new("node", node.0, &seen.node.name));
        audit::record(tx, access.actor(), act, now);
        let row = store::find(tx, id)?.ok_or(Error::NoRequest)?;
        Ok::<_, Error>(row.told(now))
    });
    Ok((StatusCode::CREATED, Json(asked.await?)))
}

fn reason_of(typed: &str) -> Result<String, Problem> {
    let mut errors = FieldErrors::default();
    let reason = typed.trim();
    if reason.is_empty() {
        errors.add("reason", Rule::Mandatory);
    }
    if reason.chars().count() > LONGEST {
        errors.add("reason", Rule::MaxLength(LONGEST));
    }
    errors.check()?;
    Ok(reason.to_owned())
}
