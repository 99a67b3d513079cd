//! Notices: each person is told what others did that concerns them.
//!
//! Rooms above tell people in the transaction that causes it. A notice remembers ids and no names: whether its reader may
//! still know of what it is about is asked each time it is shown or counted.

mod examine;
mod instances;
mod kinds;
mod list;
mod model;
mod notify;
mod remove;
mod room;
mod seen;
mod shown;
mod store;
mod subjects;
mod sweep;
mod unseen;
mod visible_entries;

use authz::Gate;
use db::Db;
use primitives::Clock;
use rest::{Routes, routes};

pub use self::room::{migrations, room};
pub use instances::instances_of;
pub use kinds::{NoticeAbout, NoticeKind};
pub use notify::{Notice, notify, withdraw, withdraw_from};
pub use sweep::{KEPT, MOST, sweep};

/// Clones share everything.
#[derive(Clone)]
pub struct Notices {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
}

impl Notices {
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }
}

pub(crate) fn routes(notices: Notices) -> Routes {
    Routes::default()
        .route(Gate::SignedIn, routes!(list::list, remove::clear))
        .route(Gate::SignedIn, routes!(unseen::count))
        .route(Gate::SignedIn, routes!(seen::see))
        .route(Gate::SignedIn, routes!(seen::see_about))
        .route(Gate::SignedIn, routes!(remove::remove))
        .tagged("notices", "What others did that concerns the asker.")
        .with_state(notices)
}
