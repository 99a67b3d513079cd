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
    #[serde(rename = "delete")]
    Delete,
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
    const ALL: [Self; 9] = [
        Self::Upload,
        Self::Move,
        Self::Copy,
        Self::Delete,
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
            Self::Delete => "delete",
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
            Self::Cancelled => "cancelled",
        }
    }

    pub fn is_end(&self) -> bool {
        match self {
            Self::InProgress | Self::GeneratingPreview | Self::Queued(_) => false,
            Self::Success | Self::Done | Self::Error | Self::PartialError | Self::Cancelled => true,
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
    /// in_progress, success, done, error, partial_error, generating_preview, or the position in a queue.
    #[schema(value_type = String)]
    pub status: Status,
    #[schema(required)]
    pub node_id: Option<NodeId>,
    #[schema(required)]
    pub parent_id: Option<NodeId>,
    /// How many entries it is about; null if it is about one, or if that is not known.
    #[schema(required)]
    pub items: Option<i64>,
    pub cancellable: bool,
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
    pub items: Option<i64>,
    pub cancellable: Option<bool>,
    pub job: Option<JobId>,
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
        ] {
            let status = Status::from(word.to_owned());
            assert_eq!((status.word(), status.is_end()), (word, ends));
        }
    }
}
