//! Names and addresses, for e-mails.

use db::{Conn, Value, placeholders};
use primitives::{Language, TenantId, UserId};

use crate::maker;
use crate::people::Contact;

/// The active ones of `users`; with `tenants`, only those whose home is one of them or who are in one of their groups.
/// An unused account whose maker is gone gets no e-mail.
pub(crate) fn among(conn: &mut Conn<'_>, users: &[UserId], tenants: Option<&[TenantId]>) -> db::Result<Vec<Contact>> {
    if users.is_empty() || tenants.is_some_and(<[_]>::is_empty) {
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
    if let Some(tenants) = tenants {
        let within = placeholders(users.len() + 1, tenants.len());
        values.extend(tenants.iter().map(|tenant| Value::from(*tenant)));
        sql += &format!(
            " AND (u.tenant_id IN ({within}) OR EXISTS (
               SELECT 1
               FROM identity_member m
               JOIN tenancy_usergroup g ON g.user_group_id = m.user_group_id AND g.active
               WHERE m.users_id = u.users_id AND g.tenant_id IN ({within})))"
        );
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
