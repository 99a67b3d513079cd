//! A tenant for tests, and short names for what its people do with terms.

use std::sync::Arc;

use accounts::{Email, NewUser, PersonName};
use authz::{Actor, Denied, Membership, Origin, Withheld};
use axum::extract::State;
use content::{CreateChild, Download, MakeCopy, Upload};
use db::testing::TestDb;
use db::{Db, Engine, Tx};
use events::Listeners;
use nodes::{NewNode, NodeState};
use passwords::PasswordHash;
use primitives::{
    AppInstanceId, Clock, CompanyId, EntryName, GroupId, NodeId, NodeKind, NodeRole, RepositoryId, SessionId, TenantId,
    UserId,
};
use rest::{CurrentUser, Json, Path, Query};
use security::{Access, GrantAccess, NewGrant, Principal};
use serde_json::{Value, json};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};

use crate::requests::{answer, ask, list};
use crate::{Usage, ending, migrations, show, update};

pub const NOW: i64 = 1_800_000_000;
pub const DAY: i64 = 86_400;
const IN: AppInstanceId = AppInstanceId(1);

/// A tenant with an admin, a writer and a reader, and `top / folder / file` in it.
pub struct World {
    pub db: Db,
    pub usage: Usage,
    pub clock: Clock,
    pub tenant: TenantId,
    pub ana: Arc<Actor>,
    pub wim: Arc<Actor>,
    pub rea: Arc<Actor>,
    pub top: NodeId,
    pub folder: NodeId,
    pub file: NodeId,
    _test: TestDb,
}

