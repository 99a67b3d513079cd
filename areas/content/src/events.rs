//! Notifications of other rooms and of pages: jobs in the same transaction for rooms, events in the room of the parent
//! folder for pages.

use db::Tx;
use nodes::PreviewState;
use primitives::NodeId;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::entries::model::Preview;

/// A file's bytes are in place. Rooms that derive something from content register for this job.
pub const FILE_STORED: &str = "content.file_stored";

/// The payload of `FILE_STORED`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStored {
    pub node_id: NodeId,
    pub hash: String,
}

/// Notifies pages that show the folder that one of its entries changed. `status`: created, updated, removed, restored.
pub(crate) fn entry(tx: &mut Tx<'_>, folder: Option<NodeId>, node: NodeId, status: &str) -> db::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let body = json!({ "type": "entry", "node_id": node, "parent_id": folder, "status": status });
    activity::tell_node(tx, folder, &body)
}

/// Notifies pages that show the folder of the result of a preview (spec 2 §4: type rendition_service).
pub fn preview_made(tx: &mut Tx<'_>, folder: Option<NodeId>, node: NodeId, preview: &Preview) -> db::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let status = match preview.status {
        PreviewStatus::GeneratingPreview => "in_progress",
        PreviewStatus::Ready => "done",
        PreviewStatus::None | PreviewStatus::Error | PreviewStatus::Unavailable => "error",
    };
    let body = json!({
        "type": "rendition_service", "node_id": node, "parent_id": folder, "status": status, "preview": preview
    });
    activity::tell_node(tx, folder, &body)
}

/// The five states of a card's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PreviewStatus {
    None,
    GeneratingPreview,
    Ready,
    Error,
    Unavailable,
}

impl From<PreviewState> for PreviewStatus {
    fn from(state: PreviewState) -> Self {
        match state {
            PreviewState::None => Self::None,
            PreviewState::Waiting => Self::GeneratingPreview,
            PreviewState::Ready => Self::Ready,
            PreviewState::Failed => Self::Error,
            PreviewState::Unsupported => Self::Unavailable,
        }
    }
}
