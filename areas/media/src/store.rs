//! What became of each content's pictures.

use db::{Conn, Tx, params};
use nodes::{Facts, PreviewFault, PreviewState};
use primitives::Seconds;

use crate::DEFINITION;

/// How drawing ended.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub state: PreviewState,
    pub fault: Option<PreviewFault>,
    /// For the log and for whoever looks into the database, in English.
    pub reason: Option<String>,
    pub facts: Facts,
}

fn word(state: PreviewState) -> &'static str {
    match state {
        PreviewState::Ready => "ready",
        PreviewState::Failed => "failed",
        PreviewState::Unsupported => "unsupported",
        PreviewState::None | PreviewState::Waiting => "waiting",
    }
}

/// What was drawn from `hash` before, by the definition in force.
pub(crate) fn find(conn: &mut Conn<'_>, hash: &str) -> db::Result<Option<Outcome>> {
    conn.find(
        "SELECT state, reason, placeholder, width, height, pages, taken_at, fault
         FROM media_rendition
         WHERE content_hash = $1 AND definition_version = $2",
        params![hash, DEFINITION],
        |row| {
            let state = match row.get::<String>(0)?.as_str() {
                "ready" => PreviewState::Ready,
                "failed" => PreviewState::Failed,
                "unsupported" => PreviewState::Unsupported,
                _ => PreviewState::Waiting,
            };
            let facts = Facts {
                placeholder: row.get(2)?,
                width: row.get(3)?,
                height: row.get(4)?,
                pages: row.get(5)?,
                taken_at: row.get(6)?,
                ..Facts::default()
            };
            let fault = row.get::<Option<String>>(7)?.as_deref().and_then(PreviewFault::of_word);
            Ok(Outcome { state, fault, reason: row.get(1)?, facts })
        },
    )
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
            word(outcome.state),
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

pub(crate) fn forget(tx: &mut Tx<'_>, hash: &str) -> db::Result<()> {
    tx.run("DELETE FROM media_rendition WHERE content_hash = $1", params![hash])?;
    Ok(())
}
