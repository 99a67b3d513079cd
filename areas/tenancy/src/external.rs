//! Companies of other tenants in a group: invited by the group, accepted by the company's own admins. The room above
//! offers the operations, because it also removes their users from the group.

use db::{Conn, Row, Tx, Value, params, placeholders};
use primitives::{Cnpj, CompanyId, GroupId, Seconds, TenantId, UserId};

use crate::GroupHome;

/// An invited company, as its group sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalCompany {
    pub company: CompanyId,
    pub name: String,
    pub tenant: TenantId,
    pub tenant_title: String,
    pub invited_at: Seconds,
    pub accepted_at: Option<Seconds>,
}

/// An open invitation, as the company's admins see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub company: CompanyId,
    pub company_name: String,
    /// The inviting group, and its tenant's title.
    pub home: GroupHome,
    pub tenant_title: String,
    pub invited_at: Seconds,
    /// Invitations of earlier versions have none.
    pub invited_by: Option<UserId>,
}

fn external(row: &Row<'_>) -> db::Result<ExternalCompany> {
    Ok(ExternalCompany {
        company: row.get(0)?,
        name: row.get(1)?,
        tenant: row.get(2)?,
        tenant_title: row.get(3)?,
        invited_at: row.get(4)?,
        accepted_at: row.get(5)?,
    })
}

pub fn external_companies(conn: &mut Conn<'_>, group: GroupId) -> db::Result<Vec<ExternalCompany>> {
    conn.rows(
        "SELECT c.company_id, c.company_name, c.tenant_id, t.tenant_title, x.invited_at, x.accepted_at
         FROM tenancy_external_company x
         JOIN tenancy_company c ON c.company_id = x.company_id
         JOIN tenancy_tenant t ON t.tenant_id = c.tenant_id
         WHERE x.user_group_id = $1
         ORDER BY c.folded, c.company_id
         LIMIT 500",
        params![group],
        external,
    )
}

/// The invited company, or None.
pub fn find_external_company(
    conn: &mut Conn<'_>,
    group: GroupId,
    company: CompanyId,
) -> db::Result<Option<ExternalCompany>> {
    Ok(external_companies(conn, group)?.into_iter().find(|one| one.company == company))
}

/// Companies of other tenants with this number.
pub fn companies_by_cnpj(
    conn: &mut Conn<'_>,
    cnpj: &Cnpj,
    other_than: TenantId,
) -> db::Result<Vec<(CompanyId, TenantId)>> {
    conn.rows(
        "SELECT company_id, tenant_id
         FROM tenancy_company
         WHERE cnpj = $1 AND tenant_id <> $2 AND active
         ORDER BY company_id
         LIMIT 20",
        params![cnpj.as_str(), other_than],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}

/// Inviting twice changes nothing; `accepted` if the inviter, `by`, also administers the company.
pub fn invite_company(
    tx: &mut Tx<'_>,
    (group, company): (GroupId, CompanyId),
    by: Option<UserId>,
    now: Seconds,
    accepted: bool,
) -> db::Result<()> {
    tx.run(
        "INSERT INTO tenancy_external_company (user_group_id, company_id, invited_at, accepted_at, invited_by)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_group_id, company_id) DO UPDATE
         SET accepted_at = COALESCE(tenancy_external_company.accepted_at, excluded.accepted_at)",
        params![group, company, now, accepted.then_some(now), by],
    )
    .map(|_| ())
}

/// False if there is no open invitation.
pub fn accept_invitation(tx: &mut Tx<'_>, group: GroupId, company: CompanyId, now: Seconds) -> db::Result<bool> {
    let changed = tx.run(
        "UPDATE tenancy_external_company
         SET accepted_at = $3
         WHERE user_group_id = $1 AND company_id = $2 AND accepted_at IS NULL",
        params![group, company, now],
    )?;
    Ok(changed == 1)
}

/// False if it was not invited.
pub fn remove_external_company(tx: &mut Tx<'_>, group: GroupId, company: CompanyId) -> db::Result<bool> {
    let sql = "DELETE FROM tenancy_external_company WHERE user_group_id = $1 AND company_id = $2";
    Ok(tx.run(sql, params![group, company])? == 1)
}

/// Invitations that wait for an answer of these tenants' admins.
pub fn waiting_invitations(conn: &mut Conn<'_>, of: &[TenantId]) -> db::Result<Vec<Invitation>> {
    if of.is_empty() {
        return Ok(vec![]);
    }
    let values: Vec<Value<'_>> = of.iter().copied().map(Value::from).collect();
    let theirs = format!(
        "c.tenant_id IN ({}) ORDER BY x.invited_at, c.company_id, g.user_group_id LIMIT 200",
        placeholders(1, of.len())
    );
    open(conn, &theirs, &values)
}

/// The company's open invitation into the group.
pub fn find_open_invitation(conn: &mut Conn<'_>, group: GroupId, company: CompanyId) -> db::Result<Option<Invitation>> {
    Ok(open(conn, "x.user_group_id = $1 AND x.company_id = $2", params![group, company])?.pop())
}

pub fn open_invitations_into(conn: &mut Conn<'_>, group: GroupId) -> db::Result<Vec<Invitation>> {
    open(conn, "x.user_group_id = $1", params![group])
}

pub fn open_invitations_by(conn: &mut Conn<'_>, maker: UserId) -> db::Result<Vec<Invitation>> {
    open(conn, "x.invited_by = $1", params![maker])
}

fn open(conn: &mut Conn<'_>, which: &str, values: &[Value<'_>]) -> db::Result<Vec<Invitation>> {
    let sql = format!(
        "SELECT c.company_id, c.company_name, g.user_group_id, g.tenant_id, g.company_id, g.group_title,
           t.tenant_title, x.invited_at, x.invited_by
         FROM tenancy_external_company x
         JOIN tenancy_company c ON c.company_id = x.company_id
         JOIN tenancy_usergroup g ON g.user_group_id = x.user_group_id
         JOIN tenancy_tenant t ON t.tenant_id = g.tenant_id
         WHERE x.accepted_at IS NULL AND {which}"
    );
    conn.rows(&sql, values, |row| {
        Ok(Invitation {
            company: row.get(0)?,
            company_name: row.get(1)?,
            home: GroupHome { group: row.get(2)?, tenant: row.get(3)?, company: row.get(4)?, title: row.get(5)? },
            tenant_title: row.get(6)?,
            invited_at: row.get(7)?,
            invited_by: row.get(8)?,
        })
    })
}
