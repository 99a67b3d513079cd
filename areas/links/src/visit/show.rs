//! `GET /api/link/{token}`: what the page of a link begins with.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::response::{IntoResponse, Response};
use content::{Use, UseKind, UsedBy, archive_sum, tell_use};
use nodes::NO_NODE;
use primitives::{NodeId, NodeKind, Seconds};
use rest::{ClientOrigin, Json, Path, Problem};
use security::VisibleNode;
use serde::Serialize;
use tenancy::{Front, front_of};

use super::cookies;
use super::found::{FoundLink, Visit};
use crate::counts::Comer;
use crate::limits::network;
use crate::offers::Sizes;
use crate::requests::{self, Request};
use crate::store::LinkRow;
use crate::{Error, Links, Result};

/// Summing up what is shared takes no longer.
const LONGEST: Duration = Duration::from_millis(300);

/// What a link shows, or that it has a password.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SharedLink {
    /// Its password is to be entered first; nothing of what it shows is told.
    Password { front: Front },
    Open {
        front: Front,
        /// The label of the link, or else the name of its entry; null for several entries without a label.
        #[schema(required)]
        title: Option<String>,
        kind: SharedKind,
        /// The name of the person who made it.
        made_by: String,
        /// Seconds since 1970.
        expires_at: Seconds,
        /// If not, only pictures are shown.
        may_download: bool,
        /// Files are given away as they are.
        originals: bool,
        /// In which other sizes and formats pictures are given away.
        sizes: Sizes,
        /// There is a text over the pictures.
        has_watermark: bool,
        /// Null: as many as anybody wants.
        #[schema(required)]
        downloads_left: Option<i64>,
        /// How many files are shared, those in folders included; null if there are too many to count.
        #[schema(required)]
        count: Option<u64>,
        /// Of these files.
        #[schema(required)]
        bytes: Option<u64>,
    },
    /// It asks for files. Nothing is told of the folder that they go to, nor of what others have sent.
    Request {
        front: Front,
        /// The label of the link.
        #[schema(required)]
        title: Option<String>,
        #[schema(required)]
        message: Option<String>,
        /// The name of the person who asks.
        made_by: String,
        /// Seconds since 1970.
        expires_at: Seconds,
        /// The ends of the names that it takes; none: any file.
        extensions: Vec<String>,
        /// How many files it still takes.
        files_left: i64,
        /// How many bytes, of all files together.
        bytes_left: i64,
        /// The largest file.
        max_file_bytes: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SharedKind {
    File,
    Folder,
    /// Several entries.
    Selection,
}

/// What a link shows: the beginning of its page.
///
/// A link that is unknown, has ended or was revoked, that is not for the asker's address, or whose maker may share
/// nothing of it any more, is missing.
#[utoipa::path(get, path = "/api/link/{token}", tag = "link", operation_id = "link_show",
    params(("token" = String, Path, description = "The end of the link's address")),
    responses((status = OK, body = SharedLink, description = "What it shows, or that it has a password")))]
pub async fn show(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_page(visit.address)?;
    let found = links.find(&visit).await?;
    let told = Told::of(&links, &token, &found).await?;
    if !found.is_entered {
        return Ok(Json(SharedLink::Password { front: told.front }).into_response());
    }
    let row = &found.row;
    let shown = match &row.terms.request {
        Some(request) => asking(&links, row, request, told).await?,
        None => showing(&links, &found, told).await?,
    };
    let now = links.clock.now();
    if let Some(visitor) = &visit.visitor {
        count(&links, (&found, visit.address), &Comer::Known(visitor), now).await;
        return Ok(Json(shown).into_response());
    }
    let (visitor, cookie) = cookies::new_visitor(&links.config, &token)?;
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let comer = Comer::New { visitor: &visitor, network: network(visit.address), agent };
    count(&links, (&found, visit.address), &comer, now).await;
    Ok(([(SET_COOKIE, cookie)], Json(shown)).into_response())
}

