//! `GET usage/{node_id}`: the terms of use of an entry, and what they mean for the asker.

use authz::{Release, Withheld};
use axum::extract::State;
use db::Conn;
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem};
use security::{Access, GrantAccess, See, VisibleNode};
use serde::Serialize;

use crate::acts::SetTerms;
use crate::folders::{UsageFolder, folder, open_folder};
use crate::requests::model::UsageRequest;
use crate::requests::store;
use crate::terms;
use crate::{Result, Usage};

/// The terms of use of an entry.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct UsageTerms {
    /// Seconds since 1970: from then on its readers do not get it. Null: it has no end.
    #[schema(required)]
    usable_until: Option<Seconds>,
    /// The folder that this end is of; null if it is the entry's own, or if the asker does not see the folder.
    #[schema(required)]
    usable_until_of: Option<UsageFolder>,
    /// Its readers ask before they download it.
    asks_first: bool,
    /// The folder that wants it, which an answer is for; null if it is this one, or if it is closed to the asker.
    #[schema(required)]
    asks_first_of: Option<UsageFolder>,
    /// What is set at the entry itself.
    own: OwnTerms,
    /// Why the asker does not get the bytes; null if they do.
    #[schema(required)]
    withheld: Option<WithheldBy>,
    /// What the asker has asked for last, at the folder that wants to be asked.
    #[schema(required)]
    request: Option<UsageRequest>,
    /// The asker may say until when it may be used.
    may_set: bool,
    /// The asker may have readers ask, and answers them.
    may_answer: bool,
    /// How many requests wait for an answer at this folder; 0 for who may not answer them.
    waiting: i64,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct OwnTerms {
    #[schema(required)]
    pub usable_until: Option<Seconds>,
    pub asks_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WithheldBy {
    /// The time in which it may be used is over.
    Ended,
    AsksFirst,
}

/// The terms of use of an entry, and what they mean for the asker.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/usage/{node_id}", tag = "usage",
    operation_id = "usage_show",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = OK, body = UsageTerms, description = "The terms")))]
pub(crate) async fn show(
    State(usage): State<Usage>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<UsageTerms>, Problem> {
    let now = usage.clock.now();
    let shown = security::read(&usage.db, &actor, move |c, access| {
        let seen = access.find_visible_with_terms(c, node)?;
        seen.permit::<See>()?;
        told(c, access, &seen, now)
    });
    Ok(Json(shown.await?))
}

pub(crate) fn told(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    seen: &VisibleNode,
    now: Seconds,
) -> Result<UsageTerms> {
    let node = seen.node.id;
    let (found, own) = (terms::nearest(conn, node)?, terms::find(conn, node)?);
    let user = access.actor().user;
    let request = found.asks_at.map(|folder| store::latest(conn, folder, user)).transpose()?.flatten();
    let may_answer = seen.permit::<GrantAccess>().is_ok();
    let waiting = if may_answer { store::count_waiting(conn, node)? } else { 0 };
    let of_end = found.usable_until.map(|(at, _)| at).filter(|at| *at != node);
    Ok(UsageTerms {
        usable_until: found.usable_until.map(|(_, until)| until),
        usable_until_of: folder(conn, access, of_end)?,
        asks_first: found.asks_at.is_some(),
        asks_first_of: open_folder(conn, access, found.asks_at.filter(|at| *at != node))?,
        own: OwnTerms { usable_until: own.usable_until, asks_first: own.asks_first },
        withheld: withheld(seen.facts.release),
        request: request.map(|request| request.told(now)),
        may_set: seen.permit::<SetTerms>().is_ok(),
        may_answer,
        waiting,
    })
}

fn withheld(release: Release) -> Option<WithheldBy> {
    match release {
        Release::Unknown | Release::Free => None,
        Release::Withheld(Withheld::Ended) => Some(WithheldBy::Ended),
        Release::Withheld(Withheld::AsksFirst) => Some(WithheldBy::AsksFirst),
    }
}
