//! Share links: whoever has the address sees some entries without an account. A link acts as its maker, whose rights
//! are asked for at each request.
//!
//! `manage` is what signed-in people do with their links. `visit` is what a link opens, for anybody: it finds the link
//! and its maker (`visit/found.rs`), what of it the maker may share now (`shared.rs`), and answers by means of the
//! rooms below. By a link that asks for files (`requests.rs`) visitors send some: these wait, and `received` is what people
//! of the folder do with them.

mod acts;
mod addresses;
mod counts;
mod error;
mod examine;
mod extensions;
mod followed;
mod limits;
mod manage;
mod offers;
mod received;
mod requests;
mod room;
mod shared;
mod shown;
mod state;
mod store;
mod sweep;
mod terms;
mod turns;
mod visit;
mod watermarks;

use authz::Gate;
use axum::middleware::from_fn;
use primitives::Application;
use rest::{PathOperations, Routes, routes};

pub use self::room::{migrations, room};
pub use acts::{ACTS, AskForFiles, ShareLink};
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
        .route(OURS, routes!(received::list::list))
        .route(OURS, routes!(received::count::count))
        .as_operations()
        .route(Gate::Public, unlisted(routes!(visit::show::show)))
        .route(Gate::Public, unlisted(routes!(visit::open::open)))
        .route(Gate::Public, unlisted(routes!(visit::entries::entries)))
        .route(Gate::Public, unlisted(routes!(visit::picture::picture)))
        .route(Gate::Public, unlisted(routes!(visit::logo::logo)))
        .route(Gate::Public, unlisted(routes!(visit::presets::presets)))
        .route(Gate::Public, unlisted(routes!(visit::pictures::prepare)))
        .route(Gate::Public, unlisted(routes!(visit::pictures::show)))
        .route(Gate::Public, unlisted(routes!(visit::announce::announce)))
        .tagged("link", "Share links, and what they open for whoever has one.")
        .with_state(state.clone())
        .merge(routes_of_received(state))
}

/// What people do with received files.
fn routes_of_received(state: Links) -> Routes {
    Routes::default()
        .route(OURS, routes!(received::accept::accept))
        .route(OURS, routes!(received::reject::reject))
        .as_operations()
        .route(Gate::AppBytes(Application::Content), routes!(received::show::picture))
        .of_files()
        .with_state(state)
}

/// The routes that give bytes away.
pub(crate) fn file_routes(state: Links) -> Routes {
    Routes::default()
        .route(Gate::Public, unlisted(routes!(visit::content::content)))
        .route(Gate::Public, unlisted(routes!(visit::archive::archive)))
        .route(Gate::Public, unlisted(routes!(visit::converted::converted)))
        .route(Gate::Public, unlisted(routes!(visit::pictures::archive)))
        .route_for_files(Gate::Public, unlisted(routes!(visit::send::probe, visit::send::append, visit::send::give_up)))
        .route(Gate::AnyAppBytes(Application::Content), routes!(received::show::content))
        .of_files()
        .with_state(state)
}

/// The operation, whose answers no search engine lists, no cache shares, and no other site is told the address of.
fn unlisted<F>(operation: F) -> impl Fn() -> PathOperations<Links> + Send + Sync + 'static
where
    F: Fn() -> PathOperations<Links> + Send + Sync + 'static,
{
    move || {
        let (types, paths, methods) = operation();
        (types, paths, methods.layer(from_fn(visit::headers::unlist)))
    }
}
