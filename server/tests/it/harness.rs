//! A server for tests: the real server on a port of its own, on each engine, with people of every kind.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use accounts::{Belonging, Email, NewUser, PersonName};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use authz::Actor;
use blobs::S3Address;
use blobs::testing::TestBucket;
use db::testing::TestDb;
use db::{Engine, Tx};
use passwords::PasswordHash;
use primitives::{
    AppInstanceId, Application, Clock, CompanyId, EntryName, GroupId, NodeId, NodeRole, TenantId, UserId,
};
use security::{GrantAccess, MarkId, NewGrant, Principal};
use serde_json::json;
use storage::{NewFileServer, NewRepository};
use tenancy::{CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, TenantKey, Title};
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;
use vitrine::app::App;
use vitrine::connections::{self, Caps, ClientTimeouts};
use vitrine::rooms::{migrations, rooms};
use vitrine::settings::Settings;

use crate::secret::secret;
use crate::stores;
use crate::test_users::{TestUser, http};

pub const PASSWORD: &str = "jaguar telhado neblina";
pub const NOW: i64 = 1_800_000_000;

/// The test's people. Of the tenant: `ada` its admin, `zoe` an admin who is cleared, `mia` manager of nodes and of a
/// group, `wim` writer, `rea` reader, `clea` a reader who is cleared, `rita` without any grant. `eva` is admin of
/// another tenant, `root` a master.
pub const PEOPLE: [&str; 9] = ["ada", "zoe", "mia", "wim", "rea", "clea", "rita", "eva", "root"];

pub struct TestServer {
    pub app: App,
    pub clock: Clock,
    pub base: String,
    pub content: AppInstanceId,
    /// The repository's top node, and its folder on disk, if it has one.
    pub top: i64,
    pub disk: PathBuf,
    /// Where its bytes are instead, with `PROVE_STORE=s3`.
    pub bucket: Option<TestBucket>,
    /// A mark that only `zoe` and `clea` are cleared for.
    pub mark: MarkId,
    pub users: HashMap<&'static str, UserId>,
    pub groups: HashMap<&'static str, GroupId>,
    pub other_top: i64,
    tokens: HashMap<&'static str, String>,
    stop: CancellationToken,
    serving: JoinHandle<()>,
    pub test: TestDb,
}

/// Runs the story on a test server of each engine. It is dropped outside the runtime: a PostgreSQL client must not be
/// dropped in asynchronous code. A long proof may run on one engine alone: `PROVE_ENGINE=postgres`; and with the
/// repository in a bucket: `PROVE_STORE=s3`.
pub fn on_both(mut story: impl AsyncFnMut(&TestServer)) {
    let engines = match std::env::var("PROVE_ENGINE").as_deref() {
        Ok("sqlite") => vec![Engine::Sqlite],
        Ok("postgres") => vec![Engine::Postgres],
        Ok(other) => panic!("PROVE_ENGINE is sqlite or postgres, not {other}"),
        Err(_) => vec![Engine::Sqlite, Engine::Postgres],
    };
    for engine in engines {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let mut server = runtime.block_on(TestServer::new(engine));
        runtime.block_on(story(&server));
        server.stop.cancel();
        runtime.block_on(&mut server.serving).unwrap();
    }
}

/// As `on_both`, of what only folders have: names, rights and places that other programs change, disks that hang, fill up
/// or are away, and what a crash leaves between two places. With `PROVE_STORE=s3` it tells nothing: `objects/` has the
/// stories of buckets alone.
pub fn on_disks(story: impl AsyncFnMut(&TestServer)) {
    if stores::are_buckets() {
        eprintln!("not told of a bucket: it is about a folder");
        return;
    }
    on_both(story);
}

/// With the least work that argon2 allows: every test signs everybody in.
fn hashed() -> PasswordHash {
    static HASH: OnceLock<PasswordHash> = OnceLock::new();
    let quick = || {
        let params = Params::new(Params::MIN_M_COST, 1, 1, None).unwrap();
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        PasswordHash::from_stored(argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string())
    };
    HASH.get_or_init(quick).clone()
}

pub fn new_user(name: &str) -> NewUser {
    NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&format!("{name}@lume.example")).unwrap(),
        language: None,
        password: hashed(),
        reset_due: false,
    }
}

struct Organisation {
    tenant: TenantId,
    company: CompanyId,
    groups: HashMap<&'static str, GroupId>,
}

