//! The walls at a million nodes, on both engines: what a check, a page, a search, a change of rights and a move cost.
//!
//! One line of JSON per figure: `name, value, unit, goal`. `HEART_NODES` makes a smaller world. Run by `make bench`.
//! With `HEART_READERS`, so many readers ask without a pause while nine tenths of the tree are restricted and rewritten,
//! and none of them is shown anything that was asked for after that. It is no figure then, but a proof: `make prove`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on ends; its figures are its output"
)]

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use authz::{Actor, CreateChild, GrantAccess, Rename};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use db::testing::TestDb;
use db::{Db, Engine, Tx, Value, params};
use identity::{Belonging, Email, NewUser, Password, PersonName};
use nodes::NodeState;
use primitives::{
    AppInstanceId, Application, Clock, EntryName, GroupId, MarkId, NodeId, NodeRole, SessionId, TenantId, UserId,
};
use security::Principal;
use tenancy::{CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, TenantKey, Title};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use vitrine::app::App;
use vitrine::settings::Settings;

#[path = "../tests/it/secret.rs"]
mod secret;

use secret::secret;

const NOW: i64 = 1_800_000_000;
const PASSWORD: &str = "jaguar telhado neblina";
const GROUPS: usize = 200;
const GUARDS: usize = 5_000;
const DEEPEST: usize = 17;
/// Of the groups, the one that is cleared; its member is the admin alone.
const CLEARED: usize = 5;

fn main() {
    let nodes = number("HEART_NODES").unwrap_or(1_000_000);
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let mut world = runtime.block_on(World::new(engine, nodes));
        runtime.block_on(world.measure());
        world.stop.cancel();
        runtime.block_on(async { while world.tasks.join_next().await.is_some() {} });
    }
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// Numbers that look random and are the same every time (splitmix).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % (end as u64)).unwrap()
    }
}

/// One tenant with a tree of folders of every depth, a folder of a tenth of all nodes, guards in the tree and in that
/// folder, and somebody who sees a part of it all.
struct World {
    engine: Engine,
    router: Router,
    token: String,
    instance: AppInstanceId,
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

fn new_user(name: &str) -> NewUser {
    NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&format!("{name}@lume.example")).unwrap(),
        language: None,
        password: identity::hash_password(&Password::parse(PASSWORD).unwrap()).unwrap(),
        reset_due: false,
    }
}

struct Tenant {
    id: TenantId,
    groups: Vec<GroupId>,
    ada: UserId,
    tess: UserId,
    instance: AppInstanceId,
}

fn found(tx: &mut Tx<'_>, ada: &NewUser, tess: &NewUser) -> anyhow::Result<Tenant> {
    let title = Title::parse("Lume").unwrap();
    let id = tenancy::create_tenant(
        tx,
        &NewTenant { title: title.clone(), key: TenantKey::parse("lume").unwrap(), cnpj: None, theme: None },
        NOW,
    )?;
    let company = NewCompany { tenant: id, name: title.clone(), key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &company)?;
    let new = NewAppInstance { title: title.clone(), application: Application::Content, access_url: None };
    let instance = tenancy::create_application_instance(tx, &new)?;
    tenancy::give_tenant_instance(tx, id, instance)?;
    let mut groups = Vec::new();
    for number in 0..GROUPS {
        let key = GroupKey::parse(&format!("group-{number}")).unwrap();
        let group = tenancy::create_group(tx, &NewGroup { company, title: title.clone(), key, theme: None })?;
        tenancy::give_group_instance(tx, group, instance)?;
        groups.push(group);
    }
    let (ada, tess) = (identity::create_user(tx, company, ada, NOW)?, identity::create_user(tx, company, tess, NOW)?);
    identity::make_admin(tx, ada, id)?;
    identity::add_member(tx, ada, groups[CLEARED], Belonging::Member)?;
    for group in groups.iter().step_by(10) {
        identity::add_member(tx, tess, *group, Belonging::Member)?;
    }
    Ok(Tenant { id, groups, ada, tess, instance })
}

/// Rows as the doors would make them, many at a time.
struct Builder {
    tenant: TenantId,
    repository: i64,
    mark: MarkId,
    next_node: i64,
    next_guard: i64,
    nodes: Vec<NewRow>,
    guards: Vec<NewGuard>,
    /// Folders and what is under a guard of its own, with that guard.
    guarded: Vec<(i64, i64)>,
}

#[derive(Clone)]
struct NewRow {
    id: i64,
    parent: i64,
    is_folder: bool,
    own_guard: bool,
    name: String,
}

