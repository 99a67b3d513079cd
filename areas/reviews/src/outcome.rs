//! What the answers of a review come to. Answers about an earlier content of the file do not count.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewState {
    /// Answers are waited for.
    Waiting,
    Approved,
    /// Somebody asks for changes, whoever else approves.
    ChangesAsked,
}

impl ReviewState {
    pub fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::ChangesAsked => "changes_asked",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        [Self::Waiting, Self::Approved, Self::ChangesAsked].into_iter().find(|state| state.code() == code)
    }
}
db::word!(ReviewState);

/// What a reviewer has said about the present content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Nothing,
    Approves,
    AsksForChanges,
}

/// How many approvals a review needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    All,
    One,
}

impl Needs {
    pub fn of(one_is_enough: bool) -> Self {
        if one_is_enough { Self::One } else { Self::All }
    }
}

pub(crate) fn state_of(said: &[Standing], needs: Needs) -> ReviewState {
    let approve = said.iter().filter(|one| **one == Standing::Approves).count();
    let wanted = match needs {
        Needs::All => said.len(),
        Needs::One => 1,
    };
    if said.contains(&Standing::AsksForChanges) {
        ReviewState::ChangesAsked
    } else if approve > 0 && approve >= wanted {
        ReviewState::Approved
    } else {
        ReviewState::Waiting
    }
}

/// Whether a review in this state waits for somebody who has said that.
pub(crate) fn waits_for(said: Standing, state: ReviewState) -> bool {
    said == Standing::Nothing && state != ReviewState::Approved
}

#[cfg(test)]
mod tests {
    use super::ReviewState::{Approved, ChangesAsked, Waiting};
    use super::Standing::{Approves, AsksForChanges, Nothing};
    use super::{Needs, state_of, waits_for};

    #[test]
    fn all_approve_or_one_is_enough_and_whoever_asks_for_changes_is_heard() {
        for (said, all, one) in [
            (&[][..], Waiting, Waiting),
            (&[Nothing], Waiting, Waiting),
            (&[Approves], Approved, Approved),
            (&[Approves, Nothing], Waiting, Approved),
            (&[Approves, Approves], Approved, Approved),
            (&[Approves, AsksForChanges], ChangesAsked, ChangesAsked),
            (&[Nothing, AsksForChanges], ChangesAsked, ChangesAsked),
        ] {
            assert_eq!((state_of(said, Needs::All), state_of(said, Needs::One)), (all, one), "{said:?}");
        }
    }

    #[test]
    fn nobody_is_waited_for_once_it_is_approved() {
        let waited: Vec<_> = [Waiting, ChangesAsked, Approved].map(|state| waits_for(Nothing, state)).into();
        assert_eq!(waited, [true, true, false]);
        assert!(!waits_for(Approves, Waiting) && !waits_for(AsksForChanges, ChangesAsked));
    }
}