/// A visit. Of one entry it is a view; of several, the visitor has opened none yet.
async fn count(links: &Links, (found, address): (&FoundLink, Option<IpAddr>), who: &Comer<'_>, now: Seconds) {
    let link = found.row.id;
    if !links.counts.comes_anew(link, who, now).await || !links.limits.may_count_visit(link, address) {
        return;
    }
    links.counts.visit(link, now);
    let nodes = match &found.entries[..] {
        one @ [_] if found.row.terms.request.is_none() => one,
        _ => &[],
    };
    tell_use(&links.db, &Use { kind: UseKind::Viewed, nodes, by: UsedBy::Visitor(link.0), at: now });
}

async fn showing(links: &Links, found: &FoundLink, told: Told) -> Result<SharedLink> {
    let sum = sum(links, found, told.roots).await?;
    let row = &found.row;
    Ok(SharedLink::Open {
        front: told.front,
        title: told.title,
        kind: told.kind,
        made_by: told.made_by,
        expires_at: row.terms.expires_at,
        may_download: row.terms.may_download,
        originals: row.gives_originals(),
        sizes: row.sizes(),
        has_watermark: row.terms.watermark.is_some(),
        downloads_left: row.downloads_left(),
        count: sum.map(|(count, _)| count),
        bytes: sum.map(|(_, bytes)| bytes),
    })
}

async fn asking(links: &Links, row: &LinkRow, request: &Request, told: Told) -> Result<SharedLink> {
    let (link, now) = (row.id, links.clock.now());
    let coming = links.db.read(move |c| requests::being_sent(c, link, NO_NODE, now)).await?;
    let (files_left, bytes_left) = request.left(row.received, coming);
    Ok(SharedLink::Request {
        front: told.front,
        title: row.terms.label.clone(),
        message: request.message.clone(),
        made_by: told.made_by,
        expires_at: row.terms.expires_at,
        extensions: request.extensions.to_texts(),
        files_left,
        bytes_left,
        max_file_bytes: links.content.config.max_file_bytes,
    })
}

/// What is told of a link, in one snapshot.
struct Told {
    front: Front,
    roots: Vec<NodeId>,
    title: Option<String>,
    kind: SharedKind,
    made_by: String,
}

impl Told {
    async fn of(links: &Links, token: &str, found: &FoundLink) -> Result<Self> {
        let (roots, row, several) = (found.roots(), found.row.clone(), found.entries.len() > 1);
        let logo = format!("/api/link/{token}/logo?v=");
        let read = security::read(&links.db, &found.maker, move |c, access| {
            let roots = roots.clone().all(c, access)?;
            if roots.is_empty() {
                return Err(Error::NoLink);
            }
            let front = front_of(c, row.tenant, |version| format!("{logo}{version}"))?.ok_or(Error::NoLink)?;
            let name = roots.first().filter(|_| !several).map(|root| root.node.name.clone());
            Ok::<_, Error>(Self {
                front,
                title: row.terms.label.clone().or(name),
                kind: kind_of(&roots, several),
                roots: roots.iter().map(|root| root.node.id).collect(),
                made_by: accounts::name_of(c, row.maker)?.unwrap_or_default(),
            })
        });
        read.await
    }
}

/// A link to several entries stays one if only one of them is left.
pub(super) fn kind_of(roots: &[VisibleNode], several: bool) -> SharedKind {
    match roots.first().map(|root| root.node.kind) {
        _ if several => SharedKind::Selection,
        Some(NodeKind::File) => SharedKind::File,
        Some(NodeKind::Folder | NodeKind::Repository) | None => SharedKind::Folder,
    }
}

/// The number of files and of their bytes.
async fn sum(links: &Links, found: &FoundLink, roots: Vec<NodeId>) -> Result<Option<(u64, u64)>> {
    let read = security::read_long(&links.db, &found.maker, move |c, access| {
        Ok::<_, Error>(archive_sum(c, access, &roots, LONGEST)?)
    });
    read.await
}
