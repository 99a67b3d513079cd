//! The job behind a folder that is back from the bin: the files in it that wait for their pictures are drawn after all.

use db::{Conn, Tx, params};
use events::Header;
use jobs::{JobContext, JobError, NewJob, Outcome};
use primitives::{NodeId, NodeKind, TenantId, UserId};
use serde::{Deserialize, Serialize};

use crate::{DEFINITION, Media, draw};

pub(crate) const INSIDE: &str = "media.draw_inside";

/// Contents that are enqueued with one write.
const BATCH: i64 = 1_000;

/// The payload.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Inside {
    node_id: NodeId,
    tenant_id: TenantId,
    users_id: Option<UserId>,
}

pub(crate) fn enqueue(tx: &mut Tx<'_>, event: &Header, folder: NodeId) -> db::Result<()> {
    let inside = Inside { node_id: folder, tenant_id: event.tenant, users_id: event.author.user };
    let payload = serde_json::to_value(&inside).map_err(|error| db::Error::Broken(error.to_string()))?;
    let job = NewJob::due(INSIDE, &payload, event.at).of(event.tenant).for_user(event.author.user);
    jobs::enqueue(tx, &job).map(drop)
}

pub(crate) async fn draw_inside(media: &Media, context: &JobContext) -> Result<Outcome, JobError> {
    let inside: Inside = context.payload()?;
    let (folder, mut after) = (inside.node_id, String::new());
    loop {
        let found = media.db.read(move |c| waiting(c, folder, &after)).await?;
        let Some((last, _)) = found.last().cloned() else { return Ok(Outcome::Done) };
        after = last;
        let (who, now) = ((inside.tenant_id, inside.users_id), media.clock.now());
        let enqueued = media.db.write(move |tx| {
            found.iter().try_for_each(|(hash, node)| draw::enqueue_for(tx, who, (*node, hash.as_str()), now))
        });
        enqueued.await?;
    }
}

/// The next contents after `after` that wait to be drawn, each with one of its files in the folder.
fn waiting(conn: &mut Conn<'_>, folder: NodeId, after: &str) -> db::Result<Vec<(String, NodeId)>> {
    let below = |kind: NodeKind| {
        let on = format!("n.parent_id = down.node_id AND n.kind = {} AND n.state = {}", kind.code(), nodes::READY);
        db::seek(conn.engine(), "nodes_node", "n", &on)
    };
    let drawn = "r.content_hash = n.content_hash AND r.definition_version = $3 AND r.state = 'waiting'";
    let sql = format!(
        "WITH RECURSIVE down (node_id) AS (
           SELECT node_id FROM nodes_node WHERE node_id = $1 AND state = {}
           UNION ALL
           SELECT n.node_id FROM down {}
         )
         SELECT n.content_hash, MIN(n.node_id)
         FROM down {} {}
         WHERE n.content_hash > $2
         GROUP BY n.content_hash
         ORDER BY n.content_hash
         LIMIT $4",
        nodes::READY,
        below(NodeKind::Folder),
        below(NodeKind::File),
        db::seek(conn.engine(), "media_rendition", "r", drawn)
    );
    conn.rows(&sql, params![folder, after, DEFINITION, BATCH], |row| Ok((row.get(0)?, row.get(1)?)))
}
