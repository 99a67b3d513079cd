//! The bytes of a file that will wait, as tus sends them. Whether its sender may send is asked before, by the room that
//! knows them.

use std::sync::Arc;

use authz::{Actor, Origin};
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use primitives::NodeId;
use rest::Problem;

use crate::Content;
use crate::uploads::{TusUpload, UploadQuery, UploadSource, tus_append, tus_probe, tus_terminate};

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

/// Appends the next bytes; the part with the last byte ends it, and it waits.
pub async fn append_received(
    content: &Content,
    file: ReceivedFile,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response<Body>, Problem> {
    tus_append(content, file.upload(), headers, body).await
}

/// How many bytes have come.
pub async fn tell_received(content: &Content, file: ReceivedFile) -> Result<Response<Body>, Problem> {
    tus_probe(content, file.upload()).await
}

/// It will not be finished.
pub async fn give_up_received(content: &Content, file: ReceivedFile) -> Result<Response<Body>, Problem> {
    tus_terminate(content, file.upload()).await
}
