//! Addresses that open something by themselves for a while, because other hosts get neither token nor cookie.

use db::{Conn, Db};
use primitives::{NodeId, Seconds, SessionId};

use super::allowed::ByteAddresses;

/// A download by a signed address can be begun and continued for so long, as long as the session lives. Rights are asked
/// for each time.
const FOLLOWED: Seconds = 6 * 3600;
/// Addresses of small pictures change this often, and open until the next change but one: that long may a right outlive
/// its end.
const PICTURES_CHANGE: Seconds = 900;

const FILES: &str = "/api/file/";
const SIGNED: &str = "/api/file/signed/";

/// `/api/file/signed/{ticket}/content/8`, which opens `/api/file/content/8` to whoever has it, in the name of this
/// session. None if no other host is allowed.
pub fn signed_path(conn: &mut Conn<'_>, session: SessionId, path: &str, now: Seconds) -> db::Result<Option<String>> {
    let (Some(allowed), Some(rest)) = (ByteAddresses::of(conn), path.strip_prefix(FILES)) else { return Ok(None) };
    let until = now + FOLLOWED;
    let signature = allowed.sign(conn, &of_path(session, until, path))?.to_hex();
    Ok(Some(format!("{SIGNED}{session}-{until}-{signature}/{rest}")))
}

/// The path that a signed one opens, and for which session.
pub async fn open_signed(db: &Db, path: &str, now: Seconds) -> db::Result<Option<(String, SessionId)>> {
    let Some(Ticket { session, until, signature, opened }) = Ticket::read(path) else { return Ok(None) };
    if until < now {
        return Ok(None);
    }
    db.read(move |conn| {
        let Some(allowed) = ByteAddresses::of(conn) else { return Ok(None) };
        let is_ours = allowed.is_signed(conn, &of_path(session, until, &opened), &signature)?;
        Ok(is_ours.then_some((opened.clone(), session)))
    })
    .await
}

struct Ticket {
    session: SessionId,
    until: Seconds,
    signature: String,
    opened: String,
}

impl Ticket {
    fn read(path: &str) -> Option<Self> {
        let (ticket, rest) = path.strip_prefix(SIGNED)?.split_once('/')?;
        let mut parts = ticket.splitn(3, '-');
        let (session, until, signature) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self {
            session: SessionId(session.parse().ok()?),
            until: until.parse().ok()?,
            signature: signature.to_owned(),
            opened: format!("{FILES}{rest}"),
        })
    }
}

fn of_path(session: SessionId, until: Seconds, path: &str) -> String {
    format!("path\n{session}\n{until}\n{path}")
}

/// A picture of a file's content, as an address names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallPicture {
    pub node: NodeId,
    /// Changes with the content.
    pub version: String,
    pub until: Seconds,
}

/// The ticket of a picture. Everybody gets the same one for a quarter of an hour, so that a cache has to keep it once.
/// None if no other host is allowed.
pub fn sign_small_picture(
    conn: &mut Conn<'_>,
    node: NodeId,
    version: &str,
    now: Seconds,
) -> db::Result<Option<(SmallPicture, String)>> {
    let Some(allowed) = ByteAddresses::of(conn) else { return Ok(None) };
    let until = (now.div_euclid(PICTURES_CHANGE) + 2) * PICTURES_CHANGE;
    let picture = SmallPicture { node, version: version.to_owned(), until };
    let signature = allowed.sign(conn, &picture.message())?.to_hex();
    let ticket = picture.ticket(&signature);
    Ok(Some((picture, ticket)))
}

/// The picture that a ticket opens now. It is written in one way: caches keep another one apart.
pub fn open_small_picture(conn: &mut Conn<'_>, ticket: &str, now: Seconds) -> db::Result<Option<SmallPicture>> {
    let Some(allowed) = ByteAddresses::of(conn) else { return Ok(None) };
    let Some((picture, signature)) = SmallPicture::read(ticket) else { return Ok(None) };
    let is_open = picture.until > now && allowed.is_signed(conn, &picture.message(), signature)?;
    let is_written_so = picture.ticket(&signature.to_ascii_lowercase()) == ticket;
    Ok(Some(picture).filter(|_| is_open && is_written_so))
}

impl SmallPicture {
    fn read(ticket: &str) -> Option<(Self, &str)> {
        let mut parts = ticket.splitn(4, '-');
        let (node, until, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let version = parts.next()?.to_owned();
        Some((Self { node: NodeId(node.parse().ok()?), version, until: until.parse().ok()? }, signature))
    }

    fn ticket(&self, signature: &str) -> String {
        format!("{}-{}-{signature}-{}", self.node, self.until, self.version)
    }

    fn message(&self) -> String {
        format!("picture\n{}\n{}\n{}", self.node, self.version, self.until)
    }
}

#[cfg(test)]
mod tests {
    use super::{SmallPicture, Ticket};
    use primitives::{NodeId, SessionId};

    #[test]
    fn a_ticket_is_read_in_its_parts() {
        let read = Ticket::read("/api/file/signed/7-1800-ab/content/8").unwrap();
        assert_eq!((read.session, read.until, read.opened.as_str()), (SessionId(7), 1800, "/api/file/content/8"));
        for wrong in ["/api/file/content/8", "/api/file/signed/7-1800-ab", "/api/file/signed/x-1-ab/content/8"] {
            assert!(Ticket::read(wrong).is_none(), "{wrong}");
        }
        let (picture, signature) = SmallPicture::read("9-1800-0123-abcdef-7").unwrap();
        assert_eq!((picture.node, picture.version.as_str(), signature), (NodeId(9), "abcdef-7", "0123"));
        assert!(SmallPicture::read("9-1800-0123").is_none());
    }
}
