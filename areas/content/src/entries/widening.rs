//! A move that takes marks away knowingly: inherited marks that an entry would lose do not become its own
//! (decision 70). The log has the reason.

use std::collections::BTreeSet;

use authz::Permit;
use db::Conn;
use primitives::{NodeId, has_visible};
use rest::{Problem, Rule};
use security::{Access, LONGEST_MARK_KEY};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Error, Move, Result};

/// Characters of a reason.
const LONGEST: usize = 500;
/// So many marks may be given up.
pub(crate) const MOST: usize = 100;

/// Which marks are taken away and why, as the asker wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Widening {
    reason: String,
    /// The keys of these marks: those that the asker was told of.
    marks: BTreeSet<String>,
}

impl Widening {
    /// None: no mark is to be taken away. Neither the reason nor the marks are asked for alone.
    pub fn parse(reason: Option<&str>, marks: Option<Vec<String>>) -> Result<Option<Self>, Problem> {
        if reason.is_none() && marks.is_none() {
            return Ok(None);
        }
        let (reason, marks) = (reason.unwrap_or_default().trim(), marks.unwrap_or_default());
        if reason.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\r')) {
            return Err(Problem::invalid("widen_reason", "invalid"));
        }
        // What shows no letter says nothing.
        let letters = if has_visible(reason) { reason.chars().count() } else { 0 };
        let of_reason = broken(letters, LONGEST).map(|rule| rule.of("widen_reason"));
        let of_keys = marks.iter().any(|key| key.chars().count() > LONGEST_MARK_KEY);
        let of_keys = of_keys.then_some(Rule::MaxLength(LONGEST_MARK_KEY));
        let of_marks = broken(marks.len(), MOST).or(of_keys).map(|rule| rule.of("give_up_marks"));
        if of_reason.is_some() || of_marks.is_some() {
            return Err(Problem::refused(of_reason.into_iter().chain(of_marks).collect()));
        }
        Ok(Some(Self { reason: reason.to_owned(), marks: marks.into_iter().collect() }))
    }

    /// Adds to what the log says after the move.
    pub fn tell(&self, lost: &[String], after: &mut Value) {
        after["lost_marks"] = json!(lost);
        after["reason"] = json!(self.reason);
    }
}

/// The rule that a field of so many characters or marks breaks.
fn broken(length: usize, most: usize) -> Option<Rule> {
    match length {
        0 => Some(Rule::Mandatory),
        length if length > most => Some(Rule::MaxLength(most)),
        _ => None,
    }
}

/// The keys of the marks that the entry is about to lose knowingly. Refused if the asker may not take them away, or has
/// not named each of them: one that came since the asker was told is not lost.
pub(super) fn lost(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    permit: &Permit<Move>,
    (widens, folders): (Option<&Widening>, (NodeId, NodeId)),
) -> Result<Vec<String>> {
    let Some(widens) = widens else { return Ok(Vec::new()) };
    let lost = security::lose_marks(conn, access, permit, folders)?;
    if lost.iter().all(|(_, key)| widens.marks.contains(key)) {
        Ok(lost.into_iter().map(|(_, key)| key).collect())
    } else {
        Err(Error::OtherMarks)
    }
}

#[cfg(test)]
mod tests {
    use super::Widening;

    fn marks(count: usize) -> Option<Vec<String>> {
        Some((0..count).map(|number| format!("mark {number}")).collect())
    }

    #[test]
    fn a_reason_has_words_and_not_too_many() {
        assert_eq!(Widening::parse(None, None).unwrap(), None);
        let parsed = Widening::parse(Some(" for the press "), marks(1)).unwrap();
        let wanted = Widening { reason: "for the press".to_owned(), marks: ["mark 0".to_owned()].into() };
        assert_eq!(parsed, Some(wanted));
        for wrong in ["", "  ", "\u{200b}", "\u{feff} \u{ad}", "\u{0}", "why\u{0}", "why\tnot", &"x".repeat(501)] {
            assert!(Widening::parse(Some(wrong), marks(1)).is_err(), "{wrong:?}");
        }
        assert!(Widening::parse(Some("for the press\nand for nobody else"), marks(1)).is_ok());
    }

    #[test]
    fn a_reason_and_marks_come_together() {
        let wrong = [(Some("why"), None), (None, marks(1)), (Some("why"), marks(0)), (Some("why"), marks(101))];
        for (reason, marks) in wrong {
            assert!(Widening::parse(reason, marks).is_err(), "{reason:?}");
        }
        assert!(Widening::parse(Some("why"), marks(100)).is_ok());
    }

    #[test]
    fn a_key_is_as_long_as_that_of_a_mark_at_most() {
        let parsed = |length| Widening::parse(Some("why"), Some(vec!["k".repeat(length)]));
        assert!(parsed(200).is_ok() && parsed(201).is_err());
    }
}
