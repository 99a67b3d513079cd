//! Collections: entries from any folders under one title, in an order of their own, shared with people and groups.
//!
//! A collection gives no right to an entry. It remembers nodes, and whether the asker sees each of them is asked every
//! time: lists, counts and covers have nothing else.

mod acts;
mod asker;
mod bell;
mod collection;
mod entries;
mod error;
mod events;
mod found;
mod hidden;
mod members;
mod model;
mod of_entry;
mod of_link;
mod recorded;
mod room;
mod shown;
mod store;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock};
use rest::{Routes, routes};

pub use self::events::{CollectionChange, CollectionChanged};
pub use self::room::{migrations, room};
pub use acts::{ACTS, AddToCollection};
pub use error::{Error, Result};
pub use model::CollectionId;
pub use of_link::{holds_all, is_editor, is_member};
pub use store::hold;

/// Clones share everything.
#[derive(Clone)]
pub struct Collections {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
}

const OURS: Gate = Gate::App(Application::Content);

pub(crate) fn routes(collections: Collections) -> Routes {
    Routes::default()
        .route(OURS, routes!(collection::list::list, collection::create::create))
        .route(OURS, routes!(collection::show::show, collection::change::change, collection::remove::remove))
        .route(OURS, routes!(collection::hand_over::hand_over))
        .route(OURS, routes!(entries::list::list, entries::add::add))
        .route(OURS, routes!(entries::remove::remove))
        .route(OURS, routes!(entries::reorder::reorder))
        .route(OURS, routes!(members::list::list, members::add::add))
        .route(OURS, routes!(members::change::change, members::remove::remove))
        .route(OURS, routes!(of_entry::list))
        .as_operations()
        .route(OURS, routes!(members::candidates::list))
        .route(OURS, routes!(members::unseen::count))
        .tagged("collection", "Entries from any folders under one title, in an order of their own.")
        .with_state(collections)
}
