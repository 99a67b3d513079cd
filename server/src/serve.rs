//! `vitrine serve`: open, recover from a crash, listen, and stop when asked.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Extension, Request, State};
use axum::http::Method;
use axum::middleware::{Next, from_fn, from_fn_with_state, map_request};
use axum::response::{IntoResponse, Response};
use db::{Db, Engine};
use primitives::Clock;
use rest::Problem;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::Layer;
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::{self, App};
use crate::base_path::BasePath;
use crate::connections::{self, Caps, ClientTimeouts};
use crate::occupancy::{occupy, occupy_outside};
use crate::role::Role;
use crate::say::say;
use crate::settings::Settings;
use crate::{
    background, byte_hosts, cross_origin, docs, encoding, first_start, headers, health, methods, page_policy, refusals,
    seed, socket_access, telemetry, well_known,
};

/// JSON bodies are small; routes that take files say so.
const LARGEST_BODY: usize = 2 * 1024 * 1024;

pub async fn serve(mut settings: Settings, role: Role, demo: bool) -> anyhow::Result<()> {
    let clock = Clock::system();
    let listener = listen(&settings.listen).await;
    let listener = listener.with_context(|| format!("{} cannot be listened on", settings.listen))?;
    let at = listener.local_addr()?;
    settings.reached_at = Some(reached_at(at));
    let measured = measure(&settings).await?;
    let _alone = occupy(&settings)?;
    let db = settings.open_alone().await?;
    db.keep_reserve();
    let app = App::new(db, clock, &settings).await?;
    let _alone_outside = occupy_outside(&settings, &app.db).await?;
    if matches!(role, Role::All | Role::Api) {
        first_start::greet(&app, &settings, demo).await?;
    }
    if demo {
        seed::fill_if_empty(&app, &settings).await?;
    }
    // Signals are handled before the address is printed: a reader of it may already end the program.
    let signals = Signals::listen()?;
    run(&app, &settings, role, Listeners { listener, measured }, signals.heard()).await
}

/// The sockets that a server listens on.
pub struct Listeners {
    pub listener: TcpListener,
    /// For metrics, if they are wanted.
    pub measured: Option<(TcpListener, telemetry::Recorder)>,
}

/// Serves until `asked` to stop. Returns an error if it cannot continue by itself.
pub async fn run(
    app: &App,
    settings: &Settings,
    role: Role,
    Listeners { listener, measured }: Listeners,
    asked: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let at = listener.local_addr()?;
    let stop = CancellationToken::new();
    let mut tasks = JoinSet::new();
    // Other processes with the same database may use its disks; on SQLite there are none.
    if matches!(role, Role::All | Role::File) || app.db.engine() == Engine::Sqlite {
        for recovery in app.recoveries() {
            recovery.run().await?;
        }
        background::keep(&mut tasks, app.file_schedules(), &stop);
    }
    if matches!(role, Role::All | Role::Work) {
        background::work(&mut tasks, app, settings.workers, &stop);
    }
    if let Some((listener, recorder)) = measured {
        say(&format!("Metrics are at http://{}/metrics", listener.local_addr()?));
        tasks.spawn(telemetry::serve(listener, recorder, app.db.clone(), app.clock.clone(), stop.clone()));
    }
    let router = router(app, role, &mut tasks, &stop);
    say(&format!("Vitrine is at http://{at}"));
    let caps = Caps::of(settings);
    let mut is_broken = false;
    let end = async {
        tokio::select! {
            () = asked => {}
            () = app.db.broken() => is_broken = true,
        }
        stop.cancel();
    };
    connections::serve(listener, router, ClientTimeouts::default(), caps, end).await;
    stop.cancel();
    while tasks.join_next().await.is_some() {}
    if !is_broken {
        background::end(app).await;
    }
    // A restart repairs what this process cannot: the error tells its supervisor.
    ensure!(!is_broken, "the database's writer has stopped");
    Ok(())
}

/// The time that one request waits for the database, in all its reads and writes together.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

async fn wait_for_the_database(request: Request, next: Next) -> Response {
    db::with_wait_budget(LONGEST_WAIT, next.run(request)).await
}

/// The listener of metrics, if they are wanted: they are recorded from here on.
async fn measure(settings: &Settings) -> anyhow::Result<Option<(TcpListener, telemetry::Recorder)>> {
    let Some(address) = &settings.metrics_listen else { return Ok(None) };
    let listener = listen(address).await;
    let listener = listener.with_context(|| format!("{address} cannot be listened on for metrics"))?;
    Ok(Some((listener, telemetry::record())))
}

/// Listens at an address, or at the first of a name's addresses at which it can.
async fn listen(address: &str) -> io::Result<TcpListener> {
    if let Ok(address) = address.parse::<SocketAddr>() {
        return TcpListener::bind(address).await;
    }
    let parts = address.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse().ok()?)));
    let (host, port) = parts.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "invalid socket address"))?;
    TcpListener::bind(names::resolve(host, port).await?.as_slice()).await
}

