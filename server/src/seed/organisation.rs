//! The demonstration's people: Casa Lumen, a tenant in daily use; Vitrola Varejo, a partner of one of its groups; and
//! Northwind Atelier, which must not see any of it.

use accounts::{Belonging, NewUser};
use anyhow::Context;
use audit::Author;
use authz::Origin;
use db::{Conn, Tx};
use events::Header;
use primitives::{AppInstanceId, Application, GroupId, NodeId, Seconds, TenantId, UserId};
use security::Match;
use storage::{FileServerId, NewFileServer};
use tenancy::TenantKey;

use super::parts::{self, Founding, group, instance, repository};
use crate::app::App;
use crate::first_start::person;
use crate::settings::Settings;

const HOME: &str = "casa-lumen";
const DOMAIN: &str = "casalumen.example";
const ADMIN: &str = "ana.souza@casalumen.example";

const LUMEN: Founding = Founding {
    title: "Casa Lumen",
    company: "Casa Lumen Ltda.",
    key: HOME,
    cnpj: "11.222.333/0001-81",
    bar: "#2a1a14",
    primary: "#b4532a",
};
const VITROLA: Founding = Founding {
    title: "Vitrola Varejo",
    company: "Vitrola Varejo S.A.",
    key: "vitrola-varejo",
    cnpj: "45.098.217/0001-14",
    bar: "#221539",
    primary: "#7b3fe4",
};
const NORTHWIND: Founding = Founding {
    title: "Northwind Atelier",
    company: "Northwind Atelier Ltda.",
    key: "northwind",
    cnpj: "58.130.764/0001-81",
    bar: "#0b1f3a",
    primary: "#1d5fd1",
};

/// The target of the files, and their author.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demonstration {
    pub admin: UserId,
    pub tenant: TenantId,
    pub repository: NodeId,
    pub archive: NodeId,
    pub other: Option<OtherHouse>,
    pub colleagues: Option<Colleagues>,
}

/// People beside the admin; known to the seed that makes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colleagues {
    pub marcos: UserId,
    pub julia: UserId,
    /// Of the partner, who sees one folder.
    pub rafael: UserId,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OtherHouse {
    pub admin: UserId,
    pub repository: NodeId,
}

/// The groups and marks that grants and classification use.
pub(super) const STUDIO: &str = "studio";
pub(super) const RETAIL: &str = "retail-partners";
pub(super) const INTERNAL: &str = "Internal";
pub(super) const EMBARGO: &str = "Embargo";

pub(super) fn exists(conn: &mut Conn<'_>) -> anyhow::Result<bool> {
    Ok(find_tenant(conn)?.is_some())
}

fn find_tenant(conn: &mut Conn<'_>) -> anyhow::Result<Option<TenantId>> {
    let key = TenantKey::parse(HOME).ok().context("the demonstration's key")?;
    Ok(tenancy::find_tenant_by_key(conn, &key)?)
}

/// The demo that an earlier seed made.
pub(super) async fn find(app: &App) -> anyhow::Result<Demonstration> {
    app.db
        .read(|c| {
            let tenant = find_tenant(c)?.context("the demonstration's tenant")?;
            let email = accounts::Email::parse(ADMIN).ok().context("the admin's address")?;
            let admin = accounts::find_user_by_email(c, &email)?.context("the demonstration's admin")?;
            let mut roots = storage::repository_roots(c, tenant)?.into_iter();
            let repository = roots.next().context("the demonstration's repository")?;
            let archive = roots.next().unwrap_or(repository);
            Ok(Demonstration { admin, tenant, repository, archive, other: None, colleagues: None })
        })
        .await
}

/// Everything but the files, in one transaction.
pub(super) async fn make(app: &App, settings: &Settings, password: &str) -> anyhow::Result<Demonstration> {
    let people = people(password)?;
    // Beside it there is space for the file servers that tenants create themselves.
    let folder = settings.files().join("this-host");
    std::fs::create_dir_all(&folder)?;
    let (now, files) = (app.clock.now(), folder.display().to_string());
    let made = app.db.write(move |tx| found(tx, &people, &files, now)).await?;
    storage::make_repository_folders(&app.db).await?;
    Ok(made)
}

/// People who sign in. Hashing passwords takes a while, so it is done before the transaction.
struct People {
    ana: NewUser,
    marcos: NewUser,
    julia: NewUser,
    rafael: NewUser,
    nora: NewUser,
}

fn people(password: &str) -> anyhow::Result<People> {
    let at = |name: &str, address: &str| person(name, address, password, false);
    Ok(People {
        ana: at("Ana Souza", ADMIN)?,
        marcos: at("Marcos Lima", &format!("marcos.lima@{DOMAIN}"))?,
        julia: at("Júlia Mendes", &format!("julia.mendes@{DOMAIN}"))?,
        rafael: at("Rafael Nogueira", "rafael@vitrola-varejo.example")?,
        nora: at("Nora Berg", "nora.berg@northwind.example")?,
    })
}

