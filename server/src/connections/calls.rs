//! The requests of one connection: how many are running, and whether its client resets most of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::caps::Place;

/// After this many resets, they are compared with the other requests.
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

    /// A request has begun; the connection is not idle until the result is dropped.
    pub fn begin(self: &Arc<Self>) -> Busy {
        let mut state = self.state();
        state.begun += 1;
        state.under_way += 1;
        if state.under_way == 1 {
            self.place.mark(false);
        }
        Busy { calls: Some(self.clone()), answered: false }
    }

    /// The number of requests so far, if none is running.
    pub fn idle_after(&self) -> Option<u64> {
        let state = self.state();
        (state.under_way == 0).then_some(state.begun)
    }

    /// Cancelled when the connection must take no more requests, and end with the running ones.
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
            // A proxy has many clients, some of whom leave early; most of them wait for their answer.
            if state.broken_off > MOST_BROKEN_OFF && state.broken_off * 2 > state.begun {
                self.enough.cancel();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request and its answer, until the answer's last byte was sent.
pub struct Busy {
    calls: Option<Arc<Calls>>,
    answered: bool,
}

impl Busy {
    /// The answer exists; the client may read as much of it as it likes.
    pub fn answered(&mut self) {
        self.answered = true;
    }

    /// The connection changes its protocol, and is never idle again.
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
