//! The bytes of a file that will wait, as tus sends them. Whether its sender may send is asked before, by the room that
//! knows them.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use authz::{Actor, Origin};
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use futures_util::{StreamExt, stream};
use primitives::NodeId;
use rest::Problem;
use storage::lease::while_renewed;

use super::expect::note_coming;
use crate::Content;
use crate::uploads::{
    TusUpload, UploadQuery, UploadSource, is_stale, tus_append, tus_probe, tus_require, tus_terminate,
};

/// A file that a visitor sends: the maker of the link, the visitor's address, and the ticket of the file.
#[derive(Clone, Debug)]
pub struct ReceivedFile {
    pub actor: Arc<Actor>,
    pub origin: Origin,
    pub node: NodeId,
    pub ticket: String,
}

impl ReceivedFile {
    fn upload(self) -> TusUpload {
        let Self { actor, origin, node, ticket } = self;
        TusUpload {
            query: UploadQuery { node_id: Some(node), partial_id: None, callback: Some(ticket) },
            // Who sends it has no session that could end.
            source: UploadSource { what: "link_file_append", origin, user: actor.user, session: None },
        }
    }
}

/// Waits for the first byte of a part; None if it has none. Who does not have the file's ticket is refused before.
pub async fn await_received(content: &Content, file: ReceivedFile, body: Body) -> Result<Option<Body>, Problem> {
    require_ticket(content, file).await?;
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        // A connection that breaks is told by who appends.
        if chunk.as_ref().map_or(true, |bytes| !bytes.is_empty()) {
            return Ok(Some(Body::from_stream(stream::iter([chunk]).chain(chunks))));
        }
    }
    Ok(None)
}

/// Refuses who does not have the file's ticket.
pub async fn require_ticket(content: &Content, file: ReceivedFile) -> Result<(), Problem> {
    tus_require(content, file.upload()).await
}

/// Appends the next bytes; the part with the last byte ends it, and it waits. As long as they come, that is noted.
pub async fn append_received(
    content: &Content,
    file: ReceivedFile,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response<Body>, Problem> {
    let (node, noted) = (file.node, AtomicI64::new(content.clock.now()));
    while_renewed(|| keep_noting(content, node, &noted), tus_append(content, file.upload(), headers, body)).await
}

async fn keep_noting(content: &Content, node: NodeId, noted: &AtomicI64) -> db::Result<bool> {
    let now = content.clock.now();
    if is_stale(noted.load(Ordering::Relaxed), now) {
        content.db.write(move |tx| note_coming(tx, node, now)).await?;
        noted.store(now, Ordering::Relaxed);
    }
    Ok(true)
}

/// How many bytes have come.
pub async fn tell_received(content: &Content, file: ReceivedFile) -> Result<Response<Body>, Problem> {
    tus_probe(content, file.upload()).await
}

/// It will not be finished.
pub async fn give_up_received(content: &Content, file: ReceivedFile) -> Result<Response<Body>, Problem> {
    tus_terminate(content, file.upload()).await
}
