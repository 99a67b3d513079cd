//! Usage: until when an entry may be used, and whether its readers ask before they download.
//!
//! `terms` keeps what is set, and gives it to `security` below, where it is part of the decision on every act that gives
//! bytes away. `requests` is how readers ask, and how the managers of a folder answer.

mod acts;
mod ending;
mod error;
mod folders;
mod kept_terms;
mod requests;
mod room;
mod show;
mod status;
mod sweep;
mod terms;
#[cfg(test)]
mod tests;
mod update;

use std::sync::Arc;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock, UserId};
use rest::{Rate, Routes, routes};

pub use self::room::{migrations, room};
pub use acts::{ACTS, AskToDownload, SetTerms};
pub use error::{Error, Result};
pub use sweep::sweep;

/// Clones share everything.
#[derive(Clone)]
pub struct Usage {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    /// Requests of one person.
    pub(crate) asked: Arc<Rate<UserId>>,
}

impl Usage {
    pub fn new(db: Db, clock: Clock) -> Self {
        // Twenty in a row, then one in a minute.
        Self { db, clock, asked: Arc::new(Rate::new(20, 60)) }
    }
}

const OURS: Gate = Gate::App(Application::Content);

pub(crate) fn routes(usage: Usage) -> Routes {
    Routes::default()
        .route(OURS, routes!(ending::list))
        .route(OURS, routes!(show::show, update::update))
        .route(OURS, routes!(requests::list::list, requests::ask::ask))
        .route(OURS, routes!(requests::answer::answer))
        .as_operations()
        .tagged("usage", "Until when entries may be used, and who may download them.")
        .with_state(usage)
}
