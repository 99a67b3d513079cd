//! An entry of the log, as the operation that records it states it.

use authz::{Actor, Origin};
use primitives::{SessionId, TenantId, UserId};
use serde_json::Value;

/// Who acted, and from where. The user is missing if the installation itself acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Author {
    pub user: Option<UserId>,
    pub session: Option<SessionId>,
    pub origin: Origin,
}

impl Author {
    /// A person without a session: the holder of a ticket, or somebody who is signing in.
    pub fn user(user: UserId, origin: Origin) -> Self {
        Self { user: Some(user), session: None, origin }
    }

    /// No user: a scheduled task, or an operator at the command line.
    pub fn nobody(origin: Origin) -> Self {
        Self { user: None, session: None, origin }
    }
}

impl From<&Actor> for Author {
    fn from(actor: &Actor) -> Self {
        Self { user: Some(actor.user), session: actor.session, origin: actor.origin }
    }
}

/// The object of an act: its kind, its id, and its title at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub kind: &'static str,
    pub id: i64,
    pub title: String,
}

impl Object {
    /// `kind` is the word of the API: `node`, `users`, `usergroup`, `tenant`, …
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
    /// installation, which only masters can read.
    pub fn new(what: &'static str, tenant: impl Into<Option<TenantId>>, object: Object) -> Self {
        Self { what, tenant: tenant.into(), object, marks: None, before: None, after: None }
    }

    /// The changed fields, before the change.
    pub fn before(self, fields: Value) -> Self {
        Self { before: Some(fields), ..self }
    }

    /// The changed fields, after the change.
    pub fn after(self, fields: Value) -> Self {
        Self { after: Some(fields), ..self }
    }

    /// The marks in effect on a node that this act deletes: people who are cleared for them may read its name
    /// afterwards.
    pub fn marked(self, marks: &[i64]) -> Self {
        let marks: Vec<_> = marks.iter().map(i64::to_string).collect();
        Self { marks: Some(marks.join(" ")), ..self }
    }
}