#[derive(Clone)]
struct NewGuard {
    id: i64,
    node: i64,
    parent: i64,
    grants: String,
    /// The group that may read; without one the secret mark is set.
    group: Option<GroupId>,
}

/// A folder, the guard it is under, and what that grants.
#[derive(Clone)]
struct Folder {
    node: NodeId,
    depth: usize,
    guard: i64,
    grants: String,
}

impl Builder {
    /// A builder, and the folder to build in, which is a repository's own node.
    async fn at(db: &Db, tenant: TenantId, top: NodeId, mark: MarkId) -> (Self, Folder) {
        let sql = "SELECT n.repository_id, g.guard_id, g.grants,
                     (SELECT MAX(node_id) FROM nodes_node), (SELECT MAX(guard_id) FROM security_guard)
                   FROM nodes_node n JOIN security_guard g ON g.node_id = n.node_id WHERE n.node_id = $1";
        let begun = db.read(move |c| {
            c.get(sql, params![top], |row| {
                let folder = Folder { node: top, depth: 0, guard: row.get(1)?, grants: row.get(2)? };
                let (repository, next_node, next_guard) = (row.get(0)?, row.get::<i64>(3)? + 1, row.get::<i64>(4)? + 1);
                let (nodes, guards, guarded) = (Vec::new(), Vec::new(), Vec::new());
                Ok((Self { tenant, repository, mark, next_node, next_guard, nodes, guards, guarded }, folder))
            })
        });
        begun.await.unwrap()
    }

    fn add(&mut self, parent: &Folder, is_folder: bool, own_guard: bool, name: String) -> i64 {
        let id = self.next_node;
        self.next_node += 1;
        self.nodes.push(NewRow { id, parent: parent.node.0, is_folder, own_guard, name });
        id
    }

    fn file(&mut self, parent: &Folder, name: String) -> NodeId {
        NodeId(self.add(parent, false, false, name))
    }

    fn marked_file(&mut self, parent: &Folder, name: String) {
        let node = self.add(parent, false, true, name);
        self.guard(node, parent, None);
    }

    fn folder(&mut self, parent: &Folder, name: String, group: Option<GroupId>) -> Folder {
        let node = self.add(parent, true, group.is_some(), name);
        let mut folder = Folder { node: NodeId(node), depth: parent.depth + 1, ..parent.clone() };
        if group.is_some() {
            (folder.guard, folder.grants) = self.guard(node, parent, group);
        } else {
            self.guarded.push((node, parent.guard));
        }
        folder
    }

    fn guard(&mut self, node: i64, parent: &Folder, group: Option<GroupId>) -> (i64, String) {
        let id = self.next_guard;
        self.next_guard += 1;
        let grants = group.map_or(parent.grants.clone(), |group| joined(&parent.grants, group));
        self.guarded.push((node, id));
        self.guards.push(NewGuard { id, node, parent: parent.guard, grants: grants.clone(), group });
        (id, grants)
    }

    async fn write(self, db: &Db) {
        let (tenant, repository, mark, next_guard) = (self.tenant, self.repository, self.mark, self.next_guard);
        in_pieces(db, self.nodes, move |tx, rows| {
            insert_nodes(tx, tenant, repository, rows)?;
            insert_words(tx, rows)
        })
        .await;
        in_pieces(db, self.guards, move |tx, rows| insert_guards(tx, tenant, mark, rows)).await;
        in_pieces(db, self.guarded, |tx, rows| {
            let all = rows.iter().map(|(node, guard)| [*node, *guard, *guard].map(Value::from).to_vec()).collect();
            insert(tx, "security_guarded (node_id, self_guard_id, flow_guard_id)", all)
        })
        .await;
        let settled = db.write(move |tx| {
            if tx.engine() == Engine::Postgres {
                let sql = "SELECT setval(pg_get_serial_sequence('security_guard', 'guard_id'), $1)::text";
                tx.exists(sql, params![next_guard])?;
            }
            let folders: Vec<_> = nodes::miscounted(tx)?.into_iter().map(|(folder, ..)| folder).collect();
            nodes::recount(tx, &folders)?;
            tx.run("ANALYZE", &[])
        });
        settled.await.unwrap();
    }
}

async fn in_pieces<T: Clone + Send + 'static>(
    db: &Db,
    all: Vec<T>,
    write: impl Fn(&mut Tx<'_>, &[T]) -> db::Result<()> + Copy + Send + 'static,
) {
    for some in all.chunks(5000) {
        let some = some.to_vec();
        db.write(move |tx| some.chunks(100).try_for_each(|rows| write(tx, rows))).await.unwrap();
    }
}

