//! Counts downloads: one for a file or an archive, however many ranges of it are fetched.
//!
//! Of a link with a limit a download is taken before its first byte is sent, and noted for the visitor, so that its
//! next ranges are not taken again. Of others it is counted afterwards.

use axum::body::Body;
use axum::http::header::SET_COOKIE;
use axum::http::{Method, Response, StatusCode};
use db::{Tx, params};
use primitives::Seconds;
use rest::Problem;

use super::cookies;
use super::found::{FoundLink, Visit};
use crate::{Error, LinkId, Links, Result};

/// The answer with the bytes of `what`, counted; if no download is left, there is no link.
pub(super) async fn counted(
    links: &Links,
    visit: &Visit<'_>,
    found: &FoundLink,
    (method, what): (&Method, String),
    mut answer: Response<Body>,
) -> Result<Response<Body>, Problem> {
    let has_bytes = [StatusCode::OK, StatusCode::PARTIAL_CONTENT].contains(&answer.status());
    if *method == Method::HEAD || !has_bytes {
        return Ok(answer);
    }
    let (link, now) = (found.row.id, links.clock.now());
    if found.row.terms.download_limit.is_none() {
        let address = || visit.address.map_or(String::new(), |address| address.to_string());
        let whoever = visit.visitor.clone().unwrap_or_else(address);
        links.counts.download(link, &whoever, &what, now);
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
    links.db.write(move |tx| take(tx, link, (&visitor, &what), now)).await?;
    Ok(answer)
}

/// Takes one download, unless the visitor has taken this one already.
fn take(tx: &mut Tx<'_>, link: LinkId, (visitor, what): (&str, &str), now: Seconds) -> Result<()> {
    let noted = tx.run(
        "INSERT INTO links_download (link_id, visitor, what, taken_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (link_id, visitor, what) DO NOTHING",
        params![link, visitor, what, now],
    )?;
    if noted == 0 {
        return Ok(());
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
    Ok(())
}
