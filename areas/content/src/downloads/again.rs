//! Finds bytes again that are being sent. A disk keeps an open file, whatever becomes of it; a store of objects does
//! not: if the file is replaced or moves to another store, its content lies elsewhere.

use db::Conn;
use nodes::Node;
use primitives::{NodeId, NodeKind};
use storage::integrity;

use super::{Stored, open_bytes};
use crate::{Content, Error};

const TRIES: usize = 3;

/// Which content is sent, and of which file.
#[derive(Clone)]
pub(crate) struct Again {
    content: Content,
    file: NodeId,
    hash: String,
}

impl Again {
    /// None if it is not known what the content is.
    pub fn of(content: &Content, file: NodeId, hash: Option<&str>) -> Option<Self> {
        Some(Self { content: content.clone(), file, hash: hash?.to_owned() })
    }

    /// Of what `node` has now. An earlier version may become its file's content again.
    pub fn of_node(content: &Content, node: &Node) -> Option<Self> {
        let file = node.parent.filter(|_| node.is_apart()).unwrap_or(node.id);
        Self::of(content, file, node.facts.hash.as_deref())
    }

    /// The same bytes where they are now: the file has them, or an earlier version of it. None if neither has: another
    /// file may have the same content, but who asks may have no right to that one.
    pub async fn find(&self) -> Option<Stored> {
        for _ in 0..TRIES {
            let (file, hash) = (self.file, self.hash.clone());
            let found = self.content.db.read(move |c| {
                let Some(node) = holder(c, file, &hash)? else { return Ok(None) };
                let bytes = integrity::look(c, node.repository, &node)?;
                Ok::<_, Error>(Some((node, bytes)))
            });
            let (node, bytes) = found.await.ok()??;
            // It may be replaced again and again while it is looked for.
            if let Ok(stored) = open_bytes(&self.content, &node, bytes).await {
                return Some(stored);
            }
        }
        None
    }
}

fn holder(conn: &mut Conn<'_>, file: NodeId, hash: &str) -> db::Result<Option<Node>> {
    // Below a folder there are others' files.
    let Some(file) = nodes::find(conn, file)?.filter(|found| found.kind == NodeKind::File) else { return Ok(None) };
    if file.facts.hash.as_deref() == Some(hash) {
        return Ok(Some(file));
    }
    match nodes::kept_with(conn, file.id, Some(hash))? {
        Some(kept) => nodes::find(conn, kept),
        None => Ok(None),
    }
}
