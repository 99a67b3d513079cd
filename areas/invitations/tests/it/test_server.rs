//! A small organisation to sign in to, and a client for its requests.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};

use accounts::{Accounts, Belonging, Email, NewUser, PersonName};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::{Extension, Router};
use db::testing::TestDb;
use db::{Db, Engine, Tx};
use events::Listeners;
use http_body_util::BodyExt;
use invitations::Invitations;
use passwords::{Password, PasswordHash, hash_password};
use primitives::{AppInstanceId, Application, Clock, CompanyId, GroupId, TenantId, UserId};
use rest::Authenticate;
use room::Room;
use secrets::{SecretKey, Secrets};
use serde_json::{Value, json};
use signin::{Config, SignIn};
use tenancy::{CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, TenantKey, Title};
use tower::ServiceExt;

pub const PASSWORD: &str = "jaguar telhado neblina";
pub const ADDRESS: [u8; 4] = [192, 0, 2, 1];

/// One tenant with a home and a content instance. Ana is a member and Max the manager of its group, Adm its admin; Eva
/// belongs to another tenant and has nothing; Root is a master.
pub struct TestServer {
    pub test: TestDb,
    pub clock: Clock,
    pub sign_in: SignIn,
    app: Mutex<Router>,
    others: Mutex<Vec<Db>>,
    pub lume: Ids,
    pub other: Ids,
    pub home: AppInstanceId,
    pub content: AppInstanceId,
}

/// Runs the story on a test server of each engine. It outlives the runtime's tasks: a PostgreSQL client must not be
/// dropped in asynchronous code.
pub fn on_both(story: impl AsyncFn(&TestServer)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = runtime.block_on(TestServer::new(engine));
        runtime.block_on(story(&server));
    }
}

#[derive(Clone, Copy)]
pub struct Ids {
    pub tenant: TenantId,
    pub company: CompanyId,
    pub group: GroupId,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

pub fn hashed() -> PasswordHash {
    static HASH: OnceLock<PasswordHash> = OnceLock::new();
    HASH.get_or_init(|| hash_password(&Password::parse(PASSWORD).unwrap()).unwrap()).clone()
}

pub fn email(name: &str) -> String {
    format!("{name}@lume.example")
}

pub fn new_user(name: &str) -> NewUser {
    NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&email(name)).unwrap(),
        language: None,
        password: hashed(),
        reset_due: false,
    }
}

fn organisation(tx: &mut Tx<'_>, key: &str) -> tenancy::Result<Ids> {
    let title = Title::parse(key).unwrap();
    let key = (TenantKey::parse(key).unwrap(), CompanyKey::parse(key).unwrap(), GroupKey::parse(key).unwrap());
    let new = NewTenant { title: title.clone(), key: key.0, cnpj: None, theme: None };
    let tenant = tenancy::create_tenant(tx, &new, 0)?;
    let company = tenancy::create_company(tx, &NewCompany { tenant, name: title.clone(), key: key.1, cnpj: None })?;
    let group = tenancy::create_group(tx, &NewGroup { company, title, key: key.2, theme: None })?;
    Ok(Ids { tenant, company, group })
}

fn instance(tx: &mut Tx<'_>, application: Application) -> tenancy::Result<AppInstanceId> {
    let title = Title::parse(&format!("{application:?}")).unwrap();
    tenancy::create_application_instance(tx, &NewAppInstance { title, application, access_url: None })
}

impl TestServer {
    /// A server on SQLite, for tests that do not depend on the engine.
    pub async fn small() -> Self {
        Self::new(Engine::Sqlite).await
    }

    async fn new(engine: Engine) -> Self {
        room::register_sentences(&[tenancy::room(), accounts::room(), signin::room(), invitations::room()]).unwrap();
        let mut test = TestDb::new(engine, &signin::migrations()).await;
        test.db = with_rooms(test.db.clone());
        let clock = Clock::fixed(1_800_000_000);
        let made = test.db.write(|tx| {
            let (lume, other) = (organisation(tx, "lume")?, organisation(tx, "other")?);
            let (home, content) = (instance(tx, Application::Home)?, instance(tx, Application::Content)?);
            for app in [home, content] {
                tenancy::give_tenant_instance(tx, lume.tenant, app)?;
                tenancy::give_group_instance(tx, lume.group, app)?;
            }
            Ok::<_, tenancy::Error>((lume, other, home, content))
        });
        let (lume, other, home, content) = made.await.unwrap();
        let (accounts, sign_in) = opened(&test.db, &clock, Config::default(), &SecretKey::default()).await;
        let app = Mutex::new(app(&accounts, &sign_in, &test.db, &clock));
        let others = Mutex::default();
        let server = Self { test, clock, sign_in, app, others, lume, other, home, content };
        let people = server.write(move |tx| {
            let ana = accounts::create_user(tx, lume.company, &new_user("ana"), 0)?;
            accounts::add_member(tx, ana, lume.group, Belonging::Member)?;
            let max = accounts::create_user(tx, lume.company, &new_user("max"), 0)?;
            accounts::add_member(tx, max, lume.group, Belonging::Manager)?;
            let adm = accounts::create_user(tx, lume.company, &new_user("adm"), 0)?;
            accounts::make_admin(tx, adm, lume.tenant)?;
            accounts::create_user(tx, other.company, &new_user("eva"), 0)?;
            accounts::create_master(tx, &new_user("root"), 0)
        });
        people.await;
        server
    }

