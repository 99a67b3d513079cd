//! The places that files take of what a link asks for, from their first byte on. An announcement takes none, and a file of
//! which nothing comes for half an hour lets go of its own.

use content::note_coming;
use db::{Conn, Tx};
use primitives::{NodeId, Seconds};

use crate::received::Begun;
use crate::requests::{self, PLACE, Request};
use crate::store::{self, LinkRow};
use crate::{Error, Links, Result};

/// Files that may be sent by one link at once.
const MOST_SENT: i64 = 50;
/// A place that was taken or renewed so lately is not renewed.
const FRESH: Seconds = 60;

/// Takes the place of a file of which bytes are about to come, or renews it.
pub(super) async fn take(links: &Links, begun: Begun) -> Result<()> {
    let now = links.clock.now();
    match begun.seen_at {
        Some(seen_at) if seen_at + FRESH <= now => links.db.write(move |tx| hold_place(tx, begun, now)).await,
        // It has its place, or needs none any more.
        Some(_) | None => Ok(()),
    }
}

fn hold_place(tx: &mut Tx<'_>, begun: Begun, now: Seconds) -> Result<()> {
    // Others that begin at the same moment are counted one after the other.
    store::hold(tx, begun.link)?;
    let has_place = begun.seen_at.is_some_and(|seen_at| seen_at > now - PLACE);
    if !has_place {
        let row = store::find(tx, begun.link)?.ok_or(Error::NoLink)?;
        let request = row.terms.request.as_ref().ok_or(Error::NoLink)?;
        require(tx, (&row, request), (begun.node, begun.bytes), now)?;
    }
    Ok(note_coming(tx, begun.node, now)?)
}

/// Refuses a file of so many bytes if the link has no place for it.
pub(super) fn require(
    conn: &mut Conn<'_>,
    (row, request): (&LinkRow, &Request),
    (file, bytes): (NodeId, i64),
    now: Seconds,
) -> Result<()> {
    let coming = requests::being_sent(conn, row.id, file, now)?;
    if coming.files >= MOST_SENT {
        return Err(Error::TooManySendings);
    }
    let (files, room) = request.left(row.received, coming);
    if files < 1 || bytes > room { Err(Error::Full) } else { Ok(()) }
}
