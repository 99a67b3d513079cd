//! The room as the program sees it.

use room::{Blockers, Opened, Room};

use crate::{Tenancy, routes};

pub fn room() -> Room {
    Room::new("tenancy", 1).with_sentences(room::sentences!()).opening(|deps| {
        Box::pin(async move {
            let blockers = deps.get::<Blockers>()?;
            let tenancy = Tenancy::new(deps.db.clone(), deps.clock.clone(), blockers.0).drawing_with(deps.get()?);
            Ok(Opened { routes: routes(tenancy), ..Opened::default() })
        })
    })
}
