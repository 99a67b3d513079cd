//! Who has not answered is reminded once, the day before answers are wanted.

use std::collections::BTreeMap;

use db::{Conn, Tx, params};
use primitives::{Seconds, TenantId, UserId};

use crate::Reviews;
use crate::emails::{self, Reason};
use crate::error::Result;
use crate::model::ReviewId;
use crate::store::reminded_until;

/// Reminders of one transaction.
const STEP: i64 = 200;

type Reminders = BTreeMap<(UserId, TenantId), Vec<ReviewId>>;

/// An e-mail for each person, about all that is due for them.
pub(crate) async fn remind(reviews: &Reviews) -> Result<()> {
    let now = reviews.clock.now();
    loop {
        let due = reviews.db.read(move |c| due(c, now)).await?;
        if due.is_empty() {
            return Ok(());
        }
        reviews.db.write(move |tx| send(tx, due, now)).await?;
    }
}

fn due(conn: &mut Conn<'_>, now: Seconds) -> db::Result<Reminders> {
    let sql = "SELECT p.users_id, n.tenant_id, p.review_id
               FROM reviews_reviewer p
               JOIN reviews_review r ON r.review_id = p.review_id
               JOIN nodes_node n ON n.node_id = r.node_id
               WHERE p.waits AND NOT p.reminded AND p.due_on <= $1
               ORDER BY p.due_on, p.users_id, p.review_id
               LIMIT $2";
    let mut found = Reminders::new();
    for (user, tenant, review) in conn.rows(sql, params![reminded_until(now).0, STEP], |row| {
        Ok((row.get::<UserId>(0)?, row.get::<TenantId>(1)?, row.get::<ReviewId>(2)?))
    })? {
        found.entry((user, tenant)).or_default().push(review);
    }
    Ok(found)
}

/// Another process may have reminded somebody meanwhile, and somebody may have answered.
fn send(tx: &mut Tx<'_>, due: Reminders, now: Seconds) -> Result<()> {
    for ((user, tenant), reviews) in due {
        let mut left = Vec::with_capacity(reviews.len());
        for review in reviews {
            let sql = "UPDATE reviews_reviewer SET reminded = TRUE
                       WHERE review_id = $1 AND users_id = $2 AND waits AND NOT reminded AND due_on <= $3";
            if tx.run(sql, params![review, user, reminded_until(now).0])? > 0 {
                left.push(review);
            }
        }
        if !left.is_empty() {
            emails::enqueue(tx, (tenant, user), &left, Reason::Due, now)?;
        }
    }
    Ok(())
}
