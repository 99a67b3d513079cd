//! What is told of a stored file.

use primitives::NodeId;
use serde::Serialize;

/// A stored file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Stored {
    pub node_id: NodeId,
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// BLAKE3, hexadecimal.
    pub hash: String,
    /// The file that it was to replace has this content already: nothing has changed. Who asks for a lost answer again is
    /// told false.
    pub unchanged: bool,
}
