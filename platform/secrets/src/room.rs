//! Describes this part of the platform to the program.

use room::{Opened, Room};

use crate::{Column, SecretKey, Secrets};

/// Its table is made by the baseline of the room `accounts`, in which it lay before.
pub fn room() -> Room {
    Room::new("secrets", 0).opening(|deps| {
        Box::pin(async move {
            let columns = deps.contributions.all::<Column>().copied().collect();
            let secrets = Secrets::open(&deps.db, &deps.get::<SecretKey>()?, columns).await?;
            deps.put(secrets)?;
            Ok(Opened::default())
        })
    })
}
