//! `GET /api/link/{token}/archive`: what a link shows, or a part of it, as one ZIP file.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use content::{ArchiveOnBehalf, Download, GoesOn, send_archive};
use db::Conn;
use primitives::{NodeId, Seconds, whole_number};
use rest::{ClientOrigin, Path, Problem, Query, current_language, text};
use security::Access;
use serde::Deserialize;

use super::found::{FoundLink, Visit};
use super::taken::{Wanted, counted};
use crate::shared::Roots;
use crate::{Error, LinkId, Links, Result, store};

/// So many entries may be named one by one.
const NAMED: usize = 500;

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
    let part = Part::parse(query)?;
    let found = links.find_open(&visit).await?;
    let (roots, label) = (found.roots(), found.row.terms.label.clone());
    let read = security::read_long(&links.db, &found.maker, move |c, access| {
        let mut roots = roots.clone();
        let (nodes, name) = part.of(c, access, &mut roots)?;
        let own = roots.single(c, access)?.map(|root| root.node.name.clone());
        Ok::<_, Error>((nodes, name.or_else(|| label.clone()).or(own)))
    });
    let (nodes, title) = read.await?;
    if !found.row.terms.may_download {
        return Err(Error::NoDownload.into());
    }
    let what = Wanted { name: hash_of(&nodes), nodes: nodes.clone() };
    let turn = links.turns.take(found.row.id, visit.address)?;
    let answer = send_archive(&links.content, wanted(&found, nodes, title), &headers, turn).await?;
    counted(&links, &visit, &found, (&method, what), answer).await
}

fn wanted(found: &FoundLink, roots: Vec<NodeId>, title: Option<String>) -> ArchiveOnBehalf {
    ArchiveOnBehalf {
        actor: found.maker.clone(),
        instance: found.row.instance,
        title: title.unwrap_or_else(|| text(current_language(), "link_title", &[])),
        roots,
        made_at: found.row.made_at,
        goes_on: while_not_revoked(found.row.id),
    }
}

/// What has begun before the link ends by itself is sent to its end.
fn while_not_revoked(link: LinkId) -> GoesOn {
    Arc::new(
        move |c: &mut Conn<'_>, _: Seconds| Ok(store::find(c, link)?.is_some_and(|link| link.revoked_at.is_none())),
    )
}

/// What of the link is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    All,
    Folder(NodeId),
    Named(Vec<NodeId>),
}

impl Part {
    fn parse(query: ArchiveQuery) -> Result<Self, Problem> {
        match (query.folder, query.node_ids) {
            (None, None) => Ok(Self::All),
            (Some(folder), None) => Ok(Self::Folder(folder)),
            (None, Some(named)) => {
                let ids: Option<Vec<NodeId>> = named.split(',').map(|id| whole_number(id).map(NodeId)).collect();
                let ids = ids.filter(|ids| ids.len() <= NAMED);
                Ok(Self::Named(ids.ok_or_else(|| Problem::invalid("node_ids", "invalid"))?))
            }
            (Some(_), Some(_)) => Err(Problem::invalid("node_ids", "invalid")),
        }
    }

    /// The entries at the top of the archive, each once, and the name of a folder that is wanted alone.
    fn of(
        &self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        roots: &mut Roots,
    ) -> Result<(Vec<NodeId>, Option<String>)> {
        match self {
            Self::All => {
                let all: Vec<NodeId> = roots.all(conn, access)?.iter().map(|root| root.node.id).collect();
                if all.is_empty() { Err(Error::NoLink) } else { Ok((all, None)) }
            }
            Self::Folder(folder) => {
                let seen = roots.within(conn, access, *folder)?.seen;
                Ok((vec![*folder], Some(seen.node.name)))
            }
            Self::Named(named) => {
                let mut found = Vec::with_capacity(named.len());
                for node in named {
                    match roots.within(conn, access, *node) {
                        Ok(within) if within.seen.permit::<Download>().is_ok() => found.push(*node),
                        // What is not there is not wanted.
                        Ok(_) | Err(Error::NoLink) => {}
                        Err(error) => return Err(error),
                    }
                }
                found.sort_unstable();
                found.dedup();
                if found.is_empty() { Err(Error::NoLink) } else { Ok((found, None)) }
            }
        }
    }
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

    use super::{ArchiveQuery, Part, hash_of};

    fn parsed(folder: Option<i64>, named: Option<&str>) -> Option<Part> {
        let query = ArchiveQuery { folder: folder.map(NodeId), node_ids: named.map(str::to_owned) };
        Part::parse(query).ok()
    }

    #[test]
    fn a_part_is_a_folder_or_named_entries() {
        assert_eq!(parsed(None, None), Some(Part::All));
        assert_eq!(parsed(Some(4), None), Some(Part::Folder(NodeId(4))));
        assert_eq!(parsed(None, Some("4,7")), Some(Part::Named(vec![NodeId(4), NodeId(7)])));
        let many = vec!["1"; 501].join(",");
        for (folder, named) in [(Some(4), Some("7")), (None, Some("4,")), (None, Some("x")), (None, Some(&many))] {
            assert_eq!(parsed(folder, named), None, "{named:?}");
        }
    }

    #[test]
    fn the_same_entries_are_the_same_archive() {
        assert_eq!(hash_of(&[NodeId(1), NodeId(23)]), hash_of(&[NodeId(23), NodeId(1)]));
        assert_ne!(hash_of(&[NodeId(1), NodeId(23)]), hash_of(&[NodeId(12), NodeId(3)]));
    }
}
