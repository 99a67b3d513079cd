//! The address of an upload.

use primitives::NodeId;
use serde::Deserialize;

use super::ended::{self, Ended};
use super::pending::{self, Pending, UploadSource};
use super::recovery;
use crate::{Content, Error, Result};

/// The upload and its ticket, as in the prepared address.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
pub struct UploadQuery {
    pub node_id: Option<NodeId>,
    /// Instead of the node: a partial upload of a file, as in tus.
    pub partial_id: Option<i64>,
    /// The ticket.
    pub callback: Option<String>,
}

impl UploadQuery {
    pub(super) fn named(&self) -> Result<(NodeId, String)> {
        let node = self.node_id.ok_or(Error::Field("node_id"))?;
        Ok((node, self.callback.clone().ok_or(Error::Field("callback"))?))
    }

    pub(super) async fn pending(&self, content: &Content, upload_source: UploadSource) -> Result<Pending> {
        let (node, ticket) = self.named()?;
        let upload = content.db.read(move |c| pending::find(c, node, &ticket, upload_source)).await?;
        Box::pin(recovery::take_left(content, &upload)).await?;
        Ok(upload)
    }

    pub(super) async fn ended(&self, content: &Content, upload_source: UploadSource) -> Result<Option<Ended>> {
        let (node, ticket) = self.named()?;
        content.db.read(move |c| ended::find(c, node, &ticket, upload_source.user)).await
    }
}
