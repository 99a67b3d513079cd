//! The list of users among 100,000, on both engines: a page in each order, deep in the list, and found by rare and
//! common words.
//!
//! One line of JSON per figure: `name, value, unit, goal`. Run by `make bench`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on ends; its figures are its output"
)]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use accounts::{Email, NewUser, PersonName};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use db::testing::TestDb;
use db::{Engine, Tx, params};
use passwords::Password;
use primitives::{Clock, CompanyId, TenantId};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use vitrine::app::App;
use vitrine::rooms;
use vitrine::settings::Settings;

const NOW: i64 = 1_800_000_000;
const PASSWORD: &str = "jaguar telhado neblina";
const PEOPLE: i64 = 100_000;

fn main() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let test = runtime.block_on(TestDb::new(engine, &rooms::migrations()));
        let (stop, mut tasks) = (CancellationToken::new(), JoinSet::new());
        runtime.block_on(async {
            let (router, token) = crowd(&test, &mut tasks, &stop).await;
            measure(engine, &router, &token).await;
            stop.cancel();
            while tasks.join_next().await.is_some() {}
        });
    }
}

/// A tenant with many users, whose admin asks.
async fn crowd(test: &TestDb, tasks: &mut JoinSet<()>, stop: &CancellationToken) -> (Router, String) {
    let settings = Settings { data: test.folder().to_owned(), ..Settings::default() };
    let app = App::new(test.db.clone(), Clock::fixed(NOW), &settings).await.unwrap();
    test.db.write(found).await.unwrap();
    let router = vitrine::serve::router(&app, vitrine::Role::All, tasks, stop);
    let login = serde_json::json!({ "email": "ada@lume.example", "password": PASSWORD }).to_string();
    let answer = ask(&router, "", "POST", "/api/core/auth/login", login).await;
    let token = answer["token"].as_str().unwrap().to_owned();
    (router, token)
}

/// Two tenants, and an admin of both.
fn found(tx: &mut Tx<'_>) -> anyhow::Result<()> {
    let mut homes = Vec::new();
    for name in ["lume", "sol"] {
        let title = Title::parse(name).unwrap();
        let new = NewTenant { title: title.clone(), key: TenantKey::parse(name).unwrap(), cnpj: None, theme: None };
        let tenant = tenancy::create_tenant(tx, &new, NOW)?;
        let key = CompanyKey::parse(name).unwrap();
        homes.push((tenant, tenancy::create_company(tx, &NewCompany { tenant, name: title, key, cnpj: None })?));
    }
    let ada = NewUser {
        name: PersonName::parse("Ada").unwrap(),
        email: Email::parse("ada@lume.example").unwrap(),
        language: None,
        password: passwords::hash_password(&Password::parse(PASSWORD).unwrap())?,
        reset_due: false,
    };
    let ada = accounts::create_user(tx, homes[0].1, &ada, NOW)?;
    for (tenant, _) in &homes {
        accounts::make_admin(tx, ada, *tenant)?;
    }
    Ok(fill(tx, &homes)?)
}

/// The rows that `create_user` would write, in bulk: half in each tenant, and a twentieth with one name late in the
/// order.
fn fill(tx: &mut Tx<'_>, homes: &[(TenantId, CompanyId)]) -> db::Result<()> {
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)";
    for (at, (tenant, company)) in homes.iter().enumerate() {
        tx.run(
            &format!(
                "INSERT INTO identity_user (tenant_id, company_id, name, email, email_key, password_hash, created_at,
                   folded, has_words)
                 {numbers}
                 SELECT $2, $3, first || i || ' Family' || (i % 500), email, email, '!', $4,
                   lower(first) || i || ' family' || (i % 500), TRUE
                 FROM (SELECT i, CASE WHEN i % 20 = 0 THEN 'Zelda' ELSE 'Person' END AS first,
                         'p' || i || CASE WHEN $5 = 0 THEN '@lume.example' ELSE '@sol.example' END AS email FROM n) people"
            ),
            params![PEOPLE / 2, *tenant, *company, NOW, at as i64],
        )?;
    }
    for word in [
        "REPLACE(folded, ' family' || ((users_id - 1) % 500), '')",
        "'family' || ((users_id - 1) % 500)",
        "'example'",
        "email_key",
    ] {
        let sql = format!(
            "INSERT INTO identity_word (word, users_id, tenant_id, folded)
             SELECT {word}, users_id, tenant_id, folded FROM identity_user WHERE password_hash = '!' AND $1 > 0
             ON CONFLICT DO NOTHING"
        );
        tx.run(&sql, params![PEOPLE])?;
    }
    tx.run("ANALYZE", &[]).map(|_| ())
}

async fn measure(engine: Engine, router: &Router, token: &str) {
    let (engine, goal) = if engine == Engine::Sqlite { ("SQLite", 1.0) } else { ("PostgreSQL", 2.0) };
    for (name, query) in [
        ("by name", "limit=30"),
        ("by name, backwards", "limit=30&order=-name"),
        ("by e-mail", "limit=30&order=email"),
        ("by name, after 970 rows", "limit=30&offset=970"),
        ("of one tenant", "limit=30&tenant_id=1"),
        ("of one company, after 970 rows", "limit=30&company_id=1&offset=970"),
        ("found by a word that one has", "limit=30&q=p7777%40lume.example"),
        ("found by a word that 200 have", "limit=30&q=family77"),
        ("found by a word that 5,000 have, late in the order", "limit=30&q=zelda"),
        ("found by a word that everybody has", "limit=30&q=example"),
    ] {
        let path = format!("/api/core/users?{query}");
        let items = ask(router, token, "GET", &path, String::new()).await["items"].as_array().unwrap().len();
        assert_eq!(items, if name.contains("one has") { 1 } else { 30 }, "{name}");
        let took = mean(200, async || drop(ask(router, token, "GET", &path, String::new()).await)).await;
        let name = format!("100,000 users, {name} ({engine})");
        let value = took.as_secs_f64() * 1000.0;
        println!("{}", serde_json::json!({ "name": name, "value": value, "unit": "ms", "goal": goal }));
    }
}

async fn ask(router: &Router, token: &str, method: &str, path: &str, body: String) -> serde_json::Value {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))))
        .body(Body::from(body))
        .unwrap();
    let answer = router.clone().oneshot(request).await.unwrap();
    assert!(answer.status().is_success(), "{method} {path}: {}", answer.status());
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// The mean of `times` after a tenth of them to warm up.
async fn mean(times: u32, mut act: impl AsyncFnMut()) -> Duration {
    for _ in 0..times / 10 {
        act().await;
    }
    let begun = Instant::now();
    for _ in 0..times {
        act().await;
    }
    begun.elapsed() / times
}
