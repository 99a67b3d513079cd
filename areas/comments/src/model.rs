//! Comments in the API.

use primitives::{NodeId, Seconds, UserId};
use serde::{Deserialize, Serialize};

db::id!(
    /// A comment; the first one of a thread is the thread's id.
    CommentId
);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = CommentPerson)]
pub(crate) struct Person {
    pub users_id: UserId,
    pub name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
}

/// Somebody in a text, by the name that they had when they were mentioned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct CommentMention {
    pub users_id: UserId,
    pub name: String,
}

/// A place in a picture, or on a page of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = CommentPin)]
pub(crate) struct Pin {
    /// Thousandths of the width, from the left.
    #[schema(minimum = 0, maximum = 1000)]
    pub x: i64,
    /// Thousandths of the height, from the top.
    #[schema(minimum = 0, maximum = 1000)]
    pub y: i64,
    /// From 1; null where there are no pages.
    #[schema(required, minimum = 1, maximum = 1_000_000)]
    #[serde(default)]
    pub page: Option<i64>,
}

impl Pin {
    pub fn is_valid(&self) -> bool {
        let within = |part: i64| (0..=1000).contains(&part);
        within(self.x) && within(self.y) && self.page.is_none_or(|page| (1..=1_000_000).contains(&page))
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Comment {
    pub comment_id: CommentId,
    /// Empty if it was removed. Mentions are written as `<@users_id>`.
    pub text: String,
    /// Who is mentioned in the text.
    pub mentions: Vec<CommentMention>,
    pub made_by: Person,
    pub made_at: Seconds,
    /// When its text was changed last.
    #[schema(required)]
    pub edited_at: Option<Seconds>,
    /// Only its place is left, for its answers.
    pub removed: bool,
    /// The asker wrote it, and may change it.
    pub may_edit: bool,
    pub may_remove: bool,
}

/// A comment and its answers.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CommentThread {
    #[serde(flatten)]
    pub first: Comment,
    pub node_id: NodeId,
    /// The place that it is about.
    #[schema(required)]
    pub pin: Option<Pin>,
    /// Which of the entry's pins it is, from 1, in the order in which they were set.
    #[schema(required)]
    pub pin_number: Option<i64>,
    /// Null while it is open.
    #[schema(required)]
    pub resolved: Option<Resolution>,
    /// The latest ten, the earliest of them first.
    pub answers: Vec<Comment>,
    /// All of them.
    pub answer_count: i64,
}

/// The answers of one thread.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CommentAnswers {
    /// The earliest first.
    pub items: Vec<Comment>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CommentResolution)]
pub(crate) struct Resolution {
    pub at: Seconds,
    /// The name of who resolved it.
    #[schema(required)]
    pub by: Option<String>,
}

/// The text of a comment.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct CommentWords {
    /// 1 to 4,000 characters. `<@users_id>` mentions somebody who sees the entry; at most twenty people.
    #[schema(min_length = 1, max_length = 4_000, pattern = "\\S")]
    pub text: String,
}
