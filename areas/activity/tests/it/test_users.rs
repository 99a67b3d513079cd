//! Sessions and rights that a test grants and revokes, behind the traits that other rooms implement.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use authz::{Actor, Origin};
use db::Engine;
use primitives::{NodeId, SessionId, TenantId, UserId};
use rest::{Authenticate, Credential, Problem};
use tokio::sync::{Notify, watch};
use vitrine_activity::{ActionKind, Asker, NewAction, RoomGuard, Status, Visible};

pub const ENGINES: [Engine; 2] = [Engine::Sqlite, Engine::Postgres];
pub const NOW: i64 = 1_900_000_000;
pub const ANA: UserId = UserId(1);
pub const RUI: UserId = UserId(2);

/// Tokens are "ana" and "rui"; with "ana-reset" Ana must choose a new password.
#[derive(Default)]
pub struct People {
    pub sessions: Mutex<HashMap<String, Arc<Actor>>>,
    pub seen: Mutex<HashSet<(UserId, NodeId)>>,
    pub binned: Mutex<HashSet<(UserId, NodeId)>>,
    held: Mutex<Option<Arc<Hold>>>,
    /// Visibility cannot be determined.
    pub down: AtomicBool,
    /// The nodes whose visibility could not be determined last.
    pub refused: watch::Sender<HashSet<NodeId>>,
}

/// Holds back checks of visibility that are about a node.
struct Hold {
    node: NodeId,
    waits: Notify,
    let_go: Notify,
}

impl People {
    pub fn new() -> Arc<Self> {
        let people = Self::default();
        for (token, user, reset) in [("ana", ANA, false), ("rui", RUI, false), ("ana-reset", ANA, true)] {
            let actor = Actor {
                user,
                session: Some(SessionId(user.0 + 100 * i64::from(reset))),
                origin: Origin::Network(None),
                language: None,
                must_reset_password: reset,
                master: false,
                home: Some(TenantId(1)),
                admin_of: vec![],
                groups: vec![],
                instances: vec![],
            };
            people.sessions.lock().unwrap().insert(token.into(), Arc::new(actor));
        }
        Arc::new(people)
    }

    pub fn show(&self, user: UserId, node: NodeId) {
        self.seen.lock().unwrap().insert((user, node));
    }

    pub fn hide(&self, user: UserId, node: NodeId) {
        self.seen.lock().unwrap().remove(&(user, node));
    }

    pub fn bin(&self, user: UserId, node: NodeId) {
        self.hide(user, node);
        self.binned.lock().unwrap().insert((user, node));
    }

    /// Waits for a check of `node` and holds it back while `meanwhile` goes on.
    pub async fn while_checking(&self, node: NodeId, meanwhile: impl Future<Output = ()>) {
        let hold = Arc::new(Hold { node, waits: Notify::new(), let_go: Notify::new() });
        *self.held.lock().unwrap() = Some(hold.clone());
        hold.waits.notified().await;
        *self.held.lock().unwrap() = None;
        meanwhile.await;
        hold.let_go.notify_one();
    }

    pub fn end(&self, token: &str) {
        self.sessions.lock().unwrap().remove(token);
    }
}

impl Authenticate for People {
    fn authenticate(
        &self,
        credential: Credential,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Arc<Actor>, Problem>> + Send + '_>> {
        let found = match credential {
            Credential::Bearer(token) => self.sessions.lock().unwrap().get(&token).cloned(),
            Credential::Cookie(_) => None,
        };
        Box::pin(async move { found.ok_or_else(|| Problem::unauthenticated("expired_token")) })
    }

    fn precondition(&self, _: Arc<Actor>) -> db::Precondition {
        Arc::new(|_| Ok(()))
    }

    fn alive(&self, sessions: Vec<SessionId>) -> rest::Alive<'_> {
        let open = self.sessions.lock().unwrap();
        let in_session = open.values().filter_map(|actor| Some((actor.session?, actor.clone())));
        let alive = in_session.filter(|(session, _)| sessions.contains(session)).collect();
        Box::pin(async move { Ok(alive) })
    }
}

impl RoomGuard for People {
    fn visible(&self, askers: Vec<Asker>) -> Visible<'_> {
        let seen = self.seen.lock().unwrap();
        let of_one = |(actor, nodes): Asker| {
            Arc::new(nodes.into_iter().filter(|node| seen.contains(&(actor.user, *node))).collect::<HashSet<_>>())
        };
        let asked: HashSet<NodeId> = askers.iter().flat_map(|(_, nodes)| nodes).copied().collect();
        let visible = askers.into_iter().map(of_one).collect();
        let held = self.held.lock().unwrap().clone().filter(|hold| asked.contains(&hold.node));
        let is_down = self.down.load(Ordering::SeqCst);
        Box::pin(async move {
            if let Some(hold) = held {
                hold.waits.notify_one();
                hold.let_go.notified().await;
            }
            if is_down {
                self.refused.send_replace(asked);
                return Err(Problem::unavailable());
            }
            Ok(visible)
        })
    }

    fn knew(&self, askers: Vec<Asker>) -> Visible<'_> {
        let (seen, binned) = (self.seen.lock().unwrap(), self.binned.lock().unwrap());
        let of_one = |(actor, nodes): Asker| {
            let knows = |node: &NodeId| seen.contains(&(actor.user, *node)) || binned.contains(&(actor.user, *node));
            Arc::new(nodes.into_iter().filter(knows).collect::<HashSet<_>>())
        };
        let known = askers.into_iter().map(of_one).collect();
        Box::pin(async move { Ok(known) })
    }
}

pub fn action(user: UserId, title: &str) -> NewAction {
    NewAction {
        user,
        tenant: TenantId(1),
        group: None,
        title: title.into(),
        text: String::new(),
        kind: ActionKind::Copy,
        icon: None,
        status: Status::InProgress,
        node: None,
        parent: None,
        items: None,
        cancellable: true,
        job: None,
    }
}
