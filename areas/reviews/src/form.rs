//! What somebody writes about a review, read and checked.

use std::collections::BTreeSet;

use primitives::{NodeId, Seconds, UserId};
use rest::{FieldErrors, Problem, Rule};
use serde::Deserialize;

use crate::day::Day;
use crate::model::MOST_REVIEWERS;
use crate::store::Terms;

/// Files that people are asked about together.
const MOST_FILES: usize = 200;
const LONGEST_MESSAGE: usize = 2_000;
const LONGEST_ANSWER: usize = 1_000;
/// Days from today on.
const LATEST: i64 = 731;

const DUE: Rule = Rule::OfRoom("review_rules.due_on");

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewReview {
    /// 1 to 200 files.
    #[schema(min_items = 1, max_items = 200)]
    node_ids: Vec<NodeId>,
    /// 1 to 20 people who see the files, without the asker.
    #[schema(min_items = 1, max_items = 20)]
    reviewers: Vec<UserId>,
    /// At most 2,000 characters.
    #[serde(default)]
    #[schema(max_length = 2_000)]
    message: String,
    /// One approval is enough; otherwise everybody has to approve.
    #[serde(default)]
    one_is_enough: bool,
    /// The day by which answers are wanted, from today on and within two years.
    #[serde(default)]
    #[schema(format = Date)]
    due_on: Option<String>,
}

/// A form that can be used. Each file and each person is named once, in the order of their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub nodes: Vec<NodeId>,
    pub reviewers: Vec<UserId>,
    pub terms: Terms,
}

impl NewReview {
    pub fn parse(self, asker: UserId, now: Seconds) -> Result<Wanted, Problem> {
        let mut errors = FieldErrors::default();
        let nodes: Vec<NodeId> = self.node_ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        if nodes.is_empty() {
            errors.add("node_ids", Rule::Mandatory);
        }
        if nodes.len() > MOST_FILES {
            errors.add("node_ids", Rule::MaxLength(MOST_FILES));
        }
        let reviewers = errors.take("reviewers", read_reviewers(self.reviewers, asker));
        let message = errors.take("message", read_text(&self.message, LONGEST_MESSAGE));
        let due = errors.take("due_on", read_due(self.due_on.as_deref(), None, now));
        let one_is_enough = self.one_is_enough;
        let read = reviewers.zip(message).zip(due).map(|((reviewers, message), due)| Wanted {
            nodes,
            reviewers,
            terms: Terms { message, one_is_enough, due },
        });
        errors.finish(read)
    }
}

/// People who are to be asked, too.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewReviewers {
    /// 1 to 20 people who see the file. A review asks twenty in all.
    #[schema(min_items = 1, max_items = 20)]
    reviewers: Vec<UserId>,
}

impl NewReviewers {
    pub fn parse(self, asker: UserId) -> Result<Vec<UserId>, Problem> {
        let mut errors = FieldErrors::default();
        let reviewers = errors.take("reviewers", read_reviewers(self.reviewers, asker));
        errors.finish(reviewers)
    }
}

/// What is left out stays as it is.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub(crate) struct ReviewChange {
    #[serde(default, deserialize_with = "rest::present")]
    one_is_enough: Option<bool>,
    /// Null: there is none.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>, format = Date)]
    due_on: Option<Option<String>>,
}

impl ReviewChange {
    /// What is so from now on. `due` is the day of before, which may be said again although it has passed.
    pub fn parse(
        &self,
        (due, one_is_enough): (Option<Day>, bool),
        now: Seconds,
    ) -> Result<(Option<Day>, bool), Problem> {
        let mut errors = FieldErrors::default();
        let wanted = match &self.due_on {
            Some(text) => errors.take("due_on", read_due(text.as_deref(), due, now)),
            None => Some(due),
        };
        errors.finish(wanted.map(|wanted| (wanted, self.one_is_enough.unwrap_or(one_is_enough))))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewReviewAnswer)]
pub(crate) struct NewAnswer {
    /// Otherwise they ask for changes.
    pub approves: bool,
    /// At most 1,000 characters.
    #[serde(default)]
    #[schema(max_length = 1_000)]
    words: String,
    /// The number of the content that they saw. If the file has another one now, the answer is refused.
    #[schema(minimum = 1)]
    pub version: i64,
}

