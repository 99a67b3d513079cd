//! Writes what a survey found, under its number. It is shown once all of it is there.

use db::{Db, Tx, params};
use primitives::{NodeId, RepositoryId, TenantId, UserId};

use super::found::{Amount, Found, Share};

/// So many rows are written with one transaction.
const AT_ONCE: usize = 200;

pub(super) async fn store(db: &Db, tenant: TenantId, survey: i64, found: &Found) -> db::Result<()> {
    for some in found.amounts().chunks(AT_ONCE) {
        let some = some.to_vec();
        db.write(move |tx| some.iter().try_for_each(|row| amount(tx, (tenant, survey), row))).await?;
    }
    for some in found.unused().chunks(AT_ONCE) {
        let some = some.to_vec();
        db.write(move |tx| some.iter().try_for_each(|row| unused(tx, (tenant, survey), *row))).await?;
    }
    Ok(())
}

fn amount(tx: &mut Tx<'_>, (tenant, survey): (TenantId, i64), (share, amount): &(Share, Amount)) -> db::Result<()> {
    let (person, Amount { files, bytes }) = (share.person.unwrap_or(UserId(0)), *amount);
    tx.run(
        "INSERT INTO insights_storage
           (repository_id, survey, folder_id, acl_id, users_id, tenant_id, files, bytes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![share.repository, survey, share.folder, share.acl, person, tenant, files, bytes],
    )?;
    Ok(())
}

/// A file that is deleted meanwhile is left out.
fn unused(
    tx: &mut Tx<'_>,
    (tenant, survey): (TenantId, i64),
    (repository, node, bytes): (RepositoryId, NodeId, i64),
) -> db::Result<()> {
    tx.run(
        "INSERT INTO insights_unused (node_id, survey, repository_id, tenant_id, bytes)
         SELECT n.node_id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT)
         FROM nodes_node n
         WHERE n.node_id = $1",
        params![node, survey, repository, tenant, bytes],
    )?;
    Ok(())
}
