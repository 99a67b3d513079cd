//! A file of a group that did not arrive, as its page tells of it.

use primitives::NodeId;
use serde::Deserialize;

use super::FailureReason;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct FailedFile {
    /// The folder it was sent to.
    pub folder_id: NodeId,
    /// As it was sent.
    pub name: String,
    /// Bytes.
    pub size: u64,
    pub reason: FailureReason,
}
