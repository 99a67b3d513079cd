//! Who stands behind a socket, asked anew each time it matters.

use std::collections::HashSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use authz::Actor;
use primitives::{NodeId, UserId};
use rest::{Authenticate, Credential, Problem};
use serde::Deserialize;

pub type Visible<'a> = Pin<Box<dyn Future<Output = Result<Vec<NodeId>, Problem>> + Send + 'a>>;

/// The walls, as the socket asks them. The room `security` knows the answer; the server hands it in.
pub trait RoomGuard: Send + Sync + 'static {
    /// Those of `nodes` that `actor` may see at this moment.
    fn visible<'a>(&'a self, actor: &'a Actor, nodes: &'a [NodeId]) -> Visible<'a>;
}

#[derive(Clone)]
pub struct Door {
    pub authenticate: Arc<dyn Authenticate>,
    pub guard: Arc<dyn RoomGuard>,
}

/// What a page sends along when it connects.
#[derive(Deserialize)]
pub struct Handshake {
    users_id: UserId,
    token: String,
}

/// What a socket keeps of its handshake.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Member {
    pub user: UserId,
    token: Arc<str>,
}

/// Why a socket is not let in: a problem's code, which the page sees as the message of `connect_error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub &'static str);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

pub enum Standing {
    Welcome(Arc<Actor>),
    Refused(Refused),
    /// It could not be found out now: nothing is said to them, and nobody is shown out.
    Unknown,
}

impl Door {
    pub async fn admit(&self, handshake: Handshake) -> Result<Member, Refused> {
        let member = Member { user: handshake.users_id, token: handshake.token.into() };
        match self.standing(&member).await {
            Standing::Welcome(_) => Ok(member),
            Standing::Refused(refused) => Err(refused),
            Standing::Unknown => Err(Refused("unavailable")),
        }
    }

    pub async fn standing(&self, member: &Member) -> Standing {
        let credential = Credential::Bearer(member.token.as_ref().to_owned());
        match self.authenticate.authenticate(credential).await {
            Ok(actor) if actor.user != member.user => Standing::Refused(Refused("no_session")),
            Ok(actor) if actor.must_reset_password => Standing::Refused(Refused("password_reset_due")),
            Ok(actor) => Standing::Welcome(actor),
            Err(problem) if problem.status().is_server_error() => Standing::Unknown,
            Err(problem) => Standing::Refused(Refused(problem.code())),
        }
    }

    /// As the guard says; nothing where it cannot say.
    pub async fn visible(&self, actor: &Actor, nodes: &[NodeId]) -> HashSet<NodeId> {
        if nodes.is_empty() {
            return HashSet::new();
        }
        let visible = self.guard.visible(actor, nodes).await;
        visible.unwrap_or_default().into_iter().collect()
    }
}
