//! Insights: how often entries and links are used, what nobody uses, and who and what takes space.
//!
//! Uses are counted in memory and written some seconds later (`counting`), by day and by the access that an entry had.
//! A `survey` of a tenant once a day makes up sums, and looks at its files. Who manages a repository is shown what of
//! that is about entries that they see (`shown`). Nothing here knows who used something.

mod acts;
mod counting;
mod days;
mod repositories;
mod room;
mod shown;
mod survey;
#[cfg(test)]
mod tests;

use authz::Gate;
use db::Db;
use primitives::{Application, Clock};
use rest::{Routes, routes};

use crate::counting::Counts;

pub use self::room::{migrations, room};
pub use acts::{ACTS, SeeInsights, SeeUses};

/// Clones share everything.
#[derive(Clone)]
pub struct Insights {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) counts: Counts,
}

const OURS: Gate = Gate::App(Application::Content);

pub(crate) fn routes(insights: Insights) -> Routes {
    Routes::default()
        .route(OURS, routes!(shown::over_time::show))
        .route(OURS, routes!(shown::used::list))
        .route(OURS, routes!(shown::unused::list))
        .route(OURS, routes!(shown::storage::list))
        .route(OURS, routes!(shown::links::list))
        .route(OURS, routes!(shown::entry::show))
        .as_operations()
        .route(Gate::AppBytes(Application::Content), routes!(shown::export::export))
        .tagged("insights", "How often entries and links are used, and what takes space.")
        .with_state(insights)
}
