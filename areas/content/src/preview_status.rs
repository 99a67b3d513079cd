//! The state of a card's picture, and the notification of pages that show it.

use db::Tx;
use nodes::PreviewState;
use primitives::NodeId;
use serde::Serialize;
use serde_json::json;

use crate::entries::model::Preview;

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
