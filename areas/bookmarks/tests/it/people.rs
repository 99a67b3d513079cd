//! A tenant with a repository: Rea may see what lies in it, Ada administers it, Tom may see nothing.

use std::sync::Arc;

use accounts::{Belonging, Email, NewUser, PersonName};
use authz::{Actor, Permit};
use db::testing::TestDb;
use db::{Db, Engine, Tx};
use events::Listeners;
use jobs::Worker;
use nodes::{NewNode, NodeState};
use passwords::{Password, hash_password};
use primitives::{Application, Clock, EntryName, GroupId, NodeId, NodeKind, NodeRole, SessionId, TenantId, UserId};
use room::Room;
use security::{Access, GrantAccess, Principal};
use storage::{NewFileServer, NewRepository};
use tenancy::{CompanyKey, GroupKey, NewAppInstance, NewCompany, NewGroup, NewTenant, TenantKey, Title};
use vitrine_bookmarks::{Bookmark, Bookmarks, Result};

pub const NOW: i64 = 1_800_000_000;

pub struct People {
    pub db: Db,
    pub bookmarks: Bookmarks,
    pub top: NodeId,
    pub rea: Arc<Actor>,
    pub ada: Arc<Actor>,
    pub tom: Arc<Actor>,
    _test: TestDb,
}

/// Runs the story on each engine. A PostgreSQL client must not be dropped in asynchronous code.
pub fn on_both(rooms: impl Fn() -> Vec<Room>, story: impl AsyncFn(&People)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let people = runtime.block_on(People::new(engine, &rooms()));
        runtime.block_on(story(&people));
    }
}

struct Made {
    top: NodeId,
    readers: GroupId,
    users: [UserId; 3],
}

fn organisation(tx: &mut Tx<'_>) -> Made {
    let title = Title::parse("lume").unwrap();
    let key = TenantKey::parse("lume").unwrap();
    let tenant =
        tenancy::create_tenant(tx, &NewTenant { title: title.clone(), key, cnpj: None, theme: None }, NOW).unwrap();
    let key = CompanyKey::parse("lume").unwrap();
    let company = tenancy::create_company(tx, &NewCompany { tenant, name: title.clone(), key, cnpj: None }).unwrap();
    let key = GroupKey::parse("readers").unwrap();
    let new = NewGroup { company, title: title.clone(), key, theme: None };
    let readers = tenancy::create_group(tx, &new).unwrap();
    let new = NewAppInstance { title, application: Application::Content, access_url: None };
    let content = tenancy::create_application_instance(tx, &new).unwrap();
    tenancy::give_tenant_instance(tx, tenant, content).unwrap();
    tenancy::give_group_instance(tx, readers, content).unwrap();
    let users = ["rea", "ada", "tom"].map(|name| accounts::create_user(tx, company, &user(name), NOW).unwrap());
    accounts::add_member(tx, users[0], readers, Belonging::Member).unwrap();
    accounts::make_admin(tx, users[1], tenant).unwrap();
    Made { top: repository(tx, tenant), readers, users }
}

fn user(name: &str) -> NewUser {
    NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&format!("{name}@lume.example")).unwrap(),
        language: None,
        password: hash_password(&Password::parse("jaguar telhado neblina").unwrap()).unwrap(),
        reset_due: false,
    }
}

fn repository(tx: &mut Tx<'_>, tenant: TenantId) -> NodeId {
    let new = NewFileServer { label: "disk", url: "/srv/files", tenants: &[tenant] };
    let file_server = storage::create_file_server(tx, &new).unwrap();
    let folder_name = &EntryName::parse("library").unwrap();
    let new = NewRepository { tenant, file_server, title: "library", folder_name, now: NOW };
    storage::create_repository(tx, &new).unwrap().1
}

impl People {
    async fn new(engine: Engine, rooms: &[Room]) -> Self {
        room::register_sentences(rooms).unwrap();
        let test = TestDb::new(engine, &vitrine_bookmarks::migrations()).await;
        let listeners: Listeners = rooms.iter().flat_map(|room| room.listeners.clone()).collect();
        let db = Room::contributions(rooms).of(listeners.of(test.db.clone()));
        let Made { top, readers, users } = db.write(|tx| Ok::<_, db::Error>(organisation(tx))).await.unwrap();
        let actor = async |user| {
            let found = db.read(move |c| accounts::find_actor(c, user, SessionId(0)));
            Arc::new(found.await.unwrap().unwrap())
        };
        let (rea, ada, tom) = (actor(users[0]).await, actor(users[1]).await, actor(users[2]).await);
        let bookmarks = Bookmarks::new(db.clone(), Clock::fixed(NOW));
        let people = Self { db, bookmarks, top, rea, ada, tom, _test: test };
        let grant = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, top)?;
            security::grant(tx, &permit, access.actor(), Principal::Group(readers), NodeRole::Reader, true, NOW)
        };
        security::write(&people.db, &people.ada, grant).await.unwrap();
        people
    }

    /// A folder of Ada's, as far as the tree knows.
    pub async fn folder(&self, parent: NodeId, name: &'static str) -> NodeId {
        let make = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let into = access.authorize::<content::CreateChild>(tx, parent)?;
            let name = &EntryName::parse(name).unwrap();
            let new = NewNode { kind: NodeKind::Folder, name, state: NodeState::Ready, size: 0, now: NOW };
            let folder = nodes::insert(tx, &into, &new)?;
            security::inherit_acl(tx, into.tenant(), parent, folder)?;
            Ok::<_, security::Error>(folder)
        };
        security::write(&self.db, &self.ada, make).await.unwrap()
    }

    pub async fn bookmark(&self, who: &Arc<Actor>, node: NodeId, title: Option<&'static str>) -> Result<()> {
        let set = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let permit: Permit<Bookmark> = access.authorize(tx, node)?;
            vitrine_bookmarks::set(tx, access.actor(), &permit, title, NOW)
        };
        security::write(&self.db, who, set).await
    }

    /// The titles of all bookmarks.
    pub async fn titles(&self) -> Vec<String> {
        let sql = "SELECT title FROM bookmarks_bookmark ORDER BY node_id, users_id";
        self.db.read(move |c| c.rows(sql, &[], |row| row.get::<String>(0))).await.unwrap()
    }

    /// Runs the room's due jobs.
    pub async fn work(&self) {
        let kinds = vitrine_bookmarks::jobs(self.bookmarks.clone());
        Worker::new(self.db.clone(), Clock::fixed(NOW), kinds, 1).drain().await.unwrap();
    }
}
