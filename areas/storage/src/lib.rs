//! File servers and repositories: where the bytes of entries are, how the tree on disk is changed with the rows, and
//! whether the bytes are those that were stored.

mod answering;
mod backup;
pub mod blocking;
mod byte_addresses;
mod closed;
pub mod crossings;
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
mod moves;
mod owner;
mod places;
mod printed;
mod recovery;
mod repositories;
mod room;
mod s3_access;
mod state;
mod unfinished;

use activity::Activity;
use authz::{Gate, Role};
use primitives::Application;
use rest::{Routes, routes};

pub use self::events::ContentRepaired;
pub use self::room::{migrations, room};
pub use ::blobs::Trouble;
pub use answering::{Answering, while_it_answers};
pub use backup::{BackedUp, Unreadable, back_up, clear_for_restore, contents, move_file_servers};
pub use byte_addresses::{
    ByteAddresses, Elsewhere, SmallPicture, elsewhere_of, open_signed, open_small_picture, sign_small_picture,
    signed_path,
};
pub use closed::{refuse_elsewhere, require_open};
pub use doctor::{CheckOptions, Fault, Finding, examine, fill};
pub use error::{ChangeError, Error, Result};
pub use file_server::FileServerId;
pub use file_servers::Roots;
pub use owner::Owner;
pub use places::resolve_places;
pub use recovery::{reconcile, recover};
pub use repositories::{
    NewFileServer, NewRepository, ObjectServer, create_file_server, create_object_server, create_repository,
    file_servers, make_repository_folders, object_servers, obstacle_in, repository_folders, repository_roots,
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
        .route(SETTINGS, routes!(moves::begin::begin, moves::show::show, moves::give_up::give_up))
        .route(SETTINGS, routes!(moves::check::check))
        .route(SETTINGS, routes!(moves::again::again))
        .route(SETTINGS, routes!(file_servers::list::list_file_servers, file_servers::create::create_file_server))
        .route(SETTINGS, routes!(file_servers::update::update_file_server))
        .route(SETTINGS, routes!(repositories::gdrive::show, repositories::gdrive::change))
        .as_operations()
        .route(SETTINGS, routes!(byte_addresses::reach::ask))
        .of_files()
        .with_state(state)
}

/// The routes of the file service.
pub(crate) fn file_routes(state: Storage) -> Routes {
    Routes::default().route(Gate::Ticket, routes!(byte_addresses::reach::answer_here)).with_state(state)
}

/// What the workers do for this room.
pub fn jobs(storage: &Storage, activity: &Activity) -> Vec<jobs::Kind> {
    vec![
        integrity::scrubbing(storage),
        moves::job::moving(storage, activity),
        moves::clear::clearing(storage),
        crossings::clearing(storage),
    ]
}
