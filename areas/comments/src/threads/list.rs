//! `GET comment/entry/{node_id}`: what is said about an entry, the latest threads first.

use axum::extract::State;
use primitives::{AppInstanceId, Cursor, NodeId};
use rest::{CurrentUser, Json, Path, Problem, Query};
use serde::{Deserialize, Serialize};

use super::read::{Reader, Which, threads};
use crate::acts::Comment;
use crate::model::{CommentId, CommentThread};
use crate::store;
use crate::{Comments, Error};

/// Threads of a page, and how many there are if nothing is said.
const MOST: usize = 50;
const DEFAULT: usize = 20;

#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum Threads {
    #[default]
    All,
    Open,
    Resolved,
}

impl From<Threads> for Which {
    fn from(asked: Threads) -> Self {
        match asked {
            Threads::All => Self::All,
            Threads::Open => Self::Open,
            Threads::Resolved => Self::Resolved,
        }
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ThreadQuery {
    /// All threads if it is not given.
    #[param(inline, value_type = Threads, required = false)]
    threads: Option<Threads>,
    /// 1 to 50; 20 if not given.
    limit: Option<usize>,
    /// `next` of the page before.
    after: Option<String>,
}

impl ThreadQuery {
    /// Where the page begins.
    fn before(&self) -> Result<CommentId, Problem> {
        let cursor = rest::cursor("after", self.after.as_deref())?;
        Ok(CommentId(cursor.map_or(i64::MAX, |cursor| cursor.id)))
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CommentPage {
    /// The latest first.
    items: Vec<CommentThread>,
    /// Send it as `after` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
    /// How many threads of the entry are open.
    open_count: i64,
}

/// What is said about an entry that the asker sees.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/comment/entry/{node_id}", tag = "comments",
    operation_id = "comment_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), ThreadQuery),
    responses((status = OK, body = CommentPage, description = "One page")))]
pub(crate) async fn list(
    State(comments): State<Comments>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<ThreadQuery>,
) -> Result<Json<CommentPage>, Problem> {
    let before = query.before()?;
    let limit = query.limit.unwrap_or(DEFAULT).clamp(1, MOST);
    let which = query.threads.unwrap_or_default().into();
    let page = security::read(&comments.db, &actor, move |c, access| {
        let permit = access.authorize::<Comment>(c, node)?;
        let mut items = threads(c, Reader::of(&permit), (node, which), before, limit + 1)?;
        let more = items.len() > limit;
        items.truncate(limit);
        let last = items.last().filter(|_| more).map(|thread| thread.first.comment_id.0);
        let next = last.map(|id| Cursor { kind: 0, text: String::new(), number: 0, id }.encode());
        Ok::<_, Error>(CommentPage { items, next, open_count: store::count_open(c, node)? })
    });
    Ok(Json(page.await?))
}
