//! Comments: what people who see an entry say about it, in threads of one level, with mentions and places in a picture.
//!
//! Whether somebody may see the entry is asked with each call, with each e-mail, and for everybody who is mentioned: a
//! comment has no access of its own.

mod acts;
mod bell;
mod comment;
mod emails;
mod error;
mod known_people;
mod model;
mod notify;
mod people;
mod room;
mod status;
mod store;
mod text;
mod threads;

use std::sync::Arc;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock, UserId};
use rest::{Problem, Rate, Routes, routes};

pub use self::room::{migrations, room};
pub use acts::{ACTS, Comment, ModerateComments};
pub use emails::EMAIL_AFTER;
pub use error::{Error, Result};

/// Clones share everything.
#[derive(Clone)]
pub struct Comments {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    /// Where people reach the server, without a slash at the end.
    pub(crate) public_url: Arc<str>,
    pub(crate) written: Arc<Rate<UserId>>,
    pub(crate) offers: Arc<Rate<UserId>>,
}

impl Comments {
    pub(crate) fn new(db: Db, clock: Clock, public_url: &str) -> Self {
        // Sixty comments at once, then one in five seconds; and one look at who can be mentioned for each second.
        let (written, offers) = (Arc::new(Rate::new(60, 5)), Arc::new(Rate::new(120, 1)));
        Self { db, clock, public_url: public_url.into(), written, offers }
    }

    /// Counts a comment that is about to be written or changed, before anything is asked about who it mentions.
    pub(crate) fn count(&self, user: UserId) -> Result<(), Problem> {
        self.written.take(user, self.clock.now()).map_err(|seconds| Problem::too_many(seconds.unsigned_abs()))
    }

    /// Counts a question about who can be mentioned.
    pub(crate) fn count_offer(&self, user: UserId) -> Result<(), Problem> {
        self.offers.take(user, self.clock.now()).map_err(|seconds| Problem::too_many(seconds.unsigned_abs()))
    }
}

const OURS: Gate = Gate::App(Application::Content);

pub(crate) fn routes(comments: Comments) -> Routes {
    Routes::default()
        .route(OURS, routes!(threads::list::list, threads::begin::begin))
        .route(OURS, routes!(threads::answer::answer, threads::answers::list))
        .route(OURS, routes!(threads::resolve::resolve))
        .route(OURS, routes!(comment::edit::edit, comment::remove::remove))
        .as_operations()
        .route(OURS, routes!(people::list))
        .tagged("comments", "What people say about entries.")
        .with_state(comments)
}
