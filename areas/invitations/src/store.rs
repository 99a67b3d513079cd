//! The rows of invitations.

use accounts::{Email, PersonName, Place};
use audit::{Act, Object};
use authz::Actor;
use db::{Conn, Row, Tx, Value, params};
use primitives::{CompanyId, GroupId, Language, Listing, Seconds, TenantId, UserId, fold};
use room::DeletionTarget;
use signin::link::{self, Purpose};
use tenancy::Deleted;

pub(crate) struct New<'n> {
    pub place: Place,
    pub name: &'n PersonName,
    pub email: &'n Email,
    pub language: Option<Language>,
    pub by: UserId,
}

/// An invitation with the names that are shown with it.
pub(crate) struct Found {
    pub id: i64,
    pub place: Place,
    pub name: String,
    pub email: String,
    pub language: Option<Language>,
    pub tenant_title: String,
    pub company_name: String,
    pub group_title: Option<String>,
    /// Who made it, and their name.
    pub by: UserId,
    pub invited_by: String,
    pub created_at: Seconds,
    pub sent_at: Seconds,
    pub expires_at: Seconds,
    pub ended_at: Option<Seconds>,
    pub user: Option<UserId>,
    /// The place is switched on.
    pub open: bool,
}

impl Found {
    /// The act on it, for the log.
    pub fn act(&self, what: &'static str) -> Act {
        Act::new(what, self.place.tenant, Object::new("invitation", self.id, &self.email))
    }
}

const FOUND: &str = "SELECT i.invitation_id, i.tenant_id, i.company_id, i.user_group_id, i.manager, i.admin, i.name,
           i.email, i.language, t.tenant_title, c.company_name, g.group_title, u.name, i.created_at, i.sent_at,
           i.expires_at, i.ended_at, i.users_id, t.active AND c.active AND COALESCE(g.active, TRUE),
           i.invited_by
         FROM identity_invitation i
         JOIN tenancy_tenant t ON t.tenant_id = i.tenant_id
         JOIN tenancy_company c ON c.company_id = i.company_id
         JOIN identity_user u ON u.users_id = i.invited_by
         LEFT JOIN tenancy_usergroup g ON g.user_group_id = i.user_group_id";

fn found(row: &Row<'_>) -> db::Result<Found> {
    Ok(Found {
        id: row.get(0)?,
        place: Place {
            tenant: row.get(1)?,
            company: row.get(2)?,
            group: row.get(3)?,
            manager: row.get(4)?,
            admin: row.get(5)?,
        },
        name: row.get(6)?,
        email: row.get(7)?,
        language: row.get::<Option<String>>(8)?.as_deref().and_then(Language::parse),
        tenant_title: row.get(9)?,
        company_name: row.get(10)?,
        group_title: row.get(11)?,
        invited_by: row.get(12)?,
        created_at: row.get(13)?,
        sent_at: row.get(14)?,
        expires_at: row.get(15)?,
        ended_at: row.get(16)?,
        user: row.get(17)?,
        open: row.get(18)?,
        by: row.get(19)?,
    })
}

pub(crate) fn insert(tx: &mut Tx<'_>, new: &New<'_>, now: Seconds, expires_at: Seconds) -> db::Result<i64> {
    let (key, search) = (new.email.key(), fold(&format!("{} {}", new.name.as_str(), new.email.as_str())));
    let place = new.place;
    tx.get(
        "INSERT INTO identity_invitation (tenant_id, company_id, user_group_id, name, email, email_key, search_key,
           language, manager, admin, invited_by, created_at, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)
         RETURNING invitation_id",
        params![
            place.tenant,
            place.company,
            place.group,
            new.name.as_str(),
            new.email.as_str(),
            &key,
            &search,
            new.language.map(Language::code),
            place.manager,
            place.admin,
            new.by,
            now,
            expires_at
        ],
        |row| row.get(0),
    )
}

/// Ends earlier, expired invitations of this person to this place, so that they can be invited again.
pub(crate) fn end_expired(tx: &mut Tx<'_>, new: &New<'_>, now: Seconds) -> db::Result<()> {
    let key = new.email.key();
    tx.run(
        "UPDATE identity_invitation
         SET ended_at = expires_at
         WHERE email_key = $1 AND company_id = $2 AND user_group_id IS NOT DISTINCT FROM $3
           AND ended_at IS NULL AND expires_at <= $4",
        params![&key, new.place.company, new.place.group, now],
    )
    .map(|_| ())
}

pub(crate) fn find(conn: &mut Conn<'_>, invitation: i64) -> db::Result<Option<Found>> {
    conn.find(&format!("{FOUND} WHERE i.invitation_id = $1"), params![invitation], found)
}

/// The open invitations of this maker.
pub(crate) fn open_of(conn: &mut Conn<'_>, maker: UserId, now: Seconds) -> db::Result<Vec<Found>> {
    let sql = format!("{FOUND} WHERE i.invited_by = $1 AND i.ended_at IS NULL AND i.expires_at > $2");
    conn.rows(&sql, params![maker, now], found)
}

