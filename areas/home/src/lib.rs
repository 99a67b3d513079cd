//! Home: what a person opened last, what is new where they were, what others gave them, and what they gave a star.
//!
//! The room remembers nodes, and nothing of them: whether somebody may see an entry is asked each time it is shown.

mod error;
mod favourites;
mod latest;
mod newest;
mod people;
mod recents;
mod room;
mod shared;
mod visits;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock};
use rest::Routes;
use utoipa_axum::routes;

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
        .route(OURS, routes!(favourites::list::list))
        .route(OURS, routes!(favourites::ids::ids))
        .route(OURS, routes!(favourites::change::add, favourites::change::remove))
        .route(OURS, routes!(visits::visit))
        .tagged("home", "What somebody opened last, what is new, what was shared with them, and their favourites.")
        .with_state(home)
}
