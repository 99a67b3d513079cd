//! Versions in the API.

use primitives::{NodeId, Seconds};
use serde::Serialize;

use super::VersionId;
use crate::entries::model::Person;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Versions {
    /// The newest first; at most 200.
    #[schema(max_items = 200)]
    pub versions: Vec<Version>,
    /// Send it as `after` to get older ones; null if there are none.
    #[schema(required)]
    pub next: Option<String>,
    /// The asker may replace the file, and take up, name and delete its versions.
    pub may_change: bool,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Version {
    /// 0 of a file that was never replaced.
    pub version_id: VersionId,
    /// Counted from 1; no two versions of a file have the same.
    pub number: i64,
    /// What people call it; it may be empty.
    pub label: String,
    /// It is the file's content now.
    pub is_current: bool,
    /// Bytes.
    pub size: i64,
    #[schema(required)]
    pub mime: Option<String>,
    /// BLAKE3 of the bytes, hexadecimal.
    #[schema(required)]
    pub hash: Option<String>,
    /// When it became the file's content.
    pub made_at: Seconds,
    /// Who made it so.
    #[schema(required)]
    pub made_by: Option<Person>,
    /// The number of the version that it is again.
    #[schema(required)]
    pub restored_from: Option<i64>,
}

/// A version, as who works with it needs to know it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub id: VersionId,
    pub file: NodeId,
    /// The node that keeps an earlier version. The present one has none: its content is the file's own.
    pub kept: Option<NodeId>,
    pub number: i64,
    pub label: String,
}

impl Found {
    pub fn holder(&self) -> NodeId {
        self.kept.unwrap_or(self.file)
    }
}
