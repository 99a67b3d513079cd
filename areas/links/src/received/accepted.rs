//! What a file says of who has sent it.

use content::{EntryAddition, OpenEntry};
use db::{Conn, Tx, params};
use primitives::{NodeId, NodeRole, Seconds, UserId};
use security::Access;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::Came;

pub(crate) fn addition() -> EntryAddition {
    EntryAddition::for_asker(in_lists, in_detail)
}

/// Remembers how the content of a file came.
pub(super) fn note(tx: &mut Tx<'_>, file: NodeId, came: &Came, (by, now): (UserId, Seconds)) -> db::Result<()> {
    let Some(hash) = nodes::find(tx, file)?.and_then(|node| node.facts.hash) else { return Ok(()) };
    let sql = "INSERT INTO links_accepted (node_id, hash, link_id, sender, sender_email, arrived_at, accepted_by,
                 accepted_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (node_id) DO UPDATE SET hash = excluded.hash, link_id = excluded.link_id,
                 sender = excluded.sender, sender_email = excluded.sender_email, arrived_at = excluded.arrived_at,
                 accepted_by = excluded.accepted_by, accepted_at = excluded.accepted_at";
    let Came { link, sender, email, arrived_at } = came;
    let (email, arrived_at) = (email.as_deref(), arrived_at.unwrap_or(now));
    tx.run(sql, params![file, hash.as_str(), *link, sender.as_str(), email, arrived_at, by, now]).map(drop)
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InLists {}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InDetail {
    /// Of a file whose present content a visitor of a link has sent, and somebody has accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    received: Option<ReceivedFrom>,
}

/// How the content of a file came.
#[derive(Debug, Serialize, ToSchema)]
struct ReceivedFrom {
    /// What its sender is called, as they wrote it.
    sender: String,
    /// Told to writers and managers alone; null if they gave none.
    #[schema(required)]
    sender_email: Option<String>,
    /// The label of the link, told to writers and managers alone; null if it has none, or is forgotten.
    #[schema(required)]
    link_label: Option<String>,
    /// Seconds since 1970.
    arrived_at: Seconds,
    /// Who has accepted it; null if their account is gone.
    #[schema(required)]
    accepted_by: Option<String>,
    accepted_at: Seconds,
}

fn in_lists(_: &mut Conn<'_>, _: &mut Access<'_>, entries: &[OpenEntry<'_>]) -> security::Result<Vec<InLists>> {
    Ok(entries.iter().map(|_| InLists {}).collect())
}

fn in_detail(conn: &mut Conn<'_>, _: &mut Access<'_>, (entry, role): OpenEntry<'_>) -> security::Result<InDetail> {
    let Some(hash) = entry.hash.as_deref() else { return Ok(InDetail::default()) };
    let sql = "SELECT a.sender, a.sender_email, l.label, a.arrived_at, u.name, a.accepted_at
               FROM links_accepted a
               LEFT JOIN links_link l ON l.link_id = a.link_id
               LEFT JOIN identity_user u ON u.users_id = a.accepted_by
               WHERE a.node_id = $1 AND a.hash = $2";
    let found = conn.find(sql, params![entry.id, hash], |row| {
        Ok(ReceivedFrom {
            sender: row.get(0)?,
            sender_email: row.get(1)?,
            link_label: row.get(2)?,
            arrived_at: row.get(3)?,
            accepted_by: row.get(4)?,
            accepted_at: row.get(5)?,
        })
    })?;
    // Who decides about such files has read this before; readers are told who it is from.
    let decides = role >= NodeRole::Writer;
    let for_reader = |from: ReceivedFrom| ReceivedFrom { sender_email: None, link_label: None, ..from };
    Ok(InDetail { received: found.map(|from| if decides { from } else { for_reader(from) }) })
}
