//! Slots for short work that requests wait for: who waits gets one in the order in which jobs are taken.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use primitives::{TenantId, UserId};
use tokio::sync::oneshot;

use crate::turns::{Turn, Turns};

/// How much of something goes on at once in this process. Tenants take turns, and people within a tenant: however many
/// one person waits for, another one waits for one of theirs. Clones share everything.
#[derive(Clone)]
pub struct Slots(Arc<Mutex<State>>);

struct State {
    free: usize,
    served: Turns,
    /// By tenant and person, the first to come first.
    waiting: BTreeMap<(i64, i64), VecDeque<oneshot::Sender<Slot>>>,
}

impl Slots {
    pub fn new(free: usize) -> Self {
        Self(Arc::new(Mutex::new(State { free, served: Turns::default(), waiting: BTreeMap::new() })))
    }

    /// Waits for a slot. Who stops waiting takes none.
    pub async fn take(&self, tenant: TenantId, user: UserId) -> Slot {
        // Nobody drops a sender without having sent.
        self.ask(tenant, user).await.unwrap_or(Slot(None))
    }

    fn ask(&self, tenant: TenantId, user: UserId) -> oneshot::Receiver<Slot> {
        let (sender, receiver) = oneshot::channel();
        let mut state = self.state();
        state.forget_who_left();
        state.waiting.entry((tenant.0, user.0)).or_default().push_back(sender);
        let is_free = state.free > 0;
        if is_free {
            state.free -= 1;
        }
        drop(state);
        if is_free {
            self.pass_on();
        }
        receiver
    }

    /// Gives one slot, which is no longer free, to the next who waits.
    fn pass_on(&self) {
        loop {
            let mut state = self.state();
            let Some(next) = state.next() else {
                state.free += 1;
                return;
            };
            drop(state);
            match next.send(Slot(Some(self.clone()))) {
                Ok(()) => return,
                // Nobody waits for it any more: dropping it as it is would give it back a second time.
                Err(mut slot) => slot.0 = None,
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Debug for Slots {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slots").finish_non_exhaustive()
    }
}

impl State {
    fn next(&mut self) -> Option<oneshot::Sender<Slot>> {
        let (tenant, user) = self.served.next(&self.waiting)?;
        self.served.served(Turn { tenant, user });
        let theirs = self.waiting.get_mut(&(tenant, user))?;
        let next = theirs.pop_front();
        if theirs.is_empty() {
            self.waiting.remove(&(tenant, user));
        }
        next
    }

    fn forget_who_left(&mut self) {
        self.waiting.retain(|_, theirs| {
            theirs.retain(|sender| !sender.is_closed());
            !theirs.is_empty()
        });
    }
}

/// Given back when it is dropped.
#[derive(Debug)]
pub struct Slot(Option<Slots>);

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(slots) = self.0.take() {
            slots.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LUME: TenantId = TenantId(1);
    const NORTH: TenantId = TenantId(2);
    const ANA: UserId = UserId(1);
    const BIA: UserId = UserId(2);
    const NORA: UserId = UserId(3);

    #[test]
    fn who_waits_for_many_keeps_nobody_from_their_turn() {
        let slots = Slots::new(1);
        let mut held = slots.ask(LUME, ANA).try_recv().unwrap();
        let mut waiting: Vec<_> = (0..4).map(|_| ("ana", slots.ask(LUME, ANA))).collect();
        waiting.extend([
            ("bia", slots.ask(LUME, BIA)),
            ("nora", slots.ask(NORTH, NORA)),
            ("bia", slots.ask(LUME, BIA)),
        ]);
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(held);
            let at = waiting.iter().position(|(_, receiver)| !receiver.is_empty()).unwrap();
            let (who, mut receiver) = waiting.remove(at);
            held = receiver.try_recv().unwrap();
            assert!(waiting.iter().all(|(_, receiver)| receiver.is_empty()), "one at a time");
            order.push(who);
        }
        assert_eq!(order, ["nora", "bia", "ana", "bia", "ana", "ana", "ana"]);
    }

    #[test]
    fn who_no_longer_waits_takes_no_slot() {
        let slots = Slots::new(2);
        let (one, two) = (slots.ask(LUME, ANA).try_recv().unwrap(), slots.ask(LUME, ANA).try_recv().unwrap());
        let left = slots.ask(NORTH, NORA);
        let mut stays = slots.ask(LUME, BIA);
        drop(left);
        drop(one);
        assert!(stays.try_recv().is_ok(), "the next one has it");
        // Given, and not taken any more.
        let given = slots.ask(LUME, BIA);
        drop(given);
        drop(two);
        assert_eq!(slots.state().free, 2);
        assert!(slots.state().waiting.is_empty());
    }
}
