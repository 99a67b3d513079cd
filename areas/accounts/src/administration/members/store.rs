//! The rows of members.

use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{CompanyId, GroupId, Listing, TenantId, UserId};

use super::model::Member;
use crate::store::word_index;

const COLUMNS: &str =
    "u.users_id, u.name, u.email, u.avatar_url, u.tenant_id, u.company_id, c.company_name, u.active, ";

fn member(row: &Row<'_>) -> db::Result<Member> {
    Ok(Member {
        users_id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        avatar_url: row.get(3)?,
        tenant_id: row.get(4)?,
        company_id: row.get(5)?,
        company_name: row.get(6)?,
        active: row.get(7)?,
        manager: row.get::<bool>(8)?.into(),
    })
}

/// The homes of the people in a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct From {
    pub tenant: Option<TenantId>,
    pub company: Option<CompanyId>,
}

fn listed(conn: &mut Conn<'_>, mut table: Table<'_>, from: From, listing: &Listing) -> db::Result<Page<Member>> {
    if let Some(tenant) = from.tenant {
        table.values.push(Value::from(tenant));
        table.filter += &format!(" AND u.tenant_id = ${}", table.values.len());
    }
    if let Some(company) = from.company {
        table.values.push(Value::from(company));
        table.filter += &format!(" AND u.company_id = ${}", table.values.len());
    }
    let bounds: Vec<(String, String)> = listing.words.iter().map(|word| word_index::bounds(word)).collect();
    let mut values = table.values.clone();
    let mut filter = table.filter.clone();
    for (word, (low, high)) in listing.words.iter().zip(&bounds) {
        filter += &format!(" AND {}", word_index::condition(conn, word, values.len() + 1)?);
        values.extend([Value::Text(low), Value::Text(high)]);
    }
    let Table { columns, from, searched, order, id, .. } = table;
    let table = Table { columns, from, filter, values, searched, order, id };
    conn.page(&table, &Listing { words: vec![], ..listing.clone() }, member)
}

pub(super) fn page(conn: &mut Conn<'_>, group: GroupId, from: From, listing: &Listing) -> db::Result<Page<Member>> {
    let table = Table {
        columns: &format!("{COLUMNS} m.manager"),
        from: "identity_member m
            JOIN identity_user u ON u.users_id = m.users_id
            JOIN tenancy_company c ON c.company_id = u.company_id",
        filter: "m.user_group_id = $1".into(),
        values: vec![Value::from(group)],
        searched: "u.folded",
        order: match listing.column {
            "email" => "u.email_key",
            "manager" => "m.manager",
            _ => "u.folded",
        },
        id: "u.users_id",
    };
    listed(conn, table, from, listing)
}

/// People of the group's tenant, and of companies that have accepted its invitation, who are not members yet.
pub(super) fn candidates(
    conn: &mut Conn<'_>,
    home: &tenancy::GroupHome,
    from: From,
    listing: &Listing,
) -> db::Result<Page<Member>> {
    let table = Table {
        columns: &format!("{COLUMNS} FALSE"),
        from: "identity_user u JOIN tenancy_company c ON c.company_id = u.company_id",
        filter: format!(
            "{REACHED} AND u.active AND NOT EXISTS (
            SELECT 1 FROM identity_member m WHERE m.user_group_id = $1 AND m.users_id = u.users_id)"
        ),
        values: vec![Value::from(home.group), Value::from(home.tenant)],
        searched: "u.folded",
        order: match listing.column {
            "email" => "u.email_key",
            _ => "u.folded",
        },
        id: "u.users_id",
    };
    listed(conn, table, from, listing)
}

/// A person in a search result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub user: UserId,
    pub name: String,
    pub email: String,
    pub avatar_url: Option<String>,
}

impl std::convert::From<Member> for Found {
    fn from(one: Member) -> Self {
        Self { user: one.users_id, name: one.name, email: one.email, avatar_url: one.avatar_url }
    }
}

/// Active users whose home is the tenant, by name.
pub fn people_of(conn: &mut Conn<'_>, tenant: TenantId, listing: &Listing) -> db::Result<Vec<Found>> {
    let table = Table {
        columns: &format!("{COLUMNS} FALSE"),
        from: "identity_user u JOIN tenancy_company c ON c.company_id = u.company_id",
        filter: "u.tenant_id = $1 AND u.active".into(),
        values: vec![Value::from(tenant)],
        searched: "u.folded",
        order: "u.folded",
        id: "u.users_id",
    };
    Ok(listed(conn, table, From::default(), listing)?.items.into_iter().map(Found::from).collect())
}

/// Active people of other tenants who are in groups of the tenant, by name; of `groups` only, if some are given.
pub fn guests_of(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    groups: Option<&[GroupId]>,
    listing: &Listing,
) -> db::Result<Vec<Found>> {
    let mut values = vec![Value::from(tenant)];
    let among = groups.map_or_else(String::new, |groups| {
        values.extend(groups.iter().copied().map(Value::from));
        let list = if groups.is_empty() { "NULL".to_owned() } else { placeholders(2, groups.len()) };
        format!("AND g.user_group_id IN ({list})")
    });
    let table = Table {
        columns: &format!("{COLUMNS} FALSE"),
        from: "identity_user u JOIN tenancy_company c ON c.company_id = u.company_id",
        filter: format!(
            "u.tenant_id <> $1 AND u.active AND u.users_id IN (
               SELECT m.users_id
               FROM tenancy_usergroup g
               JOIN identity_member m ON m.user_group_id = g.user_group_id
               WHERE g.tenant_id = $1 AND g.active {among})"
        ),
        values,
        searched: "u.folded",
        order: "u.folded",
        id: "u.users_id",
    };
    Ok(listed(conn, table, From::default(), listing)?.items.into_iter().map(Found::from).collect())
}

/// People whom a group `$1` of the tenant `$2` can add.
const REACHED: &str = "(u.tenant_id = $2 OR u.company_id IN (
    SELECT x.company_id FROM tenancy_external_company x WHERE x.user_group_id = $1 AND x.accepted_at IS NOT NULL))";

/// The name of a person whom the group can add, or who is a member.
pub(super) fn reached(conn: &mut Conn<'_>, home: &tenancy::GroupHome, user: UserId) -> db::Result<Option<String>> {
    let sql = format!("SELECT u.name FROM identity_user u WHERE u.users_id = $3 AND {REACHED}");
    conn.find(&sql, params![home.group, home.tenant, user], |row| row.get(0))
}

pub(super) fn standing(conn: &mut Conn<'_>, group: GroupId, user: UserId) -> db::Result<Option<bool>> {
    let sql = "SELECT manager FROM identity_member WHERE user_group_id = $1 AND users_id = $2";
    conn.find(sql, params![group, user], |row| row.get(0))
}

pub(super) fn leave(tx: &mut Tx<'_>, group: GroupId, user: UserId) -> db::Result<bool> {
    let sql = "DELETE FROM identity_member WHERE user_group_id = $1 AND users_id = $2";
    Ok(tx.run(sql, params![group, user])? == 1)
}
