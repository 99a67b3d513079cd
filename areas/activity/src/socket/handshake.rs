//! Who stands behind a socket, asked anew each time it matters.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use authz::Actor;
use axum::extract::Query;
use axum::http::request::Parts;
use primitives::{NodeId, SessionId, UserId, whole_number};
use rest::{Authenticate, Credential, Problem};
use serde_json::Value;

/// For each asker in turn, what they may see of the nodes they asked for, and perhaps more of what they may see.
pub type Visible<'a> = Pin<Box<dyn Future<Output = Result<Vec<Arc<HashSet<NodeId>>>, Problem>> + Send + 'a>>;

/// Somebody, and the nodes that they may hear of if they see them.
pub type Asker = (Arc<Actor>, Vec<NodeId>);

/// Access to nodes, as the socket asks for it. The room `security` knows the answer; the server hands it in.
pub trait RoomGuard: Send + Sync + 'static {
    /// What the askers may see at this moment.
    fn visible(&self, askers: Vec<Asker>) -> Visible<'_>;

    /// What they may see, or could until it was put into the bin.
    fn knew(&self, askers: Vec<Asker>) -> Visible<'_>;
}

#[derive(Clone)]
pub struct Admission {
    pub authenticate: Arc<dyn Authenticate>,
    pub guard: Arc<dyn RoomGuard>,
}

/// What a client says of itself when it connects.
#[derive(Debug, PartialEq, Eq)]
pub struct Handshake {
    /// Where it is said, the token must be theirs.
    users_id: Option<UserId>,
    token: String,
}

impl Handshake {
    /// Each from what the client sends for the purpose, or else from the address or the header of its first request. None
    /// where there is no token, or a user that is none.
    pub fn read(auth: &Value, request: &Parts) -> Option<Self> {
        let query = Query::<HashMap<String, String>>::try_from_uri(&request.uri).ok();
        let queried = |name: &str| query.as_ref().and_then(|Query(query)| query.get(name).cloned());
        let bearer = || match Credential::find(&request.headers, &request.method, false) {
            Some(Credential::Bearer(token)) => Some(token),
            Some(Credential::Cookie(_)) | None => None,
        };
        let token = auth["token"].as_str().map(str::to_owned).or_else(|| queried("token")).or_else(bearer)?;
        let said = match &auth["users_id"] {
            Value::Null => queried("users_id"),
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let users_id = match said {
            Some(text) => Some(UserId(whole_number(&text)?)),
            None => None,
        };
        Some(Self { users_id, token })
    }
}

/// What a socket keeps of its handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    pub user: UserId,
    pub session: SessionId,
}

/// Why a socket is not let in: a problem's code, which the page sees as the message of `connect_error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub &'static str);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl Admission {
    pub async fn admit(&self, handshake: Handshake) -> Result<Member, Refused> {
        match self.authenticate.authenticate(Credential::Bearer(handshake.token)).await {
            Ok(actor) if handshake.users_id.is_some_and(|said| said != actor.user) => Err(Refused("no_session")),
            Ok(actor) if actor.must_reset_password => Err(Refused("password_reset_due")),
            Ok(actor) => Ok(Member { user: actor.user, session: actor.session }),
            Err(problem) if problem.status().is_server_error() => Err(Refused("unavailable")),
            Err(problem) => Err(Refused(problem.code())),
        }
    }

    /// Those of `members` who may still listen, as they are now. None where it cannot be found out: then nothing is
    /// said to them, and nobody is shown out.
    pub async fn welcome(&self, members: impl Iterator<Item = Member>) -> Option<HashMap<Member, Arc<Actor>>> {
        let sessions: HashSet<SessionId> = members.map(|member| member.session).collect();
        let alive = self.authenticate.alive(sessions.into_iter().collect()).await.ok()?;
        let welcome = alive.into_values().filter(|actor| !actor.must_reset_password);
        Some(welcome.map(|actor| (Member { user: actor.user, session: actor.session }, actor)).collect())
    }

    /// What the askers see; None where that cannot be found out.
    pub async fn visible(&self, askers: Vec<Asker>) -> Option<Vec<Arc<HashSet<NodeId>>>> {
        self.ask(askers, |guard, askers| guard.visible(askers)).await
    }

    /// As `visible`, for nodes that were put into the bin.
    pub async fn knew(&self, askers: Vec<Asker>) -> Option<Vec<Arc<HashSet<NodeId>>>> {
        self.ask(askers, |guard, askers| guard.knew(askers)).await
    }

    async fn ask<'d>(
        &'d self,
        askers: Vec<Asker>,
        question: impl FnOnce(&'d dyn RoomGuard, Vec<Asker>) -> Visible<'d>,
    ) -> Option<Vec<Arc<HashSet<NodeId>>>> {
        if askers.iter().all(|(_, nodes)| nodes.is_empty()) {
            return Some(vec![Arc::default(); askers.len()]);
        }
        question(self.guard.as_ref(), askers).await.ok()
    }
}
