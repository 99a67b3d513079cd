//! What can be done about the review of a file.

use authz::Rule;
use primitives::NodeRole::{Manager, Reader, Writer};

authz::acts! {
    /// Read who was asked about it and what they said, and answer if asked.
    Review = Rule::new("review", 37, Reader, Rule::FILES).while_locked();
    /// Ask people whether it can be approved.
    AskForReview = Rule::new("ask_for_review", 38, Writer, Rule::FILES).in_menu();
    /// Change and close a review that somebody else asked for.
    ManageReviews = Rule::new("manage_reviews", 39, Manager, Rule::FILES).while_locked();
}
