//! Tries again what an act of copying could not copy: another act goes on in what the first one has made.

use activity::{BgAction, Change};
use audit::{Act, Object};
use authz::Actor;
use db::{Conn, Tx, params};
use primitives::{Language, NodeId, Seconds, TenantId, UserId};
use serde_json::json;

use super::asked::OPEN;
use super::begin::{CopyRequest, hand_over, new_action, refuse_many};
use super::failed::FAILED;
use super::store::{self, CopyingId, NewCopying};
use crate::{Error, Result};

const OPERATION: &str = "selection_retry";

/// An act of which something failed.
struct Before {
    copying: CopyingId,
    tenant: TenantId,
    target: NodeId,
    keep_both: bool,
    replace: bool,
    first: CopyingId,
    begun_at: Seconds,
    has_ended: bool,
    is_undone: bool,
}

/// Copies exactly what one's own act could not copy, with the same target and the same answers about names, in the
/// background. Also returns how many entries these are. None if there is no such act of copying.
pub(crate) fn try_again(
    tx: &mut Tx<'_>,
    (actor, language): (&Actor, Language),
    bg_action_id: &str,
    now: Seconds,
) -> Result<Option<(i64, BgAction)>> {
    let Some(before) = find(tx, actor.user, bg_action_id)? else { return Ok(None) };
    before.refuse(tx, now)?;
    refuse_many(tx, actor)?;
    let count = count(tx, before.copying)?;
    if count == 0 || !mark_retried(tx, before.copying, now)? {
        return Err(Error::NothingFailed);
    }
    let told = activity::update(tx, bg_action_id, &Change { retry_until: Some(0), ..Change::default() })?;
    let request = CopyRequest {
        target: before.target,
        keep_both: before.keep_both,
        replace: before.replace,
        group: None,
        language,
        operation: OPERATION,
    };
    // If the act was about one entry, so is this.
    let title = told.filter(|told| told.items.is_none() && count == 1).map(|told| told.title);
    let several = usize::try_from(count).unwrap_or(usize::MAX);
    let begun = activity::start(tx, &new_action((actor, before.tenant), (title, several), &request), now)?;
    let new = NewCopying::of((actor.user, before.tenant, &request), &begun, Some(before.first));
    let copying = store::insert(tx, &new, now)?;
    add_failed(tx, before.copying, copying)?;
    let after = json!({ "entries": count, "target_id": before.target });
    let told = Act::new(OPERATION, before.tenant, Object::new("tenant", before.tenant.0, "")).after(after);
    audit::record(tx, actor, told, now);
    let begun = hand_over(tx, (actor.user, before.tenant), (copying, begun, &request), now)?;
    Ok(Some((count, begun)))
}

impl Before {
    /// Refuses what comes later than a day, what was taken back, and what has something to do yet.
    fn refuse(&self, conn: &mut Conn<'_>, now: Seconds) -> Result<()> {
        if now >= self.begun_at + OPEN {
            return Err(Error::UndoOver);
        }
        if self.is_undone {
            return Err(Error::AlreadyUndone);
        }
        if self.has_ended && !store::has_waiting(conn, self.copying)? { Ok(()) } else { Err(Error::StillRuns) }
    }
}

fn find(conn: &mut Conn<'_>, user: UserId, bg_action_id: &str) -> db::Result<Option<Before>> {
    let sql = "SELECT copying_id, tenant_id, target_id, keep_both, replaces, COALESCE(first_id, copying_id), begun_at,
                 ended_at IS NOT NULL, undone_at IS NOT NULL
               FROM content_copying
               WHERE bg_action_id = $1 AND users_id = $2";
    conn.find(sql, params![bg_action_id, user], |row| {
        let (copying, tenant, target) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (keep_both, replace, first) = (row.get(3)?, row.get(4)?, row.get(5)?);
        let (begun_at, has_ended, is_undone) = (row.get(6)?, row.get(7)?, row.get(8)?);
        Ok(Before { copying, tenant, target, keep_both, replace, first, begun_at, has_ended, is_undone })
    })
}

/// False if it was tried again before.
fn mark_retried(tx: &mut Tx<'_>, copying: CopyingId, now: Seconds) -> db::Result<bool> {
    let sql = "UPDATE content_copying SET retried_at = $2 WHERE copying_id = $1 AND retried_at IS NULL";
    Ok(tx.run(sql, params![copying, now])? > 0)
}

/// How much of what failed is still there.
fn count(conn: &mut Conn<'_>, before: CopyingId) -> db::Result<i64> {
    let sql = format!(
        "SELECT COUNT(*) FROM content_copy c
         JOIN nodes_node n ON n.node_id = c.source_id
         WHERE {FAILED}"
    );
    conn.get(&sql, params![before], |row| row.get(0))
}

/// Each entry goes to where it was to go, as if it were selected. Folders that could not be read have their copies.
fn add_failed(tx: &mut Tx<'_>, before: CopyingId, copying: CopyingId) -> db::Result<()> {
    let sql = format!(
        "INSERT INTO content_copy (copying_id, root_id, source_id, into_id, is_file, state, found_id, noted_until)
         SELECT CAST($2 AS BIGINT), c.source_id, c.source_id, c.into_id, n.kind = 2,
           CASE WHEN c.found_id IS NULL THEN 0 ELSE 3 END, c.found_id, c.noted_until
         FROM content_copy c
         JOIN nodes_node n ON n.node_id = c.source_id
         WHERE {FAILED}
         ORDER BY c.copy_id"
    );
    tx.run(&sql, params![before, copying]).map(drop)
}
