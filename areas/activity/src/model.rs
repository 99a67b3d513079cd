//! A background action: its fields in the API, and its states.

use db::{Error, Result};
use jobs::JobId;
use primitives::{NodeId, Seconds, TenantId, UserId};
use serde::{Deserialize, Serialize};

/// The types of a background action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
pub enum ActionKind {
    #[serde(rename = "upload")]
    Upload,
    #[serde(rename = "move")]
    Move,
    #[serde(rename = "copy")]
    Copy,
    #[serde(rename = "rename")]
    Rename,
    /// Into the bin.
    #[serde(rename = "delete")]
    Delete,
    /// Out of the bin.
    #[serde(rename = "restore")]
    Restore,
    /// Deleted for good.
    #[serde(rename = "purge")]
    Purge,
    #[serde(rename = "empty_bin")]
    EmptyBin,
    /// Nobody did this: the installation tells of it.
    #[serde(rename = "files_damaged")]
    FilesDamaged,
    /// A repository, to another file server.
    #[serde(rename = "move_repository")]
    MoveRepository,
    #[serde(rename = "customAction")]
    CustomAction,
    #[serde(rename = "export")]
    Export,
    #[serde(rename = "synthetic_image_txt2img")]
    TextToImage,
    #[serde(rename = "synthetic_image_upscale")]
    Upscale,
    #[serde(rename = "other")]
    Other,
}

impl ActionKind {
    const ALL: [Self; 15] = [
        Self::Upload,
        Self::Move,
        Self::Copy,
        Self::Rename,
        Self::Delete,
        Self::Restore,
        Self::Purge,
        Self::EmptyBin,
        Self::FilesDamaged,
        Self::MoveRepository,
        Self::CustomAction,
        Self::Export,
        Self::TextToImage,
        Self::Upscale,
        Self::Other,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Move => "move",
            Self::Copy => "copy",
            Self::Rename => "rename",
            Self::Delete => "delete",
            Self::Restore => "restore",
            Self::Purge => "purge",
            Self::EmptyBin => "empty_bin",
            Self::FilesDamaged => "files_damaged",
            Self::MoveRepository => "move_repository",
            Self::CustomAction => "customAction",
            Self::Export => "export",
            Self::TextToImage => "synthetic_image_txt2img",
            Self::Upscale => "synthetic_image_upscale",
            Self::Other => "other",
        }
    }

    pub fn parse(word: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|kind| kind.word() == word);
        found.ok_or_else(|| Error::Broken(format!("{word} is no type of background action")))
    }
}

/// The state of an action. In a queue the text says where it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Status {
    InProgress,
    GeneratingPreview,
    Queued(String),
    Success,
    Done,
    Error,
    PartialError,
    /// Its owner stopped it; what was done by then stays.
    Stopped,
    /// Its owner cancelled it; the action is gone, and this is the last event about it.
    Cancelled,
}

impl Status {
    pub fn word(&self) -> &str {
        match self {
            Self::InProgress => "in_progress",
            Self::GeneratingPreview => "generating_preview",
            Self::Queued(words) => words,
            Self::Success => "success",
            Self::Done => "done",
            Self::Error => "error",
            Self::PartialError => "partial_error",
            Self::Stopped => "stopped",
            Self::Cancelled => "cancelled",
        }
    }

    pub fn is_end(&self) -> bool {
        match self {
            Self::InProgress | Self::GeneratingPreview | Self::Queued(_) => false,
            Self::Success | Self::Done | Self::Error | Self::PartialError | Self::Stopped | Self::Cancelled => true,
        }
    }

    pub fn went_well(&self) -> bool {
        matches!(self, Self::Success | Self::Done)
    }
}

impl From<String> for Status {
    fn from(word: String) -> Self {
        match word.as_str() {
            "in_progress" => Self::InProgress,
            "generating_preview" => Self::GeneratingPreview,
            "success" => Self::Success,
            "done" => Self::Done,
            "error" => Self::Error,
            "partial_error" => Self::PartialError,
            "stopped" => Self::Stopped,
            "cancelled" => Self::Cancelled,
            _ => Self::Queued(word),
        }
    }
}

