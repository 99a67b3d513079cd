//! Rights of an admin that somebody gave to an account which nobody has used: they are worth what their giver may do, as an
//! invitation is.

use audit::{Act, Author, Object};
use db::{Conn, Tx, params};
use primitives::{Seconds, SessionId, TenantId, UserId};
use serde_json::json;

use crate::{Result, link, people, store as rows};

/// Makes the user an admin, and keeps who did. An admin from before stays what they are.
pub(crate) fn make_admin(tx: &mut Tx<'_>, user: UserId, tenant: TenantId, giver: UserId) -> Result<()> {
    let had = "SELECT CAST(1 AS BIGINT) FROM identity_admin WHERE users_id = $1 AND tenant_id = $2";
    if tx.exists(had, params![user, tenant])? {
        return Ok(());
    }
    people::make_admin(tx, user, tenant)?;
    let sql = "UPDATE identity_admin SET given_by = $3 WHERE users_id = $1 AND tenant_id = $2";
    tx.run(sql, params![user, tenant, giver])?;
    Ok(())
}

struct Unused {
    user: UserId,
    tenant: TenantId,
    name: String,
}

/// Nobody has followed an e-mail to them, chosen their password or come in by a provider.
fn given_by(conn: &mut Conn<'_>, giver: UserId) -> db::Result<Vec<Unused>> {
    conn.rows(
        "SELECT u.users_id, a.tenant_id, u.name
         FROM identity_admin a
         JOIN identity_user u ON u.users_id = a.users_id
         WHERE a.given_by = $1 AND u.email_confirmed_at IS NULL AND (u.password_hash = '!' OR u.reset_pwd)
           AND NOT EXISTS (SELECT 1 FROM identity_provider_account p WHERE p.users_id = u.users_id)
         ORDER BY u.users_id, a.tenant_id",
        params![giver],
        |row| Ok(Unused { user: row.get(0)?, tenant: row.get(1)?, name: row.get(2)? }),
    )
}

/// Takes them back where `giver` may not give them any more, and makes the e-mails to these accounts worthless. The
/// accounts stay.
pub(crate) fn withdraw(tx: &mut Tx<'_>, by: Author, giver: UserId, now: Seconds) -> Result<()> {
    let unused = given_by(tx, giver)?;
    if unused.is_empty() {
        return Ok(());
    }
    let actor = rows::actors::find(tx, giver, SessionId(0))?;
    for Unused { user, tenant, name } in unused {
        if actor.as_ref().is_some_and(|actor| actor.administers(tenant)) {
            continue;
        }
        tx.run("DELETE FROM identity_admin WHERE users_id = $1 AND tenant_id = $2", params![user, tenant])?;
        link::withdraw_all(tx, user)?;
        rows::sessions::end_all(tx, user)?;
        let act = Act::new("tenant_admin_remove", tenant, Object::new("users", user.0, name));
        audit::record(tx, by, act.before(json!({ "admin_of": tenant })), now);
    }
    Ok(())
}
