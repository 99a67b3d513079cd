//! `GET received/folder/{node_id}`: the files that wait for somebody to decide about them.

use std::collections::HashSet;

use axum::extract::State;
use content::{Upload, taken_names};
use db::Conn;
use media::{Preview, PreviewStatus, previews_of};
use nodes::Listed;
use primitives::{AppInstanceId, Cursor, NodeId, Seconds};
use rest::{CurrentUser, Json, Path, Problem, Query};
use security::Access;
use serde::{Deserialize, Serialize};

use super::store::{self, KEPT, Waiting};
use crate::{Error, LinkId, Links, Result};

/// Files of one page.
const MOST: usize = 50;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub struct ReceivedQuery {
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReceivedFilePage)]
pub struct ReceivedPage {
    items: Vec<ReceivedFile>,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
    /// How many files wait.
    total: i64,
}

/// A file that somebody without an account has sent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReceivedFile)]
pub struct ReceivedFile {
    node_id: NodeId,
    name: String,
    /// Bytes.
    size: i64,
    #[schema(required)]
    mime: Option<String>,
    entry_type: String,
    /// Of its picture.
    picture: PreviewStatus,
    /// A thumbhash, base64, to paint before the picture is loaded.
    #[schema(required)]
    placeholder: Option<String>,
    /// What its sender is called, as they wrote it.
    sender: String,
    #[schema(required)]
    sender_email: Option<String>,
    /// By which link it came; null if that is forgotten.
    #[schema(required)]
    link_id: Option<LinkId>,
    #[schema(required)]
    link_label: Option<String>,
    /// Seconds since 1970.
    arrived_at: Seconds,
    /// If nobody has decided until then, it is deleted.
    expires_at: Seconds,
    /// An entry of the folder has this name.
    name_taken: bool,
}

/// Lists the files that visitors of links have sent to a folder, the newest first. Asked by whoever may upload there.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/received/folder/{node_id}", tag = "link",
    operation_id = "received_list",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path), ReceivedQuery),
    responses((status = OK, body = ReceivedPage, description = "One page")))]
pub async fn list(
    State(links): State<Links>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, folder)): Path<(AppInstanceId, NodeId)>,
    Query(query): Query<ReceivedQuery>,
) -> Result<Json<ReceivedPage>, Problem> {
    let before = rest::cursor("cursor", query.cursor.as_deref())?.map_or(i64::MAX, |cursor| cursor.id);
    let read = security::read(&links.db, &actor, move |c, access| page(c, access, folder, NodeId(before)));
    Ok(Json(read.await?))
}

fn page(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId, before: NodeId) -> Result<ReceivedPage> {
    let permit = access.authorize::<Upload>(conn, folder)?;
    let mut found = store::waiting_in(conn, folder, before, MOST + 1)?;
    let has_more = found.len() > MOST;
    found.truncate(MOST);
    let next = found.last().filter(|_| has_more).map(|last| {
        let id = last.file.id.0;
        Cursor { kind: 0, text: String::new(), number: 0, id }.encode()
    });
    let names: Vec<&str> = found.iter().map(|one| one.file.name.as_str()).collect();
    let taken = if names.is_empty() { HashSet::new() } else { taken_names(conn, access, &permit, &names)? };
    let files: Vec<&Listed> = found.iter().map(|one| &one.file).collect();
    let previews = if files.is_empty() { Vec::new() } else { previews_of(conn, &files)? };
    let total = store::count_in(conn, folder)?;
    let items = found.into_iter().zip(previews).map(|(one, preview)| told(one, preview, &taken)).collect();
    Ok::<_, Error>(ReceivedPage { items, next, total })
}

fn told(one: Waiting, preview: Preview, taken: &HashSet<String>) -> ReceivedFile {
    let Waiting { file, link, label, sender, email, arrived_at } = one;
    ReceivedFile {
        node_id: file.id,
        name_taken: taken.contains(&file.name),
        name: file.name,
        size: file.size,
        mime: file.mime,
        entry_type: file.entry_type,
        picture: preview.status,
        placeholder: preview.placeholder,
        sender,
        sender_email: email,
        link_id: link,
        link_label: label,
        arrived_at,
        expires_at: arrived_at + KEPT,
    }
}
