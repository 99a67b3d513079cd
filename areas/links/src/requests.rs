//! The rows of what links ask for: files that visitors send.

use std::collections::HashMap;

use db::{Conn, Row, Tx, params};
use nodes::in_list;
use primitives::{NodeId, Seconds};

use crate::LinkId;
use crate::extensions::Extensions;

/// What its maker chooses of a link that asks for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub message: Option<String>,
    /// Files and bytes that it takes in all.
    pub file_limit: i64,
    pub byte_limit: i64,
    pub extensions: Extensions,
}

impl Request {
    /// How many columns `from_row` reads.
    pub const WIDTH: usize = 4;

    /// None if the link has no such row.
    pub fn from_row(row: &Row<'_>, at: usize) -> db::Result<Option<Self>> {
        let Some(file_limit) = row.get(at + 1)? else { return Ok(None) };
        let byte_limit: Option<i64> = row.get(at + 2)?;
        let extensions: Option<String> = row.get(at + 3)?;
        Ok(Some(Self {
            message: row.get(at)?,
            file_limit,
            byte_limit: byte_limit.unwrap_or_default(),
            extensions: Extensions::from_stored(&extensions.unwrap_or_default()),
        }))
    }

    /// How many files and bytes it still takes, besides what has come and what is being sent.
    pub fn left(&self, received: Received, coming: Received) -> (i64, i64) {
        let files = self.file_limit - received.files - coming.files;
        let bytes = self.byte_limit - received.bytes - coming.bytes;
        if files < 1 { (0, 0) } else { (files, bytes.max(0)) }
    }
}

/// What has come by a link, whatever became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Received {
    pub files: i64,
    pub bytes: i64,
}

impl Received {
    pub fn from_row(row: &Row<'_>, at: usize) -> db::Result<Self> {
        let counts = (row.get::<Option<i64>>(at)?, row.get::<Option<i64>>(at + 1)?);
        Ok(Self { files: counts.0.unwrap_or_default(), bytes: counts.1.unwrap_or_default() })
    }
}

/// Notes what a link asks for, anew or instead of what it asked for before.
pub(crate) fn set(tx: &mut Tx<'_>, link: LinkId, request: &Request) -> db::Result<()> {
    let sql = "INSERT INTO links_request (link_id, message, file_limit, byte_limit, extensions)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (link_id) DO UPDATE SET message = excluded.message, file_limit = excluded.file_limit,
                 byte_limit = excluded.byte_limit, extensions = excluded.extensions";
    let Request { message, file_limit, byte_limit, extensions } = request;
    let extensions = extensions.to_stored();
    let values = params![link, message.as_deref(), *file_limit, *byte_limit, &extensions];
    tx.run(sql, values).map(drop)
}

/// One more file has come.
pub(crate) fn count(tx: &mut Tx<'_>, link: LinkId, bytes: i64) -> db::Result<()> {
    let sql = "UPDATE links_request
               SET received_files = received_files + 1, received_bytes = received_bytes + $2
               WHERE link_id = $1";
    tx.run(sql, params![link, bytes]).map(drop)
}

/// A file keeps its place for so long without a byte.
pub(crate) const PLACE: Seconds = 1_800;

/// What is being sent by a link, but for one file: each has the place of its whole size. A file that was only announced
/// has none.
pub(crate) fn being_sent(conn: &mut Conn<'_>, link: LinkId, but: NodeId, now: Seconds) -> db::Result<Received> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(r.bytes), 0) AS BIGINT)
               FROM links_received r
               JOIN content_upload u ON u.node_id = r.node_id
               WHERE r.link_id = $1 AND r.arrived_at IS NULL AND r.node_id <> $2 AND u.seen_at > $3";
    let read = |row: &Row<'_>| Ok(Received { files: row.get(0)?, bytes: row.get(1)? });
    conn.get(sql, params![link, but, now - PLACE], read)
}

/// Announced files of a link without a place that are kept.
const MOST_ANNOUNCED: i64 = 200;
/// So many are forgotten at once.
const FORGOTTEN: i64 = 20;

/// The earliest announced files of a link that have no place, if there are too many of them.
pub(crate) fn too_many_announced(conn: &mut Conn<'_>, link: LinkId, now: Seconds) -> db::Result<Vec<NodeId>> {
    let sql = "SELECT r.node_id
               FROM links_received r
               JOIN content_upload u ON u.node_id = r.node_id
               WHERE r.link_id = $1 AND r.arrived_at IS NULL AND u.seen_at <= $2
               ORDER BY r.node_id DESC
               LIMIT $3 OFFSET $4";
    conn.rows(sql, params![link, now - PLACE, FORGOTTEN, MOST_ANNOUNCED], |row| row.get(0))
}

/// How many files wait that have come by these links; those of which none waits are left out.
pub(crate) fn waiting_of(conn: &mut Conn<'_>, links: &[LinkId]) -> db::Result<HashMap<LinkId, i64>> {
    if links.is_empty() {
        return Ok(HashMap::new());
    }
    let (list, values) = in_list(1, links);
    let sql = format!(
        "SELECT link_id, COUNT(*) FROM links_received
         WHERE link_id IN ({list}) AND arrived_at IS NOT NULL
         GROUP BY link_id"
    );
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::{Received, Request};
    use crate::extensions::Extensions;

    #[test]
    fn what_is_being_sent_has_its_place() {
        let request = Request { message: None, file_limit: 10, byte_limit: 1_000, extensions: Extensions::default() };
        let some = |files, bytes| Received { files, bytes };
        assert_eq!(request.left(some(0, 0), some(0, 0)), (10, 1_000));
        assert_eq!(request.left(some(4, 300), some(2, 200)), (4, 500));
        assert_eq!(request.left(some(9, 300), some(1, 200)), (0, 0), "no file, so no bytes");
        assert_eq!(request.left(some(1, 900), some(1, 200)), (8, 0));
    }
}
