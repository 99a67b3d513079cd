//! A column whose value some hits have: an index leads from it to the newest entries. It is used if there are no words,
//! or if few entries have the value.

use db::{Conn, Value};
use nodes::READY;
use primitives::{TenantId, UserId};

use crate::filter::Filter;

/// A value that fewer entries have is rare.
const RARE: i64 = 2_000;

#[derive(Clone, Debug)]
pub(super) enum Column {
    Type(String),
    Maker(UserId),
}

impl Column {
    /// The one value that the filter asks for.
    pub fn of(filter: &Filter) -> Option<Self> {
        match (filter.people.as_slice(), filter.types.as_slice()) {
            ([user], _) => Some(Self::Maker(*user)),
            (_, [kind]) => Some(Self::Type(kind.clone())),
            _ => None,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Type(_) => "entry_type",
            Self::Maker(_) => "created_by",
        }
    }

    pub fn value(&self) -> Value<'_> {
        match self {
            Self::Type(kind) => Value::from(kind),
            Self::Maker(user) => Value::from(*user),
        }
    }

    /// Nodes with the value, read by its index; for SQLite, which would else read all nodes from the newest on.
    pub fn table(&self) -> &'static str {
        match self {
            Self::Type(_) => "nodes_node n INDEXED BY nodes_node_by_type",
            Self::Maker(_) => "nodes_node n INDEXED BY nodes_node_by_maker",
        }
    }

    /// SQL for the newest nodes with the value `$1` before `$2`, at most `$3`, of the tenant `$4`.
    pub fn newest(&self) -> String {
        format!(
            "SELECT n.node_id AS node FROM {}
             WHERE n.tenant_id = $4 AND n.state = {READY} AND n.{} = $1 AND n.node_id < $2
             ORDER BY n.node_id DESC LIMIT $3",
            self.table(),
            self.name()
        )
    }

    pub fn is_rare(&self, conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<bool> {
        let column = self.name();
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM nodes_node n
                                   WHERE n.tenant_id = $1 AND n.state = {READY} AND n.{column} = $2 LIMIT {RARE}) few"
        );
        Ok(conn.get(&sql, &[Value::from(tenant), self.value()], |row| row.get::<i64>(0))? < RARE)
    }
}
