//! File servers and repositories: where the bytes of entries are, how the tree on disk is changed with the rows, and
//! whether the bytes are those that were stored.

mod answering;
mod backup;
pub mod blocking;
mod deletion_blocker;
pub mod disk;
mod doctor;
mod error;
mod events;
mod file_server;
mod file_servers;
pub mod integrity;
pub mod intents;
pub mod lease;
mod owner;
mod places;
mod printed;
mod recovery;
mod repositories;
mod room;
mod s3_access;
mod state;
mod unfinished;

use authz::{Gate, Role};
use primitives::Application;
use rest::Routes;
use utoipa_axum::routes;

pub use self::events::ContentRepaired;
pub use self::room::{migrations, room};
pub use ::blobs::Trouble;
pub use answering::{Answering, while_it_answers};
pub use backup::{BackedUp, Unreadable, back_up, clear_for_restore, contents, move_file_servers};
pub use doctor::{CheckOptions, Fault, Finding, examine, fill};
pub use error::{ChangeError, Error, Result};
pub use file_server::FileServerId;
pub use file_servers::Roots;
pub use owner::Owner;
pub use places::resolve_places;
pub use recovery::{reconcile, recover};
pub use repositories::{
    NewFileServer, NewRepository, ObjectServer, create_file_server, create_repository, file_servers,
    make_repository_folders, object_servers, obstacle_in, repository_folders, repository_roots,
};
pub use s3_access::S3Access;
pub use state::{Config, Storage};
pub use unfinished::{StagingArea, UnfinishedFiles};

const OURS: Gate = Gate::App(Application::Content);
const SETTINGS: Gate = Gate::AppRoles(Application::Content, &[Role::Admin]);

/// The routes of content instances that are about file servers and repositories.
pub fn routes(state: Storage) -> Routes {
    Routes::default()
        .route(OURS, routes!(repositories::list))
        .route(SETTINGS, routes!(repositories::create::create))
        .route(SETTINGS, routes!(repositories::admin::list_all))
        .route(SETTINGS, routes!(repositories::update::update))
        .route(SETTINGS, routes!(file_servers::list::list_file_servers, file_servers::create::create_file_server))
        .route(SETTINGS, routes!(file_servers::update::update_file_server))
        .as_operations()
        .of_files()
        .with_state(state)
}

/// What the workers do for this room.
pub fn jobs(storage: &Storage) -> Vec<jobs::Kind> {
    vec![integrity::scrubbing(storage)]
}
