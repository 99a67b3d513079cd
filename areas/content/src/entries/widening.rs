//! A move that takes marks away knowingly: inherited marks that an entry would lose do not become its own
//! (decision 70). The log has the reason.

use authz::Permit;
use db::Conn;
use primitives::NodeId;
use rest::{Problem, Rule};
use security::{Access, MarkId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Move, Result};

/// Characters of a reason.
const LONGEST: usize = 500;

/// Why marks are taken away, as the asker wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Widening(String);

impl Widening {
    /// None: no mark is to be taken away.
    pub fn parse(reason: Option<&str>) -> Result<Option<Self>, Problem> {
        let Some(reason) = reason.map(str::trim) else { return Ok(None) };
        let rule = match reason.chars().count() {
            0 => Rule::Mandatory,
            length if length > LONGEST => Rule::MaxLength(LONGEST),
            _ => return Ok(Some(Self(reason.to_owned()))),
        };
        Err(Problem::refused(vec![rule.of("widen_reason")]))
    }

    /// Adds to what the log says after the move.
    pub fn tell(&self, lost: &[MarkId], after: &mut Value) {
        after["lost_marks"] = json!(lost);
        after["reason"] = json!(self.0);
    }
}

/// The marks that the entry is about to lose knowingly. Refused if the asker may not take them away.
pub(super) fn lost(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    permit: &Permit<Move>,
    (widens, folders): (Option<&Widening>, (NodeId, NodeId)),
) -> Result<Vec<MarkId>> {
    match widens {
        Some(_) => Ok(security::lose_marks(conn, access, permit, folders)?),
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::Widening;

    #[test]
    fn a_reason_has_words_and_not_too_many() {
        assert_eq!(Widening::parse(None).unwrap(), None);
        assert_eq!(Widening::parse(Some(" for the press ")).unwrap(), Some(Widening("for the press".to_owned())));
        for wrong in ["", "  ", &"x".repeat(501)] {
            assert!(Widening::parse(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
