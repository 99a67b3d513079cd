//! Derived actors per session: valid until users or rights change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use authz::Actor;
use primitives::SessionId;

const MOST: usize = 10_000;

#[derive(Default)]
pub(crate) struct ActorCache {
    kept: Mutex<HashMap<SessionId, (i64, Arc<Actor>)>>,
}

impl ActorCache {
    /// The actor of `session` as derived under `epoch`.
    pub fn find(&self, session: SessionId, epoch: i64) -> Option<Arc<Actor>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&session).filter(|(under, _)| *under == epoch).map(|(_, actor)| actor.clone())
    }

    pub fn keep(&self, epoch: i64, actor: &Arc<Actor>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.retain(|_, (under, _)| *under == epoch);
        }
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(actor.session, (epoch, actor.clone()));
    }

    pub fn forget(&self, session: SessionId) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
    }
}