/// A guard's grants with one more reader, in the order in which they are kept.
fn joined(base: &str, group: GroupId) -> String {
    let id = |text: &str| text[1..].split(':').next().unwrap().parse::<i64>().unwrap();
    let mut ids: Vec<_> = base.split_whitespace().map(id).chain([group.0]).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.iter().map(|id| format!("g{id}:1")).collect::<Vec<_>>().join(" ")
}

fn insert(tx: &mut Tx<'_>, into: &str, rows: Vec<Vec<Value<'_>>>) -> db::Result<()> {
    let Some(width) = rows.first().map(Vec::len) else { return Ok(()) };
    let list: Vec<_> = (0..rows.len()).map(|row| format!("({})", db::placeholders(row * width + 1, width))).collect();
    let values: Vec<_> = rows.into_iter().flatten().collect();
    tx.run(&format!("INSERT INTO {into} VALUES {}", list.join(", ")), &values)?;
    Ok(())
}

fn insert_nodes(tx: &mut Tx<'_>, tenant: TenantId, repository: i64, rows: &[NewRow]) -> db::Result<()> {
    let keys: Vec<_> = rows.iter().map(|row| EntryName::parse(&row.name).unwrap().key()).collect();
    let mut all: Vec<Vec<Value<'_>>> = Vec::new();
    for (row, key) in rows.iter().zip(&keys) {
        let kind = if row.is_folder { 1 } else { 2 };
        let mut values = [row.id, tenant.0, repository, row.parent, kind].map(Value::from).to_vec();
        values.extend([Value::from(&row.name), Value::from(key), Value::from(row.own_guard)]);
        let (size, time) = (10_000 + row.id % 9_000_000, NOW + row.id % 100_000);
        values.extend([NodeState::Ready.code(), size, NOW, time].map(Value::from));
        all.push(values);
    }
    let columns = "node_id, tenant_id, repository_id, parent_id, kind, name, name_key, own_guard, state, size_bytes,
        created_at, modified_at";
    insert(tx, &format!("nodes_node ({columns})"), all)
}

fn insert_words(tx: &mut Tx<'_>, rows: &[NewRow]) -> db::Result<()> {
    let id = if tx.engine() == Engine::Sqlite { "rowid" } else { "node_id" };
    let words: Vec<_> = rows.iter().map(|row| (row.id, primitives::fold(&row.name))).collect();
    let all = words.iter().map(|(node, folded)| vec![Value::from(*node), Value::from(folded)]).collect();
    insert(tx, &format!("content_search ({id}, folded)"), all)
}

fn insert_guards(tx: &mut Tx<'_>, tenant: TenantId, mark: MarkId, rows: &[NewGuard]) -> db::Result<()> {
    let secret = mark.to_string();
    let (mut guards, mut grants, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let marked = if row.group.is_none() { secret.as_str() } else { "" };
        let mut guard = [row.id, tenant.0, row.node, row.parent].map(Value::from).to_vec();
        guard.extend([Value::from(&row.grants), Value::from(marked)]);
        guards.push(guard);
        match row.group {
            Some(group) => {
                grants.push(vec![
                    Value::from(tenant),
                    Value::from(row.node),
                    Value::from(group),
                    Value::from(1_i64),
                    Value::from(true),
                ]);
            }
            None => marks.push(vec![Value::from(row.node), Value::from(mark)]),
        }
    }
    insert(tx, "security_guard (guard_id, tenant_id, node_id, parent_guard_id, grants, marks)", guards)?;
    insert(tx, "security_grant (tenant_id, node_id, user_group_id, role, recursive)", grants)?;
    insert(tx, "security_node_mark (node_id, security_mark_id)", marks)
}

