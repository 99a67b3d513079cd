//! Who can be mentioned about an entry: people who see it now, as far as the asker may know of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Value};
use nodes::in_list;
use primitives::{NodeId, UserId};

use crate::acts::Comment;
use crate::error::{Error, Result};

/// Refuses if the asker may not comment on the entry, or if one of `users` cannot be mentioned there. Who does not see
/// it, and who does not exist, get one answer.
pub(crate) async fn require(db: &Db, asker: &Arc<Actor>, node: NodeId, users: &BTreeSet<UserId>) -> Result<()> {
    if users.is_empty() {
        return Ok(());
    }
    let wanted: Vec<UserId> = users.iter().copied().collect();
    let seeing = security::known_who_see::<Comment>(db, asker, node, wanted, who_spoke).await?;
    if seeing.len() == users.len() { Ok(()) } else { Err(Error::UnknownMention) }
}

/// Those of `users` who spoke about the entry.
pub(crate) fn who_spoke(conn: &mut Conn<'_>, node: NodeId, users: &[UserId]) -> db::Result<Vec<UserId>> {
    let (list, values) = in_list(2, users);
    let values: Vec<_> = std::iter::once(Value::from(node)).chain(values).collect();
    let sql = format!(
        "SELECT DISTINCT c.users_id FROM comments_comment c
         WHERE c.node_id = $1 AND c.removed_at IS NULL AND c.users_id IN ({list})"
    );
    conn.rows(&sql, &values, |row| row.get(0))
}
