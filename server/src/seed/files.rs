//! The demonstration's files: drawn ones with grants and marks on some folders, a person's own, and synthetic ones.

use std::collections::{BTreeSet, HashMap};
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use authz::Actor;
use content::{Error, Upload};
use db::{Db, Tx, params};
use primitives::{EntryName, GroupId, NodeId, NodeRole, TenantId, UserId};
use security::{GrantAccess, MarkId, NewGrant, Principal};

use super::organisation::{Demonstration, EMBARGO, INTERNAL, RETAIL, STUDIO};
use crate::app::App;
use crate::say::say;
use artwork::{Work, catalogue, photograph};

/// What Marcos uploads; the rest is Ana's.
const BY_MARCOS: [&str; 2] = ["Campaigns/Summer 2026 – Luz de Verão", "Product photography/Coffee"];

/// The folders of the catalogue, by their paths.
pub(super) type Drawn = HashMap<&'static str, NodeId>;

/// Draws the catalogue into the library, and gives the groups access.
pub(super) async fn draw(app: &App, demo: &Demonstration) -> anyhow::Result<Drawn> {
    let ana = actor(&app.db, demo.admin).await?;
    open_library(app, demo, &ana).await?;
    let marcos = match demo.colleagues {
        Some(colleagues) => actor(&app.db, colleagues.marcos).await?,
        None => ana.clone(),
    };
    let mut made = Drawn::new();
    let catalogue = catalogue();
    let total: usize = catalogue.iter().map(|folder| folder.pieces.len()).sum();
    say(&format!("Drawing {total} files …"));
    for folder in &catalogue {
        let (above, name) = folder.path.rsplit_once('/').map_or((None, folder.path), |(up, name)| (Some(up), name));
        let parent = above.and_then(|path| made.get(path).copied()).unwrap_or(demo.repository);
        let node = make_folder(app, &ana, parent, name).await?;
        made.insert(folder.path, node);
        let drawn = draw_all(folder.pieces.iter().map(|piece| (piece.name, piece.work)).collect()).await?;
        let who = if BY_MARCOS.contains(&folder.path) { &marcos } else { &ana };
        for (name, bytes) in drawn {
            put(app, who, node, name, bytes).await?;
        }
    }
    let old = make_folder(app, &ana, demo.archive, "2019 – first shop").await?;
    put(app, &ana, old, "Opening night.jpg", photograph(7, 1600, 1067)).await?;
    share(app, demo, &ana, &made).await?;
    if let Some(other) = demo.other {
        let nora = actor(&app.db, other.admin).await?;
        let node = make_folder(app, &nora, other.repository, "Spring collection").await?;
        put(app, &nora, node, "Confidential lookbook.jpg", photograph(99, 1600, 1067)).await?;
    }
    Ok(made)
}

