//! Bookmarks end with their entries: when an entry goes to the bin, a job drops those of it and of everything below.

use audit::{Act, Author, Object};
use authz::Origin;
use content::EntryRemoved;
use db::{Tx, params};
use jobs::{JobContext, JobError, Kind, NewJob, Outcome};
use nodes::NodeState;
use primitives::{NodeId, Seconds, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Bookmarks;

const DROP: &str = "bookmarks.drop";

/// The payload of the job.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Dropping {
    node: NodeId,
    /// Who removed the entry.
    users_id: Option<UserId>,
}

pub(crate) fn removed(tx: &mut Tx<'_>, removed: &EntryRemoved) -> db::Result<()> {
    let payload = json!(Dropping { node: removed.node, users_id: removed.header.author.user });
    jobs::enqueue(tx, &NewJob::due(DROP, &payload, removed.header.at).of(removed.header.tenant))?;
    Ok(())
}

pub(crate) fn kind(bookmarks: Bookmarks) -> Kind {
    Kind::new(DROP, move |context| {
        let bookmarks = bookmarks.clone();
        async move { run(&bookmarks, context).await }
    })
}

async fn run(bookmarks: &Bookmarks, context: JobContext) -> Result<Outcome, JobError> {
    let (dropping, now) = (context.payload::<Dropping>()?, bookmarks.clock.now());
    let dropped = bookmarks.db.write(move |tx| {
        drop_below(tx, dropping, now)?;
        context.complete(tx)
    });
    dropped.await?;
    Ok(Outcome::Done)
}

fn drop_below(tx: &mut Tx<'_>, dropping: Dropping, now: Seconds) -> db::Result<()> {
    // It may have been restored meanwhile, or deleted for good.
    let binned = nodes::find(tx, dropping.node)?.filter(|node| node.state == NodeState::Binned);
    let Some(node) = binned else { return Ok(()) };
    let dropped = tx.run(
        "WITH RECURSIVE below (node_id) AS (
           SELECT node_id FROM nodes_node WHERE node_id = $1
           UNION
           SELECT n.node_id FROM below JOIN nodes_node n ON n.parent_id = below.node_id
         )
         DELETE FROM bookmarks_bookmark WHERE node_id IN (SELECT node_id FROM below)",
        params![node.id],
    )?;
    if dropped > 0 {
        let author = dropping.users_id.map_or(Author::nobody(Origin::Job), |user| Author::user(user, Origin::Job));
        let act = Act::new("bookmarks_drop", node.tenant, Object::new("node", node.id.0, node.name));
        audit::record(tx, author, act.after(json!({ "bookmarks": dropped })), now);
    }
    Ok(())
}
