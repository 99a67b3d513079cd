//! `PUT bookmark/{node_id}`: bookmarks an entry.

use audit::{Act, Object};
use authz::{Actor, Permit};
use axum::extract::State;
use axum::http::StatusCode;
use db::{Tx, params};
use events::{Header, publish};
use primitives::{AppInstanceId, NodeId, Seconds};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use serde::Deserialize;
use serde_json::json;

use crate::{Bookmark, Bookmarked, Bookmarks, Error, Result};

/// The bookmarks of one person.
const MOST: i64 = 1000;

const LONGEST_TITLE: usize = 200;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct NewBookmark {
    /// In one's own words; empty: the entry's name. Without it, the title from before stays.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::OneLineOrNothing>, nullable = false)]
    title: Option<String>,
}

impl NewBookmark {
    fn check(&self) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        let title = self.title.as_deref().unwrap_or_default();
        if title.chars().count() > LONGEST_TITLE {
            errors.add("title", Rule::MaxLength(LONGEST_TITLE));
        } else if title.chars().any(char::is_control) {
            errors.add("title", Rule::OneLine);
        }
        errors.check()
    }
}

/// Bookmarks an entry for oneself.
#[utoipa::path(put, path = "/api/app/{application_instance_id}/bookmark/{node_id}", tag = "content",
    operation_id = "bookmark_set", request_body = NewBookmark,
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path)),
    responses((status = NO_CONTENT, description = "It is bookmarked")))]
pub(crate) async fn put(
    State(bookmarks): State<Bookmarks>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
    Json(new): Json<NewBookmark>,
) -> Result<StatusCode, Problem> {
    new.check()?;
    let now = bookmarks.clock.now();
    let bookmarked = security::write(&bookmarks.db, &actor, move |tx, access| {
        let seen = access.find_visible(tx, node)?;
        let permit = seen.permit::<Bookmark>()?;
        set(tx, access.actor(), &permit, new.title.as_deref(), now)?;
        let act = Act::new("bookmark_set", permit.tenant(), Object::new("node", node.0, seen.node.name));
        audit::record(tx, access.actor(), act.after(json!({ "title": new.title })), now);
        Ok::<_, Error>(())
    });
    bookmarked.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Bookmarks an entry for the actor. Without a title, the one that they gave it before stays.
pub fn set(tx: &mut Tx<'_>, actor: &Actor, permit: &Permit<Bookmark>, title: Option<&str>, now: Seconds) -> Result<()> {
    let (node, user) = (permit.node(), permit.actor());
    let sql = "SELECT COUNT(*) FROM bookmarks_bookmark WHERE users_id = $1 AND node_id <> $2";
    if tx.get(sql, params![user, node], |row| row.get::<i64>(0))? >= MOST {
        return Err(Error::TooMany { most: MOST });
    }
    tx.run(
        "INSERT INTO bookmarks_bookmark (users_id, node_id, title, made_at) VALUES ($1, $2, COALESCE($3, ''), $4)
         ON CONFLICT (users_id, node_id) DO UPDATE SET title = COALESCE($3, bookmarks_bookmark.title)",
        params![user, node, title, now],
    )?;
    let header = Header::by(actor, permit.tenant(), now);
    Ok(publish(tx, &Bookmarked { header, node, user })?)
}
