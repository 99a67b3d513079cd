//! Finds the link of an address, and its maker as they are now.

use std::net::IpAddr;
use std::sync::Arc;

use authz::{Actor, Origin};
use axum::http::HeaderMap;
use content::Download;
use db::{Conn, params};
use media::{Visitor, WantedSize};
use primitives::{NodeId, NodeKind, Seconds};
use security::{Access, have_ended};

use super::cookies;
use super::part::Part;
use crate::limits::network;
use crate::offers::Sizes;
use crate::shared::{Roots, has_instance};
use crate::store::{self, LinkRow};
use crate::{Error, LinkId, Links, Result, shown};

const TOKEN_LENGTH: usize = 32;

/// Somebody without an account, at the address of a link.
pub(super) struct Visit<'v> {
    pub token: &'v str,
    pub address: Option<IpAddr>,
    pub headers: &'v HeaderMap,
    /// The visitor that a cookie names.
    pub visitor: Option<String>,
}

impl<'v> Visit<'v> {
    pub fn of(token: &'v str, origin: Origin, headers: &'v HeaderMap) -> Self {
        let address = match origin {
            Origin::Network(address) => address,
            Origin::Job | Origin::CommandLine => None,
        };
        Self { token, address, headers, visitor: cookies::visitor(headers) }
    }

    /// The visitor, as `media` counts those who have pictures made.
    pub fn for_pictures(&self, link: LinkId) -> Visitor {
        Visitor { link: link.0, network: network(self.address) }
    }
}

/// A link that has not ended and is for this address. Whether its maker may share anything is not asked yet.
pub(super) struct FoundLink {
    pub row: LinkRow,
    pub entries: Vec<NodeId>,
    /// As whom it acts.
    pub maker: Arc<Actor>,
    /// It has no password, or the visitor has entered it.
    pub is_entered: bool,
}

/// An entry that a link shows.
pub(super) struct FoundEntry {
    pub kind: NodeKind,
    /// The time in which it may be used is over: visitors see it small, and do not get it.
    pub has_ended: bool,
}

/// What is given away of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    Original,
    /// A picture in the size of a preset.
    Preset,
    /// A picture in any size.
    Size,
}

impl Given {
    /// A picture in this size.
    pub fn by(size: WantedSize) -> Self {
        if size.is_of_preset() { Self::Preset } else { Self::Size }
    }

    /// Refuses what the link does not give away.
    pub fn require(self, link: &LinkRow) -> Result<()> {
        let (is_given, refusal) = match self {
            Self::Original => (link.gives_originals(), Error::NoDownload),
            Self::Preset => (link.sizes() != Sizes::None, Error::NoSizes),
            Self::Size => (link.sizes() == Sizes::Any, Error::NoSizes),
        };
        if is_given { Ok(()) } else { Err(refusal) }
    }
}

impl FoundLink {
    /// Its entries, of which nothing is known yet.
    pub fn roots(&self) -> Roots {
        Roots::of(&self.row, self.entries.clone())
    }

    /// The entries at the top of an archive of a part of it, and what that is called.
    pub fn part(
        &self,
        part: Part,
    ) -> impl Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<(Vec<NodeId>, Option<String>)> + Clone + Send + 'static {
        let (roots, label) = (self.roots(), self.row.terms.label.clone());
        move |c, access| {
            let mut roots = roots.clone();
            let (nodes, name) = part.of(c, access, &mut roots)?;
            let own = roots.single(c, access)?.map(|root| root.node.name.clone());
            Ok((nodes, name.or_else(|| label.clone()).or(own)))
        }
    }

    /// There is no link if the maker may share nothing of it now.
    pub fn require_any(&self) -> impl Fn(&mut Conn<'_>, &mut Access<'_>) -> Result<()> + Clone + Send + 'static {
        let roots = self.roots();
        move |c, access| if roots.clone().has_any(c, access)? { Ok(()) } else { Err(Error::NoLink) }
    }
}

impl Links {
    /// The link of this address, if it shows something to the visitor, once they have entered its password.
    pub(super) async fn find(&self, visit: &Visit<'_>) -> Result<FoundLink> {
        self.find_as_of(visit, self.clock.now()).await
    }

