//! The states of nodes as SQL texts have them: literally, because a partial index is used only by a statement that has
//! its condition.

/// The number of a state, or of several with commas, in a text that is known when the program is built:
/// `concat!("… WHERE state = ", nodes::state!(Ready))`.
#[macro_export]
macro_rules! state {
    (Staging) => {
        "0"
    };
    (Ready) => {
        "1"
    };
    (Binned) => {
        "2"
    };
    ($first:ident, $($more:ident),+) => {
        concat!($crate::state!($first), ", ", $crate::state!($($more),+))
    };
}

/// For texts made by `format!`.
pub const STAGING: &str = state!(Staging);
pub const READY: &str = state!(Ready);
pub const BINNED: &str = state!(Binned);

#[cfg(test)]
mod tests {
    use super::{BINNED, READY, STAGING};
    use crate::NodeState;

    #[test]
    fn statements_name_a_state_by_the_number_that_rows_have() {
        for (state, text) in [(NodeState::Staging, STAGING), (NodeState::Ready, READY), (NodeState::Binned, BINNED)] {
            assert_eq!(state.code().to_string(), text);
        }
    }
}
