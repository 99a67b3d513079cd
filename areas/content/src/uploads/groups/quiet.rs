//! Whether bytes of a group still come.

use std::collections::HashSet;

use db::{Conn, Result, params};
use primitives::{NodeId, Seconds, UserId};

use super::UploadGroup;
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
