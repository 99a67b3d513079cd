//! What an entry of the log says, as the operation that records it puts it.

use authz::{Actor, Origin};
use primitives::{SessionId, TenantId, UserId};
use serde_json::Value;

/// Who acted, and from where. Nobody in particular where the installation acts for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Author {
    pub user: Option<UserId>,
    pub session: Option<SessionId>,
    pub origin: Origin,
}

impl Author {
    /// A person without a session, as the holder of a ticket is, or who is just signing in.
    pub fn user(user: UserId, origin: Origin) -> Self {
        Self { user: Some(user), session: None, origin }
    }

    /// Nobody: a sweep, or an operator at the command line.
    pub fn nobody(origin: Origin) -> Self {
        Self { user: None, session: None, origin }
    }
}

impl From<&Actor> for Author {
    /// An actor found for work that goes on without a request has the session 0, which is none.
    fn from(actor: &Actor) -> Self {
        let session = Some(actor.session).filter(|session| session.0 != 0);
        Self { user: Some(actor.user), session, origin: actor.origin }
    }
}

/// What was acted on: its kind, its id, and its title at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub kind: &'static str,
    pub id: i64,
    pub title: String,
}

impl Object {
    /// `kind` is the wire's word: `node`, `users`, `usergroup`, `tenant`, …
    pub fn new(kind: &'static str, id: i64, title: impl Into<String>) -> Self {
        Self { kind, id, title: title.into() }
    }
}

/// One act on one object.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    pub(crate) what: &'static str,
    pub(crate) tenant: Option<TenantId>,
    pub(crate) object: Object,
    pub(crate) marks: Option<String>,
    pub(crate) before: Option<Value>,
    pub(crate) after: Option<Value>,
}

impl Act {
    /// `what` is the id of the operation, or the name of the job or command. Without a tenant it is an act on the
    /// installation, which only masters read.
    pub fn new(what: &'static str, tenant: impl Into<Option<TenantId>>, object: Object) -> Self {
        Self { what, tenant: tenant.into(), object, marks: None, before: None, after: None }
    }

    /// The fields that are about to change, as they were.
    pub fn before(self, fields: Value) -> Self {
        Self { before: Some(fields), ..self }
    }

    /// The fields that have changed, as they are now.
    pub fn after(self, fields: Value) -> Self {
        Self { after: Some(fields), ..self }
    }

    /// The marks in effect on a node that this act deletes: who is cleared for them may read its name afterwards.
    pub fn marked(self, marks: &[i64]) -> Self {
        let marks: Vec<_> = marks.iter().map(i64::to_string).collect();
        Self { marks: Some(marks.join(" ")), ..self }
    }
}