fn organisation(
    tx: &mut Tx<'_>,
    key: &str,
    groups: &[&'static str],
    instance: AppInstanceId,
) -> tenancy::Result<Organisation> {
    let title = Title::parse(key).unwrap();
    let new = NewTenant { title: title.clone(), key: TenantKey::parse(key).unwrap(), cnpj: None, theme: None };
    let tenant = tenancy::create_tenant(tx, &new, NOW)?;
    let new = NewCompany { tenant, name: title.clone(), key: CompanyKey::parse(key).unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &new)?;
    tenancy::give_tenant_instance(tx, tenant, instance)?;
    let mut made = HashMap::new();
    for group in groups {
        let new = NewGroup { company, title: title.clone(), key: GroupKey::parse(group).unwrap(), theme: None };
        let id = tenancy::create_group(tx, &new)?;
        tenancy::give_group_instance(tx, id, instance)?;
        made.insert(*group, id);
    }
    Ok(Organisation { tenant, company, groups: made })
}

fn people(
    tx: &mut Tx<'_>,
    lume: &Organisation,
    other: &Organisation,
) -> accounts::Result<HashMap<&'static str, UserId>> {
    let mut users = HashMap::new();
    for name in PEOPLE {
        let company = if name == "eva" { other.company } else { lume.company };
        let made = match name {
            "root" => accounts::create_master(tx, &new_user(name), NOW)?,
            _ => accounts::create_user(tx, company, &new_user(name), NOW)?,
        };
        users.insert(name, made);
    }
    for name in ["ada", "zoe"] {
        accounts::make_admin(tx, users[name], lume.tenant)?;
    }
    accounts::make_admin(tx, users["eva"], other.tenant)?;
    let member = Belonging::Member;
    for (name, group, belonging) in [
        ("zoe", "cleared", member),
        ("clea", "cleared", member),
        ("clea", "readers", member),
        ("rea", "readers", member),
        ("wim", "writers", member),
        ("mia", "managers", Belonging::Manager),
        ("rita", "guests", member),
    ] {
        accounts::add_member(tx, users[name], lume.groups[group], belonging)?;
    }
    Ok(users)
}

fn repository(
    tx: &mut Tx<'_>,
    tenant: TenantId,
    (files, bucket): (&Path, Option<&S3Address>),
    name: &str,
) -> content::Result<i64> {
    let new = NewFileServer { label: name, url: files.to_str().unwrap(), tenants: &[tenant] };
    let file_server = match bucket {
        Some(address) => storage::create_object_server(tx, name, address, &[tenant])?,
        None => storage::create_file_server(tx, &new)?,
    };
    let folder_name = &EntryName::parse(name).unwrap();
    let new = NewRepository { tenant, file_server, title: name, folder_name, now: NOW };
    Ok(storage::create_repository(tx, &new)?.1.0)
}

