//! How the job of a batch goes on, and how far it is.

/// How the job goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// Nothing is left that could be done.
    Over,
    /// The server stops, or it is the turn of others.
    Turn,
    /// Others have to end something first.
    Wait,
    /// What is left is the work of a job that takes entries into other repositories.
    HandOver,
}

/// Some entries wait for what others have to end. Nothing else waits with them.
pub(super) fn after_waiting(goes_on: bool) -> Steps {
    if goes_on { Steps::Turn } else { Steps::Wait }
}

/// Some entries go into other repositories, which may take long. The others come first, as long as they have passes: what
/// was busy for a moment does not wait behind large files.
pub(super) fn hands_over((left, waiting): (i64, i64), is_last_pass: bool) -> bool {
    left > 0 && (is_last_pass || waiting <= left)
}

/// The share of entries that are over, with the share of bytes that are copied of those on their way. It stays below 100
/// until the action has ended.
pub(super) fn percent([waits, done, stay, not_begun]: [i64; 4], (copied, bytes): (i64, i64)) -> u8 {
    let of_next = copied.saturating_mul(100).checked_div(bytes).unwrap_or(0).clamp(0, 100);
    let over = (done + stay).saturating_mul(100) + if waits > 0 { of_next } else { 0 };
    u8::try_from((over / (waits + done + stay + not_begun).max(1)).min(99)).unwrap_or(99)
}

#[cfg(test)]
mod tests {
    use super::{Steps, after_waiting, hands_over, percent};

    #[test]
    fn an_entry_that_waits_for_uploads_does_not_hold_up_those_that_are_being_copied() {
        assert_eq!([after_waiting(true), after_waiting(false)], [Steps::Turn, Steps::Wait]);
    }

    #[test]
    fn what_was_busy_for_a_moment_has_its_passes_before_large_files() {
        assert!(!hands_over((2, 3), false), "one more is busy");
        assert!(hands_over((2, 3), true), "it has had all of them");
        assert!(hands_over((2, 2), false), "nothing else waits");
        assert!(!hands_over((0, 1), true), "nothing goes into another repository");
    }

    #[test]
    fn what_is_being_copied_counts_as_far_as_it_is() {
        assert_eq!(percent([1, 0, 0, 0], (0, 0)), 0);
        assert_eq!(percent([1, 0, 0, 0], (5, 10)), 50);
        assert_eq!(percent([2, 1, 1, 0], (5, 10)), 62);
        assert_eq!([percent([0, 2, 0, 0], (0, 0)), percent([1, 0, 0, 0], (30, 10))], [99, 99]);
    }
}
