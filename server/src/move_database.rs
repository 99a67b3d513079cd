//! `vitrine migrate --to postgres://…`: moves an installation's database from SQLite to PostgreSQL.

use anyhow::{Context, ensure};
use audit::{Act, Author, Object};
use authz::Origin;
use db::{Db, DbUrl};
use primitives::Clock;

use crate::moved;
use crate::occupancy::occupy;
use crate::rooms;
use crate::say::say;
use crate::settings::Settings;

/// Moves the SQLite database of `settings` to PostgreSQL. No server may use either of them meanwhile, nor the old one
/// afterwards. An interrupted move continues where it stopped.
pub async fn move_to(settings: &Settings, to: &str) -> anyhow::Result<()> {
    let from = settings.database_url()?;
    let DbUrl::Sqlite(file) = &from else { anyhow::bail!("the installation's database is PostgreSQL already") };
    let target = match DbUrl::parse(to) {
        Some(url @ DbUrl::Postgres(_)) => url,
        _ => anyhow::bail!("--to does not name a PostgreSQL database: postgres://user@host/name"),
    };
    let source = settings.open_moved_or_not().await?;
    let _alone = occupy(settings)?;
    source.migrate(&rooms::migrations()).await.context("the database cannot be brought up to date")?;
    let db = settings.open(&target)?;
    if !db.is_transfer_target().await? {
        moved::refuse(&from)?;
        Db::refuse_occupied(&target).await?;
        db.begin_transfer().await?;
    }
    db.migrate(&rooms::migrations()).await.context("the new database cannot be prepared")?;
    let arrived = source.transfer_to(&db).await.context("the database could not be moved; run it again to go on")?;
    content::reindex(&db).await.context("the search index; run it again to go on")?;
    let broken = audit::verify(&db).await?.into_iter().filter(|chain| chain.broken.is_some()).count();
    let left = audit::left_behind(&db, source.read(audit::heads).await?).await?.len();
    ensure!(broken == 0 && left == 0, "the audit log did not arrive whole");
    // Before the new one is opened: they are never both open.
    moved::note(file, &target).context("the note beside the old database")?;
    if let Err(error) = db.end_transfer().await {
        // If only the answer was lost, it has moved.
        if db.is_transfer_target().await.unwrap_or(false) {
            moved::forget(file).context("the note beside the old database")?;
        }
        return Err(error).context("the references between the tables");
    }
    record(&db).await?;
    say(&format!("{} tables with {} rows moved and compared.", arrived.tables, arrived.rows));
    say("Name the new database in the settings (`database`), and keep the old file until you have seen everything.");
    say("Nothing is done with the old one while the note beside it (`.moved`) is there.");
    Ok(())
}

async fn record(db: &Db) -> db::Result<()> {
    let now = Clock::system().now();
    db.write(move |tx| {
        let act = Act::new("database_move", None, Object::new("installation", 0, "Vitrine"));
        audit::record(tx, Author::nobody(Origin::CommandLine), act, now);
        Ok(())
    })
    .await
}
