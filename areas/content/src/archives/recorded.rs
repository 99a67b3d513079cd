//! What was in archives when their downloads were recorded. The link to an archive lives for hours, and a folder may be
//! filled meanwhile: what is sent and was not recorded is recorded then.

use std::sync::Arc;

use audit::{Act, Object};
use authz::Actor;
use db::{Conn, Db, Tx, params};
use primitives::{NodeId, Seconds, TenantId};
use security::Access;
use serde_json::json;

use super::plan::Plan;
use super::subject::Subject;
use crate::Result;

/// So long a row is kept: longer than any archive can be fetched.
const KEPT: Seconds = 2 * 86_400;

/// An archive that has other files than were recorded.
pub(super) struct Unrecorded {
    key: String,
    files_hash: String,
    act: Act,
}

/// Notes that an archive is recorded with these files. False if that is known.
pub fn note_archive(tx: &mut Tx<'_>, key: &str, files_hash: &str, now: Seconds) -> db::Result<bool> {
    let sql = "INSERT INTO content_recorded_archive (archive_key, files_hash, recorded_at)
               VALUES ($1, $2, $3)
               ON CONFLICT (archive_key) DO UPDATE
                 SET files_hash = excluded.files_hash, recorded_at = excluded.recorded_at
                 WHERE content_recorded_archive.files_hash <> excluded.files_hash";
    Ok(tx.run(sql, params![key, files_hash, now])? > 0)
}

/// The download of an archive with so many files and bytes.
pub(super) fn act_of((tenant, object): (TenantId, Object), plan: &Plan) -> Act {
    Act::new("selection_download", tenant, object).after(json!({ "entries": plan.files(), "size": plan.length() }))
}

/// What is to be recorded if this is sent; none if it has the files that were recorded last.
pub(super) fn unrecorded(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    (key, roots): (&str, &[NodeId]),
    plan: &Plan,
) -> Result<Option<Unrecorded>> {
    let files_hash = plan.files_hash();
    let sql = "SELECT 1 FROM content_recorded_archive WHERE archive_key = $1 AND files_hash = $2";
    if conn.exists(sql, params![key, &files_hash])? {
        return Ok(None);
    }
    let subject = Subject::of(conn, access, roots)?;
    let act = act_of((subject.tenant(), subject.object()), plan);
    Ok(Some(Unrecorded { key: key.to_owned(), files_hash, act }))
}

/// Records it before a byte of it is sent, unless another request does.
pub(super) async fn record(db: &Db, actor: &Arc<Actor>, unrecorded: Option<Unrecorded>, now: Seconds) -> Result<()> {
    let Some(unrecorded) = unrecorded else { return Ok(()) };
    let actor = actor.clone();
    let recorded = db.write(move |tx| {
        if note_archive(tx, &unrecorded.key, &unrecorded.files_hash, now)? {
            audit::record(tx, &*actor, unrecorded.act, now);
        }
        Ok::<_, db::Error>(())
    });
    Ok(recorded.await?)
}

pub(super) fn forget_before(tx: &mut Tx<'_>, now: Seconds) -> db::Result<()> {
    tx.run("DELETE FROM content_recorded_archive WHERE recorded_at <= $1", params![now - KEPT]).map(drop)
}
