//! Reviews: people are asked whether a file can be approved, and answer.
//!
//! An answer stands for the content that was seen: when the file is replaced, the review goes on. Whether somebody may
//! see the file is asked with each call and with each e-mail; to be asked is no right.

mod acts;
mod day;
mod emails;
mod error;
mod form;
mod held;
mod model;
mod notice_kinds;
mod outcome;
mod people;
mod read;
mod reminders;
mod replaced;
mod review;
mod reviewers;
mod room;
mod settle;
mod status;
mod store;
mod told;
mod waiting;

use std::sync::Arc;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock, UserId};
use rest::{Problem, Rate, Routes, routes};

pub use self::room::{migrations, room};
pub use acts::{ACTS, AskForReview, ManageReviews, Review};
pub use emails::EMAIL_AFTER;
pub use error::{Error, Result};

/// Clones share everything.
#[derive(Clone)]
pub struct Reviews {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    /// Where people reach the server, without a slash at the end.
    pub(crate) public_url: Arc<str>,
    pub(crate) asked: Arc<Rate<UserId>>,
    pub(crate) offers: Arc<Rate<UserId>>,
}

impl Reviews {
    pub(crate) fn new(db: Db, clock: Clock, public_url: &str) -> Self {
        // People are asked sixty times at once, then once in ten seconds; and offered once for each second.
        let (asked, offers) = (Arc::new(Rate::new(60, 10)), Arc::new(Rate::new(120, 1)));
        Self { db, clock, public_url: public_url.into(), asked, offers }
    }

    /// Counts that people are about to be asked, before anything is asked about them.
    pub(crate) fn count_asked(&self, user: UserId) -> Result<(), Problem> {
        self.asked.take(user, self.clock.now()).map_err(|seconds| Problem::too_many(seconds.unsigned_abs()))
    }

    /// Counts a question about who can be asked.
    pub(crate) fn count_offer(&self, user: UserId) -> Result<(), Problem> {
        self.offers.take(user, self.clock.now()).map_err(|seconds| Problem::too_many(seconds.unsigned_abs()))
    }
}

const OURS: Gate = Gate::App(Application::Content);

pub(crate) fn routes(reviews: Reviews) -> Routes {
    Routes::default()
        .route(OURS, routes!(review::ask::ask))
        .route(OURS, routes!(review::show::show))
        .route(OURS, routes!(review::change::change, review::close::close))
        .route(OURS, routes!(review::answer::answer))
        .route(OURS, routes!(reviewers::add::add))
        .route(OURS, routes!(reviewers::remove::remove))
        .route(OURS, routes!(waiting::list))
        .as_operations()
        .route(OURS, routes!(people::list))
        .tagged("reviews", "Who was asked whether a file can be approved, and what they answered.")
        .with_state(reviews)
}
