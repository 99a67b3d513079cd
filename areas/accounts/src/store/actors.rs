//! Derives an actor from rows that are active.

use authz::{Actor, Instance, Origin};
use db::{Conn, params};
use primitives::{Application, Language, TenantId, UserId};

use crate::store::people::standing;

/// An application instance that a user may open.
pub(crate) struct Opened {
    pub instance: Instance,
    pub title: String,
    pub access_url: Option<String>,
}

/// The row of somebody who may sign in, but for the maker of their account.
pub(crate) struct Person {
    home: Option<TenantId>,
    language: Option<Language>,
    must_reset_password: bool,
    master: bool,
    pub made_by: Option<UserId>,
}

/// As `find_actor`, without checking the maker of the account.
pub fn switched_on(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Actor>> {
    let person = person(conn, user)?;
    person.map(|person| actor(conn, person, user)).transpose()
}

pub(crate) fn actor(conn: &mut Conn<'_>, person: Person, user: UserId) -> db::Result<Actor> {
    let standing = standing(conn, user)?;
    Ok(Actor {
        user,
        session: None,
        origin: Origin::Job,
        language: person.language,
        must_reset_password: person.must_reset_password,
        master: person.master,
        home: person.home,
        admin_of: standing.admins.into_iter().map(|admin| admin.tenant).collect(),
        groups: standing.groups.into_iter().map(|group| group.membership).collect(),
        instances: opened(conn, user)?.into_iter().map(|opened| opened.instance).collect(),
    })
}

/// None if the user, their company or their tenant is switched off. A user without a password, who signs in through a
/// provider, has none to change.
pub(crate) fn person(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Person>> {
    conn.find(
        "SELECT u.tenant_id, u.language, u.reset_pwd AND u.password_hash <> '!', u.master, u.made_by
         FROM identity_user u
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         WHERE u.users_id = $1 AND u.active AND (u.master OR (COALESCE(c.active, TRUE) AND COALESCE(t.active, TRUE)))",
        params![user],
        |row| {
            Ok(Person {
                home: row.get(0)?,
                language: row.get::<Option<String>>(1)?.as_deref().and_then(Language::parse),
                must_reset_password: row.get(2)?,
                master: row.get(3)?,
                made_by: row.get(4)?,
            })
        },
    )
}

/// A group opens applications that both it and its tenant have; an admin, all of the tenant's; a master, every home and
/// no content.
pub(crate) fn opened(conn: &mut Conn<'_>, user: UserId) -> db::Result<Vec<Opened>> {
    conn.rows(
        "SELECT i.application_instance_id, i.application_id, i.application_instance_title, i.access_url
         FROM tenancy_application_instance i
         WHERE i.application_instance_id IN (
           SELECT ga.application_instance_id
           FROM identity_member m
           JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id AND g.active
           JOIN tenancy_company c ON c.company_id = g.company_id AND c.active
           JOIN tenancy_tenant t ON t.tenant_id = g.tenant_id AND t.active
           JOIN tenancy_usergroup_application ga ON ga.user_group_id = g.user_group_id
           JOIN tenancy_tenant_application ta
             ON ta.tenant_id = g.tenant_id AND ta.application_instance_id = ga.application_instance_id
           WHERE m.users_id = $1
           UNION
           SELECT ta.application_instance_id
           FROM identity_admin a
           JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id AND t.active
           JOIN tenancy_tenant_application ta ON ta.tenant_id = a.tenant_id
           WHERE a.users_id = $1
           UNION
           SELECT h.application_instance_id
           FROM tenancy_application_instance h
           JOIN identity_user u ON u.users_id = $1 AND u.master
           WHERE h.application_id = $2
         )
         ORDER BY i.application_id, i.application_instance_title, i.application_instance_id",
        params![user, Application::Home.code()],
        |row| {
            let instance = Instance { id: row.get(0)?, application: row.get(1)? };
            Ok(Opened { instance, title: row.get(2)?, access_url: row.get(3)? })
        },
    )
}
