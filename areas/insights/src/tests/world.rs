//! A tenant for tests, and what its admin is told.

use std::sync::Arc;

use accounts::{Email, NewUser, PersonName};
use authz::{Actor, Origin};
use axum::extract::State;
use content::{CreateChild, Upload, Use, UseKind, UsedBy, tell_use};
use db::testing::TestDb;
use db::{Engine, Tx};
use events::Listeners;
use nodes::{NewNode, NodeState};
use passwords::PasswordHash;
use primitives::{
    AppInstanceId, Clock, CompanyId, EntryName, NodeId, NodeKind, NodeRole, RepositoryId, SessionId, TenantId, UserId,
};
use rest::{CurrentUser, Path, Query};
use security::{Access, GrantAccess, NewGrant, Principal};
use serde_json::{Value, json};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};

use crate::counting::Counts;
use crate::shown::{entry, export, links, over_time, storage, unused, used};
use crate::{Insights, migrations, survey};

pub const NOW: i64 = 1_800_000_000;
pub const DAY: i64 = 86_400;
const IN: AppInstanceId = AppInstanceId(1);

/// A tenant with an admin, and `top / folder / file` in it.
pub struct World {
    pub insights: Insights,
    pub clock: Clock,
    pub ana: Arc<Actor>,
    pub top: NodeId,
    pub folder: NodeId,
    pub file: NodeId,
    test: TestDb,
}

impl World {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &migrations()).await;
        let (clock, counts) = (Clock::fixed(NOW), Counts::default());
        let hearing = counts.clone();
        let mut room = room::Room::new("insights", 9);
        room = room.with(content::UseListener::new(move |db, used| hearing.hear(db, used)));
        let db = Listeners::default().of(test.db.clone()).carrying(clock.clone());
        let db = room::Room::contributions(&[room]).of(db);
        let (tenant, ana) = db.write(|tx| Ok::<_, db::Error>(people(tx).unwrap())).await.unwrap();
        let ana = Arc::new(admin(ana, tenant));
        let top = db.write(move |tx| {
            let top = nodes::insert_repository(tx, tenant, RepositoryId(1), &name("top"), NOW)?;
            security::create_repository_acl(tx, tenant, top)?;
            Ok::<_, security::Error>(top)
        });
        let top = top.await.unwrap();
        let made = security::write(&db, &ana, move |tx, access| {
            let folder = create(tx, access, top, "folder")?;
            Ok::<_, security::Error>((folder, create(tx, access, folder, "file")?))
        });
        let (folder, file) = made.await.unwrap();
        let insights = Insights { db, clock: clock.clone(), counts };
        Self { insights, clock, ana, top, folder, file, test }
    }

    /// Somebody uses these entries; others come from a link.
    pub fn uses(&self, kind: UseKind, nodes: &[NodeId], by: UsedBy) {
        tell_use(&self.insights.db, &Use { kind, nodes, by, at: self.clock.now() });
    }

    pub fn views(&self, person: i64, node: NodeId) {
        self.uses(UseKind::Viewed, &[node], UsedBy::Person(UserId(person)));
    }

    pub async fn sum_up(&self) {
        self.insights.counts.write(&self.insights.db).await.unwrap();
        survey::make_due(&self.insights).await.unwrap();
    }

    /// From now on the file has an access of its own.
    pub async fn give_access(&self, node: NodeId) {
        let person = self.ana.user;
        let given = security::write(&self.insights.db, &self.ana, move |tx, access| {
            let permit = access.authorize::<GrantAccess>(tx, node)?;
            let new = NewGrant { principal: Principal::User(person), role: NodeRole::Reader, recursive: true };
            security::grant(tx, &permit, access.actor(), new, NOW)
        });
        given.await.unwrap();
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        self.test.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
    }

    fn asked(&self, node: NodeId) -> (State<Insights>, CurrentUser, Path<(AppInstanceId, NodeId)>) {
        (State(self.insights.clone()), CurrentUser(self.ana.clone()), Path((IN, node)))
    }

    pub async fn over_time(&self, period: &str) -> Value {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({ "period": period })).unwrap());
        serde_json::to_value(&over_time::show(state, user, path, query).await.unwrap().0).unwrap()
    }

    /// Names and numbers.
    pub async fn used(&self, query: Value) -> Vec<(String, i64)> {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(query).unwrap());
        let told = serde_json::to_value(&used::list(state, user, path, query).await.unwrap().0).unwrap();
        let pair =
            |item: &Value| (item["entry"]["name"].as_str().unwrap().to_owned(), item["number"].as_i64().unwrap());
        told["items"].as_array().unwrap().iter().map(pair).collect()
    }

    pub async fn unused(&self) -> Value {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({})).unwrap());
        serde_json::to_value(&unused::list(state, user, path, query).await.unwrap().0).unwrap()
    }

    pub async fn storage(&self) -> Value {
        let (state, user, path) = self.asked(self.top);
        serde_json::to_value(&storage::list(state, user, path).await.unwrap().0).unwrap()
    }

    pub async fn links(&self) -> Value {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({})).unwrap());
        serde_json::to_value(&links::list(state, user, path, query).await.unwrap().0).unwrap()
    }

    pub async fn of_entry(&self, node: NodeId) -> Value {
        let (state, user, path) = self.asked(node);
        let query = Query(serde_json::from_value(json!({})).unwrap());
        serde_json::to_value(&entry::show(state, user, path, query).await.unwrap().0).unwrap()
    }

    pub async fn csv(&self, list: &str) -> String {
        let (state, user, path) = self.asked(self.top);
        let query = Query(serde_json::from_value(json!({ "list": list })).unwrap());
        export::export(state, user, path, query).await.unwrap().1
    }
}

