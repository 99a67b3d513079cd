//! Computes anew what the answers of a review come to, and who is waited for.

use db::{Conn, Tx, params};
use primitives::UserId;

use crate::model::ReviewId;
use crate::outcome::{ReviewState, Standing, state_of, waits_for};
use crate::store::Found;

/// What has changed.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    pub state: ReviewState,
    /// People who are waited for from now on, or no longer.
    pub changed: Vec<UserId>,
    /// Those of them who have answered about an earlier content, and are asked again.
    pub asked_again: Vec<UserId>,
}

struct Row {
    user: UserId,
    waits: bool,
    answer: Option<Answer>,
}

struct Answer {
    approves: bool,
    is_current: bool,
}

/// The caller holds the review; `hash` is that of the file's present content.
pub(crate) fn settle(tx: &mut Tx<'_>, review: &Found, hash: &str) -> db::Result<Settled> {
    let rows = rows(tx, review.id, hash)?;
    let said: Vec<Standing> = rows.iter().map(Row::standing).collect();
    let state = state_of(&said, review.needs);
    let (mut changed, mut asked_again) = (Vec::new(), Vec::new());
    for (row, said) in rows.iter().zip(said) {
        let waits = waits_for(said, state);
        if waits == row.waits {
            continue;
        }
        let sql = "UPDATE reviews_reviewer SET waits = $3 WHERE review_id = $1 AND users_id = $2";
        tx.run(sql, params![review.id, row.user, waits])?;
        changed.push(row.user);
        if waits && row.answer.is_some() {
            asked_again.push(row.user);
        }
    }
    tx.run("UPDATE reviews_review SET state = $2 WHERE review_id = $1", params![review.id, state.code()])?;
    Ok(Settled { state, changed, asked_again })
}

fn rows(conn: &mut Conn<'_>, review: ReviewId, hash: &str) -> db::Result<Vec<Row>> {
    let sql = "SELECT p.users_id, p.waits, p.approves, p.hash FROM reviews_reviewer p
               WHERE p.review_id = $1
               ORDER BY p.users_id";
    conn.rows(sql, params![review], |row| {
        let is_current = row.get::<Option<String>>(3)?.as_deref() == Some(hash);
        let answer = row.get::<Option<bool>>(2)?.map(|approves| Answer { approves, is_current });
        Ok(Row { user: row.get(0)?, waits: row.get(1)?, answer })
    })
}

impl Row {
    fn standing(&self) -> Standing {
        match self.answer {
            Some(Answer { is_current: true, approves: true }) => Standing::Approves,
            Some(Answer { is_current: true, approves: false }) => Standing::AsksForChanges,
            Some(Answer { is_current: false, .. }) | None => Standing::Nothing,
        }
    }
}
