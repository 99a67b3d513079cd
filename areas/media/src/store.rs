//! What became of each content's pictures: rows by the content's hash, which all files with this content share.

use std::collections::HashMap;

use db::{Conn, Row, Tx, params};
use nodes::in_list;
use primitives::Seconds;

use crate::DEFINITION;
use crate::fault::PreviewFault;
use crate::outcome::{Facts, Outcome, State};

const COLUMNS: &str = "state, reason, placeholder, width, height, pages, taken_at, fault";

fn outcome(row: &Row<'_>) -> db::Result<Outcome> {
    Ok(Outcome {
        state: State::of_word(&row.get::<String>(0)?),
        fault: row.get::<Option<String>>(7)?.as_deref().and_then(PreviewFault::of_word),
        reason: row.get(1)?,
        facts: Facts {
            placeholder: row.get(2)?,
            width: row.get(3)?,
            height: row.get(4)?,
            pages: row.get(5)?,
            taken_at: row.get(6)?,
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
    Ok(conn.rows(&sql, &values, |row| Ok((row.get(8)?, outcome(row)?)))?.into_iter().collect())
}

pub(crate) fn save(tx: &mut Tx<'_>, hash: &str, outcome: &Outcome, now: Seconds) -> db::Result<()> {
    let facts = &outcome.facts;
    tx.run(
        "INSERT INTO media_rendition (content_hash, definition_version, state, reason, placeholder, width, height,
           pages, taken_at, made_at, fault)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (content_hash, definition_version) DO UPDATE
         SET state = excluded.state, reason = excluded.reason, placeholder = excluded.placeholder,
           width = excluded.width, height = excluded.height, pages = excluded.pages, taken_at = excluded.taken_at,
           made_at = excluded.made_at, fault = excluded.fault",
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
            outcome.fault.map(PreviewFault::word)
        ],
    )?;
    Ok(())
}
