//! The requests of one connection: how many are under way, and whether its client only begins them to break them off.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::caps::Place;

/// So many requests may be broken off before it is looked at how many were not.
const MOST_BROKEN_OFF: u64 = 200;

pub struct Calls {
    place: Arc<Place>,
    state: Mutex<State>,
    enough: CancellationToken,
}

#[derive(Default)]
struct State {
    under_way: usize,
    begun: u64,
    broken_off: u64,
}

impl Calls {
    pub fn new(place: Arc<Place>) -> Arc<Self> {
        Arc::new(Self { place, state: Mutex::default(), enough: CancellationToken::new() })
    }

    /// A request has come; the connection is not idle until what is returned is dropped.
    pub fn begin(self: &Arc<Self>) -> Busy {
        let mut state = self.state();
        state.begun += 1;
        state.under_way += 1;
        if state.under_way == 1 {
            self.place.mark(false);
        }
        Busy { calls: Some(self.clone()), answered: false }
    }

    /// How many requests there were, where none is under way.
    pub fn idle_after(&self) -> Option<u64> {
        let state = self.state();
        (state.under_way == 0).then_some(state.begun)
    }

    /// When the connection is to take no more requests, and to end with those it has.
    pub fn enough(&self) -> &CancellationToken {
        &self.enough
    }

    fn end(&self, answered: bool) {
        let mut state = self.state();
        state.under_way -= 1;
        if state.under_way == 0 {
            self.place.mark(true);
        }
        if !answered {
            state.broken_off += 1;
            // A proxy has many clients, of whom some go away in the middle; most of them stay for their answer.
            if state.broken_off > MOST_BROKEN_OFF && state.broken_off * 2 > state.begun {
                self.enough.cancel();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request and its answer, until the answer's last byte is handed over.
pub struct Busy {
    calls: Option<Arc<Calls>>,
    answered: bool,
}

impl Busy {
    /// There is an answer; its client may take of it what it likes.
    pub fn answered(&mut self) {
        self.answered = true;
    }

    /// The connection becomes something else than requests and answers, and is never idle again.
    pub fn forever(mut self) {
        self.calls = None;
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(calls) = &self.calls {
            calls.end(self.answered);
        }
    }
}
