//! The rows of users: lists and single users.

use authz::Role;
use db::{Conn, Engine, Page, Row, Tx, Value, params, placeholders};
use primitives::{CompanyId, Language, Listing, TenantId, UserId};

use super::model::UserRecord;

const COLUMNS: &str =
    "u.users_id, u.name, u.email, u.avatar_url, u.language, u.tenant_id, t.tenant_title, u.company_id,
    c.company_name, u.active, u.reset_pwd, u.master, u.version,
    EXISTS (SELECT 1 FROM identity_admin a WHERE a.users_id = u.users_id),
    EXISTS (SELECT 1 FROM identity_member m WHERE m.users_id = u.users_id AND m.manager)";
const FROM: &str = "identity_user u
    LEFT JOIN tenancy_company c ON c.company_id = u.company_id
    LEFT JOIN tenancy_tenant t ON t.tenant_id = u.tenant_id";

/// For an admin of more tenants than this, the list of all users is read and filtered.
const MOST_WALKS: usize = 50;

fn record(row: &Row<'_>) -> db::Result<UserRecord> {
    let master = row.get(11)?;
    let mut roles = vec![if master { Role::Master } else { Role::Regular }];
    roles.extend(row.get::<bool>(13)?.then_some(Role::Admin));
    roles.extend(row.get::<bool>(14)?.then_some(Role::Manager));
    Ok(UserRecord {
        users_id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        avatar_url: row.get(3)?,
        language: row.get::<Option<String>>(4)?.as_deref().and_then(Language::parse),
        tenant_id: row.get(5)?,
        tenant_title: row.get(6)?,
        company_id: row.get(7)?,
        company_name: row.get(8)?,
        active: row.get(9)?,
        reset_pwd: row.get(10)?,
        master,
        roles,
        version: row.get(12)?,
    })
}

/// The users that a list contains.
#[derive(Clone, Debug, Default)]
pub(crate) struct Of<'f> {
    /// Users of these tenants; of all tenants if None.
    pub tenants: Option<&'f [TenantId]>,
    pub company: Option<CompanyId>,
    pub master: Option<bool>,
    /// Admins of this tenant, wherever their home is.
    pub admins_of: Option<TenantId>,
}

impl Of<'_> {
    /// The conditions over users, and their values.
    pub(super) fn filter(&self) -> (String, Vec<Value<'_>>) {
        let (mut conditions, mut values) = self.beyond_tenants();
        match self.tenants {
            None => {}
            Some([]) => conditions += " AND 1 = 0",
            Some(tenants) => {
                let list = placeholders(values.len() + 1, tenants.len());
                conditions += &format!(" AND u.tenant_id IN ({list})");
                values.extend(tenants.iter().copied().map(Value::from));
            }
        }
        (conditions, values)
    }

    /// Selects users in the list's order; the first `until` are needed: `users_id`, and `sorted` for the order. For
    /// several tenants, an index has the order within each, and the results are merged. SQLite stops all index scans
    /// when the page is full. PostgreSQL only uses an index here if each scan has a limit of its own, and reads all
    /// users otherwise; the scans read no more than the merged page needs.
    pub(super) fn in_order(&self, engine: Engine, listing: &Listing, until: i64) -> (String, Vec<Value<'_>>) {
        let (order, direction) = (order(listing), listing.direction());
        let select = |filter: &str| format!("SELECT u.users_id, {order} AS sorted FROM identity_user u WHERE {filter}");
        // A company belongs to one tenant, and has an index of its own.
        let several = |tenants: &&[TenantId]| self.company.is_none() && (2..=MOST_WALKS).contains(&tenants.len());
        let (users, values) = match self.tenants.filter(several) {
            None => {
                let (filter, values) = self.filter();
                (select(&filter), values)
            }
            Some(tenants) => {
                let (filter, mut values) = self.beyond_tenants();
                if engine == Engine::Postgres {
                    values.push(Value::Int(until));
                }
                let end = format!("ORDER BY {order} {direction}, u.users_id {direction} LIMIT ${}", values.len());
                let of_one = |tenant: &TenantId| {
                    values.push(Value::from(*tenant));
                    let walk = select(&format!("{filter} AND u.tenant_id = ${}", values.len()));
                    match engine {
                        Engine::Postgres => format!("SELECT * FROM ({walk} {end}) w"),
                        Engine::Sqlite => walk,
                    }
                };
                (tenants.iter().map(of_one).collect::<Vec<_>>().join(" UNION ALL "), values)
            }
        };
        (format!("{users} ORDER BY sorted {direction}, users_id {direction}"), values)
    }

    /// As `filter`, without the tenants.
    pub(super) fn beyond_tenants(&self) -> (String, Vec<Value<'_>>) {
        let mut values: Vec<Value<'_>> = vec![];
        let mut conditions = "1 = 1".to_owned();
        if let Some(company) = self.company {
            values.push(Value::from(company));
            conditions += &format!(" AND u.company_id = ${}", values.len());
        }
        match self.master {
            None => {}
            // The exact condition of the index of masters.
            Some(true) => conditions += " AND u.master",
            Some(false) => conditions += " AND NOT u.master",
        }
        if let Some(tenant) = self.admins_of {
            values.push(Value::from(tenant));
            let admins = format!("SELECT a.users_id FROM identity_admin a WHERE a.tenant_id = ${}", values.len());
            conditions += &format!(" AND u.users_id IN ({admins})");
        }
        (conditions, values)
    }
}

