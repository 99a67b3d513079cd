//! Generated references that are checked in: the OpenAPI document, the gates, the permissions.

use std::path::Path;

use anyhow::Context;
use primitives::Clock;

use crate::app::{self, ApiDocument, App};
use crate::rooms;
use crate::settings::Settings;

/// The document, formatted so that its changes can be read.
pub fn openapi() -> anyhow::Result<String> {
    let (_, document, _) = described()?;
    Ok(serde_json::to_string_pretty(&document.written())?)
}

pub fn write(folder: &Path) -> anyhow::Result<()> {
    let (_, document, gates) = described()?;
    std::fs::create_dir_all(folder)?;
    let pages = [
        ("openapi.json", serde_json::to_string_pretty(&document.written())? + "\n"),
        ("gates.md", rest::gates_reference(&gates)),
        ("permissions.md", authz::reference(&rooms::acts(&rooms::rooms()).0)),
    ];
    for (name, text) in pages {
        std::fs::write(folder.join(name), text).with_context(|| format!("{name} cannot be written"))?;
    }
    Ok(())
}

/// The routes of an empty installation that exists for a moment.
fn described() -> anyhow::Result<(axum::Router, ApiDocument, Vec<rest::GateEntry>)> {
    let folder = std::env::temp_dir().join(format!("vitrine-reference-{}", std::process::id()));
    let settings = Settings { data: folder.clone(), ..Settings::default() };
    let runtime = tokio::runtime::Runtime::new()?;
    let routes = runtime.block_on(async {
        let db = settings.open_database()?;
        db.migrate(&rooms::migrations()).await?;
        anyhow::Ok(App::new(db, Clock::system(), &settings).await?.routes())
    });
    std::fs::remove_dir_all(&folder).unwrap_or_default();
    Ok(app::split(routes?))
}