impl From<Status> for String {
    fn from(status: Status) -> Self {
        status.word().to_owned()
    }
}

/// A background action as a page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct BgAction {
    pub bg_action_id: String,
    /// Actions of one group are shown under one header.
    pub bg_group_id: String,
    pub title: String,
    pub text: String,
    #[serde(rename = "type")]
    pub kind: ActionKind,
    #[schema(required)]
    pub icon: Option<String>,
    pub created_at: Seconds,
    /// 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub progress: i64,
    /// in_progress, success, done, error, partial_error, stopped, generating_preview, or the position in a queue.
    #[schema(value_type = String)]
    pub status: Status,
    #[schema(required)]
    pub node_id: Option<NodeId>,
    #[schema(required)]
    pub parent_id: Option<NodeId>,
    /// Of a move or a copy, the folder that its entries were in; null if they were in several.
    #[schema(required)]
    pub from_id: Option<NodeId>,
    /// How many entries it is about; null if it is about one, or if that is not known.
    #[schema(required)]
    pub items: Option<i64>,
    pub cancellable: bool,
    /// Once it has ended: with how many entries it is done; null if it is about one, or if that is not known.
    #[schema(required)]
    pub done: Option<i64>,
    /// With how many it could not be done.
    #[schema(required)]
    pub failed: Option<i64>,
    /// Its owner may take it back, until `undo_until`.
    pub can_undo: bool,
    #[schema(required)]
    pub undo_until: Option<Seconds>,
    /// It was taken back.
    pub undone: bool,
    /// Its owner may try again what failed, until `retry_until`.
    pub can_retry: bool,
    #[schema(required)]
    pub retry_until: Option<Seconds>,
    /// What failed was tried again, by another action; absent if it was not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retried: bool,
    /// The action that it takes back.
    #[schema(required)]
    pub undoes: Option<String>,
}

impl BgAction {
    /// What may still be done with it at `now`.
    pub(crate) fn at(mut self, now: Seconds) -> Self {
        self.can_undo &= self.undo_until.is_some_and(|until| now < until);
        self.can_retry &= self.retry_until.is_some_and(|until| now < until);
        self
    }
}

/// A new action.
#[derive(Clone, Debug)]
pub struct NewAction {
    pub user: UserId,
    pub tenant: TenantId,
    /// Chosen by the page, 9 to 64 characters; any other value gets a group of its own.
    pub group: Option<String>,
    pub title: String,
    pub text: String,
    pub kind: ActionKind,
    pub icon: Option<String>,
    pub status: Status,
    pub node: Option<NodeId>,
    pub parent: Option<NodeId>,
    /// How many entries it is about, if they are several.
    pub items: Option<i64>,
    pub cancellable: bool,
    /// The job of its work, which is cancelled with it.
    pub job: Option<JobId>,
}

/// The changes of an action; the other fields stay.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub title: Option<String>,
    pub text: Option<String>,
    pub status: Option<Status>,
    pub progress: Option<u8>,
    pub node: Option<NodeId>,
    pub parent: Option<NodeId>,
    /// The folder that its entries were in.
    pub from: Option<NodeId>,
    pub items: Option<i64>,
    pub cancellable: Option<bool>,
    pub job: Option<JobId>,
    pub done: Option<i64>,
    pub failed: Option<i64>,
    /// Until then its owner may take it back.
    pub undo_until: Option<Seconds>,
    /// Until then its owner may try again what failed; 0: it was tried again, or taken back.
    pub retry_until: Option<Seconds>,
    pub undone_at: Option<Seconds>,
    /// The action that it takes back.
    pub undoes: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::{ActionKind, Status};

    #[test]
    fn every_kind_and_status_of_an_action_is_parsed_from_its_word() {
        for kind in ActionKind::ALL {
            assert_eq!(ActionKind::parse(kind.word()).unwrap(), kind);
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
        for (word, ends) in [
            ("in_progress", false),
            ("generating_preview", false),
            ("In Queue: 3", false),
            ("success", true),
            ("done", true),
            ("error", true),
            ("partial_error", true),
            ("stopped", true),
        ] {
            let status = Status::from(word.to_owned());
            assert_eq!((status.word(), status.is_end()), (word, ends));
        }
    }
}
