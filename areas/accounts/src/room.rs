//! Describes this room to the program.

use db::Migrations;
use events::Listener;
use room::{Opened, Room};
use tenancy::CompanyOf;

use crate::administration::deletion_blocker::{DELETION_BLOCKERS, enrol};
use crate::store::people::company_of;
use crate::{Accounts, Config, routes};

const TABLES: &[&str] = &[
    "identity_user",
    "identity_word",
    "identity_avatar",
    "identity_external_account",
    "identity_admin",
    "identity_member",
];

/// What makes the tables of this room, and of what it builds on. The baseline also makes those of `signin`,
/// `invitations` and `secrets`, which were one room with this one, called `identity`.
pub fn migrations() -> Migrations {
    db::migrations!("accounts" noted as "identity", 2, ["0001_baseline"])
        .and(tenancy::migrations())
        .and(mail::migrations())
        .and(jobs::migrations())
}

pub fn room() -> Room {
    Room::new("accounts", 2)
        .with_tables(TABLES)
        .with_migrations(migrations())
        .with_sentences(room::sentences!())
        .with_deletion_blockers(DELETION_BLOCKERS)
        .with_listeners([Listener::to(enrol)])
        .with(CompanyOf(company_of))
        .opening(|deps| {
            Box::pin(async move {
                let accounts = Accounts::open(deps.db.clone(), deps.clock.clone(), deps.get::<Config>()?).await?;
                let accounts = accounts.drawing_with(deps.get()?);
                deps.put(accounts.clone())?;
                Ok(Opened { routes: routes(&accounts), ..Opened::default() })
            })
        })
}
