//! The user of a socket, checked again each time it matters.

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

/// For each asker, the visible ones of their nodes, possibly among other visible nodes.
pub type Visible<'a> = Pin<Box<dyn Future<Output = Result<Vec<Arc<HashSet<NodeId>>>, Problem>> + Send + 'a>>;

/// A person, and the nodes whose events they get if they see them.
pub type Asker = (Arc<Actor>, Vec<NodeId>);

/// Access to nodes for the socket. The room `security` implements the check; the server passes it in.
pub trait RoomGuard: Send + Sync + 'static {
    /// What the askers see now.
    fn visible(&self, askers: Vec<Asker>) -> Visible<'_>;

    /// What the askers see now, or saw until it went to the bin.
    fn knew(&self, askers: Vec<Asker>) -> Visible<'_>;
}

#[derive(Clone)]
pub struct Admission {
    pub authenticate: Arc<dyn Authenticate>,
    pub guard: Arc<dyn RoomGuard>,
}

/// What a client sends when it connects.
#[derive(Debug, PartialEq, Eq)]
pub struct Handshake {
    /// If it is sent, the token must belong to this user.
    users_id: Option<UserId>,
    token: String,
}

impl Handshake {
    /// Reads each value from the client's handshake, or else from the address or the headers of its first request. None
    /// if there is no token, or the user is not valid.
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

/// The part of the handshake that a socket keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    pub user: UserId,
    pub session: SessionId,
}

/// Why a socket is refused: a problem's code, which the page gets as the message of `connect_error`.
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
            Ok(actor) => {
                let member = actor.session.map(|session| Member { user: actor.user, session });
                member.ok_or(Refused("no_session"))
            }
            Err(problem) if problem.status().is_server_error() => Err(Refused("unavailable")),
            Err(problem) => Err(Refused(problem.code())),
        }
    }

    /// Those of `members` who may still listen. None if it cannot be determined: then nothing is sent, and nobody is
    /// disconnected.
    pub async fn welcome(&self, members: impl Iterator<Item = Member>) -> Option<HashMap<Member, Arc<Actor>>> {
        let sessions: HashSet<SessionId> = members.map(|member| member.session).collect();
        let alive = self.authenticate.alive(sessions.into_iter().collect()).await.ok()?;
        let welcome = alive.into_iter().filter(|(_, actor)| !actor.must_reset_password);
        Some(welcome.map(|(session, actor)| (Member { user: actor.user, session }, actor)).collect())
    }

    /// What the askers see; None if it cannot be determined.
    pub async fn visible(&self, askers: Vec<Asker>) -> Option<Vec<Arc<HashSet<NodeId>>>> {
        self.ask(askers, |guard, askers| guard.visible(askers)).await
    }

    /// As `visible`, for nodes that went to the bin.
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
