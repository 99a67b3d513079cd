//! Whether bytes of a group still come.

use std::collections::{HashMap, HashSet};

use db::{Conn, Result, Value, params};
use nodes::in_list;
use primitives::{NodeId, Seconds, UserId};

use super::{UploadGroup, store};
use crate::uploads::locks::Uploads;

/// A page that sends is never silent for so long.
const LONGEST_SILENCE: Seconds = 60;

/// Finds out which of a user's groups are quiet. This process knows what it receives; of others, their leases tell.
pub(super) fn mark(
    conn: &mut Conn<'_>,
    uploads: &Uploads,
    user: UserId,
    groups: &mut [UploadGroup],
    now: Seconds,
) -> Result<()> {
    let is_silent = |group: &UploadGroup| !group.ended && group.seen_at + LONGEST_SILENCE <= now;
    if !groups.iter().any(is_silent) {
        return Ok(());
    }
    let coming = coming(conn, uploads, user, now)?;
    for group in groups.iter_mut().filter(|group| is_silent(group)) {
        group.quiet = !coming.contains(&group.bg_group_id);
    }
    Ok(())
}

/// Those of these entries that quiet groups of a user have begun to send, each with the background action of its group.
pub(crate) fn held_by_quiet(
    conn: &mut Conn<'_>,
    uploads: &Uploads,
    user: UserId,
    nodes: &[NodeId],
    now: Seconds,
) -> Result<HashMap<NodeId, String>> {
    let mut begun: Vec<(NodeId, String)> = Vec::new();
    for some in nodes.chunks(256) {
        let (list, ids) = in_list(2, some);
        let sql = format!(
            "SELECT node_id, bg_group_id FROM content_upload
             WHERE users_id = $1 AND bg_group_id IS NOT NULL AND node_id IN ({list})"
        );
        let values: Vec<_> = std::iter::once(Value::from(user)).chain(ids).collect();
        begun.extend(conn.rows(&sql, &values, |row| Ok((row.get(0)?, row.get(1)?)))?);
    }
    let ids: HashSet<&String> = begun.iter().map(|(_, group)| group).collect();
    let mut groups = Vec::new();
    for id in ids {
        groups.extend(store::find(conn, user, id)?);
    }
    mark(conn, uploads, user, &mut groups, now)?;
    let quiet: HashMap<String, String> =
        groups.into_iter().filter(|group| group.quiet).map(|group| (group.bg_group_id, group.bg_action_id)).collect();
    Ok(begun.into_iter().filter_map(|(node, group)| Some((node, quiet.get(&group)?.clone()))).collect())
}

/// The groups of a user of which some process receives a file now.
fn coming(conn: &mut Conn<'_>, uploads: &Uploads, user: UserId, now: Seconds) -> Result<HashSet<String>> {
    let sql = "SELECT u.bg_group_id, u.node_id, u.lease_until
               FROM content_upload_group g
               JOIN content_upload u ON u.bg_group_id = g.bg_group_id
               WHERE g.users_id = $1 AND g.ended_at IS NULL";
    let files = conn
        .rows(sql, params![user], |row| Ok((row.get::<String>(0)?, row.get::<NodeId>(1)?, row.get::<Seconds>(2)?)))?;
    let received = files.into_iter().filter(|(_, node, until)| *until > now || uploads.is_receiving(*node));
    Ok(received.map(|(group, ..)| group).collect())
}
