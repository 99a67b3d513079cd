//! `DELETE entry/bin`: deletes everything in the bin that the asker may delete, in one call. The first entries are
//! marked at once and the rest by the job that deletes them, so that neither the caller nor other writers wait for
//! long.

use std::sync::Arc;

use activity::ActionKind;
use audit::{Act, Author, Object};
use authz::{Action, Actor, Denied};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use primitives::AppInstanceId;
use rest::{CurrentUser, Json, Path, Problem};
use serde_json::json;
use storage::disk;

use super::bin;
use crate::purges::{Asked, Marked, Place, in_background, mark_page};
use crate::{Content, Purge, Result};

/// Pages that the caller waits for.
const AT_ONCE: usize = 5;

/// Empties the bin.
///
/// Deletes all entries in it that the asker may delete for good, in the background. Entries that are removed meanwhile
/// stay in the bin.
#[utoipa::path(delete, path = "/api/app/{application_instance_id}/entry/bin", tag = "content",
    operation_id = "bin_empty", params(("application_instance_id" = i64, Path)),
    responses(
        (status = ACCEPTED, body = activity::BgAction, description = "The background action that empties the bin"),
        (status = NO_CONTENT, description = "The bin is empty"),
    ))]
pub async fn empty(
    State(content): State<Content>,
    CurrentUser(actor): CurrentUser,
    Path(_instance): Path<AppInstanceId>,
) -> Result<Response, Problem> {
    let begun = disk::even_when_full(&content.db, || async { Ok(begin(&content, &actor).await?) }).await?;
    Ok(match begun {
        Some(action) => (StatusCode::ACCEPTED, Json(action)).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

async fn begin(content: &Content, actor: &Arc<Actor>) -> Result<Option<activity::BgAction>> {
    let (now, author) = (content.clock.now(), Author::from(&**actor));
    let (mut place, mut marked, mut pages) = (Place::newest(), Marked::default(), 0);
    while !place.is_end && (pages < AT_ONCE || place.before.0 >= now) {
        let (next, page) = mark_page(content, actor, author, marked.purge, place).await?;
        (place, pages) = (next, pages + 1);
        marked = Marked { purge: page.purge, tenant: marked.tenant.or(page.tenant), count: marked.count + page.count };
    }
    // The search through a very large bin stopped here without an entry that the asker may delete.
    let (Some(purge), Some(tenant)) = (marked.purge, marked.tenant) else {
        return refuse_what_is_shown(content, actor).await;
    };
    let binned_before = (!place.is_end).then_some(now);
    let asked = Asked { user: actor.user, tenant, kind: ActionKind::EmptyBin, binned_before };
    let title = rest::text(rest::current_language(), "bin", &[]);
    let begun = content.db.write(move |tx| {
        let act = Act::new("bin_empty", tenant, Object::new("tenant", tenant.0, ""));
        let marked = json!({ "entries": marked.count, "more": binned_before.is_some() });
        audit::record(tx, author, act.after(marked), now);
        in_background(tx, purge, title, &asked, now)
    });
    Ok(Some(begun.await?))
}

/// An asker who sees entries in the bin but may delete none is told which right is missing.
async fn refuse_what_is_shown<T>(content: &Content, actor: &Arc<Actor>) -> Result<Option<T>> {
    let shown = security::read_long(&content.db, actor, bin::holds_something);
    if shown.await? { Err(Denied::NeedsRole(Purge::RULE.role).into()) } else { Ok(None) }
}
