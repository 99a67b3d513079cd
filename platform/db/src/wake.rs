//! Wakes tasks that wait for the result of a transaction, once it is committed.

use tokio::sync::watch;

/// The events that a task in this process can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    Jobs,
    Events,
}

/// The set of waiters to wake.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Woken([bool; 2]);

impl Woken {
    pub fn add(&mut self, what: Wake) {
        self.0[what as usize] = true;
    }

    pub fn add_all(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }
}

/// Counts, for each kind of `Wake`, the commits that had news for it.
#[derive(Clone, Debug)]
pub(crate) struct Notifiers([watch::Sender<u64>; 2]);

impl Default for Notifiers {
    fn default() -> Self {
        Self([watch::channel(0).0, watch::channel(0).0])
    }
}

impl Notifiers {
    pub fn of(&self, what: Wake) -> watch::Receiver<u64> {
        self.0[what as usize].subscribe()
    }

    pub fn notify(&self, woken: Woken) {
        for (bell, _) in self.0.iter().zip(woken.0).filter(|(_, rung)| *rung) {
            bell.send_modify(|count| *count += 1);
        }
    }
}
