//! Home: what a person opened last, what is new where they were, what others gave them, what they gave a star, and what
//! they search for again and again. Folders that they pinned are offered first where they choose one.
//!
//! The room remembers nodes and searches, and nothing that was found: whether somebody may see an entry is asked each
//! time it is shown.

mod error;
mod favourites;
mod latest;
mod newest;
mod people;
mod pins;
mod recents;
mod room;
mod saved_searches;
mod shared;
mod visits;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock};
use rest::{Routes, routes};

pub use self::room::{migrations, room};
pub use error::{Error, Result};
pub use favourites::store::choose as choose_favourite;
pub use visits::note as note_visit;

#[derive(Clone)]
pub struct Home {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
}

const OURS: Gate = Gate::App(Application::Content);

pub fn routes(home: Home) -> Routes {
    Routes::default()
        .route(OURS, routes!(recents::list))
        .route(OURS, routes!(newest::list))
        .route(OURS, routes!(shared::list))
        .route(OURS, routes!(favourites::list::list, favourites::change_many::select))
        .route(OURS, routes!(favourites::ids::ids))
        .route(OURS, routes!(favourites::change::add, favourites::change::remove))
        .route(OURS, routes!(pins::list::list))
        .route(OURS, routes!(pins::change::add, pins::change::remove))
        .route(OURS, routes!(visits::visit))
        .route(OURS, routes!(saved_searches::list::list, saved_searches::save::save))
        .route(OURS, routes!(saved_searches::rename::rename, saved_searches::remove::remove))
        .tagged("home", "What somebody opened last, what is new, what was shared with them, their favourites, their pinned folders, and their saved searches.")
        .with_state(home)
}
