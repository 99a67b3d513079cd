//! `vitrine migrate --to postgres://…`: an installation that has grown out of one machine takes its database along.

use anyhow::{Context, ensure};
use audit::{Act, Author, Object};
use authz::Origin;
use db::{Db, DbUrl};
use primitives::Clock;

use crate::cli::say;
use crate::occupancy::occupy;
use crate::settings::Settings;

/// Moves the SQLite database of `settings` to PostgreSQL. Nothing else works with either of them meanwhile. What was cut
/// off goes on where it was.
pub async fn move_to(settings: &Settings, to: &str) -> anyhow::Result<()> {
    ensure!(matches!(settings.database_url()?, DbUrl::Sqlite(_)), "the installation's database is PostgreSQL already");
    let target = match DbUrl::parse(to) {
        Some(url @ DbUrl::Postgres(_)) => url,
        _ => anyhow::bail!("--to names no PostgreSQL database: postgres://user@host/name"),
    };
    let source = settings.open_as_it_is().await?;
    let _alone = occupy(settings)?;
    source.migrate().await.context("the database cannot be brought up to date")?;
    let db = Db::open(&target).context("the new database cannot be opened")?;
    if !db.is_transfer_target().await? {
        Db::refuse_occupied(&target).await?;
        db.begin_transfer().await?;
    }
    db.migrate().await.context("the new database cannot be prepared")?;
    let moved = source.transfer_to(&db).await.context("the database could not be moved; run it again to go on")?;
    content::reindex(&db).await.context("the search index; run it again to go on")?;
    let broken = audit::verify(&db).await?.into_iter().filter(|chain| chain.broken.is_some()).count();
    let left = audit::left_behind(&db, source.read(audit::heads).await?).await?.len();
    ensure!(broken == 0 && left == 0, "the audit log did not arrive whole");
    db.end_transfer().await.context("the references between the tables")?;
    record(&db).await?;
    say(&format!("{} tables with {} rows moved and compared.", moved.tables, moved.rows));
    say("Name the new database in the settings (`database`), and keep the old file until you have seen everything.");
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
