//! Forgets notices that are old, or beyond what one person keeps: a thousand with one write, so that others write in
//! between.

use db::{Conn, params};
use primitives::{Seconds, UserId};

use crate::Notices;
use crate::model::NoticeId;

/// So long a notice is kept.
pub const KEPT: Seconds = 90 * 86_400;
/// So many of one person are kept, the latest.
pub const MOST: i64 = 1_000;
const AT_ONCE: i64 = 1_000;
/// People whose notices are counted with one read.
const PEOPLE: i64 = 500;

pub async fn sweep(notices: &Notices) -> db::Result<()> {
    old(notices).await?;
    let mut person = UserId(0);
    loop {
        let after = person;
        let counted = notices.db.read(move |c| count(c, after)).await?;
        for (person, number) in &counted {
            if *number > MOST {
                trim(notices, *person).await?;
            }
        }
        match counted.last() {
            Some((last, _)) => person = *last,
            None => return Ok(()),
        }
    }
}

async fn old(notices: &Notices) -> db::Result<()> {
    let before = notices.clock.now() - KEPT;
    let sql = "DELETE FROM notices_notice
               WHERE notice_id IN (
                 SELECT o.notice_id FROM notices_notice o WHERE o.told_at < $1 ORDER BY o.told_at LIMIT $2)";
    while notices.db.write(move |tx| tx.run(sql, params![before, AT_ONCE])).await? > 0 {}
    Ok(())
}

/// How many notices people have, from one person on.
fn count(conn: &mut Conn<'_>, after: UserId) -> db::Result<Vec<(UserId, i64)>> {
    let sql = "SELECT o.users_id, COUNT(*) FROM notices_notice o
               WHERE o.users_id > $1
               GROUP BY o.users_id
               ORDER BY o.users_id
               LIMIT $2";
    conn.rows(sql, params![after, PEOPLE], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Forgets the person's earliest notices.
async fn trim(notices: &Notices, person: UserId) -> db::Result<()> {
    let last = notices.db.read(move |c| {
        let sql = "SELECT o.notice_id FROM notices_notice o
                   WHERE o.users_id = $1
                   ORDER BY o.notice_id DESC
                   LIMIT 1 OFFSET $2";
        c.find(sql, params![person, MOST], |row| row.get::<NoticeId>(0))
    });
    let Some(last) = last.await? else { return Ok(()) };
    let sql = "DELETE FROM notices_notice
               WHERE notice_id IN (
                 SELECT o.notice_id FROM notices_notice o
                 WHERE o.users_id = $1 AND o.notice_id <= $2
                 ORDER BY o.notice_id
                 LIMIT $3)";
    while notices.db.write(move |tx| tx.run(sql, params![person, last, AT_ONCE])).await? > 0 {}
    Ok(())
}
