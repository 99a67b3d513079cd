//! A link in the API.

use collections::CollectionId;
use nodes::Node;
use primitives::{NodeId, NodeKind, Seconds, UserId};
use secrets::Secrets;
use serde::Serialize;

use crate::LinkId;
use crate::offers::Sizes;
use crate::requests::{Received, Request};
use crate::state::TOKENS;
use crate::store::LinkRow;
use crate::watermarks::Watermark;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShareLink)]
pub struct Link {
    pub link_id: LinkId,
    /// Its address; null for everybody but its maker.
    #[schema(required)]
    pub url: Option<String>,
    /// Visitors read it as the title of what is shared; null: the name of the entry.
    #[schema(required)]
    pub label: Option<String>,
    /// Those that the asker sees.
    pub entries: Vec<LinkEntry>,
    pub made_by: LinkMaker,
    /// Seconds since 1970.
    pub made_at: Seconds,
    pub expires_at: Seconds,
    pub has_password: bool,
    #[schema(required)]
    pub download_limit: Option<i64>,
    /// Addresses and networks from which it may be used; none: from everywhere.
    pub allowed_addresses: Vec<String>,
    /// If not, only pictures are shown.
    pub may_download: bool,
    /// Visitors can download the original files.
    pub originals: bool,
    /// The sizes and formats in which they get pictures.
    pub sizes: Sizes,
    /// Null: pictures are shown as they are.
    #[schema(required)]
    pub watermark: Option<Watermark>,
    /// How often its page was opened. Null, as the following ones, if there is an entry of the link that the asker may not
    /// share: the counts are of that one, too.
    #[schema(required)]
    pub visits: Option<i64>,
    /// How many files and archives were downloaded.
    #[schema(required)]
    pub downloads: Option<i64>,
    #[schema(required)]
    pub last_used_at: Option<Seconds>,
    pub state: LinkState,
    /// What it asks for; null of a link that shows its entries.
    #[schema(required)]
    pub request: Option<LinkRequest>,
    /// The collection that it follows: it shows what is in it at any time.
    #[schema(required)]
    pub collection_id: Option<CollectionId>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShareLinkRequest)]
pub struct LinkRequest {
    #[schema(required)]
    pub message: Option<String>,
    /// How many files it takes in all.
    pub file_limit: i64,
    /// Of all files together.
    pub byte_limit: i64,
    /// The ends of the names that it takes; none: any file.
    pub extensions: Vec<String>,
    /// How many files have come.
    pub received_files: i64,
    pub received_bytes: i64,
    /// How many of them nobody has decided about.
    pub waiting: i64,
}

impl LinkRequest {
    fn of(request: Request, received: Received, waiting: i64) -> Self {
        let Request { message, file_limit, byte_limit, extensions } = request;
        let (received_files, received_bytes) = (received.files, received.bytes);
        Self {
            message,
            file_limit,
            byte_limit,
            extensions: extensions.to_texts(),
            received_files,
            received_bytes,
            waiting,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ShareLinkEntry)]
pub struct LinkEntry {
    pub node_id: NodeId,
    pub name: String,
    pub kind: NodeKind,
}

impl LinkEntry {
    pub(super) fn of(node: &Node) -> Self {
        Self { node_id: node.id, name: node.name.clone(), kind: node.kind }
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ShareLinkMaker)]
pub struct LinkMaker {
    pub users_id: UserId,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ShareLinkState)]
pub enum LinkState {
    Active,
    Expired,
    /// Its downloads were all taken, or all files have come that it takes.
    UsedUp,
    Revoked,
    /// Its maker may share none of its entries now.
    Closed,
    /// It opens nothing now. Why is not told to who may not share all of its entries: that it is used up would tell its
    /// counts.
    Ended,
}

impl LinkState {
    /// `is_open`: whether the maker may share any of its entries.
    pub fn of(link: &LinkRow, is_open: bool, now: Seconds) -> Self {
        if link.revoked_at.is_some() {
            Self::Revoked
        } else if link.terms.expires_at <= now {
            Self::Expired
        } else if !is_open {
            Self::Closed
        } else if link.is_used_up() {
            Self::UsedUp
        } else {
            Self::Active
        }
    }

    /// As it is told to somebody who may not share all of its entries. Its maker knows what they may share themselves.
    pub fn without_counts(self, is_maker: bool) -> Self {
        match self {
            Self::UsedUp => Self::Ended,
            Self::Closed if !is_maker => Self::Ended,
            Self::Active | Self::Expired | Self::Revoked | Self::Closed | Self::Ended => self,
        }
    }
}

/// What an answer has besides the row.
pub(super) struct Details {
    pub entries: Vec<LinkEntry>,
    pub made_by: LinkMaker,
    /// None for everybody but its maker.
    pub url: Option<String>,
    pub state: LinkState,
    /// How many files wait that have come by it.
    pub waiting: i64,
    /// The asker may share all of its entries.
    pub manages_all: bool,
    pub is_maker: bool,
}

impl Link {
    pub(super) fn of(link: LinkRow, details: Details) -> Self {
        let Details { entries, made_by, url, state, waiting, manages_all, is_maker } = details;
        let state = if manages_all { state } else { state.without_counts(is_maker) };
        let received = link.received;
        Self {
            link_id: link.id,
            url,
            label: link.terms.label,
            entries,
            made_by,
            made_at: link.made_at,
            expires_at: link.terms.expires_at,
            has_password: link.terms.password.is_some(),
            download_limit: link.terms.download_limit,
            allowed_addresses: link.terms.allowed.to_texts(),
            may_download: link.terms.may_download,
            originals: link.terms.offer.originals,
            sizes: link.terms.offer.sizes,
            watermark: link.terms.watermark,
            visits: manages_all.then_some(link.visits),
            downloads: manages_all.then_some(link.downloads),
            last_used_at: link.last_used_at.filter(|_| manages_all),
            state,
            request: link.terms.request.map(|request| LinkRequest::of(request, received, waiting)),
            collection_id: link.follows.filter(|_| is_maker),
        }
    }
}

/// The address of a token. That of a link that asks for files (`asks`) says so, to its page alone: what it shows need not
/// be asked for.
pub(super) fn url_of(here: &str, token: &str, asks: bool) -> String {
    format!("{here}/l/{token}{}", if asks { "#send" } else { "" })
}

/// The address of a link; None if its token is encrypted with a key that is not there any more.
pub(super) fn read_url(secrets: &Secrets, here: &str, link: &LinkRow) -> Option<String> {
    let token = secrets.decrypt(&TOKENS.at(link.id), &link.token).ok()?;
    Some(url_of(here, &token, link.terms.request.is_some()))
}
