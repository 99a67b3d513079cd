//! The rows of groups.

use std::collections::HashMap;

use authz::Actor;
use db::{Conn, Page, Row, Table, Tx, Value, params, placeholders};
use primitives::{AppInstanceId, Application, CompanyId, GroupId, Listing, fold};

use super::model::{Change, UserGroup};

const COLUMNS: &str = "g.user_group_id, g.group_title, g.group_key, g.tenant_id, t.tenant_title, g.company_id,
    c.company_name, g.theme_id, g.active, g.version";
const FROM: &str = "tenancy_usergroup g
    JOIN tenancy_tenant t ON t.tenant_id = g.tenant_id
    JOIN tenancy_company c ON c.company_id = g.company_id";

fn group(row: &Row<'_>) -> db::Result<UserGroup> {
    Ok(UserGroup {
        user_group_id: row.get(0)?,
        group_title: row.get(1)?,
        group_key: row.get(2)?,
        tenant_id: row.get(3)?,
        tenant_title: row.get(4)?,
        company_id: row.get(5)?,
        company_name: row.get(6)?,
        theme: row.get(7)?,
        application_ids: vec![],
        application_instance_ids: vec![],
        active: row.get(8)?,
        administered: false,
        version: row.get(9)?,
    })
}

/// The groups that the actor manages, as an admin or as their manager; of one company, if it is given.
pub(super) fn page(
    conn: &mut Conn<'_>,
    actor: &Actor,
    company: Option<CompanyId>,
    listing: &Listing,
) -> db::Result<Page<UserGroup>> {
    let mut values: Vec<Value<'_>> = vec![];
    let mut one_of = |column: &str, ids: Vec<Value<'static>>| {
        let first = values.len() + 1;
        let count = ids.len();
        values.extend(ids);
        if count == 0 { "1 = 0".to_owned() } else { format!("{column} IN ({})", placeholders(first, count)) }
    };
    let administered = one_of("g.tenant_id", actor.admin_of.iter().copied().map(Value::from).collect());
    let managed = actor.groups.iter().filter(|one| one.manager).map(|one| Value::from(one.group)).collect();
    let managed = one_of("g.user_group_id", managed);
    let mut filter = format!("({administered} OR {managed})");
    if let Some(company) = company {
        values.push(Value::from(company));
        filter += &format!(" AND g.company_id = ${}", values.len());
    }
    let table = Table {
        columns: COLUMNS,
        from: FROM,
        filter,
        values,
        searched: "g.folded",
        order: match listing.column {
            "group_key" => "g.group_key",
            "company_name" => "c.folded",
            _ => "g.folded",
        },
        id: "g.user_group_id",
    };
    let mut page = conn.page(&table, listing, group)?;
    complete(conn, actor, &mut page.items)?;
    Ok(page)
}

pub(super) fn find(conn: &mut Conn<'_>, actor: &Actor, id: GroupId) -> db::Result<Option<UserGroup>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE g.user_group_id = $1");
    let mut found: Vec<UserGroup> = conn.find(&sql, params![id], group)?.into_iter().collect();
    complete(conn, actor, &mut found)?;
    Ok(found.pop())
}

/// Adds the values from other tables, for all of the groups at once.
fn complete(conn: &mut Conn<'_>, actor: &Actor, groups: &mut [UserGroup]) -> db::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "SELECT a.user_group_id, a.application_instance_id, i.application_id
         FROM tenancy_usergroup_application a
         JOIN tenancy_application_instance i ON i.application_instance_id = a.application_instance_id
         WHERE a.user_group_id IN ({})
         ORDER BY a.user_group_id, a.application_instance_id",
        placeholders(1, groups.len())
    );
    let ids: Vec<Value<'_>> = groups.iter().map(|group| Value::from(group.user_group_id)).collect();
    let mut given: HashMap<GroupId, Vec<(AppInstanceId, Application)>> = HashMap::new();
    for (group, instance, application) in conn.rows(&sql, &ids, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))? {
        given.entry(group).or_default().push((instance, application));
    }
    for group in groups {
        let instances = given.remove(&group.user_group_id).unwrap_or_default();
        group.application_instance_ids = instances.iter().map(|(instance, _)| *instance).collect();
        group.application_ids = instances.iter().map(|(_, application)| application.code()).collect();
        group.application_ids.sort_unstable();
        group.application_ids.dedup();
        group.administered = actor.is_admin_of(group.tenant_id);
    }
    Ok(())
}

pub(super) fn change(tx: &mut Tx<'_>, old: &UserGroup, new: &Change) -> db::Result<()> {
    let folded = fold(&format!("{} {}", new.title, old.group_key));
    tx.run(
        "UPDATE tenancy_usergroup
         SET group_title = $2, company_id = $3, theme_id = $4, active = $5, folded = $6, version = version + 1
         WHERE user_group_id = $1",
        params![old.user_group_id, new.title.as_str(), new.company, new.theme, new.active, &folded],
    )
    .map(|_| ())
}

pub(super) fn take_instances(tx: &mut Tx<'_>, group: GroupId) -> db::Result<()> {
    tx.run("DELETE FROM tenancy_usergroup_application WHERE user_group_id = $1", params![group]).map(|_| ())
}
