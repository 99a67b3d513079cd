//! The rows of background actions.

use db::{Conn, Result, Row, Tx, params};
use jobs::JobId;
use primitives::{NodeId, Seconds, UserId};

use crate::model::{ActionKind, BgAction, Change, NewAction, Status};

/// An action with the fields that its page does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owned {
    pub user: UserId,
    pub job: Option<JobId>,
    pub action: BgAction,
}

const COLUMNS: &str = "users_id, job_id, bg_action_id, bg_group_id, title, text, type, icon, created_at, progress, \
                       status, node_id, parent_id, cancellable, items, done, failed, undo_until, undone_at, \
                       retry_until, undoes, from_id";
/// `Status::is_end` in SQL; a cancelled action has no row.
const HAS_ENDED: &str = "status IN ('success', 'done', 'error', 'partial_error', 'stopped')";

/// A page shows at most this many.
pub const MOST: i64 = 500;

fn owned(row: &Row<'_>) -> Result<Owned> {
    let (undo_until, retry_until): (Option<Seconds>, Option<Seconds>) = (row.get(17)?, row.get(19)?);
    let undone = row.get::<Option<Seconds>>(18)?.is_some();
    Ok(Owned {
        user: row.get(0)?,
        job: row.get(1)?,
        action: BgAction {
            bg_action_id: row.get(2)?,
            bg_group_id: row.get(3)?,
            title: row.get(4)?,
            text: row.get(5)?,
            kind: ActionKind::parse(&row.get::<String>(6)?)?,
            icon: row.get(7)?,
            created_at: row.get(8)?,
            progress: row.get(9)?,
            status: Status::from(row.get::<String>(10)?),
            node_id: row.get(11)?,
            parent_id: row.get(12)?,
            from_id: row.get(21)?,
            cancellable: row.get(13)?,
            items: row.get(14)?,
            done: row.get(15)?,
            failed: row.get(16)?,
            can_undo: undo_until.is_some() && !undone,
            undo_until,
            undone,
            can_retry: retry_until.is_some_and(|until| until > 0),
            retry_until: retry_until.filter(|until| *until > 0),
            retried: retry_until == Some(0) && !undone,
            undoes: row.get(20)?,
        },
    })
}

pub fn insert(tx: &mut Tx<'_>, id: &str, group: &str, new: &NewAction, now: Seconds) -> Result<Owned> {
    let sql = format!(
        "INSERT INTO activity_action (bg_action_id, bg_group_id, users_id, tenant_id, title, text, type, icon,
           status, node_id, parent_id, job_id, cancellable, items, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         RETURNING {COLUMNS}"
    );
    let values = params![
        id,
        group,
        new.user,
        new.tenant,
        &new.title,
        &new.text,
        new.kind.word(),
        new.icon.as_deref(),
        new.status.word(),
        new.node,
        new.parent,
        new.job,
        new.cancellable,
        new.items,
        now
    ];
    tx.get(&sql, values, owned)
}

pub fn change(tx: &mut Tx<'_>, id: &str, change: &Change) -> Result<Option<Owned>> {
    let sql = format!(
        "UPDATE activity_action
         SET title = COALESCE($2, title), text = COALESCE($3, text), status = COALESCE($4, status),
           progress = COALESCE($5, progress), node_id = COALESCE($6, node_id), parent_id = COALESCE($7, parent_id),
           cancellable = COALESCE($8, cancellable), job_id = COALESCE($9, job_id), items = COALESCE($10, items),
           done = COALESCE($11, done), failed = COALESCE($12, failed), undo_until = COALESCE($13, undo_until),
           retry_until = COALESCE($14, retry_until), undone_at = COALESCE($15, undone_at),
           undoes = COALESCE($16, undoes), from_id = COALESCE($17, from_id)
         WHERE bg_action_id = $1
         RETURNING {COLUMNS}"
    );
    let values = params![
        id,
        change.title.as_deref(),
        change.text.as_deref(),
        change.status.as_ref().map(Status::word),
        change.progress.map(|percent| i64::from(percent.min(100))),
        change.node,
        change.parent,
        change.cancellable,
        change.job,
        change.items,
        change.done,
        change.failed,
        change.undo_until,
        change.retry_until,
        change.undone_at,
        change.undoes.as_deref(),
        change.from
    ];
    tx.find(&sql, values, owned)
}

