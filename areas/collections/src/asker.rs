//! Who asks for collections, as statements need to know them.

use authz::Actor;
use db::{Conn, Value};
use nodes::in_list;
use primitives::{AppInstanceId, GroupId, TenantId, UserId};

use crate::model::CollectionRole;

/// The asker of a request, in one application instance.
pub(crate) struct Asker {
    pub user: UserId,
    groups: Vec<GroupId>,
    /// Those of their tenants that have the instance; their home first.
    pub tenants: Vec<TenantId>,
}

/// The parts of a statement about collections `c`, with the values of `$1` and the following.
pub(crate) struct Parts {
    /// SQL for the code of the asker's role; NULL if they are no member.
    pub role: String,
    /// SQL for the ids of the collections that they are a member of.
    pub theirs: String,
    /// SQL for whether the collection belongs to one of their tenants here.
    pub is_here: String,
    pub values: Vec<Value<'static>>,
}

impl Asker {
    pub fn of(conn: &mut Conn<'_>, actor: &Actor, instance: AppInstanceId) -> db::Result<Self> {
        let all = actor.tenants();
        let (list, tenants) = in_list(2, &all);
        let sql = format!(
            "SELECT a.tenant_id FROM tenancy_tenant_application a
             WHERE a.application_instance_id = $1 AND a.tenant_id IN ({list})
             ORDER BY a.tenant_id"
        );
        let values: Vec<_> = std::iter::once(Value::from(instance)).chain(tenants).collect();
        let mut tenants: Vec<TenantId> = conn.rows(&sql, &values, |row| row.get(0))?;
        tenants.sort_by_key(|tenant| Some(*tenant) != actor.home);
        let groups = actor.groups.iter().map(|membership| membership.group).collect();
        Ok(Self { user: actor.user, groups, tenants })
    }

    pub fn parts(&self) -> Parts {
        let (groups, of_groups) = in_list(2, &self.groups);
        let (tenants, of_tenants) = in_list(2 + of_groups.len(), &self.tenants);
        let (editor, viewer, owner) =
            (CollectionRole::Editor.code(), CollectionRole::Viewer.code(), CollectionRole::Owner.code());
        Parts {
            role: format!(
                "CAST(CASE WHEN c.users_id = $1 THEN {owner} ELSE (
                   SELECT MAX(CASE WHEN m.may_edit THEN {editor} ELSE {viewer} END)
                   FROM collections_member m
                   WHERE m.collection_id = c.collection_id AND (m.users_id = $1 OR m.user_group_id IN ({groups}))
                 ) END AS BIGINT)"
            ),
            theirs: format!(
                "SELECT o.collection_id FROM collections_collection o WHERE o.users_id = $1
                 UNION
                 SELECT m.collection_id FROM collections_member m WHERE m.users_id = $1
                 UNION
                 SELECT m.collection_id FROM collections_member m WHERE m.user_group_id IN ({groups})"
            ),
            is_here: format!("c.tenant_id IN ({tenants})"),
            values: std::iter::once(Value::from(self.user)).chain(of_groups).chain(of_tenants).collect(),
        }
    }
}
