//! The rows of notices.

use db::{Conn, Row, params};
use primitives::{NodeId, Seconds, TenantId, UserId};

use crate::model::{NoticeId, Person};

/// A notice as it is remembered.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub id: NoticeId,
    pub tenant: TenantId,
    pub kind: String,
    pub from: Option<Person>,
    pub node: Option<NodeId>,
    pub subject: i64,
    pub detail: String,
    pub times: i64,
    pub told_at: Seconds,
    pub seen: bool,
}

fn told(row: &Row<'_>) -> db::Result<Told> {
    let from = row.get::<Option<UserId>>(8)?;
    let (name, avatar_url) = (row.get::<Option<String>>(9)?.unwrap_or_default(), row.get(10)?);
    Ok(Told {
        id: row.get(0)?,
        tenant: row.get(1)?,
        kind: row.get(2)?,
        node: row.get(3)?,
        subject: row.get(4)?,
        detail: row.get(5)?,
        times: row.get(6)?,
        told_at: row.get(7)?,
        from: from.map(|users_id| Person { users_id, name, avatar_url }),
        seen: row.get(11)?,
    })
}

/// Up to `limit` notices of a person before one, the latest first.
pub(crate) fn latest(
    conn: &mut Conn<'_>,
    person: UserId,
    before: NoticeId,
    only: Only,
    limit: usize,
) -> db::Result<Vec<Told>> {
    let unseen = match only {
        Only::Unseen => "AND o.seen_at IS NULL",
        Only::NotRemoved => "",
    };
    let sql = format!(
        "SELECT o.notice_id, o.tenant_id, o.kind, o.node_id, o.subject, o.detail, o.times, o.told_at, u.users_id,
           u.name, u.avatar_url, o.seen_at IS NOT NULL
         FROM notices_notice o
         LEFT JOIN identity_user u ON u.users_id = o.from_id
         WHERE o.users_id = $1 AND o.notice_id < $2 {unseen}
         ORDER BY o.notice_id DESC
         LIMIT $3"
    );
    conn.rows(&sql, params![person, before, i64::try_from(limit).unwrap_or(i64::MAX)], told)
}

/// Which notices are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Only {
    Unseen,
    NotRemoved,
}
