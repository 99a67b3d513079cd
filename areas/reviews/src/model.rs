//! Reviews in the API.

use primitives::{NodeId, Seconds, UserId};
use serde::Serialize;

use crate::outcome::ReviewState;

db::id!(
    /// A review of a file; a later one has a higher id.
    ReviewId
);

/// People whom one review asks.
pub(crate) const MOST_REVIEWERS: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ReviewPerson)]
pub(crate) struct Person {
    pub users_id: UserId,
    pub name: String,
    #[schema(required)]
    #[serde(serialize_with = "rest::whole_address")]
    pub avatar_url: Option<String>,
}

/// The review of a file, and those before it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ReviewOfFile {
    pub node_id: NodeId,
    /// The number of the file's present content, counted from 1.
    pub version: i64,
    /// The one that goes on.
    #[schema(required)]
    pub review: Option<Review>,
    /// Those that have ended, the latest first; at most ten are kept.
    #[schema(max_items = 10)]
    pub earlier: Vec<Review>,
    /// The asker may ask people to review the file now.
    pub may_ask: bool,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Review {
    pub review_id: ReviewId,
    /// What the answers about the present content come to; of one that has ended, what they came to then.
    pub state: ReviewState,
    /// Null if their account is gone.
    #[schema(required)]
    pub asked_by: Option<Person>,
    pub asked_at: Seconds,
    /// May be empty.
    pub message: String,
    /// One approval is enough; otherwise everybody has to approve.
    pub one_is_enough: bool,
    /// The day by which answers are wanted, `2027-03-25`.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub due_on: Option<String>,
    /// By name; at most twenty.
    #[schema(max_items = 20)]
    pub reviewers: Vec<Reviewer>,
    /// The asker is asked, and may answer or answer anew.
    pub may_answer: bool,
    /// The asker may change it, ask others, and close it.
    pub may_manage: bool,
    /// Null while it goes on.
    #[schema(required)]
    pub ended: Option<EndOfReview>,
}

/// Somebody who is asked, and what they answered.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Reviewer {
    #[serde(flatten)]
    pub person: Person,
    /// The review waits for their answer.
    pub waits: bool,
    /// They see the file now. Who does not can neither answer nor be told of it.
    pub sees: bool,
    /// The last one.
    #[schema(required)]
    pub answer: Option<ReviewAnswer>,
    /// What they answered about earlier contents of the file, the latest first; at most five are kept.
    #[schema(max_items = 5)]
    pub earlier: Vec<ReviewAnswer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct ReviewAnswer {
    /// Otherwise they ask for changes.
    pub approves: bool,
    /// May be empty.
    pub words: String,
    /// The number of the content that they saw.
    pub version: i64,
    /// It is about the content that the file has now.
    pub is_current: bool,
    pub answered_at: Seconds,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct EndOfReview {
    pub at: Seconds,
    /// The name of who closed it, or asked anew.
    #[schema(required)]
    pub by: Option<String>,
}