    /// The database as opened by another process.
    pub fn another_process(&self) -> Db {
        let db = with_rooms(Db::open(&self.test.url).unwrap());
        self.others.lock().unwrap().push(db.clone());
        db
    }

    /// From now on requests go to a server that has just started on the same database.
    pub async fn restart(&self) {
        self.restart_with(Config::default()).await;
    }

    pub async fn restart_with(&self, config: Config) {
        self.restarted(config, &SecretKey::default()).await;
    }

    pub async fn restart_with_key(&self, key: &SecretKey) {
        self.restarted(Config::default(), key).await;
    }

    async fn restarted(&self, config: Config, key: &SecretKey) {
        let db = self.another_process();
        let (accounts, sign_in) = opened(&db, &self.clock, config, key).await;
        *self.app.lock().unwrap() = app(&accounts, &sign_in, &db, &self.clock);
    }

    pub async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Tx<'_>) -> accounts::Result<T> + Send + 'static,
    ) -> T {
        self.test.db.write(change).await.unwrap()
    }

    pub async fn user(&self, name: &str) -> UserId {
        let email = Email::parse(&email(name)).unwrap();
        self.test.db.read(move |conn| accounts::find_user_by_email(conn, &email)).await.unwrap().unwrap()
    }

    pub async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Answer {
        self.ask_from(ADDRESS, method, path, token, body).await
    }

    pub async fn ask_from(
        &self,
        address: [u8; 4],
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<Value>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("/api/core/{path}"));
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
        self.send(address, request.header(CONTENT_TYPE, "application/json").body(body).unwrap()).await
    }

    pub async fn send(&self, address: [u8; 4], mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 40_000))));
        let app = self.app.lock().unwrap().clone();
        let response = app.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() };
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.ask("GET", path, Some(token), None).await
    }

    pub async fn login(&self, name: &str, password: &str) -> Answer {
        self.login_from(ADDRESS, name, password).await
    }

    pub async fn login_from(&self, address: [u8; 4], name: &str, password: &str) -> Answer {
        let body = json!({ "email": email(name), "password": password });
        self.ask_from(address, "POST", "auth/login", None, Some(body)).await
    }

    /// A token of a fresh session.
    pub async fn token(&self, name: &str) -> String {
        let answer = self.login(name, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.token()
    }

    /// Runs the room's due jobs.
    pub async fn work(&self) {
        let worker = jobs::Worker::new(self.test.db.clone(), self.clock.clone(), signin::jobs(&self.sign_in), 1);
        worker.drain().await.unwrap();
    }

    /// Subject and text of the queued e-mails for this address, in order.
    pub async fn messages(&self, to: &str) -> Vec<(String, String)> {
        let to = to.to_owned();
        let sql = "SELECT subject, plain FROM mail_message WHERE recipient = $1 ORDER BY mail_id";
        let read = self
            .test
            .db
            .read(move |c| c.rows(sql, db::params![&to], |row| Ok::<_, db::Error>((row.get(0)?, row.get(1)?))));
        read.await.unwrap()
    }

    /// The part after `#` in the last e-mail to this address.
    pub async fn mailed_token(&self, to: &str) -> String {
        let messages = self.messages(to).await;
        let (_, words) = messages.last().expect("an e-mail");
        words.split('#').nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.ask("POST", path, token, Some(body)).await
    }

    pub async fn me(&self, name: &str, token: &str) -> Answer {
        self.get(&format!("users/{}", self.user(name).await), token).await
    }
}

/// The database of a program with these rooms: they hear of each other.
fn with_rooms(db: Db) -> Db {
    let rooms = [tenancy::room(), accounts::room(), signin::room(), invitations::room()];
    let listeners: Listeners = rooms.iter().flat_map(|room| room.listeners.clone()).collect();
    Room::contributions(&rooms).of(listeners.of(db))
}

async fn opened(db: &Db, clock: &Clock, config: Config, key: &SecretKey) -> (Accounts, SignIn) {
    let secrets = Secrets::open(db, key, vec![]).await.unwrap();
    let accounts = Accounts::open(db.clone(), clock.clone(), accounts::Config::default()).await.unwrap();
    let sign_in = SignIn::open(db.clone(), clock.clone(), config, accounts.clone(), secrets).await.unwrap();
    (accounts, sign_in)
}

fn app(accounts: &Accounts, sign_in: &SignIn, db: &Db, clock: &Clock) -> Router {
    let invitations = Invitations::new(db.clone(), clock.clone(), accounts.clone(), sign_in.clone());
    let routes = accounts::routes(accounts)
        .merge(signin::routes(sign_in))
        .merge(invitations::routes(&invitations))
        .merge(tenancy::routes(tenancy::Tenancy::new(db.clone(), Clock::fixed(1_800_000_000), [])));
    let authenticate: Arc<dyn Authenticate> = Arc::new(sign_in.clone());
    routes.split().0.layer(Extension(authenticate))
}

impl Answer {
    pub fn token(&self) -> String {
        self.body["token"].as_str().unwrap().to_owned()
    }

    pub fn refusal(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["code"].as_str().unwrap_or(""))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Field and rule of the first field error.
    pub fn field(&self) -> (&str, &str) {
        let error = &self.body["errors"][0];
        (error["field"].as_str().unwrap_or(""), error["key"].as_str().unwrap_or(""))
    }
}
