//! Chooses the instances of a group when a form names applications of the catalogue instead of instances.

use std::collections::{BTreeMap, BTreeSet};

use authz::Actor;
use db::{Conn, params};
use primitives::{AppInstanceId, Application, TenantId};

use super::model::Wanted;
use crate::{Error, Result};

/// The new instances of a group of the tenant that has `had` so far.
pub(super) fn wanted(
    conn: &mut Conn<'_>,
    actor: &Actor,
    tenant: TenantId,
    had: &[AppInstanceId],
    wanted: Wanted,
) -> Result<Vec<AppInstanceId>> {
    match wanted {
        Wanted::Unchanged => Ok(had.to_vec()),
        Wanted::Instances(instances) => Ok(instances),
        Wanted::Both(applications, instances) => agreeing(conn, tenant, &applications, instances),
        Wanted::Applications(applications) => instances(conn, actor, tenant, had, &applications),
    }
}

/// The instances, if they are of the named applications. One that the tenant does not have is refused when it is given
/// to the group.
fn agreeing(
    conn: &mut Conn<'_>,
    tenant: TenantId,
    applications: &[i64],
    instances: Vec<AppInstanceId>,
) -> Result<Vec<AppInstanceId>> {
    let all: BTreeMap<_, _> = of_tenant(conn, tenant)?.into_iter().collect();
    let found: Option<BTreeSet<i64>> = instances.iter().map(|id| Some(all.get(id)?.code())).collect();
    match found {
        Some(found) if found != applications.iter().copied().collect() => Err(Error::Contradiction("application_ids")),
        _ => Ok(instances),
    }
}

/// For each application the instances that the group already has; if it has none, those of its tenant, limited for a
/// manager to those that they can open themselves.
fn instances(
    conn: &mut Conn<'_>,
    actor: &Actor,
    tenant: TenantId,
    had: &[AppInstanceId],
    applications: &[i64],
) -> Result<Vec<AppInstanceId>> {
    let all = of_tenant(conn, tenant)?;
    let may_give = |id: &AppInstanceId| actor.is_admin_of(tenant) || actor.instances.iter().any(|own| own.id == *id);
    let mut wanted = Vec::new();
    for application in applications {
        let these = all.iter().filter(|(_, of)| of.code() == *application).map(|(id, _)| *id);
        let (kept, new): (Vec<_>, Vec<_>) = these.partition(|id| had.contains(id));
        if kept.is_empty() && new.is_empty() {
            return Err(Error::Unknown("application_ids"));
        }
        let given = if kept.is_empty() { new.into_iter().filter(may_give).collect() } else { kept };
        if given.is_empty() {
            return Err(Error::NotTheirs);
        }
        wanted.extend(given);
    }
    Ok(wanted)
}

fn of_tenant(conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Vec<(AppInstanceId, Application)>> {
    conn.rows(
        "SELECT i.application_instance_id, i.application_id
         FROM tenancy_tenant_application a
         JOIN tenancy_application_instance i ON i.application_instance_id = a.application_instance_id
         WHERE a.tenant_id = $1
         ORDER BY i.application_instance_id",
        params![tenant],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
