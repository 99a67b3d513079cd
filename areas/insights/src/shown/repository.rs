//! A repository that the asker manages, and what of it they see.

use std::time::Duration;

use db::{Conn, params};
use primitives::{NodeId, RepositoryId, Seconds, TenantId};
use security::{Access, PrincipalScope};

use crate::acts::SeeInsights;
use crate::days::Day;

/// An answer takes no longer: 503, and try again.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Copy)]
pub(super) struct Repository {
    pub id: RepositoryId,
    pub node: NodeId,
    pub tenant: TenantId,
    pub scope: PrincipalScope,
}

/// How far it is counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// None: nothing is known of its tenant yet.
    pub since: Option<Day>,
    /// The number of the last survey; 0: none yet.
    pub survey: i64,
    pub surveyed_at: Option<Seconds>,
}

impl Repository {
    /// Only managers of the repository see it.
    pub fn find(conn: &mut Conn<'_>, access: &mut Access<'_>, node: NodeId) -> security::Result<Self> {
        let permit = access.authorize::<SeeInsights>(conn, node)?;
        let scope = access.scope(conn, permit.tenant())?;
        Ok(Self { id: permit.repository(), node, tenant: permit.tenant(), scope })
    }

    pub fn counted(self, conn: &mut Conn<'_>) -> db::Result<Counted> {
        let sql = "SELECT counted_since, survey, surveyed_at FROM insights_tenant WHERE tenant_id = $1";
        let found = conn.find(sql, params![self.tenant], |row| {
            Ok(Counted { since: Some(Day(row.get(0)?)), survey: row.get(1)?, surveyed_at: row.get(2)? })
        })?;
        Ok(found.unwrap_or_default())
    }

    /// SQL for whether the asker has a role under the ACL of a row; `set` is the parameter with `scope.set`.
    pub fn sees(self, set: &str, acl: &str) -> String {
        format!("{} IS NOT NULL", self.scope.role(set, acl))
    }
}