/// The local address of the server: mailed links begin with it unless `public_url` is set.
fn reached_at(at: SocketAddr) -> String {
    if at.ip().is_unspecified() { format!("http://localhost:{}", at.port()) } else { format!("http://{at}") }
}

/// On a full disk, the reserved space is for deletions, and for users who must sign in for them.
async fn keep_room_for_deletions(State(db): State<Db>, request: Request, next: Next) -> Response {
    let reads_or_deletes = [Method::GET, Method::HEAD, Method::OPTIONS, Method::DELETE].contains(request.method());
    if !reads_or_deletes && db.only_frees() && !request.uri().path().starts_with("/api/core/auth/") {
        return Problem::full().into_response();
    }
    next.run(request).await
}

/// All routes of this process.
pub fn router(app: &App, role: Role, tasks: &mut JoinSet<()>, stop: &CancellationToken) -> Router {
    let routes = match role {
        Role::All | Role::Api => app.routes(),
        Role::File => app.file_routes(),
        Role::Work => rest::Routes::default(),
    };
    let (rooms, document, gates) = app::split(routes);
    let router = rooms_router(app, rooms, telemetry::Operations::of(&gates)).merge(health::routes(app.db.clone()));
    let base = BasePath::of(&app.public_url);
    if !matches!(role, Role::All | Role::Api) {
        // Answered by the layer that turns errors into problems, in the caller's language.
        let unknown = Router::new().fallback(async || Problem::not_found()).layer(from_fn(rest::negotiate_language));
        return below(base, around_all(app, router.fallback_service(unknown)));
    }
    let router = router.merge(docs::routes(document, app.own_address().public_url.as_deref()));
    let router = with_page(app, router, &base);
    let guard = Arc::new(socket_access::NodeRooms(app.db.clone()));
    let (socket, relay) = activity::socket(app.db.clone(), app.authenticate(), guard);
    tasks.spawn(relay.run(stop.clone()));
    // The router becomes a service before the socket is put around it: a layer around a router with a fallback handler
    // is built again for every connection, and a polling socket would not be found again.
    let router = Router::new().fallback_service(around_all(app, router));
    let router = router.layer(socket).layer(map_request(activity::at_usual_path));
    below(base, byte_hosts::around_socket(router, app.byte_origins(), app.trust_forwarded().0))
}

/// The routes of the rooms, with what each of their requests passes.
fn rooms_router(app: &App, rooms: Router, operations: telemetry::Operations) -> Router {
    let rooms = rooms
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn(rest::answer_not_modified))
        .layer(from_fn(rest::set_request_origin))
        .layer(Extension(app.authenticate()))
        .layer(Extension(app.trust_forwarded()))
        .layer(Extension(app.own_address()))
        .layer(from_fn_with_state(app.db.clone(), keep_room_for_deletions))
        .layer(from_fn(connections::answer_timeout))
        .layer(from_fn(rest::negotiate_language))
        .layer(from_fn(wait_for_the_database));
    // A process that only works has no routes, and axum panics on a layer around none.
    if !rooms.has_routes() {
        return rooms;
    }
    rooms.route_layer(from_fn_with_state(operations, telemetry::measure)).route_layer(from_fn(refusals::log))
}

/// The web app for every path that nothing else has, and the well-known paths.
fn with_page(app: &App, router: Router, base: &BasePath) -> Router {
    let known = well_known::routes(app.clock.clone(), app.security_contact.clone(), app.public_url.clone());
    let (db, below) = (app.db.clone(), base.clone());
    let bytes: Arc<[String]> = app.byte_origins().iter().map(|origin| origin.as_str().to_owned()).collect();
    let page = move |request: Request| page_policy::serve(db.clone(), bytes.clone(), below.clone(), request);
    router.merge(known).fallback(page)
}

/// What every request to this process passes, whatever answers it.
fn around_all(app: &App, router: Router) -> Router {
    let https = app.is_https();
    let harden = move |request: Request, next: Next| headers::harden(https, request, next);
    let router = router.layer(encoding::compression()).layer(from_fn(harden)).layer(CatchPanicLayer::new());
    let trust = app.trust_forwarded().0;
    let router = byte_hosts::around(router, app.byte_origins(), (app.db.clone(), app.clock.clone()), trust);
    let router = cross_origin::open_to(router, app.allowed_origins());
    // Around the router, which chooses its route by the method.
    let router = Router::new().fallback_service(router).layer(from_fn(methods::tell));
    router.layer(from_fn(content::speak_tus)).layer(from_fn(rest::name_request))
}

/// The router; requests may have the path of the public address.
fn below(base: BasePath, router: Router) -> Router {
    if base.is_root() {
        return router;
    }
    let strip = tower::util::MapRequestLayer::new(move |request: Request| base.strip(request));
    Router::new().fallback_service(strip.layer(router))
}

/// The signals that end the program.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// From here on they no longer end the process by themselves.
    fn listen() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn heard(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        tracing::info!("Stopping");
    }
}
