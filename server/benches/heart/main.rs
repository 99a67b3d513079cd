//! Access with a million nodes, on both engines: the cost of a check, a page, a search, a change of rights and a move.
//!
//! One line of JSON per figure: `name, value, unit, goal`. `HEART_NODES` makes a smaller world, or none if it is 0;
//! `HEART_ENGINE` (`sqlite`, `postgres`) measures one engine alone. Run by `make bench`. With `HEART_READERS`, this
//! many readers ask without a pause while nine tenths of the tree are restricted and propagated, and none of them may
//! get restricted data from a request sent after that. Then it prints no figures, but is a proof: `make prove`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on ends; its figures are its output"
)]

mod builder;
mod changes;
mod readers;
mod searching;
#[path = "../../tests/it/secret.rs"]
mod secret;
mod tenant;
mod tree;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use authz::Actor;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use builder::Builder;
use content::{CreateChild, Move};
use db::testing::TestDb;
use db::{Db, Engine, Tx};
use primitives::{AppInstanceId, Clock, CompanyId, EntryName, GroupId, NodeId, NodeRole, TenantId};
use readers::Readers;
use secret::secret;
use security::{GrantAccess, MarkId, NewGrant, Principal};
use tenant::{CLEARED, NOW, PASSWORD, Tenant, found, new_user};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use tree::{SeededRng, Tree};
use vitrine::app::App;
use vitrine::rooms;
use vitrine::settings::Settings;

fn main() {
    let nodes = number("HEART_NODES").unwrap_or(1_000_000);
    let only = std::env::var("HEART_ENGINE").unwrap_or_default().to_lowercase();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        if !format!("{engine:?}").to_lowercase().starts_with(&only) {
            continue;
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        if number("HEART_READERS").is_none() {
            runtime.block_on(changes::measure(engine));
        }
        if nodes == 0 {
            continue;
        }
        let mut world = runtime.block_on(World::new(engine, nodes));
        runtime.block_on(world.measure());
        world.stop.cancel();
        runtime.block_on(async { while world.tasks.join_next().await.is_some() {} });
    }
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// One tenant with a tree of folders of every depth, a folder of a tenth of all nodes, ACLs in the tree and in that
/// folder, and a person who sees a part of it all.
struct World {
    engine: Engine,
    router: Router,
    token: String,
    instance: AppInstanceId,
    company: CompanyId,
    db: Db,
    /// An admin of the tenant, and a reader by some of the groups, who is not cleared.
    ada: Arc<Actor>,
    tess: Arc<Actor>,
    group: GroupId,
    mark: MarkId,
    files: Vec<NodeId>,
    /// Nine tenths of all nodes are below it.
    most: NodeId,
    /// Where it can be moved.
    elsewhere: NodeId,
    /// A tenth of all nodes lie in it.
    big: NodeId,
    top: NodeId,
    tenant: TenantId,
    stop: CancellationToken,
    tasks: JoinSet<()>,
    _test: TestDb,
}

/// A tenant with a repository, and nothing in it.
struct Founded {
    test: TestDb,
    db: Db,
    app: App,
    tenant: Tenant,
    mark: MarkId,
    top: NodeId,
    ada: Arc<Actor>,
}

impl Founded {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &rooms::migrations()).await;
        let (db, clock) = (test.db.clone(), Clock::fixed(NOW));
        let settings = Settings { data: test.folder().to_owned(), ..Settings::default() };
        let app = App::new(db, clock, &settings).await.unwrap();
        let db = app.db.clone();
        let (ada, tess) = (new_user("ada"), new_user("tess"));
        let tenant = db.write(move |tx| found(tx, &ada, &tess)).await.unwrap();
        let (id, cleared) = (tenant.id, tenant.groups[CLEARED]);
        let mark = db.write(move |tx| secret(tx, id, cleared)).await.unwrap();
        let files = settings.files();
        let top = db.write(move |tx| {
            let server = storage::NewFileServer { label: "disk", url: files.to_str().unwrap(), tenants: &[id] };
            let file_server = storage::create_file_server(tx, &server)?;
            let folder_name = &EntryName::parse("library").unwrap();
            let new = storage::NewRepository { tenant: id, file_server, title: "library", folder_name, now: NOW };
            Ok::<_, content::Error>(storage::create_repository(tx, &new)?.1)
        });
        let top = top.await.unwrap();
        storage::make_repository_folders(&db).await.unwrap();
        let ada = tenant.ada;
        let ada = Arc::new(db.read(move |c| accounts::find_actor(c, ada)).await.unwrap().unwrap());
        Self { test, db, app, tenant, mark, top, ada }
    }
}

