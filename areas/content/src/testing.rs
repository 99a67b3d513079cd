//! A small tenant for the tests of rooms above: an admin, other people as they are needed, and `top / folder / file`.

use std::sync::Arc;

use accounts::{Email, NewUser, PersonName};
use authz::{Actor, Membership, Origin};
use db::{Db, Tx};
use nodes::{NewNode, NodeState};
use passwords::PasswordHash;
use primitives::{
    CompanyId, EntryName, GroupId, NodeId, NodeKind, NodeRole, RepositoryId, Seconds, SessionId, TenantId, UserId,
};
use security::{Access, GrantAccess, NewGrant, Principal};
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};

use crate::{CreateChild, Upload};

/// When all of it was made.
pub const NOW: Seconds = 1_800_000_000;
pub const DAY: Seconds = 86_400;

pub struct TestTenant {
    pub tenant: TenantId,
    /// The admin.
    pub ana: Arc<Actor>,
    pub top: NodeId,
    pub folder: NodeId,
    pub file: NodeId,
    company: CompanyId,
}

impl TestTenant {
    /// In a new database with the tables of rooms up to this one; the file has so many bytes, which are nowhere.
    pub async fn new(db: &Db, file_bytes: i64) -> Self {
        let made = db.write(|tx| Ok::<_, db::Error>(tenant(tx))).await;
        let (tenant, company, user) = made.expect("a tenant");
        let ana = Arc::new(Actor { admin_of: vec![tenant], ..somebody(user, tenant) });
        let top = db.write(move |tx| {
            let top = nodes::insert_repository(tx, tenant, RepositoryId(1), &name("top"), NOW)?;
            security::create_repository_acl(tx, tenant, top)?;
            Ok::<_, security::Error>(top)
        });
        let top = top.await.expect("a repository");
        let made = security::write(db, &ana, move |tx, access| {
            let folder = folder_in(tx, access, top)?;
            Ok::<_, security::Error>((folder, file_in(tx, access, folder, file_bytes)?))
        });
        let (folder, file) = made.await.expect("a folder and a file");
        Self { tenant, ana, top, folder, file, company }
    }

    /// Somebody of the tenant who has this role at the top and below.
    pub async fn person(&self, db: &Db, called: &'static str, role: NodeRole) -> Arc<Actor> {
        let (company, top) = (self.company, self.top);
        let user = db.write(move |tx| Ok::<_, db::Error>(person(tx, company, called))).await.expect("a person");
        let given = security::write(db, &self.ana, move |tx, access| {
            let permit = access.authorize::<GrantAccess>(tx, top)?;
            let new = NewGrant { principal: Principal::User(user), role, recursive: true };
            security::grant(tx, &permit, access.actor(), new, NOW)
        });
        given.await.expect("a grant");
        let member = Membership { group: GroupId(0), tenant: self.tenant, manager: false };
        Arc::new(Actor { groups: vec![member], ..somebody(user, self.tenant) })
    }
}

fn name(name: &str) -> EntryName {
    EntryName::parse(name).expect("a name")
}

fn tenant(tx: &mut Tx<'_>) -> (TenantId, CompanyId, UserId) {
    let title = Title::parse("Casa Lume").expect("a title");
    let key = TenantKey::parse("lume").expect("a key");
    let new = NewTenant { title: title.clone(), key, cnpj: None, theme: None };
    let tenant = tenancy::create_tenant(tx, &new, NOW).expect("a new tenant");
    let new = NewCompany { tenant, name: title, key: CompanyKey::parse("lume").expect("a key"), cnpj: None };
    let company = tenancy::create_company(tx, &new).expect("a new company");
    (tenant, company, person(tx, company, "ana"))
}

fn person(tx: &mut Tx<'_>, company: CompanyId, name: &str) -> UserId {
    let new = NewUser {
        name: PersonName::parse(name).expect("a name"),
        email: Email::parse(&format!("{name}@lume.example")).expect("an address"),
        language: None,
        password: PasswordHash::unusable(),
        reset_due: true,
    };
    accounts::create_user(tx, company, &new, NOW).expect("a new user")
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

fn folder_in(tx: &mut Tx<'_>, access: &mut Access<'_>, parent: NodeId) -> security::Result<NodeId> {
    let name = name("folder");
    let new = NewNode { kind: NodeKind::Folder, name: &name, state: NodeState::Ready, size: 0, now: NOW };
    let into = access.authorize::<CreateChild>(tx, parent)?;
    let folder = nodes::insert(tx, &into, &new)?;
    security::inherit_acl(tx, into.tenant(), parent, folder)?;
    Ok(folder)
}

fn file_in(tx: &mut Tx<'_>, access: &mut Access<'_>, parent: NodeId, size: i64) -> security::Result<NodeId> {
    let name = name("file");
    let new = NewNode { kind: NodeKind::File, name: &name, state: NodeState::Ready, size, now: NOW };
    let into = access.authorize::<Upload>(tx, parent)?;
    Ok(nodes::insert(tx, &into, &new)?)
}
