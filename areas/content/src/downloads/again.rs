//! Finds bytes again that are being sent. A disk keeps an open file, whatever becomes of it; a store of objects does
//! not: if the file is replaced or moves to another store, its content lies elsewhere.

use nodes::Node;
use primitives::NodeId;
use storage::{disk, integrity};

use super::chunks::Stored;
use crate::Content;

/// A file may be replaced again and again while it is looked for.
const TRIES: usize = 3;

/// Which content is sent, and of which file.
#[derive(Clone)]
pub(crate) struct Again {
    content: Content,
    node: NodeId,
    hash: String,
}

impl Again {
    /// None if it is not known what the content is.
    pub fn of(content: &Content, node: NodeId, hash: Option<&str>) -> Option<Self> {
        Some(Self { content: content.clone(), node, hash: hash?.to_owned() })
    }

    /// The same bytes where they are now: an earlier version of the file has them, or the file itself, or another one.
    /// None if they cannot be had any more.
    pub async fn find(&self) -> Option<Stored> {
        let Content { db, clock, .. } = &self.content;
        for _ in 0..TRIES {
            let (Node { facts, repository, .. }, file) =
                integrity::right_bytes(db, self.node, &self.hash, clock.now()).await.ok()??;
            if facts.hash.as_ref() == Some(&self.hash) {
                let store = db.read(move |c| disk::store(c, repository)).await.ok()?;
                return Some((store, file));
            }
        }
        None
    }
}