impl World {
    async fn new(engine: Engine, nodes: usize) -> Self {
        let Founded { test, db, app, tenant, mark, top, ada } = Founded::new(engine).await;
        let id = tenant.id;
        let tess = tenant.tess;
        let tess = db.read(move |c| accounts::find_actor(c, tess)).await.unwrap().unwrap();
        let tess = Arc::new(tess);
        let group = tenant.groups[0];
        grant(&db, &ada, top, group).await;

        let tree = Tree::grow(&db, &tenant, top, mark, nodes).await;
        let (stop, mut tasks) = (CancellationToken::new(), JoinSet::new());
        let router = vitrine::serve::router(&app, vitrine::Role::All, &mut tasks, &stop);
        let mut world = Self {
            engine,
            router,
            token: String::new(),
            instance: tenant.instance,
            company: tenant.company,
            db,
            ada,
            tess,
            group: tenant.groups[1],
            mark,
            files: tree.files,
            most: tree.most,
            elsewhere: tree.elsewhere,
            big: tree.big,
            top,
            tenant: id,
            stop,
            tasks,
            _test: test,
        };
        let login = serde_json::json!({ "email": "tess@lume.example", "password": PASSWORD }).to_string();
        let answer = world.ask("POST", "/api/core/auth/login", login).await;
        world.token = answer["token"].as_str().unwrap().to_owned();
        world
    }

    async fn ask(&self, method: &str, path: &str, body: String) -> serde_json::Value {
        serde_json::from_slice(&self.send(method, path, body).await).unwrap()
    }

    /// The raw answer; parsing it is not the server's work.
    async fn send(&self, method: &str, path: &str, body: String) -> Bytes {
        self.send_as(&self.token, method, path, body).await
    }

    async fn send_as(&self, token: &str, method: &str, path: &str, body: String) -> Bytes {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))))
            .body(Body::from(body))
            .unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        assert!(answer.status().is_success(), "{method} {path}: {}", answer.status());
        axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap()
    }

    async fn measure(&self) {
        let mut rng = SeededRng(7);
        let files: Vec<_> = (0..2000).map(|_| self.files[rng.below(self.files.len())]).collect();
        assert!(self.sees(files[0]).await);
        self.analyze().await;
        let check = async |at: usize| {
            let node = files[at % files.len()];
            self.sees(node).await;
        };
        self.say("check", mean(2000, check).await, 0.02);
        let app = format!("/api/app/{}", self.instance);
        let get = async |path: &str| self.ask("GET", path, String::new()).await;
        let answer = async |path: &str| drop(self.send("GET", path, String::new()).await);
        let page = format!("{app}/entry/list/{}?limit=100", self.big);
        assert_eq!(get(&page).await["items"].as_array().unwrap().len(), 100);
        self.say("page of 100, filtered", mean(300, async |_| answer(&page).await).await, 0.3);
        let search = format!("{app}/search?term=needle&limit=50");
        assert_eq!(get(&search).await["items"].as_array().unwrap().len(), 50);
        self.say("search, 1,000 hits, 50 rows, filtered", mean(100, async |_| answer(&search).await).await, 3.0);
        self.search_for_all().await;

        self.search_with_grants().await;
        let moved = mean(20, async |at| self.reparent(if at % 2 == 0 { self.elsewhere } else { self.top }).await).await;
        self.say("move a folder of nine tenths", moved, 3.0);
        let readers = number("HEART_READERS").map(|readers| Readers::begin(self, readers));
        let begun = Instant::now();
        restrict(self).await;
        let in_force = begun.elapsed();
        if let Some(readers) = &readers {
            readers.restricted.store(true, Ordering::SeqCst);
        }
        assert!(!self.sees(files[0]).await, "no file of it is seen by the very next request");
        let begun = Instant::now();
        self.propagate().await;
        self.say("restrict a folder of nine tenths: in force", in_force, 50.0);
        self.tell("restrict a folder of nine tenths: propagated", begun.elapsed().as_secs_f64(), "s", 5.0);
        if let Some(readers) = readers {
            let asked = readers.end().await;
            eprintln!("{:?}: {asked} questions during the propagation, all refused", self.engine);
        }
        self.search_for_hidden().await;
        let begun = Instant::now();
        grant(&self.db, &self.ada, self.big, self.group).await;
        self.say("change rights on a folder of 100,000: in force", begun.elapsed(), 50.0);
        self.propagate().await;

        let half = self.add_half().await;
        grant(&self.db, &self.ada, self.elsewhere, self.group).await;
        self.propagate().await;
        let whole = format!("{app}/entry/list/{}?limit=30", self.big);
        let half = format!("{app}/entry/list/{half}?limit=30");
        assert_eq!(get(&half).await["items"][0]["name"], "part-0000001.jpg", "every other one is marked");
        self.analyze().await;
        let whole = mean(500, async |_| answer(&whole).await).await;
        let half = mean(500, async |_| answer(&half).await).await;
        let ratio = half.as_secs_f64() / whole.as_secs_f64();
        self.tell("list 30 of 100,000 of which half are seen, to all", ratio, "×", 1.3);
    }

    /// Gathers statistics of what was stored about principal sets, as a database does by itself within minutes.
    async fn analyze(&self) {
        // The background work after an answer is done before this.
        self.db.write(|_| Ok::<_, db::Error>(())).await.unwrap();
        let analyzed = self.db.write(|tx| {
            for table in ["security_effective_role", "security_traversable", "security_principal_set"] {
                tx.run(&format!("ANALYZE {table}"), &[])?;
            }
            Ok::<_, db::Error>(())
        });
        analyzed.await.unwrap();
    }

    async fn sees(&self, node: NodeId) -> bool {
        sees(&self.db, &self.tess, node).await
    }

    /// A folder of a hundred thousand (or as many as there are) of which every other one is marked.
    async fn add_half(&self) -> NodeId {
        let (mut builder, top) = Builder::at(&self.db, self.tenant, self.top, self.mark).await;
        let half = builder.folder(&top, "half".into(), None);
        for number in 0..self.files.len().min(100_000) {
            let name = format!("part-{number:07}.jpg");
            if number % 2 == 0 {
                builder.marked_file(&half, name);
            } else {
                builder.file(&half, name);
            }
        }
        builder.write(&self.db).await;
        half.node
    }

    async fn reparent(&self, to: NodeId) {
        let most = self.most;
        let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
            let (permit, into) = (access.authorize::<Move>(tx, most)?, access.authorize::<CreateChild>(tx, to)?);
            let from = nodes::reparent(tx, &permit, &into, &EntryName::parse("most").unwrap(), NOW)?;
            security::moved(tx, &permit, from, NOW)
        };
        security::write(&self.db, &self.ada, change).await.unwrap();
    }

    /// Finishes pending propagations.
    async fn propagate(&self) {
        let pending = self
            .db
            .read(|c| c.rows("SELECT propagation_id FROM security_propagation", &[], |row| row.get::<i64>(0)))
            .await
            .unwrap();
        for id in pending {
            security::propagate(&self.db, id).await.unwrap();
        }
    }

    fn say(&self, name: &str, took: Duration, goal: f64) {
        self.tell(name, took.as_secs_f64() * 1000.0, "ms", goal);
    }

    fn tell(&self, name: &str, value: f64, unit: &str, goal: f64) {
        tell(self.engine, name, value, unit, goal);
    }
}

