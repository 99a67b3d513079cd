//! Renditions: pictures made from content, kept by content, shown to whoever may see the node they were made from.

mod http;
mod render;
mod shelf;
mod store;

use std::path::PathBuf;

use authz::Gate;
use db::Db;
use jobs::Kind;
use primitives::{Application, Clock};
use rest::Routes;
use utoipa_axum::routes;

pub use shelf::Shelf;

/// Raised when what is drawn from the same bytes changes; older renditions are then made again.
pub(crate) const DEFINITION: i64 = 1;

#[derive(Clone)]
pub struct Media {
    pub db: Db,
    pub clock: Clock,
    pub shelf: Shelf,
}

impl Media {
    /// `folder` is where the pictures are kept.
    pub fn new(db: Db, clock: Clock, folder: PathBuf) -> Self {
        Self { db, clock, shelf: Shelf::at(folder) }
    }
}

pub fn routes(media: Media) -> Routes {
    Routes::default()
        .route(Gate::AppBytes(Application::Content), routes!(http::preview))
        .route(Gate::App(Application::Content), routes!(http::discard))
        .with_state(media)
}

/// Draws previews as files arrive. `worker` runs the drawing in a limited child process.
pub fn jobs(media: Media, worker: previews::Worker) -> Vec<Kind> {
    let worker = std::sync::Arc::new(worker);
    let kind = Kind::new(content::FILE_STORED, move |context| {
        let (media, worker) = (media.clone(), worker.clone());
        async move { render::render(&media, &worker, &context.payload()?).await }
    });
    vec![kind.attempts(3)]
}