impl TestServer {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &migrations()).await;
        // Stand-ins of other servers run on this machine.
        let trusted_hosts = vec!["127.0.0.1".to_owned()];
        let settings = Settings { data: test.folder().to_owned(), trusted_hosts, ..Settings::default() };
        let (clock, db) = (Clock::fixed(NOW), test.db.clone().at_home(&settings.files()));
        let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
        let app = App::of_rooms(&rooms(), drawing, db, clock.clone(), &settings).await.unwrap();
        let db = app.db.clone();
        let made = db.write(|tx| {
            let new = NewAppInstance {
                title: Title::parse("Library").unwrap(),
                application: Application::Content,
                access_url: None,
            };
            let instance = tenancy::create_application_instance(tx, &new)?;
            let groups = ["readers", "writers", "managers", "guests", "cleared"];
            let lume = organisation(tx, "lume", &groups, instance)?;
            Ok::<_, tenancy::Error>((instance, lume, organisation(tx, "other", &[], instance)?))
        });
        let (content, lume, other) = made.await.unwrap();
        let (tenant, foreign, groups) = (lume.tenant, other.tenant, lume.groups.clone());
        let users = db.write(move |tx| people(tx, &lume, &other)).await.unwrap();
        let cleared = groups["cleared"];
        let mark = db.write(move |tx| secret(tx, tenant, cleared)).await.unwrap();
        let files = settings.files();
        let disk = files.join("lume/library");
        let bucket = stores::are_buckets().then(|| TestBucket::below("vitrine"));
        let address = bucket.as_ref().map(|bucket| bucket.address().clone());
        let tops = db.write(move |tx| {
            Ok::<_, content::Error>((
                repository(tx, tenant, (&files.join("lume"), address.as_ref()), "library")?,
                repository(tx, foreign, (&files.join("other"), None), "theirs")?,
            ))
        });
        let (top, other_top) = tops.await.unwrap();
        storage::make_repository_folders(&db).await.unwrap();
        let (base, serving, stop) = serve(&app).await;
        let tokens = HashMap::new();
        let mut server = Self {
            app,
            clock,
            base,
            content,
            top,
            disk,
            bucket,
            mark,
            users,
            groups,
            other_top,
            tokens,
            stop,
            serving,
            test,
        };
        for (group, role) in
            [("readers", NodeRole::Reader), ("writers", NodeRole::Writer), ("managers", NodeRole::Manager)]
        {
            server.grant(top, Principal::Group(server.groups[group]), role).await;
        }
        for name in PEOPLE {
            let login = json!({ "email": format!("{name}@lume.example"), "password": PASSWORD });
            let answer = server.anonymous().post("/api/core/auth/login", login).await.ok();
            server.tokens.insert(name, answer["token"].as_str().unwrap().to_owned());
        }
        server
    }

    /// This many more people, who manage nodes; each has a name of their own and everybody's password.
    pub async fn add_users(&self, count: usize) -> Vec<UserId> {
        let group = self.groups["managers"];
        let hired = self.app.db.write(move |tx| {
            let sql = "SELECT company_id FROM tenancy_usergroup WHERE user_group_id = $1";
            let company = tx.get(sql, db::params![group], |row| row.get::<CompanyId>(0))?;
            let mut users = Vec::new();
            for number in 0..count {
                let new = NewUser { email: Email::parse(&Self::email_of_hired(number)).unwrap(), ..new_user("hired") };
                let user = accounts::create_user(tx, company, &new, NOW)?;
                accounts::add_member(tx, user, group, Belonging::Member)?;
                users.push(user);
            }
            Ok::<_, accounts::Error>(users)
        });
        hired.await.unwrap()
    }

    /// Everything that workers do, with another worker that draws.
    pub fn jobs_drawing_with(&self, drawing: previews::Worker) -> Vec<jobs::Kind> {
        let drawn = media::jobs(self.app.media.clone(), drawing);
        let others = self.app.jobs().into_iter().filter(|kind| drawn.iter().all(|own| own.name() != kind.name()));
        others.chain(drawn.clone()).collect()
    }

    pub fn email_of_hired(number: usize) -> String {
        format!("hired{number}@lume.example")
    }

    pub fn anonymous(&self) -> TestUser<'_> {
        TestUser { server: self, base: self.base.clone(), http: http().build().unwrap(), token: None }
    }

    pub fn user(&self, name: &str) -> TestUser<'_> {
        TestUser { token: Some(self.tokens[name].clone()), ..self.anonymous() }
    }

    /// With a session of their own.
    pub async fn sign_in(&self, name: &str) -> TestUser<'_> {
        let login = json!({ "email": format!("{name}@lume.example"), "password": PASSWORD });
        let answer = self.anonymous().post("/api/core/auth/login", login).await.ok();
        TestUser { token: answer["token"].as_str().map(str::to_owned), ..self.anonymous() }
    }

    pub async fn actor(&self, name: &str) -> Arc<Actor> {
        let user = self.users[name];
        Arc::new(self.app.db.read(move |c| accounts::find_actor(c, user)).await.unwrap().unwrap())
    }

    pub async fn grant(&self, node: i64, to: Principal, role: NodeRole) {
        let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
            let new = NewGrant { principal: to, role, recursive: true };
            security::grant(tx, &permit, access.actor(), new, NOW)
        };
        security::write(&self.app.db, &self.actor("zoe").await, change).await.unwrap();
    }

    pub async fn revoke(&self, node: i64, from: Principal) {
        let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
            security::revoke(tx, &permit, access.actor(), from, true, NOW)
        };
        security::write(&self.app.db, &self.actor("zoe").await, change).await.unwrap();
    }

    /// Puts the secret mark on a node.
    pub async fn classify(&self, node: i64) {
        let marks = BTreeSet::from([self.mark]);
        let zoe = self.actor("zoe").await;
        let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, NodeId(node))?;
            security::classify(tx, &permit, access.actor(), &marks, NOW)
        };
        security::write(&self.app.db, &zoe, change).await.unwrap();
    }

    /// Runs the waiting jobs, previews in a child of the built server.
    pub async fn drain(&self) {
        let kinds = self.app.jobs();
        jobs::Worker::new(self.app.db.clone(), self.clock.clone(), kinds, 1).drain().await.unwrap();
    }

    /// One number of the database.
    pub async fn count(&self, sql: &'static str) -> i64 {
        self.app.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
    }
}

pub fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub async fn serve(app: &App) -> (String, JoinHandle<()>, CancellationToken) {
    let (idle, headers, bodies) = (Duration::from_secs(4), Duration::from_secs(2), Duration::from_secs(3));
    serve_with(app, ClientTimeouts { idle, headers, bodies, ..ClientTimeouts::default() }).await
}

pub async fn serve_with(app: &App, timeouts: ClientTimeouts) -> (String, JoinHandle<()>, CancellationToken) {
    let (stop, mut tasks) = (CancellationToken::new(), JoinSet::new());
    let router = vitrine::serve::router(app, vitrine::Role::All, &mut tasks, &stop);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let asked = stop.clone();
    let serving = tokio::spawn(async move {
        let caps = Caps { connections: 1000, per_address: None };
        connections::serve(listener, router, timeouts, caps, asked.cancelled_owned()).await;
        // What follows the log would wait for pages to go elsewhere: nobody is connected any more.
        tasks.shutdown().await;
    });
    (base, serving, stop)
}
