//! The entries of repositories: listed, made, renamed, uploaded, found, fetched, binned and restored.

mod actions;
mod acts;
mod archives;
mod copies;
mod downloads;
mod entries;
mod entry_types;
mod equal_files;
mod error;
mod events;
mod filter;
mod names;
mod newest;
mod page_path;
mod purges;
mod received;
mod restore;
mod room;
mod search;
mod search_index;
mod selections;
mod state;
mod sweep;
#[cfg(feature = "testing")]
pub mod testing;
mod uploads;
mod uppermost;
mod uses;
mod versions;

use activity::Activity;
use authz::{Gate, Role};
use primitives::Application;
use rest::{Routes, routes};

pub use self::events::{
    ContentStored, EntryCopied, EntryCreated, EntryMoved, EntryPurged, EntryRemoved, EntryRenamed, EntryReplaced,
    EntryRestored, FileReceived, FolderCopied, LockChanged, RepositoryChanged,
};
pub use self::room::{migrations, room};
pub(crate) use acts::Inform;
pub use acts::{
    ACTS, CreateChild, Download, FindEqual, Lock, MakeCopy, Move, Purge, Remove, Rename, Replace, Restore, Unlock,
    Upload,
};
pub use archives::{
    ArchiveOnBehalf, ArchiveToMake, FileToMake, GoesOn, MadeEntry, PreparedArchive, Substitute, Substitutes,
    archive_sum, archive_to_make, files_to_make, note_archive, send_archive, send_prepared,
};
pub use downloads::{MadeFile, send_made};
pub use downloads::{send_file, send_found};
pub use entries::additions::{EntryAddition, OpenEntry};
pub use entries::children::{Children, children_of};
pub use entries::create_folder::{create as create_folder, synthesise as synthesise_folder};
pub use entries::model::Entry;
pub use entries::of_nodes::entries_of;
pub use error::{Error, Result};
pub use newest::{Knows, Newest, Reach, files_since, newest_files, newest_in_each, tops};
pub use page_path::{info_path, page_path};
pub use received::{
    ExpectedFile, OnNameTaken, ReceivedFile, TakenIn, append_received, await_received, expect_file, forget_expected,
    forget_waiting, give_up_received, may_receive, note_coming, require_ticket, take_in, taken_names, tell_received,
    turn_down, waiting_file,
};
pub use restore::restore;
pub use search::reindex;
pub use selections::{SelectedFor, Selection, ToDownload, ToSee};
pub use state::{Config, Content};
pub use sweep::sweep;
pub use uploads::locks::Uploads;
pub use uploads::{folder_on_disk, speak_tus, store_file, synthesise_file};
pub use uses::{Use, UseKind, UseListener, UsedBy, gives_bytes, tell_download, tell_use};
pub use versions::{VersionId, version_content};

const OURS: Gate = Gate::App(Application::Content);
const SETTINGS: Gate = Gate::AppRoles(Application::Content, &[Role::Admin]);

/// The routes of content instances that are about entries, `/api/app/{application_instance_id}/…`.
pub(crate) fn api_routes(state: Content) -> Routes {
    Routes::default()
        .route(OURS, routes!(entries::list::list))
        .route(OURS, routes!(entries::folders::folders))
        .route(OURS, routes!(entries::buckets::buckets))
        .route(OURS, routes!(search::folder_facets::facets))
        .route(OURS, routes!(entries::show::show, selections::remove_one::remove))
        .route(OURS, routes!(entries::parents::parents))
        .route(OURS, routes!(entries::create_folder::create_folder))
        .route(OURS, routes!(selections::rename_one::rename))
        .route(OURS, routes!(selections::rename_many::rename))
        .route(OURS, routes!(entries::lock::lock, entries::lock::unlock))
        .route(OURS, routes!(selections::one::relocate))
        .route(OURS, routes!(entries::bin::list, entries::empty_bin::empty))
        .route(OURS, routes!(entries::purge::purge))
        .route(OURS, routes!(entries::restore::restore))
        .route(OURS, routes!(uploads::exists::exists))
        .route(OURS, routes!(search::search))
        .route(OURS, routes!(search::facets::facets))
        .route(OURS, routes!(actions::node_actions))
        .route(OURS, routes!(selections::sum::sum))
        .route(OURS, routes!(selections::begin::remove))
        .route(OURS, routes!(selections::begin::restore))
        .route(OURS, routes!(selections::begin::purge))
        .route(OURS, routes!(selections::check::check))
        .route(OURS, routes!(selections::begin::relocate))
        .route(OURS, routes!(selections::copy::one))
        .route(OURS, routes!(selections::copy::many))
        .route(OURS, routes!(selections::undo::undo))
        .route(OURS, routes!(selections::again::retry))
        .route(OURS, routes!(selections::failures::list))
        .as_operations()
        .route(OURS, routes!(equal_files::of_file::list))
        .route(OURS, routes!(equal_files::of_arrived::ask))
        .route(OURS, routes!(equal_files::groups::list))
        .route(OURS, routes!(equal_files::group::list))
        .route(OURS, routes!(versions::list::list))
        .route(OURS, routes!(versions::restore::restore))
        .route(OURS, routes!(versions::change::change, versions::delete::delete))
        .route(SETTINGS, routes!(versions::rule::show, versions::rule::change))
        .route(SETTINGS, routes!(versions::rule::check))
        .route(OURS, routes!(archives::link::link))
        .route(OURS, routes!(archives::link::selected))
        .route(OURS, routes!(uploads::prepare::prepare))
        .route(OURS, routes!(uploads::groups::list::list, uploads::groups::create::create))
        .route(OURS, routes!(uploads::groups::dismiss::dismiss))
        .route(OURS, routes!(uploads::groups::end::end))
        .route(OURS, routes!(uploads::groups::fail::fail))
        .route(OURS, routes!(uploads::groups::answer::answer))
        .route_for_files(OURS, routes!(uploads::direct::upload))
        .of_files()
        .tagged("content", "Folders and files of one content instance.")
        .with_state(state)
}

/// What the workers do for this room.
pub fn jobs(content: Content, activity: Activity) -> Vec<jobs::Kind> {
    let mut kinds = copies::kinds(&content, &activity);
    kinds.extend(selections::kinds(&content, &activity));
    kinds.push(purges::kind(content, activity));
    kinds
}

/// The routes of the file service, `/api/file/…`; it may run on the host that owns the disk.
pub fn file_routes(state: Content) -> Routes {
    Routes::default()
        .route_for_files(
            Gate::AnyApp(Application::Content),
            routes!(uploads::multipart::upload, uploads::tus::probe, uploads::tus::append, uploads::tus::terminate),
        )
        .route(Gate::Public, routes!(uploads::tus::options))
        .route(Gate::AnyAppBytes(Application::Content), routes!(downloads::content))
        .route(Gate::AnyAppBytes(Application::Content), routes!(versions::show::content))
        .route(Gate::AnyAppBytes(Application::Content), routes!(archives::show::archive))
        .of_files()
        .tagged("file", "The bytes of files: uploads and downloads.")
        .with_state(state)
}
