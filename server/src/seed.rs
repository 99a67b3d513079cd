//! `vitrine seed`: a realistic organisation to look around in, and a second one to show that tenants are separate.

mod days;
mod files;
mod organisation;
mod parts;

use std::path::PathBuf;

use primitives::Clock;

use crate::app::App;
use crate::first_start;
use crate::occupancy::occupy;
use crate::say::say;
use crate::settings::Settings;

#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// A folder whose files are imported too.
    pub from: Option<PathBuf>,
    /// Synthetic entries in one folder.
    pub nodes: usize,
    /// For all created accounts.
    pub password: Option<String>,
}

pub async fn command(settings: Settings, wanted: Wanted) -> anyhow::Result<()> {
    let _alone = occupy(&settings)?;
    let db = settings.open_alone().await?;
    let app = App::new(db, Clock::system(), &settings).await?;
    first_start::greet(&app, &settings, true).await?;
    fill(&app, &settings, wanted).await
}

/// Fills an installation that has no tenant yet.
pub async fn fill_if_empty(app: &App, settings: &Settings) -> anyhow::Result<()> {
    if app.db.read(organisation::exists).await? {
        return Ok(());
    }
    fill(app, settings, Wanted { password: std::env::var("VITRINE_SEED_PASSWORD").ok(), ..Wanted::default() }).await
}

/// People, groups, marks and repositories in one transaction, then the files, then the optional parts.
pub async fn fill(app: &App, settings: &Settings, wanted: Wanted) -> anyhow::Result<()> {
    let made = app.db.read(organisation::exists).await?;
    let home = if made {
        organisation::find(app).await?
    } else {
        let password = wanted.password.clone().unwrap_or_else(first_start::made_up);
        say("Making three organisations, their people, groups and marks …");
        let home = organisation::make(app, settings, &password).await?;
        let drawn = files::draw(app, &home).await?;
        days::fill(app, &home, &drawn).await?;
        say(&organisation::introduction(&password));
        home
    };
    if let Some(folder) = &wanted.from {
        files::import(app, &home, folder).await?;
    }
    if wanted.nodes > 0 {
        files::synthesise(app, &home, wanted.nodes).await?;
    }
    Ok(())
}
