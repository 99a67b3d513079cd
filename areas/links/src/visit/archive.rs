//! `GET /api/link/{token}/archive`: what a link shows, or a part of it, as one ZIP file.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use content::{ArchiveOnBehalf, GoesOn, send_archive};
use db::Conn;
use primitives::{NodeId, Seconds};
use rest::{ClientOrigin, Path, Problem, Query, current_language, text};
use serde::Deserialize;

use super::found::{FoundLink, Given, Visit};
use super::part::Part;
use super::taken::{Wanted, counted, require_left};
use crate::{LinkId, Links, store};

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct ArchiveQuery {
    /// Only this folder.
    folder: Option<NodeId>,
    /// Only these entries, at most 500, separated by commas; not together with `folder`.
    node_ids: Option<String>,
}

/// What a link shows as one ZIP file, with everything in its folders; or one of its folders, or some entries.
///
/// It counts as one download. It can be continued where it was cut off, as other archives can.
#[utoipa::path(get, path = "/api/link/{token}/archive", tag = "link", operation_id = "link_archive",
    params(("token" = String, Path, description = "The end of the link's address"), ArchiveQuery),
    responses(
        (status = OK, description = "The whole archive", content_type = "application/zip"),
        (status = PARTIAL_CONTENT, description = "The requested range"),
        (status = NOT_MODIFIED, description = "The asker has the current version"),
        (status = FORBIDDEN, description = "The link gives no files away"),
        (status = PRECONDITION_FAILED, description = ""),
        (status = RANGE_NOT_SATISFIABLE, description = "The range begins beyond the end")))]
pub async fn archive(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<ArchiveQuery>,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_file(visit.address)?;
    let part = Part::parse(query.folder, query.node_ids.as_deref())?;
    let found = links.find_open(&visit).await?;
    let (nodes, title) = security::read_long(&links.db, &found.maker, found.part(part)).await?;
    Given::Original.require(&found.row)?;
    let what = Wanted { name: hash_of(&nodes), nodes: nodes.clone() };
    require_left(&links, &visit, &found, &what.name).await?;
    let turn = links.turns.take(found.row.id, visit.address)?;
    let answer = send_archive(&links.content, wanted(&found, nodes, title), &headers, turn).await?;
    counted(&links, &visit, &found, (&method, what), answer).await
}

fn wanted(found: &FoundLink, roots: Vec<NodeId>, title: Option<String>) -> ArchiveOnBehalf {
    ArchiveOnBehalf {
        actor: found.maker.clone(),
        instance: found.row.instance,
        title: title_or_usual(title),
        roots,
        made_at: found.row.made_at,
        goes_on: while_not_revoked(found.row.id),
        substitutes: None,
    }
}

pub(super) fn title_or_usual(title: Option<String>) -> String {
    title.unwrap_or_else(|| text(current_language(), "link_title", &[]))
}

/// What has begun before the link ends by itself is sent to its end.
pub(super) fn while_not_revoked(link: LinkId) -> GoesOn {
    Arc::new(
        move |c: &mut Conn<'_>, _: Seconds| Ok(store::find(c, link)?.is_some_and(|link| link.revoked_at.is_none())),
    )
}

/// Names an archive by what is at its top.
fn hash_of(nodes: &[NodeId]) -> String {
    let mut ids: Vec<i64> = nodes.iter().map(|node| node.0).collect();
    ids.sort_unstable();
    let text: Vec<String> = ids.iter().map(i64::to_string).collect();
    format!("archive {}", &blake3::hash(text.join(" ").as_bytes()).to_hex()[..32])
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;

    use super::hash_of;

    #[test]
    fn the_same_entries_are_the_same_archive() {
        assert_eq!(hash_of(&[NodeId(1), NodeId(23)]), hash_of(&[NodeId(23), NodeId(1)]));
        assert_ne!(hash_of(&[NodeId(1), NodeId(23)]), hash_of(&[NodeId(12), NodeId(3)]));
    }
}