/// Drawing uses all cores.
async fn draw_all(pieces: Vec<(&'static str, Work)>) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    let tasks: Vec<_> =
        pieces.into_iter().map(|(name, work)| (name, tokio::task::spawn_blocking(move || work.draw()))).collect();
    let mut drawn = Vec::with_capacity(tasks.len());
    for (name, task) in tasks {
        drawn.push((name, task.await?));
    }
    Ok(drawn)
}

fn group(tx: &mut Tx<'_>, tenant: TenantId, key: &str) -> db::Result<GroupId> {
    let sql = "SELECT user_group_id FROM tenancy_usergroup WHERE tenant_id = $1 AND group_key = $2";
    tx.get(sql, params![tenant, key], |row| row.get(0))
}

/// The studio reads the library, and those who lead the brand write in it.
async fn open_library(app: &App, demo: &Demonstration, ana: &Arc<Actor>) -> anyhow::Result<()> {
    let (library, tenant, now) = (demo.repository, demo.tenant, app.clock.now());
    let opened = security::write(&app.db, ana, move |tx, access| {
        let permit = access.authorize::<GrantAccess>(tx, library)?;
        for (key, role) in [(STUDIO, NodeRole::Reader), ("brand-leads", NodeRole::Writer)] {
            let principal = Principal::Group(group(tx, tenant, key)?);
            security::grant(tx, &permit, access.actor(), NewGrant { principal, role, recursive: true }, now)?;
        }
        Ok::<_, Error>(())
    });
    Ok(opened.await?)
}

/// Partners read one folder of the library; one folder is internal.
async fn share(app: &App, demo: &Demonstration, ana: &Arc<Actor>, made: &Drawn) -> anyhow::Result<()> {
    let now = app.clock.now();
    let named = |part: &str| made.iter().find(|(path, _)| path.contains(part)).map(|(_, node)| *node);
    let (retail_place, internal) = (named("Retail"), named("Winter"));
    let tenant = demo.tenant;
    let shared = security::write(&app.db, ana, move |tx, access| {
        if let Some(place) = retail_place {
            let permit = access.authorize::<GrantAccess>(tx, place)?;
            let principal = Principal::Group(group(tx, tenant, RETAIL)?);
            let new = NewGrant { principal, role: NodeRole::Reader, recursive: true };
            security::grant(tx, &permit, access.actor(), new, now)?;
        }
        if let Some(place) = internal {
            let sql = "SELECT security_mark_id FROM security_mark WHERE tenant_id = $1 AND security_mark_key = $2";
            let mut marks = BTreeSet::new();
            for key in [INTERNAL, EMBARGO] {
                marks.insert(tx.get(sql, params![tenant, key], |row| row.get::<MarkId>(0))?);
            }
            let permit = access.authorize::<GrantAccess>(tx, place)?;
            security::classify(tx, &permit, access.actor(), &marks, now)?;
        }
        Ok::<_, Error>(())
    });
    Ok(shared.await?)
}

/// Imports a folder of the user's own, with its subfolders. Files that cannot be stored are reported and skipped.
pub(super) async fn import(app: &App, demo: &Demonstration, folder: &Path) -> anyhow::Result<()> {
    let ana = actor(&app.db, demo.admin).await?;
    let name = folder.file_name().map_or_else(|| "Imported".into(), |name| name.to_string_lossy().into_owned());
    let top = make_folder(app, &ana, demo.repository, &name).await?;
    let mut open = vec![(folder.to_path_buf(), top)];
    let mut count = 0;
    while let Some((path, node)) = open.pop() {
        let entries = std::fs::read_dir(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type()?;
            let stored = if kind.is_dir() {
                make_folder(app, &ana, node, &name).await.map(|made| open.push((entry.path(), made)))
            } else if kind.is_file() {
                import_file(app, &ana, node, &name, &entry.path()).await.map(|()| count += 1)
            } else {
                continue;
            };
            if let Err(error) = stored {
                say(&format!("  left out {}: {error:#}", entry.path().display()));
            }
        }
    }
    say(&format!("Imported {count} files from {}.", folder.display()));
    Ok(())
}

async fn import_file(app: &App, who: &Arc<Actor>, folder: NodeId, name: &str, path: &Path) -> anyhow::Result<()> {
    let name = EntryName::parse(name).map_err(Error::from)?;
    content::store_file(&app.content, who, folder, &name, std::fs::File::open(path)?).await?;
    Ok(())
}

/// Small files for load tests: one folder with `count` of them.
pub(super) async fn synthesise(app: &App, demo: &Demonstration, count: usize) -> anyhow::Result<()> {
    let ana = actor(&app.db, demo.admin).await?;
    let folder = make_folder(app, &ana, demo.archive, &format!("Load test {count}")).await?;
    say(&format!("Making {count} synthetic entries …"));
    let (now, place) = (app.clock.now(), app.db.read(move |c| content::folder_on_disk(c, folder)).await?);
    for start in (0..count).step_by(5000) {
        let until = (start + 5000).min(count);
        let place = place.clone();
        let made = security::write(&app.db, &ana, move |tx, access| {
            let permit = access.authorize::<Upload>(tx, folder)?;
            for index in start..until {
                let name = EntryName::parse(&format!("asset-{index:07}.txt"))?;
                content::synthesise_file(tx, &permit, &place, &name, index, now)?;
            }
            Ok::<_, Error>(())
        });
        made.await?;
    }
    Ok(())
}

pub(super) async fn actor(db: &Db, user: UserId) -> anyhow::Result<Arc<Actor>> {
    let found = db.read(move |c| accounts::find_actor(c, user)).await?;
    Ok(Arc::new(found.context("the seed's person is gone")?))
}

async fn make_folder(app: &App, who: &Arc<Actor>, parent: NodeId, name: &str) -> anyhow::Result<NodeId> {
    let name = EntryName::parse(name).map_err(Error::from)?;
    Ok(content::create_folder(&app.content, who, parent, &name).await?)
}

async fn put(app: &App, who: &Arc<Actor>, folder: NodeId, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
    let name = EntryName::parse(name).map_err(Error::from)?;
    content::store_file(&app.content, who, folder, &name, Cursor::new(bytes)).await?;
    Ok(())
}
