//! Share links: whoever has the address sees some entries without an account. A link acts as its maker, whose rights
//! are asked for at each request.
//!
//! `manage` is what signed-in people do with their links. `visit` is what a link opens, for anybody: it finds the link
//! and its maker (`visit/found.rs`), what of it the maker may share now (`shared.rs`), and answers by means of the
//! rooms below.

mod acts;
mod addresses;
mod counts;
mod error;
mod examine;
mod limits;
mod manage;
mod room;
mod shared;
mod state;
mod store;
mod sweep;
mod turns;
mod visit;

use std::convert::Infallible;

use authz::Gate;
use axum::middleware::from_fn;
use primitives::Application;
use rest::Routes;
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;

pub use self::room::{migrations, room};
pub use acts::{ACTS, ShareLink};
pub use error::{Error, Result};
pub use state::{Config, Links};
pub use sweep::sweep;

db::id!(LinkId);

const OURS: Gate = Gate::App(Application::Content);

/// The routes of people who share, and those of a link's page.
pub(crate) fn routes(state: Links) -> Routes {
    Routes::default()
        .route(OURS, routes!(manage::create::create, manage::list::list))
        .route(OURS, routes!(manage::change::change, manage::revoke::revoke))
        .route(OURS, routes!(manage::generate::generate))
        .route(OURS, routes!(manage::address::address))
        .as_operations()
        .route(Gate::Public, unlisted(routes!(visit::show::show)))
        .route(Gate::Public, unlisted(routes!(visit::open::open)))
        .route(Gate::Public, unlisted(routes!(visit::entries::entries)))
        .route(Gate::Public, unlisted(routes!(visit::picture::picture)))
        .route(Gate::Public, unlisted(routes!(visit::logo::logo)))
        .tagged("link", "Share links, and what they open for whoever has one.")
        .with_state(state)
}

/// The routes that give bytes away.
pub(crate) fn file_routes(state: Links) -> Routes {
    Routes::default()
        .route(Gate::Public, unlisted(routes!(visit::content::content)))
        .route(Gate::Public, unlisted(routes!(visit::archive::archive)))
        .of_files()
        .with_state(state)
}

/// The operation, whose answers no search engine lists, no cache shares, and no other site is told the address of.
fn unlisted(operation: UtoipaMethodRouter<Links, Infallible>) -> UtoipaMethodRouter<Links, Infallible> {
    let (types, paths, methods) = operation;
    (types, paths, methods.layer(from_fn(visit::headers::unlist)))
}