/// The invitations to places that the actor manages, and their total.
pub(crate) fn list(conn: &mut Conn<'_>, actor: &Actor, wanted: &Listing) -> db::Result<(Vec<Found>, i64)> {
    let patterns: Vec<String> = wanted.words.iter().map(|word| containing(word)).collect();
    let mut values = vec![Value::from(actor.master)];
    let mut bound = |value| {
        values.push(value);
        format!("${}", values.len())
    };
    let tenants: Vec<_> = actor.admin_of.iter().map(|tenant| bound(Value::from(*tenant))).collect();
    let groups: Vec<_> = actor.managed_at_home().map(|group| bound(Value::from(group))).collect();
    let mut seen = format!(
        "(($1 AND i.user_group_id IS NULL) OR {} OR ({} AND NOT i.admin))",
        within("i.tenant_id", &tenants),
        within("i.user_group_id", &groups)
    );
    for pattern in &patterns {
        seen += &format!(" AND i.search_key LIKE {} ESCAPE '\\'", bound(Value::from(pattern)));
    }
    let most = wanted.most_counted();
    let counted = format!("SELECT COUNT(*) FROM (SELECT 1 FROM identity_invitation i WHERE {seen} LIMIT {most}) n");
    let total = conn.get(&counted, &values, |row| row.get(0))?;
    let order = match wanted.column {
        "name" => "i.search_key",
        "email" => "i.email_key",
        "expires_at" => "i.expires_at",
        _ => "i.sent_at",
    };
    let (direction, limit, offset) = (wanted.direction(), wanted.limit, wanted.offset);
    let sql = format!(
        "{FOUND} WHERE {seen} ORDER BY {order} {direction}, i.invitation_id {direction} LIMIT {limit} OFFSET {offset}"
    );
    Ok((conn.rows(&sql, &values, found)?, total))
}

pub(crate) fn within(column: &str, places: &[String]) -> String {
    if places.is_empty() { "FALSE".into() } else { format!("{column} IN ({})", places.join(", ")) }
}

/// A `LIKE` pattern for a part of a text; wildcards in it are escaped.
pub(crate) fn containing(part: &str) -> String {
    let plain = part.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{plain}%")
}

/// Starts the time of the invitation anew at `now`; false if it has ended.
pub(crate) fn resend(tx: &mut Tx<'_>, invitation: i64, now: Seconds, expires_at: Seconds) -> db::Result<bool> {
    let sql =
        "UPDATE identity_invitation SET sent_at = $2, expires_at = $3 WHERE invitation_id = $1 AND ended_at IS NULL";
    Ok(tx.run(sql, params![invitation, now, expires_at])? == 1)
}

/// Ends the invitation, with the user who answered it or without; false if it had already ended.
pub(crate) fn end(tx: &mut Tx<'_>, invitation: i64, user: Option<UserId>, now: Seconds) -> db::Result<bool> {
    let sql =
        "UPDATE identity_invitation SET ended_at = $2, users_id = $3 WHERE invitation_id = $1 AND ended_at IS NULL";
    Ok(tx.run(sql, params![invitation, now, user])? == 1)
}

/// The tenant and company of a group, if they are active.
pub(crate) fn home_of_group(conn: &mut Conn<'_>, group: GroupId) -> db::Result<Option<(TenantId, CompanyId)>> {
    conn.find(
        "SELECT g.tenant_id, g.company_id
         FROM tenancy_usergroup g
         JOIN tenancy_company c ON c.company_id = g.company_id AND c.active
         JOIN tenancy_tenant t ON t.tenant_id = g.tenant_id AND t.active
         WHERE g.user_group_id = $1 AND g.active",
        params![group],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// The tenant of a company, where both are active.
pub(crate) fn tenant_of_company(conn: &mut Conn<'_>, company: CompanyId) -> db::Result<Option<TenantId>> {
    conn.find(
        "SELECT c.tenant_id
         FROM tenancy_company c
         JOIN tenancy_tenant t ON t.tenant_id = c.tenant_id AND t.active
         WHERE c.company_id = $1 AND c.active",
        params![company],
        |row| row.get(0),
    )
}

/// Deletes invitations that ended or expired before `before`.
pub(crate) fn sweep(tx: &mut Tx<'_>, before: Seconds) -> db::Result<u64> {
    delete(tx, "COALESCE(ended_at, expires_at) < $1", before)
}

/// Deletes invitations into a deleted tenant or company.
pub(crate) fn forget_place(tx: &mut Tx<'_>, Deleted { whose, .. }: &Deleted) -> db::Result<()> {
    let deleted = match whose {
        DeletionTarget::Tenant(tenant) => delete(tx, "tenant_id = $1", tenant.0),
        DeletionTarget::Company(company) => delete(tx, "company_id = $1", company.0),
    };
    deleted.map(drop)
}

/// Deletes invitations and their links.
fn delete(tx: &mut Tx<'_>, which: &str, value: i64) -> db::Result<u64> {
    let select = format!("SELECT invitation_id FROM identity_invitation WHERE {which}");
    for invitation in tx.rows(&select, params![value], |row| row.get(0))? {
        link::withdraw(tx, &Purpose::Invitation(invitation))?;
    }
    tx.run(&format!("DELETE FROM identity_invitation WHERE {which}"), params![value])
}