impl World {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &migrations()).await;
        let clock = Clock::fixed(NOW);
        let db = contributions().of(Listeners::default().of(test.db.clone())).carrying(clock.clone());
        let made = db.write(|tx| Ok::<_, db::Error>(people(tx).unwrap())).await.unwrap();
        let (tenant, [ana, wim, rea]) = made;
        let member = Membership { group: GroupId(0), tenant, manager: false };
        let admin = Arc::new(Actor { admin_of: vec![tenant], ..somebody(ana, tenant) });
        let [wim, rea] = [wim, rea].map(|user| Arc::new(Actor { groups: vec![member], ..somebody(user, tenant) }));
        let (writer, reader) = (wim.user, rea.user);
        let top = db.write(move |tx| {
            let top = nodes::insert_repository(tx, tenant, RepositoryId(1), &name("top"), NOW)?;
            security::create_repository_acl(tx, tenant, top)?;
            Ok::<_, security::Error>(top)
        });
        let top = top.await.unwrap();
        let made = security::write(&db, &admin, move |tx, access| {
            for (user, role) in [(writer, NodeRole::Writer), (reader, NodeRole::Reader)] {
                let permit = access.authorize::<GrantAccess>(tx, top)?;
                let new = NewGrant { principal: Principal::User(user), role, recursive: true };
                security::grant(tx, &permit, access.actor(), new, NOW)?;
            }
            let folder = create(tx, access, top, "folder")?;
            Ok::<_, security::Error>((folder, create(tx, access, folder, "file")?))
        });
        let (folder, file) = made.await.unwrap();
        let usage = Usage::new(db.clone(), clock.clone());
        Self { db, usage, clock, tenant, ana: admin, wim, rea, top, folder, file, _test: test }
    }

    /// Why somebody does not get the bytes of the file.
    pub async fn withheld(&self, who: &Arc<Actor>) -> Option<Withheld> {
        let file = self.file;
        let asked = security::read(&self.db, who, move |c, access| {
            let copied = access.authorize::<MakeCopy>(c, file).map(drop);
            assert_eq!(access.authorize::<Download>(c, file).is_ok(), copied.is_ok());
            copied
        });
        match asked.await {
            Ok(()) => None,
            Err(security::Error::Denied(Denied::Withheld(why))) => Some(why),
            Err(error) => panic!("{error:?}"),
        }
    }

    /// The status of a change of terms.
    pub async fn set(&self, who: &Arc<Actor>, node: NodeId, form: Value) -> u16 {
        let form = Json(serde_json::from_value(form).unwrap());
        let set = update::update(State(self.usage.clone()), CurrentUser(who.clone()), Path((IN, node)), form);
        set.await.map_or_else(|problem| problem.status().as_u16(), |_| 200)
    }

    pub async fn told(&self, who: &Arc<Actor>, node: NodeId) -> Value {
        let shown = show::show(State(self.usage.clone()), CurrentUser(who.clone()), Path((IN, node))).await;
        serde_json::to_value(&shown.unwrap().0).unwrap()
    }

    pub async fn ask(&self, who: &Arc<Actor>, node: NodeId) -> Result<i64, u16> {
        let form = Json(serde_json::from_value(json!({ "reason": " For the fair " })).unwrap());
        let asked = ask::ask(State(self.usage.clone()), CurrentUser(who.clone()), Path((IN, node)), form).await;
        asked.map(|(_, Json(request))| request.request_id.0).map_err(|problem| problem.status().as_u16())
    }

    pub async fn answer(&self, who: &Arc<Actor>, request: i64, days: Option<i64>) -> u16 {
        let form = Json(serde_json::from_value(json!({ "days": days })).unwrap());
        let path = Path((IN, serde_json::from_value(json!(request)).unwrap()));
        let answered = answer::answer(State(self.usage.clone()), CurrentUser(who.clone()), path, form).await;
        answered.unwrap_or_else(|problem| problem.status()).as_u16()
    }

    pub async fn waiting(&self, who: &Arc<Actor>) -> Value {
        let query = Query(serde_json::from_value(json!({})).unwrap());
        let path = Path((IN, self.folder));
        let listed = list::list(State(self.usage.clone()), CurrentUser(who.clone()), path, query).await;
        serde_json::to_value(&listed.unwrap().0).unwrap()["items"].take()
    }

    /// The names of what ends soon.
    pub async fn ending(&self, who: &Arc<Actor>) -> Vec<String> {
        let listed = ending::list(State(self.usage.clone()), CurrentUser(who.clone()), Path(IN)).await;
        let told = serde_json::to_value(&listed.unwrap().0).unwrap();
        let items = told["items"].as_array().unwrap().iter();
        items.map(|item| item["entry"]["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn contributions() -> ::room::Contributions {
    ::room::Room::contributions(&[crate::room()])
}

fn name(name: &str) -> EntryName {
    EntryName::parse(name).unwrap()
}

fn people(tx: &mut Tx<'_>) -> accounts::Result<(TenantId, [UserId; 3])> {
    let title = Title::parse("Casa Lume").unwrap();
    let key = TenantKey::parse("lume").unwrap();
    let tenant = tenancy::create_tenant(tx, &NewTenant { title: title.clone(), key, cnpj: None, theme: None }, NOW);
    let tenant = tenant.unwrap();
    let new = NewCompany { tenant, name: title, key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &new).unwrap();
    Ok((tenant, [person(tx, company, "ana")?, person(tx, company, "wim")?, person(tx, company, "rea")?]))
}

fn person(tx: &mut Tx<'_>, company: CompanyId, name: &str) -> accounts::Result<UserId> {
    let new = NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&format!("{name}@lume.example")).unwrap(),
        language: None,
        password: PasswordHash::unusable(),
        reset_due: true,
    };
    accounts::create_user(tx, company, &new, NOW)
}

fn somebody(user: UserId, home: TenantId) -> Actor {
    Actor {
        user,
        session: Some(SessionId(1)),
        origin: Origin::Job,
        language: None,
        must_reset_password: false,
        master: false,
        home: Some(home),
        admin_of: vec![],
        groups: vec![],
        instances: vec![],
    }
}

/// What is called "file" is one, and everything else a folder.
fn create(tx: &mut Tx<'_>, access: &mut Access<'_>, parent: NodeId, called: &str) -> security::Result<NodeId> {
    let kind = if called == "file" { NodeKind::File } else { NodeKind::Folder };
    let name = name(called);
    let new = NewNode { kind, name: &name, state: NodeState::Ready, size: 0, now: NOW };
    if kind == NodeKind::File {
        let into = access.authorize::<Upload>(tx, parent)?;
        return Ok(nodes::insert(tx, &into, &new)?);
    }
    let into = access.authorize::<CreateChild>(tx, parent)?;
    let folder = nodes::insert(tx, &into, &new)?;
    security::inherit_acl(tx, into.tenant(), parent, folder)?;
    Ok(folder)
}

pub async fn on_both(story: impl AsyncFn(World)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        story(World::new(engine).await).await;
    }
}
