//! Names and addresses, for e-mails.

use authz::Actor;
use db::{Conn, Value, placeholders};
use primitives::{GroupId, Language, TenantId, UserId};

use crate::maker;

/// A recipient of e-mails.
#[derive(Clone, Debug)]
pub struct Contact {
    pub user: UserId,
    pub name: String,
    pub email: String,
    pub language: Option<Language>,
}

/// The masters of the installation.
pub fn masters(conn: &mut Conn<'_>) -> db::Result<Vec<Contact>> {
    let masters =
        conn.rows("SELECT users_id FROM identity_user WHERE master ORDER BY users_id", &[], |row| row.get(0))?;
    contacts(conn, &masters)
}

/// Those of `users` who are active.
pub fn contacts(conn: &mut Conn<'_>, users: &[UserId]) -> db::Result<Vec<Contact>> {
    among(conn, users, None)
}

/// Those of `users` who are active and whom the actor sees: people of the tenants that they are at home in or administer,
/// with those in its groups, and the members of their own groups elsewhere.
pub fn contacts_among(conn: &mut Conn<'_>, actor: &Actor, users: &[UserId]) -> db::Result<Vec<Contact>> {
    among(conn, users, Some(&Circle::of(actor)))
}

/// Whom somebody may write to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Circle {
    /// People whose home is one of these tenants, or who are in one of their groups.
    pub tenants: Vec<TenantId>,
    /// The members of these groups.
    pub groups: Vec<GroupId>,
}

impl Circle {
    /// In a tenant where the actor is a guest, they see the people of their own groups and nobody else.
    pub fn of(actor: &Actor) -> Self {
        let tenants: Vec<_> = actor.home.into_iter().chain(actor.admin_of.iter().copied()).collect();
        let elsewhere = actor.groups.iter().filter(|one| !tenants.contains(&one.tenant));
        Self { groups: elsewhere.map(|one| one.group).collect(), tenants }
    }

    /// A condition for users `u`; its parameters are added to `values`.
    fn condition<'v>(&'v self, values: &mut Vec<Value<'v>>) -> String {
        let tenants = listed(values, &self.tenants);
        let groups = listed(values, &self.groups);
        format!(
            "(u.tenant_id IN ({tenants}) OR EXISTS (
               SELECT 1
               FROM identity_member m
               JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id AND g.active
               WHERE m.users_id = u.users_id AND (g.tenant_id IN ({tenants}) OR g.user_group_id IN ({groups}))))"
        )
    }
}

/// Placeholders for these ids, after the values that there are; `NULL`, which nothing equals, for none.
fn listed<'v, T: Copy>(values: &mut Vec<Value<'v>>, ids: &[T]) -> String
where
    Value<'v>: From<T>,
{
    let first = values.len() + 1;
    values.extend(ids.iter().copied().map(Value::from));
    if ids.is_empty() { "NULL".to_owned() } else { placeholders(first, ids.len()) }
}

/// The active ones of `users`, and of `circle` if there is one. An unused account whose maker is gone gets no e-mail.
fn among(conn: &mut Conn<'_>, users: &[UserId], circle: Option<&Circle>) -> db::Result<Vec<Contact>> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let mut values: Vec<Value<'_>> = users.iter().map(|user| Value::from(*user)).collect();
    let mut sql = format!(
        "SELECT u.users_id, u.name, u.email, u.language, u.made_by IS NOT NULL
         FROM identity_user u
         LEFT JOIN tenancy_company c ON c.company_id = u.company_id
         LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id
         WHERE u.active AND COALESCE(c.active, TRUE) AND COALESCE(t.active, TRUE) AND u.users_id IN ({})",
        placeholders(1, users.len())
    );
    if let Some(circle) = circle {
        sql += &format!(" AND {}", circle.condition(&mut values));
    }
    sql += " ORDER BY u.users_id";
    let found = conn.rows(&sql, &values, |row| {
        let language = row.get::<Option<String>>(3)?;
        let contact = Contact {
            user: row.get(0)?,
            name: row.get(1)?,
            email: row.get(2)?,
            language: language.as_deref().and_then(Language::parse),
        };
        Ok((contact, row.get::<bool>(4)?))
    })?;
    let mut contacts = Vec::with_capacity(found.len());
    for (contact, unused) in found {
        if !unused || maker::stands(conn, contact.user)? {
            contacts.push(contact);
        }
    }
    Ok(contacts)
}
