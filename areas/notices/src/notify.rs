//! Tells people of what others did, in the transaction that does it.

use std::collections::BTreeSet;

use activity::tell_user;
use db::{Tx, params};
use primitives::{NodeId, Seconds, TenantId, UserId};
use serde_json::json;

/// Something that a person is told. It has no names: they are read when it is shown, with the rights that its reader
/// has then.
#[derive(Clone, Debug)]
pub struct Notice {
    pub tenant: TenantId,
    /// Who is told.
    pub to: UserId,
    /// As the page knows it. A room that says more about its subjects has a `NoticeKind`.
    pub kind: &'static str,
    /// Who did it; none if nobody with an account did.
    pub from: Option<UserId>,
    /// The entry that it is about. Who does not see it is not shown the notice.
    pub node: Option<NodeId>,
    /// What it is about, as its room counts such things: a thread, a collection.
    pub subject: i64,
    /// A small object for the page, in at most 2,000 characters: numbers and words, no names.
    pub detail: serde_json::Value,
}

/// Tells a person of something. Nobody is told of what they did themselves. An unseen notice of the same kind, node and
/// subject is renewed: it says how often.
pub fn notify(tx: &mut Tx<'_>, notice: &Notice, now: Seconds) -> db::Result<()> {
    let Notice { tenant, to, kind, from, node, subject, detail } = notice;
    if *from == Some(*to) {
        return Ok(());
    }
    let unseen = "DELETE FROM notices_notice
                  WHERE kind = $1 AND subject = $2 AND users_id = $3 AND node_id IS NOT DISTINCT FROM $4
                    AND seen_at IS NULL
                  RETURNING times";
    let earlier: Vec<i64> = tx.rows(unseen, params![*kind, *subject, *to, *node], |row| row.get(0))?;
    let times = earlier.into_iter().fold(1, i64::saturating_add);
    tx.run(
        "INSERT INTO notices_notice (tenant_id, users_id, kind, from_id, node_id, subject, detail, times, told_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![*tenant, *to, *kind, *from, *node, *subject, &detail.to_string(), times, now],
    )?;
    tell(tx, *to)
}

/// Takes back what is no longer so, from everybody who was told of it.
pub fn withdraw(tx: &mut Tx<'_>, kind: &'static str, subject: i64) -> db::Result<()> {
    let sql = "DELETE FROM notices_notice WHERE kind = $1 AND subject = $2 RETURNING users_id";
    let told: Vec<UserId> = tx.rows(sql, params![kind, subject], |row| row.get(0))?;
    told.into_iter().collect::<BTreeSet<_>>().into_iter().try_for_each(|user| tell(tx, user))
}

/// Takes back from one person what no longer concerns them.
pub fn withdraw_from(tx: &mut Tx<'_>, person: UserId, kind: &'static str, subject: i64) -> db::Result<()> {
    let sql = "DELETE FROM notices_notice WHERE kind = $1 AND subject = $2 AND users_id = $3";
    if tx.run(sql, params![kind, subject, person])? > 0 { tell(tx, person) } else { Ok(()) }
}

/// All open pages of the person ask for their notices again.
pub(crate) fn tell(tx: &mut Tx<'_>, person: UserId) -> db::Result<()> {
    tell_user(tx, person, &json!({ "topic": "notice", "value": null }))
}
