//! The room as the program sees it.

use std::path::PathBuf;

use room::{Opened, Room};

use crate::status::addition;
use crate::{ACTS, Media, arrivals, jobs, routes};

/// Where pictures are kept; the program's to give.
#[derive(Clone, Debug)]
pub struct Renditions(pub PathBuf);

pub fn room() -> Room {
    Room::new("media", 6).with_listeners(arrivals::listeners()).with_acts(ACTS).with(addition()).opening(|deps| {
        Box::pin(async move {
            let Renditions(folder) = deps.get()?;
            let media = Media::new(deps.db.clone(), deps.clock.clone(), folder);
            deps.put(media.clone());
            Ok(Opened { routes: routes(media.clone()), jobs: jobs(media, deps.get()?), ..Opened::default() })
        })
    })
}
