//! `GET /api/link/{token}/entries`: what a link shows, folder by folder.

use axum::extract::State;
use axum::http::HeaderMap;
use content::{Children, children_of};
use db::Conn;
use media::{Preview, PreviewStatus, previews_of};
use nodes::Listed;
use primitives::{Cursor, NodeId, NodeKind, Seconds};
use rest::{ClientOrigin, Json, Path, Problem, Query};
use security::{Access, PrincipalScope, See, VisibleNode, have_ended};
use serde::{Deserialize, Serialize};

use super::covers::{self, SharedCover};
use super::cursors;
use super::found::Visit;
use super::is_shown::is_shown;
use super::show::{SharedKind, kind_of};
use crate::shared::Roots;
use crate::{Error, Links, Result};

/// Entries of one page.
const MOST: usize = 100;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct EntriesQuery {
    /// A folder that the link shows; otherwise what it begins with.
    folder: Option<NodeId>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedEntries {
    /// Folders first, each kind by name; of a link to several entries in the order in which they were shared.
    items: Vec<SharedEntry>,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
    /// From an entry of the link down to this folder; nothing above it is told. Empty where the link begins with
    /// several entries or a file.
    path: Vec<SharedFolder>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedFolder {
    node_id: NodeId,
    name: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedEntry {
    node_id: NodeId,
    name: String,
    kind: NodeKind,
    /// Null for folders.
    #[schema(required)]
    bytes: Option<i64>,
    #[schema(required)]
    mime: Option<String>,
    entry_type: String,
    /// Pixels of the source, upright.
    #[schema(required)]
    width: Option<i64>,
    #[schema(required)]
    height: Option<i64>,
    /// Seconds since 1970.
    modified_at: Seconds,
    /// A thumbhash, base64, to paint before the picture is loaded.
    #[schema(required)]
    placeholder: Option<String>,
    /// Whether its picture can be shown.
    has_picture: bool,
    /// The time in which it may be used is over: its picture is shown small, and it is not given away.
    rights_ended: bool,
    /// Of a folder, the newest pictures in it, at most three; absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cover: Vec<SharedCover>,
}

/// Lists what a link shows: its entries, or what is in one of its folders.
#[utoipa::path(get, path = "/api/link/{token}/entries", tag = "link", operation_id = "link_entries",
    params(("token" = String, Path, description = "The end of the link's address"), EntriesQuery),
    responses((status = OK, body = SharedEntries, description = "One page")))]
pub async fn entries(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    Query(query): Query<EntriesQuery>,
    headers: HeaderMap,
) -> Result<Json<SharedEntries>, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let found = links.find_open(&visit).await?;
    let (link, several) = (found.row.id, found.entries.len() > 1);
    let cursor = query.cursor.as_deref().map(|cursor| cursors::decrypt(&links.secrets, link, cursor)).transpose()?;
    let roots = found.roots();
    let read = security::read(&links.db, &found.maker, move |c, access| {
        let mut roots = roots.clone();
        let Some(folder) = query.folder else { return at_the_top(c, access, &mut roots, (several, cursor.as_ref())) };
        of_folder(c, access, &mut roots, (folder, cursor.as_ref()))
    });
    let Page { items, end, path } = read.await?;
    let next = end.map(|end| cursors::encrypt(&links.secrets, link, &end)).transpose()?;
    Ok(Json(SharedEntries { items, next, path }))
}

/// A page as it was read.
struct Page {
    items: Vec<SharedEntry>,
    end: Option<Cursor>,
    path: Vec<SharedFolder>,
}

/// What a link begins with.
fn at_the_top(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &mut Roots,
    (several, after): (bool, Option<&Cursor>),
) -> Result<Page> {
    let shared = roots.all(conn, access)?;
    let folder = shared.first().ok_or(Error::NoLink)?.node.id;
    match kind_of(&shared, several) {
        SharedKind::Folder => of_folder(conn, access, roots, (folder, after)),
        SharedKind::File | SharedKind::Selection => of_roots(conn, access, shared),
    }
}

