//! Describes this room to the program.

use room::{Opened, Room};

use crate::outbox::mail_routes;
use crate::{Notifications, PublicUrl, routes};

pub fn room() -> Room {
    Room::new("notifications", 3).with_sentences(room::sentences!()).opening(|deps| {
        Box::pin(async move {
            let PublicUrl(url) = deps.get()?;
            let notifications = Notifications::new(deps.db.clone(), deps.clock.clone(), deps.get()?, &url);
            Ok(Opened { routes: routes(&notifications).merge(mail_routes(&deps.get()?)), ..Opened::default() })
        })
    })
}
