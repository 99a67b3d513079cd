//! What entries say of their reviews, in lists and on their own page.

use std::collections::HashMap;

use content::EntryAddition;
use db::Conn;
use nodes::{Listed, in_list};
use primitives::NodeId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::outcome::ReviewState;

pub(crate) fn addition() -> EntryAddition {
    EntryAddition::new(in_lists, in_detail)
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct WithReview {
    /// Of a file that people were asked to review: what their answers come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewState>,
}

fn in_lists(conn: &mut Conn<'_>, files: &[&Listed]) -> db::Result<Vec<WithReview>> {
    let ids: Vec<NodeId> = files.iter().map(|file| file.id).collect();
    let (list, values) = in_list(1, &ids);
    let sql =
        format!("SELECT r.node_id, r.state FROM reviews_review r WHERE r.node_id IN ({list}) AND r.ended_at IS NULL");
    let read = conn.rows(&sql, &values, |row| Ok((row.get::<NodeId>(0)?, row.get::<ReviewState>(1)?)))?;
    let states: HashMap<NodeId, ReviewState> = read.into_iter().collect();
    Ok(ids.iter().map(|id| WithReview { review: states.get(id).copied() }).collect())
}

fn in_detail(conn: &mut Conn<'_>, file: &Listed) -> db::Result<WithReview> {
    Ok(in_lists(conn, &[file])?.pop().unwrap_or_default())
}