fn name(name: &str) -> EntryName {
    EntryName::parse(name).unwrap()
}

fn people(tx: &mut Tx<'_>) -> accounts::Result<(TenantId, UserId)> {
    let title = Title::parse("Casa Lume").unwrap();
    let key = TenantKey::parse("lume").unwrap();
    let tenant = tenancy::create_tenant(tx, &NewTenant { title: title.clone(), key, cnpj: None, theme: None }, NOW);
    let tenant = tenant.unwrap();
    let new = NewCompany { tenant, name: title, key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &new).unwrap();
    Ok((tenant, person(tx, company)?))
}

fn person(tx: &mut Tx<'_>, company: CompanyId) -> accounts::Result<UserId> {
    let new = NewUser {
        name: PersonName::parse("ana").unwrap(),
        email: Email::parse("ana@lume.example").unwrap(),
        language: None,
        password: PasswordHash::unusable(),
        reset_due: true,
    };
    accounts::create_user(tx, company, &new, NOW)
}

fn admin(user: UserId, home: TenantId) -> Actor {
    Actor {
        user,
        session: Some(SessionId(1)),
        origin: Origin::Job,
        language: None,
        must_reset_password: false,
        master: false,
        home: Some(home),
        admin_of: vec![home],
        groups: vec![],
        instances: vec![],
    }
}

/// What is called "file" is one, and everything else a folder.
fn create(tx: &mut Tx<'_>, access: &mut Access<'_>, parent: NodeId, called: &str) -> security::Result<NodeId> {
    let kind = if called == "file" { NodeKind::File } else { NodeKind::Folder };
    let name = name(called);
    let new = NewNode { kind, name: &name, state: NodeState::Ready, size: 700, now: NOW };
    if kind == NodeKind::File {
        let into = access.authorize::<Upload>(tx, parent)?;
        return Ok(nodes::insert(tx, &into, &new)?);
    }
    let into = access.authorize::<CreateChild>(tx, parent)?;
    let folder = nodes::insert(tx, &into, &NewNode { size: 0, ..new })?;
    security::inherit_acl(tx, into.tenant(), parent, folder)?;
    Ok(folder)
}

pub async fn on_both(story: impl AsyncFn(World)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        story(World::new(engine).await).await;
    }
}
