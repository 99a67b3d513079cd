//! A stored principal set: its row.
//!
//! A set is updated by one writer at a time: each raises its `turn`, and gives up if another has done so.

use authz::Actor;
use db::{Conn, Tx, params};
use primitives::TenantId;

use crate::epoch;
use crate::principal_key::PrincipalKey;

db::id! {
    /// A principal set: users whose groups, clearances and direct grants are the same.
    PrincipalSetId
}

/// A stored set.
#[derive(Clone, Debug)]
pub(crate) struct PrincipalSet {
    /// A number that no set has, if none is stored.
    pub id: PrincipalSetId,
    /// None if it is below 0: the stored roles belong to no single moment.
    pub epoch: i64,
    pub turn: i64,
    pub key: PrincipalKey,
}

impl PrincipalSet {
    /// The actor's set in `tenant`, and the tenant's epoch.
    pub fn find(conn: &mut Conn<'_>, actor: &Actor, tenant: TenantId) -> db::Result<(Self, i64)> {
        let (shared, alone) = (PrincipalKey::shared(actor, tenant), PrincipalKey::alone(actor, tenant));
        let (key, own_key) = (shared.encode(), alone.encode());
        let found = conn.find(
            "SELECT s.principal_set_id, s.epoch, s.turn, s.set_key = $3,
               COALESCE((SELECT e.epoch FROM security_epoch e WHERE e.tenant_id = $1), 0)
             FROM security_principal_set s
             WHERE s.tenant_id = $1
               AND s.set_key = CASE
                 WHEN EXISTS (SELECT 1 FROM security_grant d WHERE d.tenant_id = $1 AND d.users_id = $4) THEN $3
                 ELSE $2
               END",
            params![tenant, &key, &own_key, actor.user],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<bool>(3)?, row.get(4)?)),
        )?;
        if let Some((id, epoch, turn, is_alone, now)) = found {
            let who = if is_alone { alone } else { shared };
            return Ok((Self { id, epoch, turn, key: who }, now));
        }
        let now = epoch::current(conn, tenant)?;
        let key = PrincipalKey::of(conn, actor, tenant)?;
        Ok((Self { id: PrincipalSetId(-tenant.0), epoch: -1, turn: 0, key }, now))
    }

    pub fn is_stored(&self) -> bool {
        self.id.0 > 0
    }

    /// Takes the next turn, and sets `epoch` for the stored roles. None if another writer has taken it.
    pub fn take_turn(&self, tx: &mut Tx<'_>, tenant: TenantId, epoch: i64) -> db::Result<Option<Self>> {
        epoch::hold_sets(tx, tenant)?;
        let turn = self.turn + 1;
        let taken = if self.is_stored() {
            tx.find(
                "UPDATE security_principal_set SET epoch = $3, turn = turn + 1
                 WHERE principal_set_id = $1 AND turn = $2
                 RETURNING principal_set_id",
                params![self.id, self.turn, epoch],
                |row| row.get(0),
            )?
        } else {
            tx.find(
                "INSERT INTO security_principal_set (tenant_id, set_key, epoch, turn) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (tenant_id, set_key) DO NOTHING
                 RETURNING principal_set_id",
                params![tenant, &self.key.encode(), epoch, turn],
                |row| row.get(0),
            )?
        };
        Ok(taken.map(|id| Self { id, epoch, turn, key: self.key.clone() }))
    }
}