impl World {
    async fn new(engine: Engine, nodes: usize) -> Self {
        let test = TestDb::new(engine).await;
        let (db, clock) = (test.db.clone(), Clock::fixed(NOW));
        let settings = Settings { data: test.folder().to_owned(), ..Settings::default() };
        let app = App::new(db.clone(), clock, &settings).await.unwrap();
        let (ada, tess) = (new_user("ada"), new_user("tess"));
        let tenant = db.write(move |tx| found(tx, &ada, &tess)).await.unwrap();
        let (id, cleared) = (tenant.id, tenant.groups[CLEARED]);
        let mark = db.write(move |tx| secret(tx, id, cleared)).await.unwrap();
        let files = settings.files();
        let top = db.write(move |tx| {
            let server = content::NewFileServer { label: "disk", url: files.to_str().unwrap(), tenants: &[id] };
            let file_server = content::create_file_server(tx, &server)?;
            let folder_name = &EntryName::parse("library").unwrap();
            let new = content::NewRepository { tenant: id, file_server, title: "library", folder_name, now: NOW };
            Ok::<_, content::Error>(content::create_repository(tx, &new)?.1)
        });
        let top = top.await.unwrap();
        let actor = async |user: UserId| {
            Arc::new(db.read(move |c| identity::find_actor(c, user, SessionId(0))).await.unwrap().unwrap())
        };
        let (ada, tess) = (actor(tenant.ada).await, actor(tenant.tess).await);
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
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", "application/json")
            .extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))))
            .body(Body::from(body))
            .unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        assert!(answer.status().is_success(), "{method} {path}: {}", answer.status());
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    async fn measure(&self) {
        let mut dice = Dice(7);
        let files: Vec<_> = (0..2000).map(|_| self.files[dice.below(self.files.len())]).collect();
        assert!(self.sees(files[0]).await);
        let check = async |at: usize| {
            let node = files[at % files.len()];
            self.sees(node).await;
        };
        self.say("check", mean(2000, check).await, 0.02);
        let app = format!("/api/app/{}", self.instance);
        let get = async |path: String| self.ask("GET", &path, String::new()).await;
        let page = format!("{app}/entry/list/{}?limit=100", self.big);
        assert_eq!(get(page.clone()).await["items"].as_array().unwrap().len(), 100);
        self.say("page of 100, filtered", mean(300, async |_| drop(get(page.clone()).await)).await, 0.3);
        let search = format!("{app}/search?term=needle&limit=50");
        assert_eq!(get(search.clone()).await["items"].as_array().unwrap().len(), 50);
        self.say(
            "search, 1,000 hits, 50 rows, filtered",
            mean(100, async |_| drop(get(search.clone()).await)).await,
            3.0,
        );

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
        self.rewrite().await;
        self.say("restrict a folder of nine tenths: in force", in_force, 50.0);
        self.tell("restrict a folder of nine tenths: rewritten", begun.elapsed().as_secs_f64(), "s", 5.0);
        if let Some(readers) = readers {
            let asked = readers.end().await;
            eprintln!("{:?}: {asked} questions during the rewriting, all refused", self.engine);
        }
        let begun = Instant::now();
        grant(&self.db, &self.ada, self.big, self.group).await;
        self.say("change rights on a folder of 100,000: in force", begun.elapsed(), 50.0);
        self.rewrite().await;

        let half = self.add_half().await;
        grant(&self.db, &self.ada, self.elsewhere, self.group).await;
        self.rewrite().await;
        let whole = format!("{app}/entry/list/{}?limit=30", self.big);
        let half = format!("{app}/entry/list/{half}?limit=30");
        assert_eq!(get(half.clone()).await["items"][0]["name"], "part-0000001.jpg", "every other one is marked");
        let whole = mean(500, async |_| drop(get(whole.clone()).await)).await;
        let half = mean(500, async |_| drop(get(half.clone()).await)).await;
        let ratio = half.as_secs_f64() / whole.as_secs_f64();
        self.tell("list 30 of 100,000 of which half are seen, to all", ratio, "×", 1.3);
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
            let (permit, into) = (access.open::<Rename>(tx, most)?, access.open::<CreateChild>(tx, to)?);
            let from = nodes::reparent(tx, &permit, &into, &EntryName::parse("most").unwrap(), NOW)?;
            security::moved(tx, &permit, from, NOW)
        };
        security::write(&self.db, &self.ada, change).await.unwrap();
    }

    /// Takes down the fences that stand.
    async fn rewrite(&self) {
        let fences = self
            .db
            .read(|c| c.rows("SELECT fence_id FROM security_fence", &[], |row| row.get::<i64>(0)))
            .await
            .unwrap();
        for fence in fences {
            security::rewrite(&self.db, fence).await.unwrap();
        }
    }

    fn say(&self, name: &str, took: Duration, goal: f64) {
        self.tell(name, took.as_secs_f64() * 1000.0, "ms", goal);
    }

    fn tell(&self, name: &str, value: f64, unit: &str, goal: f64) {
        let engine = if self.engine == Engine::Sqlite { "SQLite" } else { "PostgreSQL" };
        let name = format!("{name} ({engine})");
        println!("{}", serde_json::json!({ "name": name, "value": value, "unit": unit, "goal": goal }));
    }
}