/// The entries of the link themselves: they come all at once.
fn of_roots(conn: &mut Conn<'_>, access: &mut Access<'_>, roots: Vec<VisibleNode>) -> Result<Page> {
    // They are of one tenant.
    let scope = roots.first().ok_or(Error::NoLink)?.scope;
    let mut nodes = Vec::with_capacity(roots.len());
    for VisibleNode { node, .. } in roots {
        let terms = access.terms_at(conn, &node)?;
        nodes.push((node.into(), have_ended(conn, terms)));
    }
    Ok(Page { items: to_api(conn, access, scope, nodes)?, end: None, path: Vec::new() })
}

fn of_folder(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &mut Roots,
    (folder, after): (NodeId, Option<&Cursor>),
) -> Result<Page> {
    let within = roots.within(conn, access, folder)?;
    if !within.seen.node.kind.is_container() {
        return Err(Error::NoLink);
    }
    // A folder that only leads to something open is shown by its name, as lists show it.
    if !within.seen.facts.traversable {
        within.seen.permit::<See>().map_err(|error| Error::from(error).for_visitor())?;
    }
    let maker = access.actor().user;
    let Children { items, next } = children_of(conn, access, folder, after, MOST)?;
    let above = access.terms_at(conn, &within.seen.node)?;
    let ids: Vec<NodeId> = items.iter().map(|(node, _)| node.id).collect();
    let own = access.own_terms(conn, within.seen.node.tenant, &ids)?;
    let ended = |node: &Listed| have_ended(conn, above.with(own.get(&node.id).copied().unwrap_or_default()));
    let shown = items.into_iter().filter(|(node, role)| is_shown(node, *role, maker));
    let shown = shown.map(|(node, _)| {
        let has_ended = ended(&node);
        (node, has_ended)
    });
    let shown = shown.collect();
    let items = to_api(conn, access, within.seen.scope, shown)?;
    let path = within.way.into_iter().map(|step| SharedFolder { node_id: step.id, name: step.name });
    Ok(Page { items, end: next, path: path.collect() })
}

/// Each with whether its rights of use have ended.
fn to_api(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    nodes: Vec<(Listed, bool)>,
) -> Result<Vec<SharedEntry>> {
    let folders = nodes.iter().map(|(node, _)| node).filter(|node| node.kind.is_container());
    let mut covers = covers::of_folders(conn, access, scope, folders.map(|node| node.id))?;
    let files = nodes.iter().map(|(node, _)| node).filter(|node| node.kind == NodeKind::File);
    let files: Vec<&Listed> = files.collect();
    let mut previews = if files.is_empty() { Vec::new() } else { previews_of(conn, &files)? }.into_iter();
    let mut items = Vec::with_capacity(nodes.len());
    for (node, rights_ended) in &nodes {
        let is_file = node.kind == NodeKind::File;
        let preview = if is_file { previews.next().unwrap_or_default() } else { Preview::default() };
        let cover = covers.remove(&node.id).unwrap_or_default();
        items.push(SharedEntry { rights_ended: *rights_ended, cover, ..entry(node, is_file, preview) });
    }
    Ok(items)
}

fn entry(node: &Listed, is_file: bool, preview: Preview) -> SharedEntry {
    SharedEntry {
        node_id: node.id,
        name: node.name.clone(),
        kind: node.kind,
        bytes: is_file.then_some(node.size),
        mime: node.mime.clone().filter(|_| is_file),
        entry_type: node.entry_type.clone(),
        width: preview.width,
        height: preview.height,
        modified_at: node.modified_at,
        has_picture: preview.status == PreviewStatus::Ready,
        placeholder: preview.placeholder,
        rights_ended: false,
        cover: Vec::new(),
    }
}