/// Advances an action that has not ended; None if it has, or is further already.
pub fn advance(tx: &mut Tx<'_>, id: &str, percent: u8) -> Result<Option<Owned>> {
    let complete = percent >= 100;
    let (status, cancellable) = (complete.then_some(Status::Success.word()), complete.then_some(false));
    let sql = format!(
        "UPDATE activity_action
         SET progress = $2, status = COALESCE($3, status), cancellable = COALESCE($4, cancellable)
         WHERE bg_action_id = $1 AND progress < $2 AND NOT {HAS_ENDED}
         RETURNING {COLUMNS}"
    );
    tx.find(&sql, params![id, i64::from(percent), status, cancellable], owned)
}

pub fn find(conn: &mut Conn<'_>, user: UserId, id: &str) -> Result<Option<Owned>> {
    let sql = format!("SELECT {COLUMNS} FROM activity_action WHERE bg_action_id = $1 AND users_id = $2");
    conn.find(&sql, params![id, user], owned)
}

/// The newest `MOST` of a user's actions, and their total.
pub fn list(conn: &mut Conn<'_>, user: UserId) -> Result<(Vec<Owned>, i64)> {
    let sql = format!("SELECT {COLUMNS} FROM activity_action WHERE users_id = $1 ORDER BY ordinal DESC LIMIT $2");
    let items = conn.rows(&sql, params![user, MOST], owned)?;
    let count = "SELECT COUNT(*) FROM activity_action WHERE users_id = $1";
    Ok((items, conn.get(count, params![user], |row| row.get(0))?))
}

pub fn clear(tx: &mut Tx<'_>, user: UserId) -> Result<u64> {
    tx.run(&format!("DELETE FROM activity_action WHERE users_id = $1 AND {HAS_ENDED}"), params![user])
}

pub fn remove(tx: &mut Tx<'_>, id: &str) -> Result<u64> {
    tx.run("DELETE FROM activity_action WHERE bg_action_id = $1", params![id])
}

/// Removes an action that has not ended; None if it has.
pub fn remove_open(tx: &mut Tx<'_>, user: UserId, id: &str) -> Result<Option<Owned>> {
    let sql = format!(
        "DELETE FROM activity_action
         WHERE bg_action_id = $1 AND users_id = $2 AND NOT {HAS_ENDED}
         RETURNING {COLUMNS}"
    );
    tx.find(&sql, params![id, user], owned)
}

/// Sets every action of `node` with the state `from` to `to`.
pub fn restatus(tx: &mut Tx<'_>, node: NodeId, from: &Status, to: &Status) -> Result<Vec<Owned>> {
    let sql = format!(
        "UPDATE activity_action
         SET status = $3
         WHERE node_id = $1 AND status = $2
         RETURNING {COLUMNS}"
    );
    tx.rows(&sql, params![node, from.word(), to.word()], owned)
}

/// Completes an action, and sets its state `from` to `to`.
pub fn settle(tx: &mut Tx<'_>, id: &str, from: &Status, to: &Status) -> Result<Option<Owned>> {
    let sql = format!(
        "UPDATE activity_action
         SET progress = 100, cancellable = FALSE, status = CASE WHEN status = $2 THEN $3 ELSE status END
         WHERE bg_action_id = $1
         RETURNING {COLUMNS}"
    );
    tx.find(&sql, params![id, from.word(), to.word()], owned)
}

pub fn prune(tx: &mut Tx<'_>, before: Seconds) -> Result<u64> {
    tx.run(&format!("DELETE FROM activity_action WHERE created_at < $1 AND {HAS_ENDED}"), params![before])
}

#[cfg(test)]
mod tests {
    use super::{HAS_ENDED, Status};

    #[test]
    fn the_sql_condition_for_ended_actions_lists_the_ending_statuses() {
        let words = HAS_ENDED.split('\'').skip(1).step_by(2);
        let ends = [Status::Success, Status::Done, Status::Error, Status::PartialError, Status::Stopped];
        assert!(ends.iter().all(Status::is_end));
        assert_eq!(words.collect::<Vec<_>>(), ends.map(String::from));
    }
}
