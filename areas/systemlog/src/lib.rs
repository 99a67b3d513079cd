//! The system log as administrators read it: what the platform's audit log holds, for masters of all tenants and for
//! admins of theirs, filtered, in pages or as a file. What happened to a node is told to who may see it, also beside the
//! node itself.

mod csv;
mod entry;
mod export;
mod filter;
mod list;
mod moved;
mod of_node;
mod redact;
mod room;
mod store;

use authz::{Gate, Role};
use db::Db;
use primitives::Application;
use rest::{Routes, routes};

pub use self::room::room;

const READERS: &[Role] = &[Role::Admin, Role::Master];

pub fn routes(db: Db) -> Routes {
    Routes::default()
        .route(Gate::Roles(READERS), routes!(list::list))
        .route(Gate::RolesBytes(READERS), routes!(export::export))
        .route(Gate::App(Application::Content), routes!(of_node::list))
        .with_state(db)
}
