//! What the job of a copy is asked for.

use primitives::{Language, Seconds, UserId};
use serde::{Deserialize, Serialize};

use super::store::CopyingId;

pub(super) const COPY: &str = "copy";
/// A copy can be taken back for so long.
pub(super) const OPEN: Seconds = 86_400;

/// The payload of the job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Copying {
    pub copying: CopyingId,
    pub bg_action_id: String,
    pub users_id: UserId,
    /// Of the person who asked, for names of copies and for what is said at the end.
    pub language: Language,
    pub keep_both: bool,
    #[serde(default)]
    pub replace: bool,
}