/// Readers of the folder of nine tenths, who ask one thing after the other.
struct Readers {
    restricted: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    /// Each ends with how often it asked after the restriction, and was refused.
    asking: JoinSet<usize>,
}

impl Readers {
    fn begin(world: &World, count: usize) -> Self {
        let (restricted, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let mut asking = JoinSet::new();
        for reader in 0..count {
            let (restricted, over) = (restricted.clone(), over.clone());
            let (db, tess, files) = (world.db.clone(), world.tess.clone(), world.files.clone());
            asking.spawn(async move {
                let (mut dice, mut refused) = (Dice(reader as u64), 0);
                while !over.load(Ordering::SeqCst) {
                    let node = files[dice.below(files.len())];
                    let is_late = restricted.load(Ordering::SeqCst);
                    let is_seen = sees(&db, &tess, node).await;
                    assert!(!(is_late && is_seen), "{node} is seen after the restriction");
                    refused += usize::from(is_late);
                    tokio::task::yield_now().await;
                }
                refused
            });
        }
        Self { restricted, over, asking }
    }

    async fn end(self) -> usize {
        self.over.store(true, Ordering::SeqCst);
        let asked: usize = self.asking.join_all().await.into_iter().sum();
        assert!(asked > 0, "nobody asked during the rewriting");
        asked
    }
}

async fn sees(db: &Db, who: &Arc<Actor>, node: NodeId) -> bool {
    let seen = security::read(db, who, move |c, access| match access.look(c, node) {
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
        let permit = access.open::<GrantAccess>(tx, node)?;
        security::grant(tx, &permit, Principal::Group(group), NodeRole::Reader, true, NOW)
    };
    security::write(db, ada, change).await.unwrap();
}

/// The folder of nine tenths is marked: whoever is not cleared loses all of it.
async fn restrict(world: &World) {
    let (most, marks) = (world.most, BTreeSet::from([world.mark]));
    let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
        let permit = access.open::<GrantAccess>(tx, most)?;
        security::classify(tx, &permit, access.actor(), &marks, NOW)
    };
    security::write(&world.db, &world.ada, change).await.unwrap();
}

struct Tree {
    files: Vec<NodeId>,
    most: NodeId,
    elsewhere: NodeId,
    big: NodeId,
}

impl Tree {
    async fn grow(db: &Db, tenant: &Tenant, top: NodeId, mark: MarkId, nodes: usize) -> Self {
        let (mut builder, top) = Builder::at(db, tenant.id, top, mark).await;
        let groups = &tenant.groups;
        let mut dice = Dice(1);
        let most = builder.folder(&top, "most".into(), None);
        let elsewhere = builder.folder(&top, "elsewhere".into(), None);
        let big = builder.folder(&top, "big".into(), None);

        let (folders_wanted, guards_wanted) = (nodes / 20, GUARDS.min(nodes / 200));
        let mut folders = vec![most.clone()];
        while folders.len() < folders_wanted {
            // Half of them hang under the newest ones, so that the tree grows as deep as it may.
            let newest = folders.len().min(40);
            let recent = folders.len() - newest + dice.below(newest);
            let parent = folders[if dice.below(2) == 0 { recent } else { dice.below(folders.len()) }].clone();
            if parent.depth < DEEPEST {
                let number = folders.len();
                let group = (number % (folders_wanted * 5 / 4 / guards_wanted) == 0).then(|| groups[number % GROUPS]);
                folders.push(builder.folder(&parent, format!("folder {number:06}"), group));
            }
        }
        let in_big = nodes / 10;
        let in_tree = nodes - in_big - folders_wanted;
        let mut files = Vec::new();
        for number in 0..in_tree {
            let word = if number % (in_tree / 1000.min(nodes / 100)) == 0 { "needle" } else { "asset" };
            let folder = &folders[dice.below(folders.len())];
            files.push(builder.file(folder, format!("{word}-{number:07}.jpg")));
        }
        for number in 0..in_big {
            let name = format!("photo-{number:07}.jpg");
            if number % (in_big * 5 / guards_wanted) == 0 {
                builder.marked_file(&big, name)
            } else {
                builder.file(&big, name);
            }
        }
        let deepest = folders.iter().map(|folder| folder.depth).max().unwrap();
        eprintln!("{} nodes, {} guards, {deepest} levels", builder.nodes.len(), builder.guards.len());
        builder.write(db).await;
        Self { files, most: most.node, elsewhere: elsewhere.node, big: big.node }
    }
}