/// A page of all users of a list, whatever its words are.
pub(super) fn page_of_all(conn: &mut Conn<'_>, of: &Of<'_>, listing: &Listing) -> db::Result<Page<UserRecord>> {
    let (filter, mut values) = of.filter();
    values.push(Value::Int(listing.most_counted()));
    let most = values.len();
    let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM identity_user u WHERE {filter} LIMIT ${most}) few");
    let total = conn.get(&sql, &values, |row| row.get(0))?;
    let (users, mut values) = of.in_order(conn.engine(), listing, listing.offset + listing.limit);
    let (order, direction, next) = (order(listing), listing.direction(), values.len() + 1);
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE u.users_id IN
           (SELECT users_id FROM ({users} LIMIT ${next} OFFSET ${}) page)
         ORDER BY {order} {direction}, u.users_id {direction}",
        next + 1
    );
    values.extend([Value::Int(listing.limit), Value::Int(listing.offset)]);
    Ok(Page { items: conn.rows(&sql, &values, record)?, total })
}

pub(super) fn order(listing: &Listing) -> &'static str {
    match listing.column {
        "email" => "u.email_key",
        _ => "u.folded",
    }
}

/// The rows of some users, in the order of the list.
pub(super) fn rows(conn: &mut Conn<'_>, users: &[UserId], listing: &Listing) -> db::Result<Vec<UserRecord>> {
    if users.is_empty() {
        return Ok(vec![]);
    }
    let (order, direction, list) = (order(listing), listing.direction(), placeholders(1, users.len()));
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE u.users_id IN ({list}) ORDER BY {order} {direction}, u.users_id {direction}"
    );
    let values: Vec<_> = users.iter().copied().map(Value::from).collect();
    conn.rows(&sql, &values, record)
}

pub(crate) fn find(conn: &mut Conn<'_>, user: UserId) -> db::Result<Option<UserRecord>> {
    conn.find(&format!("SELECT {COLUMNS} FROM {FROM} WHERE u.users_id = $1"), params![user], record)
}

/// The tenants that a user administers, active or not.
pub(crate) fn administered_by(conn: &mut Conn<'_>, user: UserId) -> db::Result<Vec<TenantId>> {
    let sql = "SELECT tenant_id FROM identity_admin WHERE users_id = $1 ORDER BY tenant_id";
    conn.rows(sql, params![user], |row| row.get(0))
}

/// Whether another master can sign in. A master whose account is unused does not count; their maker, also a master,
/// does.
pub(crate) fn another_master(conn: &mut Conn<'_>, than: UserId) -> db::Result<bool> {
    let sql = "SELECT 1 FROM identity_user WHERE master AND active AND made_by IS NULL AND users_id <> $1 LIMIT 1";
    conn.exists(sql, params![than])
}

pub(crate) fn change(tx: &mut Tx<'_>, new: &UserRecord) -> db::Result<()> {
    tx.run(
        "UPDATE identity_user
         SET name = $2, language = $3, tenant_id = $4, company_id = $5, active = $6, reset_pwd = $7, master = $8,
           version = version + 1
         WHERE users_id = $1",
        params![
            new.users_id,
            new.name.as_str(),
            new.language.map(Language::code),
            new.tenant_id,
            new.company_id,
            new.active,
            new.reset_pwd,
            new.master
        ],
    )
    .map(|_| ())
}

/// Removes a user who has moved from the groups that have not invited their new company, and from the admins of the
/// tenant they left.
pub(crate) fn leave_behind(tx: &mut Tx<'_>, user: UserId, left: Option<TenantId>) -> db::Result<()> {
    tx.run(
        "DELETE FROM identity_member
         WHERE users_id = $1 AND user_group_id NOT IN (
           SELECT g.user_group_id
           FROM tenancy_usergroup g
           JOIN identity_user u ON u.users_id = $1
           LEFT JOIN tenancy_external_company x
             ON x.user_group_id = g.user_group_id AND x.company_id = u.company_id AND x.accepted_at IS NOT NULL
           WHERE g.tenant_id = u.tenant_id OR x.company_id IS NOT NULL
         )",
        params![user],
    )?;
    if let Some(left) = left {
        tx.run("DELETE FROM identity_admin WHERE users_id = $1 AND tenant_id = $2", params![user, left])?;
    }
    Ok(())
}