pub(super) fn introduction(password: &str) -> String {
    format!(
        "\n  Casa Lumen is open. Everybody's password is  {password}\n\n    \
         {ADMIN:<34} admin of the tenant\n    {:<34} manager of the studio, writer\n    \
         {:<34} studio, reader\n    {:<34} of a partner, another tenant: one folder only\n    \
         {:<34} admin of Northwind Atelier, another tenant\n",
        format!("marcos.lima@{DOMAIN}"),
        format!("julia.mendes@{DOMAIN}"),
        "rafael@vitrola-varejo.example",
        "nora.berg@northwind.example"
    )
}

fn found(tx: &mut Tx<'_>, people: &People, files: &str, now: Seconds) -> anyhow::Result<Demonstration> {
    let library = instance(tx, "Library", Application::Content)?;
    let home = instance(tx, "Home", Application::Home)?;
    let instances = [home, library];
    let (lumen, own) = parts::found(tx, &LUMEN, &instances, now)?;
    parts::company(tx, lumen, "Casa Lumen Lojas", "casa-lumen-lojas", "32.745.819/0001-74")?;
    // A partner is a tenant of its own, whose company was invited into a group and has accepted.
    let (_, partner) = parts::found(tx, &VITROLA, &instances, now)?;
    let studio = group(tx, own, "Studio", STUDIO, &instances)?;
    let retail = group(tx, own, "Retail partners", RETAIL, &instances)?;
    let leads = group(tx, own, "Brand leads", "brand-leads", &instances)?;

    let ana = accounts::create_user(tx, own, &people.ana, now)?;
    accounts::make_admin(tx, ana, lumen)?;
    tenancy::invite_company(tx, (retail, partner), Some(ana), now, false)?;
    tenancy::accept_invitation(tx, retail, partner, now)?;
    accounts::add_member(tx, ana, leads, Belonging::Manager)?;
    let marcos = accounts::create_user(tx, own, &people.marcos, now)?;
    accounts::add_member(tx, marcos, studio, Belonging::Manager)?;
    accounts::add_member(tx, marcos, leads, Belonging::Member)?;
    let julia = accounts::create_user(tx, own, &people.julia, now)?;
    accounts::add_member(tx, julia, studio, Belonging::Member)?;
    let rafael = accounts::create_user(tx, partner, &people.rafael, now)?;
    accounts::add_member(tx, rafael, retail, Belonging::Member)?;
    marks(tx, Header::by(Author::nobody(Origin::CommandLine), lumen, now), leads)?;

    let server = file_server(tx, files, (lumen, "casa-lumen"))?;
    let library_root = repository(tx, lumen, server, "Marketing library", "marketing-library", now)?;
    let archive = repository(tx, lumen, server, "Archive", "archive", now)?;
    let other = found_other(tx, people, &instances, files, now)?;
    let colleagues = Some(Colleagues { marcos, julia, rafael });
    Ok(Demonstration { admin: ana, tenant: lumen, repository: library_root, archive, other: Some(other), colleagues })
}

/// A file server of one tenant, in a folder of its own.
fn file_server(tx: &mut Tx<'_>, files: &str, (tenant, folder): (TenantId, &str)) -> anyhow::Result<FileServerId> {
    let url = format!("{files}/{folder}");
    std::fs::create_dir_all(&url)?;
    Ok(storage::create_file_server(tx, &NewFileServer { label: "This host", url: &url, tenants: &[tenant] })?)
}

/// A tenant with a repository of the same title and nothing in common.
fn found_other(
    tx: &mut Tx<'_>,
    people: &People,
    instances: &[AppInstanceId],
    files: &str,
    now: Seconds,
) -> anyhow::Result<OtherHouse> {
    let (tenant, company) = parts::found(tx, &NORTHWIND, instances, now)?;
    let nora = accounts::create_user(tx, company, &people.nora, now)?;
    accounts::make_admin(tx, nora, tenant)?;
    let server = file_server(tx, files, (tenant, "northwind"))?;
    let repository = repository(tx, tenant, server, "Marketing library", "northwind-library", now)?;
    Ok(OtherHouse { admin: nora, repository })
}

fn marks(tx: &mut Tx<'_>, header: Header, cleared: GroupId) -> anyhow::Result<()> {
    let new = security::NewGroup {
        key: "confidentiality",
        kind: Match::And,
        propagation: security::PropagationPolicy::Inherited,
        single_per_node: false,
        single_per_group: false,
    };
    let tenant = header.tenant;
    let group = security::create_group(tx, tenant, &new)?;
    let category = security::create_category(tx, tenant, "handling")?;
    for key in [INTERNAL, EMBARGO] {
        let mark = security::create_mark(tx, tenant, group, category, key, None)?;
        security::give_clearance(tx, header, cleared, mark)?;
    }
    Ok(())
}
