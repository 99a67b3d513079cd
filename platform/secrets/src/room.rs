//! Describes this part of the platform to the program.

use room::{Opened, Room};

use crate::{Column, SecretKey, Secrets};

/// The baseline of the room `accounts` makes its table.
pub fn room() -> Room {
    Room::new("secrets", 0).with_tables(&["identity_secret"]).opening(|deps| {
        Box::pin(async move {
            let columns = deps.contributions.all::<Column>().copied().collect();
            let secrets = Secrets::open(&deps.db, &deps.get::<SecretKey>()?, columns).await?;
            deps.put(secrets)?;
            Ok(Opened::default())
        })
    })
}
