//! Counts downloads: one for a file or an archive, however many ranges of it are fetched.
//!
//! Of a link with a limit a download is taken before its first byte is sent, and noted for the visitor, so that its
//! next ranges are not taken again. Of others it is counted afterwards.

use axum::body::Body;
use axum::http::header::SET_COOKIE;
use axum::http::{Method, Response};
use content::{Use, UseKind, UsedBy, gives_bytes, tell_use};
use db::{Tx, params};
use primitives::{NodeId, Seconds};
use rest::Problem;

use super::cookies;
use super::found::{FoundLink, Visit};
use crate::{Error, LinkId, Links, Result};

/// What a visitor downloads.
pub(super) struct Wanted {
    /// The same for all ranges of it.
    pub name: String,
    pub nodes: Vec<NodeId>,
}

/// If no download is left, there is no link to what the visitor has not begun; asked before anything is made of it.
pub(super) async fn require_left(links: &Links, visit: &Visit<'_>, found: &FoundLink, what: &str) -> Result<()> {
    if !found.row.is_used_up() {
        return Ok(());
    }
    let visitor = visit.visitor.clone().ok_or(Error::NoLink)?;
    let (link, what) = (found.row.id, what.to_owned());
    let sql = "SELECT 1 FROM links_download WHERE link_id = $1 AND visitor = $2 AND what = $3";
    let is_begun = links.db.read(move |c| c.exists(sql, params![link, &visitor, &what])).await?;
    if is_begun { Ok(()) } else { Err(Error::NoLink) }
}

/// The answer with the bytes of what is wanted, counted; if no download is left, there is no link.
pub(super) async fn counted(
    links: &Links,
    visit: &Visit<'_>,
    found: &FoundLink,
    (method, wanted): (&Method, Wanted),
    mut answer: Response<Body>,
) -> Result<Response<Body>, Problem> {
    if !gives_bytes(method, &answer) {
        return Ok(answer);
    }
    let (link, now, Wanted { name: what, nodes }) = (found.row.id, links.clock.now(), wanted);
    let tell = || {
        let by = UsedBy::Visitor(link.0);
        tell_use(&links.db, &Use { kind: UseKind::Downloaded, nodes: &nodes, by, at: now });
    };
    if found.row.terms.download_limit.is_none() {
        let address = || visit.address.map_or(String::new(), |address| address.to_string());
        let whoever = visit.visitor.clone().unwrap_or_else(address);
        if links.counts.download(link, &whoever, &what, now).await {
            tell();
        }
        return Ok(answer);
    }
    let visitor = match &visit.visitor {
        Some(visitor) => visitor.clone(),
        None => {
            let (visitor, cookie) = cookies::new_visitor(&links.config, visit.token)?;
            answer.headers_mut().insert(SET_COOKIE, cookie);
            visitor
        }
    };
    if links.db.write(move |tx| take(tx, link, (&visitor, &what), now)).await? {
        tell();
    }
    Ok(answer)
}

/// Takes one download; false if the visitor has taken this one already.
fn take(tx: &mut Tx<'_>, link: LinkId, (visitor, what): (&str, &str), now: Seconds) -> Result<bool> {
    let noted = tx.run(
        "INSERT INTO links_download (link_id, visitor, what, taken_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (link_id, visitor, what) DO NOTHING",
        params![link, visitor, what, now],
    )?;
    if noted == 0 {
        return Ok(false);
    }
    // One statement: of many who ask at the same moment, only so many get one as are left.
    let taken = tx.run(
        "UPDATE links_link
         SET downloads = downloads + 1, last_used_at = $2
         WHERE link_id = $1 AND revoked_at IS NULL AND (download_limit IS NULL OR downloads < download_limit)",
        params![link, now],
    )?;
    if taken == 0 {
        return Err(Error::NoLink);
    }
    metrics::counter!("link_downloads_total").increment(1);
    Ok(true)
}
