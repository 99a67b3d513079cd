//! What goes on in the background, as its owner sees it: actions with progress, and the live socket.
//!
//! Other rooms start and move actions in their own transactions; every change is published to its owner's room.
//! `socket` follows the event log and says to each page what it may hear.

mod action;
mod cancel;
mod examine;
mod http;
mod key_value;
mod model;
mod pace;
mod room;
mod rooms;
mod socket;
mod store;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use authz::Gate;
use db::Db;
use primitives::{Clock, Seconds};
use rest::{Routes, routes};

pub use self::room::{migrations, room};
pub use action::{finish, forget, restatus_node, settle, start, update};
pub use cancel::Canceller;
pub use model::{ActionKind, BgAction, Change, NewAction, Status};
pub use rooms::{About, tell_node, tell_user};
pub use socket::{Asker, Relay, RoomGuard, Visible, at_usual_path, is_socket, socket};

/// What the routes and other rooms' work hold to report progress and to cancel.
#[derive(Clone)]
pub struct Activity {
    db: Db,
    clock: Clock,
    pace: Arc<pace::Pace>,
    cancellers: Arc<RwLock<HashMap<ActionKind, Arc<dyn Canceller>>>>,
}

impl Activity {
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, pace: Arc::default(), cancellers: Arc::default() }
    }

    /// Actions of this kind, which no job carries out, are ended by `canceller`.
    pub fn cancel_with(&self, kind: ActionKind, canceller: Arc<dyn Canceller>) {
        self.cancellers.write().unwrap_or_else(PoisonError::into_inner).insert(kind, canceller);
    }

    pub(crate) fn canceller(&self, kind: &ActionKind) -> Option<Arc<dyn Canceller>> {
        self.cancellers.read().unwrap_or_else(PoisonError::into_inner).get(kind).cloned()
    }

    /// Reports `percent` of an action: at most five times a second reach its owner, and the last one always does.
    /// 100 makes it a success. What goes back, or belongs to an action that has ended, is ignored.
    pub async fn progress(&self, bg_action_id: &str, percent: u8) -> db::Result<()> {
        pace::progress(&self.db, &self.pace, bg_action_id, percent.min(100)).await
    }

    /// Forgets actions that ended before `before`.
    pub async fn prune(&self, before: Seconds) -> db::Result<u64> {
        self.db.write(move |tx| store::prune(tx, before)).await
    }
}

pub fn routes(activity: Activity) -> Routes {
    let routes = http::routes().route(Gate::SignedIn, routes!(key_value::get));
    routes.with_state(activity)
}
