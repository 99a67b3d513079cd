//! Derived actors per session: valid until users or rights change.

use std::sync::Arc;

use authz::Actor;
use primitives::SessionId;
use quick_cache::sync::Cache;

const MOST: usize = 10_000;

/// Once it is full, a new session replaces the one that is used least.
pub(crate) struct ActorCache {
    kept: Cache<SessionId, (i64, Arc<Actor>)>,
}

impl Default for ActorCache {
    fn default() -> Self {
        Self { kept: Cache::new(MOST) }
    }
}

impl ActorCache {
    /// The actor of `session` as derived under `epoch`.
    pub fn find(&self, session: SessionId, epoch: i64) -> Option<Arc<Actor>> {
        self.kept.get(&session).filter(|(under, _)| *under == epoch).map(|(_, actor)| actor)
    }

    pub fn keep(&self, session: SessionId, epoch: i64, actor: &Arc<Actor>) {
        self.kept.insert(session, (epoch, actor.clone()));
    }

    pub fn forget(&self, session: SessionId) {
        self.kept.remove(&session);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use authz::{Actor, Origin};
    use primitives::{SessionId, UserId};

    use super::{ActorCache, MOST};

    fn actor(session: i64) -> Arc<Actor> {
        Arc::new(Actor {
            user: UserId(1),
            session: Some(SessionId(session)),
            origin: Origin::Job,
            language: None,
            must_reset_password: false,
            master: false,
            home: None,
            admin_of: vec![],
            groups: vec![],
            instances: vec![],
        })
    }

    #[test]
    fn new_sessions_of_others_do_not_evict_all_cached_sessions() {
        let cache = ActorCache::default();
        let sessions = 0..MOST as i64 / 2;
        let known = || sessions.clone().filter(|session| cache.find(SessionId(*session), 1).is_some()).count();
        sessions.clone().for_each(|session| cache.keep(SessionId(session), 1, &actor(session)));
        assert_eq!(known(), sessions.clone().count());
        (1_000_000..1_000_000 + MOST as i64).for_each(|new| cache.keep(SessionId(new), 1, &actor(new)));
        assert!(known() > MOST / 4, "{}", known());
        cache.keep(SessionId(1), 2, &actor(1));
        assert!(cache.find(SessionId(1), 1).is_none() && cache.find(SessionId(1), 2).is_some());
        cache.forget(SessionId(1));
        assert!(cache.find(SessionId(1), 2).is_none());
    }
}
