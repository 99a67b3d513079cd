//! The room as the program sees it.

use room::{Opened, Room};

use crate::{ACTS, DELETION_BLOCKER, Security, propagations, routes};

pub fn room() -> Room {
    Room::new("security", 3)
        .with_sentences(room::sentences!())
        .with_deletion_blockers([DELETION_BLOCKER])
        .with_acts(ACTS)
        .opening(|deps| {
            Box::pin(async move {
                let (db, clock) = (deps.db.clone(), deps.clock.clone());
                let jobs = vec![propagations(&db)];
                Ok(Opened { routes: routes(Security { db, clock }), jobs, ..Opened::default() })
            })
        })
}
