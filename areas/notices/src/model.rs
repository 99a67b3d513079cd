//! Notices in the API.

use primitives::{AppInstanceId, NodeId, NodeKind, Seconds, UserId};
use serde::Serialize;

use crate::kinds::NoticeAbout;

db::id!(
    /// A notice; a later one has a higher id.
    NoticeId
);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = NoticePerson)]
pub(crate) struct Person {
    pub users_id: UserId,
    pub name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
}

/// An entry, or a repository, that a notice is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct NoticeEntry {
    pub node_id: NodeId,
    /// The folder that it is in, if the asker sees that; null of a repository.
    #[schema(required)]
    pub parent_id: Option<NodeId>,
    pub node_type: NodeKind,
    pub entry_type: String,
    pub name: String,
}

/// What somebody is told, as they may know it now.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = Notice)]
pub(crate) struct ShownNotice {
    pub notice_id: NoticeId,
    /// `comment_mention`, `collection_shared` and the like: each room has its own.
    pub kind: String,
    /// What it is about, as its kind counts such things: a thread, a collection.
    pub subject: i64,
    /// The application instance in which the asker opens it.
    pub application_instance_id: AppInstanceId,
    /// Who did it, or did it last; null if nobody with an account did.
    #[schema(required)]
    pub from: Option<Person>,
    #[schema(required)]
    pub entry: Option<NoticeEntry>,
    #[schema(required)]
    pub about: Option<NoticeAbout>,
    /// More, depending on its kind.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    pub detail: serde_json::Value,
    /// How often it happened since it was seen last.
    #[schema(minimum = 1)]
    pub times: i64,
    /// When it happened, or happened last.
    pub told_at: Seconds,
    pub seen: bool,
}
