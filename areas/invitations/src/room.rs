//! Describes this room to the program.

use std::time::Duration;

use events::Listener;
use room::{Opened, Room, Schedule};

use crate::entitled::withdraw_unentitled;
use crate::store::forget_place;
use crate::{Invitations, routes};

const EVERY: Duration = Duration::from_secs(600);

/// The baseline of `accounts` makes its table.
pub fn room() -> Room {
    Room::new("invitations", 4)
        .with_tables(&["identity_invitation"])
        .with_sentences(room::sentences!())
        .with_listeners([Listener::to(withdraw_unentitled), Listener::to(forget_place)])
        .opening(|deps| {
            Box::pin(async move {
                let invitations = Invitations::new(deps.db.clone(), deps.clock.clone(), deps.get()?, deps.get()?);
                let failure = "Old invitations stay for now";
                let sweeping = Schedule::every(EVERY, failure, &invitations, async |state| state.sweep().await);
                Ok(Opened { routes: routes(&invitations), schedules: vec![sweeping], ..Opened::default() })
            })
        })
}
