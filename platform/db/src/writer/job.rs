//! One closure that waits to be run, and its caller.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use crate::Result;
use crate::tx::Tx;

/// Tells a waiting caller how its closure ended; called after the commit.
pub type Reply = Box<dyn FnOnce(Result<()>) + Send>;
/// The closure to run; it says whether to keep what it wrote. If the transaction could not begin, it gets the reason.
pub type Work = Box<dyn FnOnce(Result<&mut Tx<'_>>) -> (bool, Reply) + Send>;

pub struct Job {
    pub work: Work,
    pub turn: Arc<Turn>,
}

/// A caller's place in the queue. Both sides may end it: the writer by beginning, the caller by giving up.
#[derive(Default)]
pub struct Turn {
    state: AtomicU8,
    begun: OnceLock<Instant>,
}

const WAITING: u8 = 0;
const BEGUN: u8 = 1;
const GIVEN_UP: u8 = 2;

impl Turn {
    /// False if the caller has given up: then nothing is done for it.
    pub(super) fn begin(&self) -> bool {
        let begun = self.state.compare_exchange(WAITING, BEGUN, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if begun {
            self.begun.get_or_init(Instant::now);
        }
        begun
    }

    /// False if the work has begun: then the caller waits for its end.
    pub fn give_up(&self) -> bool {
        self.state.compare_exchange(WAITING, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    pub fn begun_at(&self) -> Option<Instant> {
        self.begun.get().copied()
    }

    pub(super) fn is_waited_for(&self) -> bool {
        self.state.load(Ordering::Acquire) == WAITING
    }
}
