//! Derives an actor from rows that are active.

use std::collections::HashMap;

use authz::{Actor, Instance, Origin};
use db::{Conn, Row, Value, placeholders};
use primitives::{Application, Language, TenantId, UserId};

use crate::store::standings::standings;

/// An application instance that a user may open.
pub(crate) struct Opened {
    pub instance: Instance,
    pub title: String,
    pub access_url: Option<String>,
}

/// The row of somebody who may sign in, but for the maker of their account.
pub(crate) struct Person {
    pub user: UserId,
    home: Option<TenantId>,
    language: Option<Language>,
    must_reset_password: bool,
    master: bool,
    pub made_by: Option<UserId>,
}

/// As `find_actor`, without checking the maker of the account.
pub fn switched_on(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<Actor>> {
    let people = people(conn, &[user])?;
    Ok(actors(conn, people)?.pop())
}

/// The actors that these people are, in their order.
pub(crate) fn actors(conn: &mut Conn<'_>, people: Vec<Person>) -> db::Result<Vec<Actor>> {
    let users: Vec<UserId> = people.iter().map(|person| person.user).collect();
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let (mut standings, mut opened) = (standings(conn, &users)?, opened_by(conn, &users)?);
    let actor = |person: Person| {
        let standing = standings.remove(&person.user).unwrap_or_default();
        let opened = opened.remove(&person.user).unwrap_or_default();
        Actor {
            user: person.user,
            session: None,
            origin: Origin::Job,
            language: person.language,
            must_reset_password: person.must_reset_password,
            master: person.master,
            home: person.home,
            admin_of: standing.admins.into_iter().map(|admin| admin.tenant).collect(),
            groups: standing.groups.into_iter().map(|group| group.membership).collect(),
            instances: opened.into_iter().map(|opened| opened.instance).collect(),
        }
    };
    Ok(people.into_iter().map(actor).collect())
}

/// Those of whom nothing is switched off: neither the user, nor their company, nor their tenant. A user without a
/// password, who signs in through a provider, has none to change.
pub(crate) fn people(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<Vec<Person>> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT u.users_id, u.tenant_id, u.language, u.reset_pwd AND u.password_hash <> '!', u.master, u.made_by
         FROM identity_user u
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         WHERE u.users_id IN ({}) AND u.active
           AND (u.master OR (COALESCE(c.active, TRUE) AND COALESCE(t.active, TRUE)))
         ORDER BY u.users_id",
        placeholders(1, users.len())
    );
    let values: Vec<Value<'_>> = users.iter().copied().map(Value::from).collect();
    conn.rows(&sql, &values, |row| {
        Ok(Person {
            user: row.get(0)?,
            home: row.get(1)?,
            language: row.get::<Option<String>>(2)?.as_deref().and_then(Language::parse),
            must_reset_password: row.get(3)?,
            master: row.get(4)?,
            made_by: row.get(5)?,
        })
    })
}

/// A group opens applications that both it and its tenant have; an admin, all of the tenant's; a master, every home and
/// no content.
pub(crate) fn opened(conn: &mut Conn<'_>, user: UserId) -> db::Result<Vec<Opened>> {
    Ok(opened_by(conn, &[user])?.remove(&user).unwrap_or_default())
}

/// As `opened`, of several; who opens none is missing. At least one user is asked about.
fn opened_by(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<HashMap<UserId, Vec<Opened>>> {
    let list = placeholders(2, users.len());
    let sql = format!(
        "SELECT o.users_id, i.application_instance_id, i.application_id, i.application_instance_title, i.access_url
         FROM (
           SELECT m.users_id, ga.application_instance_id
           FROM identity_member m
           JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id AND g.active
           JOIN tenancy_company c ON c.company_id = g.company_id AND c.active
           JOIN tenancy_tenant t ON t.tenant_id = g.tenant_id AND t.active
           JOIN tenancy_usergroup_application ga ON ga.user_group_id = g.user_group_id
           JOIN tenancy_tenant_application ta
             ON ta.tenant_id = g.tenant_id AND ta.application_instance_id = ga.application_instance_id
           WHERE m.users_id IN ({list})
           UNION
           SELECT a.users_id, ta.application_instance_id
           FROM identity_admin a
           JOIN tenancy_tenant t ON t.tenant_id = a.tenant_id AND t.active
           JOIN tenancy_tenant_application ta ON ta.tenant_id = a.tenant_id
           WHERE a.users_id IN ({list})
           UNION
           SELECT u.users_id, h.application_instance_id
           FROM tenancy_application_instance h
           JOIN identity_user u ON u.users_id IN ({list}) AND u.master
           WHERE h.application_id = $1
         ) o
         JOIN tenancy_application_instance i ON i.application_instance_id = o.application_instance_id
         ORDER BY o.users_id, i.application_id, i.application_instance_title, i.application_instance_id"
    );
    let application = Value::from(Application::Home.code());
    let values: Vec<Value<'_>> = std::iter::once(application).chain(users.iter().copied().map(Value::from)).collect();
    let mut found: HashMap<UserId, Vec<Opened>> = HashMap::new();
    let read = |row: &Row<'_>| {
        let instance = Instance { id: row.get(1)?, application: row.get(2)? };
        Ok((row.get(0)?, Opened { instance, title: row.get(3)?, access_url: row.get(4)? }))
    };
    for (user, opened) in conn.rows(&sql, &values, read)? {
        found.entry(user).or_default().push(opened);
    }
    Ok(found)
}
