//! Probes: each service gets a small request that only succeeds if it works.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use db::{Conn, Engine};
use primitives::Seconds;
use storage::{ObjectServer, Trouble};

use crate::Services;
use crate::body::{Lack, Service, ServiceKind, ServiceList, State};

/// Older failures do not count as recent.
const FAILURE_WINDOW: Seconds = 7 * 86_400;
/// Work that should have begun this long ago is late.
const LATE_AFTER: Seconds = 600;
/// A bucket has as long to answer.
const OBJECT_SERVER: Duration = Duration::from_secs(5);

pub(crate) async fn all(services: &Services) -> db::Result<ServiceList> {
    let now = services.clock.now();
    let mut items = vec![program(), database(services).await];
    items.extend(file_servers(services).await?);
    items.extend(stored_files(services).await?);
    items.push(mail(services, now).await?);
    items.extend(queues(services, now).await?);
    items.push(drawing(services).await);
    Ok(ServiceList { at: now, total: items.len(), items })
}

fn program() -> Service {
    Service { version: Some(env!("CARGO_PKG_VERSION").to_owned()), ..Service::new(ServiceKind::Program, "Vitrine") }
}

async fn database(services: &Services) -> Service {
    let begun = Instant::now();
    let (name, sql) = match services.db.engine() {
        Engine::Sqlite => ("SQLite", "SELECT sqlite_version()"),
        Engine::Postgres => ("PostgreSQL", "SELECT current_setting('server_version')"),
    };
    let version = services.db.read(move |c| c.get(sql, &[], |row| row.get::<String>(0))).await;
    let found = Service { millis: Some(millis(begun)), ..Service::new(ServiceKind::Database, name) };
    match version {
        Ok(version) => Service { version: Some(version), ..found },
        Err(error) => found.down(error),
    }
}

async fn file_servers(services: &Services) -> db::Result<Vec<Service>> {
    let known = services.db.read(storage::file_servers).await?;
    let folders =
        storage::repository_folders(&services.db).await.map_err(|error| db::Error::Broken(error.to_string()))?;
    let look = move || known.into_iter().map(|(label, url)| file_server(label, url, &folders)).collect();
    let looked = tokio::task::spawn_blocking(look);
    let mut all: Vec<Service> = looked.await.map_err(|error| db::Error::Broken(error.to_string()))?;
    for server in services.db.read(storage::object_servers).await? {
        all.push(object_server(server).await);
    }
    Ok(all)
}

/// A bucket works if an object can be written, read, listed and deleted.
async fn object_server(server: ObjectServer) -> Service {
    let (begun, place) = (Instant::now(), server.place.clone());
    let found = Service { place: Some(place), ..Service::new(ServiceKind::FileServer, server.label.clone()) };
    let tried = tokio::time::timeout(OBJECT_SERVER, tokio::task::spawn_blocking(move || server.trouble())).await;
    let found = Service { millis: Some(millis(begun)), ..found };
    match tried {
        Ok(Ok(None)) => found,
        Ok(Ok(Some(trouble))) => found.down(trouble),
        Ok(Err(error)) => found.down(error),
        Err(_) => found.down(Trouble::Silent),
    }
}

/// A file server works if a file can be created in its folder. Some of its repositories may be broken all the same.
fn file_server(label: String, url: String, repositories: &[PathBuf]) -> Service {
    let begun = Instant::now();
    let tried = tempfile::Builder::new().prefix(".vitrine-look").tempfile_in(PathBuf::from(&url));
    let found = Service {
        place: Some(url.clone()),
        millis: Some(millis(begun)),
        ..Service::new(ServiceKind::FileServer, label)
    };
    if let Err(error) = tried {
        return found.down(error);
    }
    let on_it = repositories.iter().filter(|folder| folder.parent() == Some(Path::new(&url)));
    let unusable: Vec<_> = on_it.filter_map(|folder| storage::obstacle_in(folder)).collect();
    let is_any = !unusable.is_empty();
    Service { last_error: is_any.then(|| unusable.join("; ")), ..found }.troubled(is_any)
}

/// Whether the bytes of all files are right, as far as they were read again.
async fn stored_files(services: &Services) -> db::Result<Option<Service>> {
    let standing = services.db.read(storage::integrity::standing).await?;
    if standing.files == 0 {
        return Ok(None);
    }
    let wrong = standing.missing + standing.damaged;
    let found = Service {
        files: Some(standing.files),
        read_since: standing.oldest.filter(|at| *at > 0),
        last_error: standing.example.map(|(node, tenant)| {
            format!(
                "{} files have other bytes than were stored, {} have none; one is file {node} of tenant {tenant}. \
                 `vitrine doctor --hashes` names them, and with `--repair --from BACKUP` mends them",
                standing.damaged, standing.missing
            )
        }),
        ..Service::new(ServiceKind::StoredFiles, "BLAKE3")
    };
    Ok(Some(found.troubled(wrong > 0)))
}

/// E-mails that are only written to a folder reach nobody.
async fn mail(services: &Services, now: Seconds) -> db::Result<Service> {
    let health = services.mail.health().await?;
    let late = health.oldest_queued_at.is_some_and(|at| at < now - LATE_AFTER);
    let unsent = health.transport == "folder";
    let found = Service {
        place: Some(health.place),
        waiting: Some(health.queued),
        failed: Some(health.failed),
        last_error: health.last_error,
        ..Service::new(ServiceKind::Mail, health.transport)
    };
    Ok(found.troubled(unsent || late || health.failed > 0))
}

async fn queues(services: &Services, now: Seconds) -> db::Result<Vec<Service>> {
    let backlog = services.db.read(move |c: &mut Conn<'_>| jobs::backlog(c, now - FAILURE_WINDOW)).await?;
    let kinds = backlog.into_iter().map(|kind| {
        let late = kind.oldest_due_at.is_some_and(|at| at < now - LATE_AFTER);
        let found = Service {
            waiting: Some(kind.queued + kind.running),
            failed: Some(kind.failed),
            last_error: kind.last_error,
            ..Service::new(ServiceKind::Queue, kind.kind)
        };
        found.troubled(late || kind.failed > 0)
    });
    Ok(kinds.collect())
}

/// The child process for previews, asked to draw one pixel.
async fn drawing(services: &Services) -> Service {
    let worker = services.previews.clone();
    let begun = Instant::now();
    let drawn = tokio::task::spawn_blocking(move || draw(&worker)).await;
    let found = Service {
        version: Some(previews::ENGINES.to_owned()),
        millis: Some(millis(begun)),
        ..Service::new(ServiceKind::Engine, "previews")
    };
    match drawn {
        Ok(Ok(true)) => found,
        Ok(Ok(false)) => Service { lacks: Some(Lack::Landlock), ..found }.troubled(true),
        Ok(Err(error)) => found.down(error),
        Err(error) => Service { state: State::Down, last_error: Some(error.to_string()), ..found },
    }
}

const PIXEL: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>"#;

/// Whether the kernel confined the decoder.
pub(crate) fn draw(worker: &previews::Worker) -> Result<bool, String> {
    let bench = tempfile::tempdir().map_err(|error| error.to_string())?;
    let input = bench.path().join("pixel.svg");
    std::fs::write(&input, PIXEL).map_err(|error| error.to_string())?;
    let drawn = previews::render_one(worker, &input, "image/svg+xml", bench.path(), previews::Bounds::square(16));
    drawn.map(|drawn| drawn.confined).map_err(|error| error.to_string())
}

fn millis(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}
