//! What became of each content's pictures: rows by the content's hash, which all files with this content share.

use std::collections::HashMap;

use db::{Conn, Row, Tx, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, TenantId};

use crate::DEFINITION;
use crate::fault::PreviewFault;
use crate::outcome::{Facts, Outcome, State};

const COLUMNS: &str = "state, reason, placeholder, width, height, pages, taken_at, fault, scales, retry_at, colours,
    likeness";

fn outcome(row: &Row<'_>) -> db::Result<Outcome> {
    Ok(Outcome {
        state: State::of_word(&row.get::<String>(0)?),
        fault: row.get::<Option<String>>(7)?.as_deref().and_then(PreviewFault::of_word),
        reason: row.get(1)?,
        retry_at: row.get(9)?,
        facts: Facts {
            placeholder: row.get(2)?,
            width: row.get(3)?,
            height: row.get(4)?,
            pages: row.get(5)?,
            taken_at: row.get(6)?,
            scales: row.get(8)?,
            colours: row.get(10)?,
            likeness: row.get(11)?,
        },
    })
}

/// What became of `hash` by the definition in force.
pub(crate) fn find(conn: &mut Conn<'_>, hash: &str) -> db::Result<Option<Outcome>> {
    let sql = format!("SELECT {COLUMNS} FROM media_rendition WHERE content_hash = $1 AND definition_version = $2");
    conn.find(&sql, params![hash, DEFINITION], outcome)
}

/// What can be shown of each content: the latest of what became of it.
pub(crate) fn of_contents(conn: &mut Conn<'_>, hashes: &[&str]) -> db::Result<HashMap<String, Outcome>> {
    let (list, values) = in_list(1, hashes);
    let sql = format!(
        "SELECT {COLUMNS}, content_hash FROM media_rendition WHERE content_hash IN ({list})
         ORDER BY definition_version"
    );
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(12)?, outcome(row)?)))?.into_iter().collect())
}

/// Writes what became of `hash`; what became of it by an earlier definition is forgotten once drawing has ended.
pub(crate) fn save(tx: &mut Tx<'_>, hash: &str, outcome: &Outcome, now: Seconds) -> db::Result<()> {
    let facts = &outcome.facts;
    tx.run(
        "INSERT INTO media_rendition (content_hash, definition_version, state, reason, placeholder, width, height,
           pages, taken_at, made_at, fault, scales, retry_at, colours, likeness)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (content_hash, definition_version) DO UPDATE
         SET state = excluded.state, reason = excluded.reason, placeholder = excluded.placeholder,
           width = excluded.width, height = excluded.height, pages = excluded.pages, taken_at = excluded.taken_at,
           made_at = excluded.made_at, fault = excluded.fault, scales = excluded.scales, retry_at = excluded.retry_at,
           colours = excluded.colours, likeness = excluded.likeness",
        params![
            hash,
            DEFINITION,
            outcome.state.word(),
            outcome.reason.as_deref(),
            facts.placeholder.as_deref(),
            facts.width,
            facts.height,
            facts.pages,
            facts.taken_at,
            now,
            outcome.fault.map(PreviewFault::word),
            facts.scales,
            outcome.retry_at,
            facts.colours,
            facts.likeness
        ],
    )?;
    if outcome.state.is_final() {
        tx.run(
            "DELETE FROM media_rendition WHERE content_hash = $1 AND definition_version < $2",
            params![hash, DEFINITION],
        )?;
    }
    Ok(())
}

/// Nothing draws a content all of whose files lie in the bin.
pub(crate) fn forget_waiting(tx: &mut Tx<'_>, hash: &str) -> db::Result<()> {
    tx.run(
        "DELETE FROM media_rendition
         WHERE content_hash = $1 AND definition_version = $2 AND state = 'waiting' AND NOT EXISTS (
           SELECT 1 FROM nodes_node n
           WHERE n.content_hash = $1 AND (n.state = 1 OR n.state = 2 AND n.binned_at IS NULL))",
        params![hash, DEFINITION],
    )?;
    Ok(())
}

/// A file that has what was drawn by an earlier definition.
pub(crate) struct Outdated {
    pub hash: String,
    pub node: NodeId,
    pub tenant: TenantId,
}

/// The next contents after `after` whose pictures are of an earlier definition, each with its files, up to `limit` files.
/// What took too long then may be drawn now.
pub(crate) fn outdated(conn: &mut Conn<'_>, after: &str, limit: i64) -> db::Result<Vec<Outdated>> {
    // Few contents are outdated, and many files have content.
    let files = db::seek(conn.engine(), "nodes_node", "n", "n.content_hash = r.content_hash AND n.state = 1");
    let sql = format!(
        "SELECT r.content_hash, n.node_id, n.tenant_id
         FROM media_rendition r
         {files}
         WHERE r.definition_version < $1 AND r.content_hash > $2 AND (r.state = 'ready' OR r.fault = 'too_slow')
           AND NOT EXISTS (
             SELECT 1 FROM media_rendition l WHERE l.content_hash = r.content_hash AND l.definition_version = $1)
         ORDER BY r.content_hash, n.node_id
         LIMIT $3"
    );
    conn.rows(&sql, params![DEFINITION, after, limit], |row| {
        Ok(Outdated { hash: row.get(0)?, node: row.get(1)?, tenant: row.get(2)? })
    })
}

/// The next contents after `after` whose pictures nobody has looked at for their colours, or for what they look like, and
/// whether they scale.
pub(crate) fn not_looked_at(conn: &mut Conn<'_>, after: &str, limit: i64) -> db::Result<Vec<(String, bool)>> {
    conn.rows(
        "SELECT content_hash, scales
         FROM media_rendition
         WHERE definition_version = $1 AND content_hash > $2 AND state = 'ready'
           AND (colours IS NULL OR likeness IS NULL)
         ORDER BY content_hash
         LIMIT $3",
        params![DEFINITION, after, limit],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Whether nobody else has said so before.
pub(crate) fn set_looks(tx: &mut Tx<'_>, hash: &str, (colours, likeness): (i64, i64)) -> db::Result<bool> {
    let set = tx.run(
        "UPDATE media_rendition
         SET colours = $1, likeness = $4
         WHERE content_hash = $2 AND definition_version = $3 AND state = 'ready'
           AND (colours IS NULL OR likeness IS NULL)",
        params![colours, hash, DEFINITION, likeness],
    )?;
    Ok(set > 0)
}
