//! Who can be mentioned about an entry: people who see it now, as far as the asker may know of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use authz::Actor;
use db::{Conn, Db, Value};
use nodes::in_list;
use primitives::{Application, NodeId, UserId};
use security::Looking;

use crate::acts::Comment;
use crate::error::{Error, Result};

/// Refuses if the asker may not comment on the entry, or if one of `users` cannot be mentioned there. Who does not see
/// it, and who does not exist, get one answer.
pub(crate) async fn require(db: &Db, asker: &Arc<Actor>, node: NodeId, users: &BTreeSet<UserId>) -> Result<()> {
    if users.is_empty() {
        return Ok(());
    }
    let wanted: Vec<UserId> = users.iter().copied().collect();
    let known = security::read(db, asker, move |c, access| {
        access.authorize::<Comment>(c, node)?;
        known(c, access.actor(), node, &wanted)
    });
    let seeing = seeing(db, node, known.await?).await?;
    if seeing.len() == users.len() { Ok(()) } else { Err(Error::UnknownMention) }
}

/// Those of `users` whom the asker sees elsewhere, and who spoke about the entry.
pub(crate) fn known(conn: &mut Conn<'_>, asker: &Actor, node: NodeId, users: &[UserId]) -> Result<Vec<UserId>> {
    let met = accounts::contacts_among(conn, asker, users)?.into_iter().map(|contact| contact.user);
    let mut known: BTreeSet<UserId> = met.collect();
    if known.len() < users.len() {
        let (list, values) = in_list(2, users);
        let values: Vec<_> = std::iter::once(Value::from(node)).chain(values).collect();
        let sql = format!(
            "SELECT DISTINCT c.users_id FROM comments_comment c
             WHERE c.node_id = $1 AND c.removed_at IS NULL AND c.users_id IN ({list})"
        );
        known.extend(conn.rows(&sql, &values, |row| row.get::<UserId>(0))?);
    }
    Ok(known.into_iter().collect())
}

/// Those of `users` who see the entry now.
pub(crate) async fn seeing(db: &Db, node: NodeId, users: Vec<UserId>) -> Result<Vec<UserId>> {
    let found = db.read(move |c| accounts::find_actors(c, &users)).await?;
    let actors: Vec<Arc<Actor>> = found.into_iter().filter(has_application).map(Arc::new).collect();
    let askers = actors.iter().map(|actor| (actor.clone(), vec![node])).collect();
    let seen = security::visible_to(db, askers, Looking::AtWhatIs).await?;
    let seeing = actors.iter().zip(seen).filter(|(_, seen)| seen.contains(&node));
    Ok(seeing.map(|(actor, _)| actor.user).collect())
}

/// Without an application of files, nobody can open one.
fn has_application(actor: &Actor) -> bool {
    actor.instances.iter().any(|instance| instance.application == Application::Content)
}