impl NewAnswer {
    pub fn words(&self) -> Result<String, Problem> {
        let mut errors = FieldErrors::default();
        let words = errors.take("words", read_text(&self.words, LONGEST_ANSWER));
        errors.finish(words)
    }
}

fn read_reviewers(users: Vec<UserId>, asker: UserId) -> Result<Vec<UserId>, Rule> {
    let users: BTreeSet<UserId> = users.into_iter().collect();
    if users.is_empty() {
        Err(Rule::Mandatory)
    } else if users.len() > MOST_REVIEWERS {
        Err(Rule::MaxLength(MOST_REVIEWERS))
    } else if users.contains(&asker) {
        Err(Rule::Unknown)
    } else {
        Ok(users.into_iter().collect())
    }
}

fn read_text(text: &str, longest: usize) -> Result<String, Rule> {
    let text = text.trim().replace("\r\n", "\n");
    if text.chars().count() > longest { Err(Rule::MaxLength(longest)) } else { Ok(text) }
}

/// Somewhere it is still yesterday.
fn read_due(text: Option<&str>, known: Option<Day>, now: Seconds) -> Result<Option<Day>, Rule> {
    let Some(text) = text else { return Ok(None) };
    let day = Day::parse(text).ok_or(DUE)?;
    let today = Day::of(now);
    let is_possible = (today.after(-1)..=today.after(LATEST)).contains(&day) || Some(day) == known;
    if is_possible { Ok(Some(day)) } else { Err(DUE) }
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, UserId};
    use serde_json::{Value, json};

    use super::{NewReview, ReviewChange, Wanted};
    use crate::day::Day;

    const NOW: i64 = 1_800_000_000;

    fn read(form: Value) -> Option<Wanted> {
        serde_json::from_value::<NewReview>(form).unwrap().parse(UserId(1), NOW).ok()
    }

    #[test]
    fn a_review_asks_some_people_about_some_files() {
        let wanted =
            read(json!({ "node_ids": [9, 7, 9], "reviewers": [3, 2], "message": " Please \r\n look " })).unwrap();
        assert_eq!((wanted.nodes, wanted.reviewers), (vec![NodeId(7), NodeId(9)], vec![UserId(2), UserId(3)]));
        assert_eq!((wanted.terms.message.as_str(), wanted.terms.due), ("Please \n look", None));
        for (form, is_read) in [
            (json!({ "node_ids": [], "reviewers": [2] }), false),
            (json!({ "node_ids": (0..201).collect::<Vec<_>>(), "reviewers": [2] }), false),
            (json!({ "node_ids": [1], "reviewers": [] }), false),
            (json!({ "node_ids": [1], "reviewers": [1, 2] }), false),
            (json!({ "node_ids": [1], "reviewers": (2..23).collect::<Vec<_>>() }), false),
            (json!({ "node_ids": [1], "reviewers": [2], "message": "é".repeat(2_001) }), false),
            (json!({ "node_ids": [1], "reviewers": [2], "message": "é".repeat(2_000) }), true),
            (json!({ "node_ids": [1], "reviewers": [2], "due_on": "2027-01-13" }), false),
            (json!({ "node_ids": [1], "reviewers": [2], "due_on": "2027-01-14" }), true),
            (json!({ "node_ids": [1], "reviewers": [2], "due_on": "2029-01-16" }), false),
            (json!({ "node_ids": [1], "reviewers": [2], "due_on": "soon" }), false),
        ] {
            assert_eq!(read(form.clone()).is_some(), is_read, "{form}");
        }
    }

    #[test]
    fn a_change_is_of_the_given_fields_alone() {
        let change = |form: Value| serde_json::from_value::<ReviewChange>(form).unwrap();
        let before = (Some(Day(20_000)), true);
        let after = |form: Value| change(form).parse(before, NOW).ok();
        assert_eq!(after(json!({})), Some(before));
        assert_eq!(after(json!({ "due_on": null })), Some((None, true)));
        assert_eq!(after(json!({ "one_is_enough": false })), Some((Some(Day(20_000)), false)));
        assert_eq!(after(json!({ "due_on": Day(20_000).written() })), Some(before), "an answer can be sent back");
        assert_eq!(after(json!({ "due_on": Day(20_001).written() })), None);
    }
}
