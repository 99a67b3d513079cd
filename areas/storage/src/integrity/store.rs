//! `content_check`: the known state of each file's bytes.

use blobs::SharedStore;
use db::{Conn, Result, Tx, params};
use primitives::{NodeId, RepositoryId, Seconds, TenantId};

use crate::disk::Address;

/// The problem of a file's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    Missing,
    OtherBytes,
}

impl Flaw {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OtherBytes => "other_bytes",
        }
    }

    fn read(word: Option<String>) -> Option<Self> {
        match word.as_deref() {
            Some("missing") => Some(Self::Missing),
            Some(_) => Some(Self::OtherBytes),
            None => None,
        }
    }
}

/// The known state of a file's bytes; at first, unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The modification time when they were read.
    pub modified_ns: Option<i64>,
    pub flaw: Option<Flaw>,
}

pub(super) fn store_and_known(
    conn: &mut Conn<'_>,
    repository: RepositoryId,
    node: NodeId,
) -> Result<(SharedStore, Known)> {
    let sql = format!(
        "SELECT {}, k.modified_ns, k.flaw
         FROM {}
         LEFT JOIN content_check k ON k.node_id = $2
         WHERE r.repository_id = $1",
        Address::COLUMNS,
        Address::TABLES
    );
    let (address, known) = conn.get(&sql, params![repository, node], |row| {
        let known = Known { modified_ns: row.get(Address::END)?, flaw: Flaw::read(row.get(Address::END + 1)?) };
        Ok((Address::read(row)?, known))
    })?;
    Ok((address.store(conn)?, known))
}

pub(super) fn known(conn: &mut Conn<'_>, node: NodeId) -> Result<Known> {
    let sql = "SELECT modified_ns, flaw FROM content_check WHERE node_id = $1";
    let found =
        conn.find(sql, params![node], |row| Ok(Known { modified_ns: row.get(0)?, flaw: Flaw::read(row.get(1)?) }))?;
    Ok(found.unwrap_or_default())
}

/// When the bytes of a file were last written to, as far as that is known; 0 has them read first.
pub fn known_time(conn: &mut Conn<'_>, node: NodeId) -> Result<i64> {
    Ok(known(conn, node)?.modified_ns.unwrap_or(0))
}

/// The bytes were read whole, or just written, and are right.
pub fn note_right(tx: &mut Tx<'_>, node: NodeId, modified_ns: i64, now: Seconds) -> Result<()> {
    tx.run(
        "INSERT INTO content_check (node_id, modified_ns, checked_at)
         VALUES ($1, $2, $3)
         ON CONFLICT (node_id) DO UPDATE SET modified_ns = excluded.modified_ns, checked_at = excluded.checked_at,
           flaw = NULL",
        params![node, modified_ns, now],
    )?;
    Ok(())
}

/// A file has other bytes, which were just written, and `kept` has those that it had.
pub fn note_replaced(tx: &mut Tx<'_>, file: NodeId, kept: NodeId, modified_ns: i64, now: Seconds) -> Result<()> {
    tx.run(
        "INSERT INTO content_check (node_id, modified_ns, checked_at, flaw)
         SELECT CAST($2 AS BIGINT), modified_ns, checked_at, flaw FROM content_check WHERE node_id = $1
         ON CONFLICT (node_id) DO UPDATE SET modified_ns = excluded.modified_ns, checked_at = excluded.checked_at,
           flaw = excluded.flaw",
        params![file, kept],
    )?;
    note_right(tx, file, modified_ns, now)
}

/// False if it was known already.
pub(super) fn note_flaw(
    tx: &mut Tx<'_>,
    node: NodeId,
    flaw: Flaw,
    modified_ns: Option<i64>,
    now: Seconds,
) -> Result<bool> {
    let sql = "SELECT 1 FROM content_check WHERE node_id = $1 AND flaw = $2";
    let was_known = tx.exists(sql, params![node, flaw.word()])?;
    tx.run(
        "INSERT INTO content_check (node_id, modified_ns, checked_at, flaw)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (node_id) DO UPDATE SET modified_ns = excluded.modified_ns, checked_at = excluded.checked_at,
           flaw = excluded.flaw",
        params![node, modified_ns, now, flaw.word()],
    )?;
    Ok(!was_known)
}

/// Whether the bytes of a file are known to be damaged or missing.
pub fn has_flaw(conn: &mut Conn<'_>, node: NodeId) -> Result<bool> {
    conn.exists("SELECT 1 FROM content_check WHERE node_id = $1 AND flaw IS NOT NULL", params![node])
}

/// The bytes must be read on the next occasion.
pub(super) fn forget_flaw(tx: &mut Tx<'_>, node: NodeId) -> Result<()> {
    let sql = "UPDATE content_check SET modified_ns = NULL, checked_at = 0, flaw = NULL WHERE node_id = $1";
    tx.run(sql, params![node])?;
    Ok(())
}

/// Files that were not read since `before`, the longest unread first.
pub(super) fn due(conn: &mut Conn<'_>, before: Seconds, most: i64) -> Result<Vec<NodeId>> {
    let sql = "SELECT node_id FROM content_check WHERE checked_at < $1 ORDER BY checked_at, node_id LIMIT $2";
    conn.rows(sql, params![before, most], |row| row.get(0))
}

/// Puts it off: the file is due again with the files that were read at `at`.
pub(super) fn put_off(tx: &mut Tx<'_>, node: NodeId, at: Seconds) -> Result<()> {
    tx.run("UPDATE content_check SET checked_at = $2 WHERE node_id = $1", params![node, at])?;
    Ok(())
}

/// Whether another file was found wrong since `since`.
pub(super) fn others_since(conn: &mut Conn<'_>, node: NodeId, since: Seconds) -> Result<bool> {
    let sql = "SELECT 1 FROM content_check WHERE flaw IS NOT NULL AND node_id <> $1 AND checked_at > $2 LIMIT 1";
    conn.exists(sql, params![node, since])
}

/// The state of all files of the installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub files: i64,
    /// When the longest unread file was last read; None if there is none.
    pub oldest: Option<Seconds>,
    pub missing: i64,
    pub damaged: i64,
    /// A damaged or missing file, and its tenant.
    pub example: Option<(NodeId, TenantId)>,
}

pub fn standing(conn: &mut Conn<'_>) -> Result<Standing> {
    let files = conn.get("SELECT COUNT(*) FROM content_check", &[], |row| row.get(0))?;
    let sql = "SELECT checked_at FROM content_check ORDER BY checked_at LIMIT 1";
    let oldest = conn.find(sql, &[], |row| row.get(0))?;
    let sql = "SELECT COUNT(*) FILTER (WHERE flaw = 'missing'), COUNT(*) FILTER (WHERE flaw = 'other_bytes')
               FROM content_check
               WHERE flaw IS NOT NULL";
    let (missing, damaged) = conn.get(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let sql = "SELECT n.node_id, n.tenant_id
               FROM content_check k
               JOIN nodes_node n ON n.node_id = k.node_id
               WHERE k.flaw IS NOT NULL
               ORDER BY k.node_id
               LIMIT 1";
    let example = conn.find(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Standing { files, oldest, missing, damaged, example })
}