    /// As `find`, of a link that had not ended at that moment.
    pub(super) async fn find_as_of(&self, visit: &Visit<'_>, at: Seconds) -> Result<FoundLink> {
        let is_token =
            visit.token.len() == TOKEN_LENGTH && visit.token.bytes().all(|letter| letter.is_ascii_hexdigit());
        if !is_token {
            return Err(Error::NoLink);
        }
        let (token, address) = (visit.token.to_owned(), visit.address);
        let visitor = visit.visitor.clone();
        let found = self.db.read(move |c| {
            let Some(row) = store::find_live(c, &token, at)?.filter(|row| row.terms.allowed.admits(address)) else {
                return Ok(None);
            };
            // Who has begun a download goes on with it. A link that has all its files says so.
            if row.terms.request.is_none() && row.is_used_up() && !has_taken(c, row.id, visitor.as_deref())? {
                return Ok(None);
            }
            let Some(maker) = accounts::find_actor(c, row.maker)?.filter(|maker| has_instance(maker, &row)) else {
                return Ok(None);
            };
            let entries = shown::entries(c, row.id)?;
            Ok::<_, db::Error>(Some((row, entries, maker)))
        });
        let (row, entries, maker) = found.await?.ok_or(Error::NoLink)?;
        let is_entered = cookies::is_entered(&self.secrets, visit.headers, &row);
        Ok(FoundLink { row, entries, maker: Arc::new(maker), is_entered })
    }

    /// An open link, and an entry that it shows and its maker may download.
    pub(super) async fn find_entry(&self, visit: &Visit<'_>, node: NodeId) -> Result<(FoundLink, FoundEntry)> {
        let found = self.find_open(visit).await?;
        let roots = found.roots();
        let read = security::read(&self.db, &found.maker, move |c, access| {
            let within = roots.clone().within(c, access, node)?;
            let permit = within.seen.permit::<Download>().map_err(|error| Error::from(error).for_visitor())?;
            let terms = access.terms_at(c, &within.seen.node)?;
            Ok::<_, Error>(FoundEntry { kind: permit.kind(), has_ended: have_ended(c, terms) })
        });
        let entry = read.await?;
        Ok((found, entry))
    }

    /// An open link and a file that it shows, of which the visitor may be given something: its time of use is not over.
    pub(super) async fn find_given(&self, visit: &Visit<'_>, node: NodeId, what: Given) -> Result<FoundLink> {
        let (found, entry) = self.find_entry(visit, node).await?;
        if entry.kind != NodeKind::File {
            return Err(Error::NoLink);
        }
        what.require(&found.row)?;
        if entry.has_ended { Err(Error::RightsEnded) } else { Ok(found) }
    }

    /// As `find`; before its password was entered there is no link. One that asks for files shows nothing.
    pub(super) async fn find_open(&self, visit: &Visit<'_>) -> Result<FoundLink> {
        let found = self.find(visit).await?;
        if found.is_entered && found.row.terms.request.is_none() { Ok(found) } else { Err(Error::NoLink) }
    }

    /// As `find_open`, of a link that asks for files; and the folder that they go to. What was begun before the link ended by
    /// itself goes on: `at` is when that was.
    pub(super) async fn find_asking(&self, visit: &Visit<'_>, at: Seconds) -> Result<(FoundLink, NodeId)> {
        let found = self.find_as_of(visit, at).await?;
        let folder = found.entries.first().copied().filter(|_| found.is_entered && found.row.terms.request.is_some());
        let folder = folder.ok_or(Error::NoLink)?;
        security::read(&self.db, &found.maker, found.require_any()).await?;
        Ok((found, folder))
    }
}

/// Whether the visitor has taken one of the link's downloads.
fn has_taken(conn: &mut Conn<'_>, link: LinkId, visitor: Option<&str>) -> db::Result<bool> {
    let Some(visitor) = visitor else { return Ok(false) };
    conn.exists("SELECT 1 FROM links_download WHERE link_id = $1 AND visitor = $2 LIMIT 1", params![link, visitor])
}