fn tell(engine: Engine, name: &str, value: f64, unit: &str, goal: f64) {
    let engine = if engine == Engine::Sqlite { "SQLite" } else { "PostgreSQL" };
    let name = format!("{name} ({engine})");
    println!("{}", serde_json::json!({ "name": name, "value": value, "unit": unit, "goal": goal }));
}

async fn sees(db: &Db, who: &Arc<Actor>, node: NodeId) -> bool {
    let seen = security::read(db, who, move |c, access| match access.find_visible(c, node) {
        Ok(_) => Ok(true),
        Err(security::Error::Denied(_)) => Ok(false),
        Err(error) => Err(error),
    });
    seen.await.unwrap()
}

/// The mean of `times` after a tenth of them to warm up.
async fn mean(times: u32, mut act: impl AsyncFnMut(usize)) -> Duration {
    for at in 0..times / 10 {
        act(at as usize).await;
    }
    let begun = Instant::now();
    for at in 0..times {
        act(at as usize).await;
    }
    begun.elapsed() / times
}

async fn grant(db: &Db, ada: &Arc<Actor>, node: NodeId, group: GroupId) {
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, node)?;
        let new = NewGrant { principal: Principal::Group(group), role: NodeRole::Reader, recursive: true };
        security::grant(tx, &permit, access.actor(), new, NOW)
    };
    security::write(db, ada, change).await.unwrap();
}

/// The folder of nine tenths gets a mark: people who are not cleared lose all of it.
async fn restrict(world: &World) {
    let (most, marks) = (world.most, BTreeSet::from([world.mark]));
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.authorize::<GrantAccess>(tx, most)?;
        security::classify(tx, &permit, access.actor(), &marks, NOW)
    };
    security::write(&world.db, &world.ada, change).await.unwrap();
}
