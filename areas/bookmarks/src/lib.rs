//! Bookmarks: entries that people want to come back to. A bookmark is its owner's alone, and ends with its entry.

mod acts;
mod drop;
mod error;
mod events;
mod keepers;
mod room;
mod set;

use authz::{Gate, Role};
use db::Db;
use jobs::Kind;
use primitives::{Application, Clock};
use rest::Routes;
use utoipa_axum::routes;

pub use self::room::{migrations, room};
pub use acts::{ACTS, Bookmark};
pub use error::{Error, Result};
pub use events::Bookmarked;
pub use set::set;

/// Clones share everything.
#[derive(Clone)]
pub struct Bookmarks {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
}

impl Bookmarks {
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }
}

pub fn routes(bookmarks: Bookmarks) -> Routes {
    Routes::default()
        .route(Gate::App(Application::Content), routes!(set::put))
        .route(Gate::Roles(&[Role::Master, Role::Admin]), routes!(keepers::list))
        .as_operations()
        .with_state(bookmarks)
}

/// What the workers do for this room.
pub fn jobs(bookmarks: Bookmarks) -> Vec<Kind> {
    vec![drop::kind(bookmarks)]
}
