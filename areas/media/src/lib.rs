//! Renditions: pictures made from content, kept by content, shown to whoever may see the node they were made from.

mod acts;
mod alike;
mod arrivals;
mod cached;
mod choose_cover;
mod chosen_covers;
mod colours;
mod conversions;
mod covers;
mod draw;
mod drawing;
mod fault;
mod how;
mod http;
mod icons;
mod inside;
mod look;
mod marked;
mod on_demand;
mod outcome;
mod picture_answer;
mod posters;
mod prepared;
mod presets;
mod put_poster;
mod redraw;
mod render;
mod rendition_store;
mod renewal;
mod room;
mod send_cached;
mod size;
mod status;
mod store;

use std::path::PathBuf;
use std::sync::Arc;

use activity::Activity;
use authz::{Gate, Role};
use content::Content;
use db::Db;
use jobs::{Kind, Slots};
use previews::Worker;
use primitives::{Application, Clock, UserId};
use rest::{Rate, Routes, routes};

use crate::conversions::{KeptConversions, Makers, VisitorTurns};
use crate::on_demand::Flights;
use crate::prepared::PreparedFiles;
use crate::rendition_store::RenditionStore;

pub use self::room::{Renditions, migrations, room};
pub use acts::ACTS;
pub use conversions::{Visitor, converted_tag_for_visitor, send_converted_to_visitor};
pub use covers::is_written;
pub use how::{SizeWish, WantedSize};
pub use http::{PictureWish, send_picture, send_picture_of};
pub use icons::forget_icons;
pub use look::{PictureFit, PictureFormat};
pub use prepared::{
    PicturesMade, PicturesOfVisitors, PicturesOrder, ReadyPictures, find_pictures, forget_pictures, have_pictures_made,
    order_pictures, pictures_of_visitors, tidy_prepared,
};
pub use presets::{Preset, PresetId, presets_of};
pub use status::{Preview, PreviewStatus, previews_of};

/// Raised when what is drawn from the same bytes changes; older renditions are then made again.
pub(crate) const DEFINITION: i64 = 3;

#[derive(Clone)]
pub struct Media {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) content: Content,
    pub(crate) activity: Activity,
    pub(crate) renditions: RenditionStore,
    /// Draws what a request waits for.
    pub(crate) worker: Arc<Worker>,
    pub(crate) flights: Flights,
    /// One poster and one icon at a time: what others look at is drawn beside them.
    pub(crate) poster_slot: Slots,
    pub(crate) icon_slot: Slots,
    /// Icons that one person sets.
    pub(crate) icons_set: Arc<Rate<UserId>>,
    pub(crate) conversions: KeptConversions,
    pub(crate) makers: Makers,
    /// Of pictures that visitors of share links have made.
    pub(crate) visitors: VisitorTurns,
    pub(crate) prepared: PreparedFiles,
    /// Pictures with a text over them.
    pub(crate) marked: KeptConversions,
}

impl Media {
    /// `folder` is where the pictures are kept.
    pub fn new((content, activity): (Content, Activity), folder: PathBuf, worker: Worker) -> Self {
        Self {
            db: content.db.clone(),
            clock: content.clock.clone(),
            content,
            activity,
            conversions: KeptConversions::at(folder.join("converted")),
            prepared: PreparedFiles::at(folder.join("prepared")),
            marked: KeptConversions::at(folder.join("marked")),
            renditions: RenditionStore::at(folder),
            worker: Arc::new(worker),
            flights: Flights::new(),
            poster_slot: Slots::new(1),
            icon_slot: Slots::new(1),
            // Sixty in a row, then one in five seconds.
            icons_set: Arc::new(Rate::new(60, 5)),
            makers: Makers::new(),
            visitors: VisitorTurns::new(),
        }
    }
}

const SETTINGS: Gate = Gate::AppRoles(Application::Content, &[Role::Admin]);

pub fn routes(media: Media) -> Routes {
    Routes::default()
        .route(Gate::AppBytes(Application::Content), routes!(http::preview))
        .route(Gate::AppBytes(Application::Content), routes!(http::version))
        .route(Gate::App(Application::Content), routes!(http::discard))
        .route(Gate::App(Application::Content), routes!(http::retry))
        .route(Gate::App(Application::Content), routes!(put_poster::put))
        .route(Gate::AppBytes(Application::Content), routes!(icons::show::show))
        .of_files()
        .route(Gate::App(Application::Content), routes!(prepared::begin::begin))
        .route(Gate::App(Application::Content), routes!(prepared::show::show))
        .route(Gate::App(Application::Content), routes!(presets::of_node::list))
        .route(SETTINGS, routes!(presets::list::list, presets::create::create))
        .route(SETTINGS, routes!(presets::update::update, presets::delete::delete))
        .route(SETTINGS, routes!(presets::usual::add))
        .route(Gate::App(Application::Content), routes!(covers::covers))
        .route(Gate::App(Application::Content), routes!(alike::alike))
        .route(Gate::App(Application::Content), routes!(choose_cover::choose_cover))
        .route(Gate::App(Application::Content), routes!(icons::set::set, icons::remove::remove))
        .with_state(media)
}

/// The routes of the file service, `/api/file/…`.
pub fn file_routes(media: Media) -> Routes {
    Routes::default()
        .route(Gate::AnyAppBytes(Application::Content), routes!(conversions::converted::converted))
        .route(Gate::AnyAppBytes(Application::Content), routes!(prepared::send::pictures))
        .route(Gate::Ticket, routes!(send_cached::picture))
        .of_files()
        .with_state(media)
}

/// Draws previews as files arrive. `worker` runs the drawing in a limited child process. A first try is short; what
/// needs longer goes to a queue of its own, which has half of the places, so that quick pictures are never far.
pub fn jobs(media: Media, worker: Worker) -> Vec<Kind> {
    let mut hasty = worker.clone();
    hasty.limits = worker.limits.hasty();
    let larger = {
        let (media, worker) = (media.clone(), Arc::new(worker.clone()));
        move |context: jobs::JobContext| {
            let (media, worker) = (media.clone(), worker.clone());
            async move { on_demand::draw_later(&media, &worker, &context).await }
        }
    };
    let kind = |name, worker: Worker| {
        let (media, worker, now) = (media.clone(), Arc::new(worker), media.clock.clone());
        let draw = move |context: jobs::JobContext| {
            let (media, worker) = (media.clone(), worker.clone());
            async move { render::render(&media, &worker, name, &context).await }
        };
        Kind::new(name, draw).attempts(3).on_abandoned(move |tx, end| {
            let stored = serde_json::from_str(&end.payload);
            stored.map_or(Ok(()), |stored| render::abandoned(tx, &stored, now.now()))
        })
    };
    let larger = Kind::new(on_demand::LATER, larger).attempts(3).in_half_the_places();
    let in_restored = media.clone();
    let inside = Kind::new(inside::INSIDE, move |context: jobs::JobContext| {
        let media = in_restored.clone();
        async move { inside::draw_inside(&media, &context).await }
    });
    let preparing = prepared::job::kinds(&media, &media.activity);
    let mut kinds = vec![kind(draw::DRAW, hasty), kind(render::SLOWLY, worker).in_half_the_places(), larger, inside];
    kinds.extend(preparing);
    kinds
}
