//! A server without a network, with one person and one file: made-up requests go to its router.

use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use accounts::{Belonging, Email, NewUser, PersonName};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode};
use db::testing::TestDb;
use db::{Engine, Tx};
use passwords::Password;
use primitives::{Application, Clock, EntryName};
use serde_json::{Value, json};
use tenancy::{CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, TenantKey, Title};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use vitrine::app::App;
use vitrine::rooms;
use vitrine::settings::Settings;

const NOW: i64 = 1_800_000_000;
const PASSWORD: &str = "jaguar telhado neblina";
/// The content of the one file.
pub const DIGITS: &[u8] = b"0123456789abcdef";

pub struct TestServer {
    runtime: Runtime,
    router: Router,
    test: TestDb,
    pub token: String,
    pub app: i64,
    pub top: i64,
    pub file: i64,
}

#[derive(Debug)]
pub struct Said {
    pub status: u16,
    pub headers: axum::http::HeaderMap,
    pub bytes: Vec<u8>,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
}

static SERVER: LazyLock<TestServer> = LazyLock::new(TestServer::build);

/// The one server of this process.
pub fn server() -> &'static TestServer {
    &SERVER
}

/// Held by targets that check the disk or what a folder lists, because targets run in parallel.
pub fn alone() -> MutexGuard<'static, ()> {
    static DISK: Mutex<()> = Mutex::new(());
    DISK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tenant's instance and the repository's folder. Ada is the tenant's admin, so she needs no grant.
fn found(tx: &mut Tx<'_>, user: &NewUser, files: &str) -> anyhow::Result<(i64, i64)> {
    let title = Title::parse("Lume").unwrap();
    let new = NewTenant { title: title.clone(), key: TenantKey::parse("lume").unwrap(), cnpj: None, theme: None };
    let tenant = tenancy::create_tenant(tx, &new, NOW)?;
    let new = NewCompany { tenant, name: title.clone(), key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &new)?;
    let new = NewAppInstance { title: title.clone(), application: Application::Content, access_url: None };
    let app = tenancy::create_application_instance(tx, &new)?;
    tenancy::give_tenant_instance(tx, tenant, app)?;
    let group =
        tenancy::create_group(tx, &NewGroup { company, title, key: GroupKey::parse("all").unwrap(), theme: None })?;
    tenancy::give_group_instance(tx, group, app)?;
    let user = accounts::create_user(tx, company, user, NOW)?;
    accounts::make_admin(tx, user, tenant)?;
    accounts::add_member(tx, user, group, Belonging::Member)?;
    let new = storage::NewFileServer { label: "disk", url: files, tenants: &[tenant] };
    let file_server = storage::create_file_server(tx, &new)?;
    let folder_name = &EntryName::parse("library").map_err(|_| anyhow::anyhow!("a name"))?;
    let new = storage::NewRepository { tenant, file_server, title: "library", folder_name, now: NOW };
    Ok((app.0, storage::create_repository(tx, &new)?.1.0))
}

impl TestServer {
    fn build() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (test, router, app, top) = runtime.block_on(async {
            let test = TestDb::new(Engine::Sqlite, &rooms::migrations()).await;
            let settings = Settings { data: test.folder().to_owned(), ..Settings::default() };
            let app = App::new(test.db.clone(), Clock::fixed(NOW), &settings).await.unwrap();
            let user = NewUser {
                name: PersonName::parse("ada").unwrap(),
                email: Email::parse("ada@lume.example").unwrap(),
                language: None,
                password: passwords::hash_password(&Password::parse(PASSWORD).unwrap()).unwrap(),
                reset_due: false,
            };
            let files = settings.files().to_str().unwrap().to_owned();
            let (instance, top) = test.db.write(move |tx| found_or_broken(tx, &user, &files)).await.unwrap();
            storage::make_repository_folders(&test.db).await.unwrap();
            let mut tasks = JoinSet::new();
            let router = vitrine::serve::router(&app, vitrine::Role::All, &mut tasks, &CancellationToken::new());
            tasks.detach_all();
            (test, router, instance, top)
        });
        let mut server = Self { runtime, router, test, token: String::new(), app, top, file: 0 };
        let login = json!({ "email": "ada@lume.example", "password": PASSWORD }).to_string();
        let said =
            server.ask("POST", "/api/core/auth/login", &[("content-type", b"application/json")], login.into_bytes());
        server.token = said.json()["token"].as_str().unwrap().to_owned();
        server.file = server.upload("digits.txt", DIGITS);
        server
    }

    /// Sends a request as Ada. An input that is not a valid request counts as 400.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &[u8])], body: Vec<u8>) -> Said {
        let mut headers = headers.to_vec();
        let bearer = format!("Bearer {}", self.token);
        headers.push(("authorization", bearer.as_bytes()));
        self.ask_as_is(method, path, &headers, body)
    }

    pub fn ask_as_is(&self, method: &str, path: &str, headers: &[(&str, &[u8])], body: Vec<u8>) -> Said {
        let refused = || Said { status: 400, headers: axum::http::HeaderMap::new(), bytes: vec![] };
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let Ok(mut request) = Request::builder().method(method).uri(path).body(Body::from(body)) else {
            return refused();
        };
        for (name, value) in headers {
            let Ok(value) = HeaderValue::from_bytes(value) else { return refused() };
            request.headers_mut().append(HeaderName::try_from(*name).unwrap(), value);
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
        let said = self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await.unwrap();
            let (parts, body) = answer.into_parts();
            let bytes = axum::body::to_bytes(body, 1 << 24).await.unwrap().to_vec();
            Said { status: parts.status.as_u16(), headers: parts.headers, bytes }
        });
        let status = StatusCode::from_u16(said.status).unwrap();
        assert!(!status.is_server_error(), "{path}: {status} {}", String::from_utf8_lossy(&said.bytes));
        said
    }

    /// A content path of the instance.
    pub fn path(&self, path: &str) -> String {
        format!("/api/app/{}/{path}", self.app)
    }

    pub fn upload(&self, name: &str, bytes: &[u8]) -> i64 {
        let body = [
            format!("--x\r\ncontent-disposition: form-data; name=\"folder_parent_id\"\r\n\r\n{}\r\n", self.top)
                .as_bytes(),
            format!("--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n").as_bytes(),
            bytes,
            b"\r\n--x--\r\n",
        ]
        .concat();
        let said = self.ask("POST", &self.path("file"), &[("content-type", b"multipart/form-data; boundary=x")], body);
        said.json()["node_id"].as_i64().unwrap_or_else(|| panic!("{said:?}"))
    }

    /// Deletes an entry for good.
    pub fn purge(&self, node: i64) {
        assert_eq!(self.ask("DELETE", &self.path(&format!("entry/{node}")), &[], vec![]).status, 200);
        assert_eq!(self.ask("DELETE", &self.path(&format!("entry/bin/{node}")), &[], vec![]).status, 204);
    }

    /// Everything on the repository's disk, by its path from the top, without our own area.
    pub fn on_disk(&self) -> Vec<String> {
        let disk = self.test.folder().join("files/library");
        let mut names: Vec<String> = std::fs::read_dir(&disk)
            .unwrap_or_else(|error| panic!("{}: {error}", disk.display()))
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name != ".vitrine")
            .collect();
        names.sort();
        names
    }
}

fn found_or_broken(tx: &mut Tx<'_>, user: &NewUser, files: &str) -> db::Result<(i64, i64)> {
    found(tx, user, files).map_err(|error| db::Error::Broken(error.to_string()))
}
