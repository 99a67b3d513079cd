//! Properties of nodes: typed values by which entries are filtered, sorted and shown.
//!
//! A room defines built-in properties, and gives them their values. Each value is in an index of its tenant.

use std::collections::BTreeMap;

use db::{Conn, Tx, Value, params};
use primitives::NodeId;
use serde::Serialize;

use crate::lists::in_list;

/// A property that a room defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    /// `width`; unique among all rooms.
    pub key: &'static str,
    pub kind: PropertyKind,
}

/// When a picture was taken. Lists are ordered by it, so nodes keep it, too.
pub const TAKEN_AT: Property = Property { key: "taken_at", kind: PropertyKind::Time };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    Number,
    /// Seconds since 1970.
    Time,
    Text,
}

impl PropertyKind {
    fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Time => "time",
            Self::Text => "text",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum PropertyValue {
    Number(i64),
    Text(String),
}

impl From<i64> for PropertyValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for PropertyValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Gives nodes of one content their values. A property without a value is taken away.
pub fn set_properties(
    tx: &mut Tx<'_>,
    nodes: &[NodeId],
    values: &[(Property, Option<PropertyValue>)],
) -> db::Result<()> {
    for (property, value) in values {
        let id = defined(tx, *property)?;
        for some in nodes.chunks(256) {
            match value {
                Some(value) => set(tx, id, some, value)?,
                None => {
                    let (list, mut of) = in_list(2, some);
                    of.insert(0, Value::from(id));
                    let sql = format!("DELETE FROM nodes_value WHERE property_id = $1 AND node_id IN ({list})");
                    tx.run(&sql, &of)?;
                }
            }
            if *property == TAKEN_AT {
                set_taken_at(tx, some, value.as_ref())?;
            }
        }
    }
    Ok(())
}

fn set_taken_at(tx: &mut Tx<'_>, nodes: &[NodeId], value: Option<&PropertyValue>) -> db::Result<()> {
    let taken_at = value.and_then(|value| match value {
        PropertyValue::Number(number) => Some(*number),
        PropertyValue::Text(_) => None,
    });
    let (list, of) = in_list(2, nodes);
    let sql = format!(
        "UPDATE nodes_node SET taken_at = CAST($1 AS BIGINT)
         WHERE node_id IN ({list}) AND taken_at IS DISTINCT FROM CAST($1 AS BIGINT)"
    );
    let values: Vec<_> = std::iter::once(Value::from(taken_at)).chain(of).collect();
    tx.run(&sql, &values).map(drop)
}

fn set(tx: &mut Tx<'_>, property: i64, nodes: &[NodeId], value: &PropertyValue) -> db::Result<()> {
    let (list, of) = in_list(4, nodes);
    let (number, text) = match value {
        PropertyValue::Number(number) => (Some(*number), None),
        PropertyValue::Text(text) => (None, Some(text.as_str())),
    };
    let mut values = vec![Value::from(property), Value::from(number), Value::from(text)];
    values.extend(of);
    let sql = format!(
        "INSERT INTO nodes_value (node_id, property_id, tenant_id, number_value, text_value)
         SELECT n.node_id, $1, n.tenant_id, CAST($2 AS BIGINT), CAST($3 AS TEXT) FROM nodes_node n WHERE n.node_id IN ({list})
         ON CONFLICT (node_id, property_id) DO UPDATE
         SET number_value = excluded.number_value, text_value = excluded.text_value"
    );
    tx.run(&sql, &values).map(drop)
}

/// The id of a built-in property; its row is made when it is first used.
fn defined(tx: &mut Tx<'_>, property: Property) -> db::Result<i64> {
    let known = "SELECT property_id FROM nodes_property WHERE property_key = $1";
    if let Some(id) = tx.find(known, params![property.key], |row| row.get(0))? {
        return Ok(id);
    }
    tx.run(
        "INSERT INTO nodes_property (property_key, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        params![property.key, property.kind.word()],
    )?;
    tx.get(known, params![property.key], |row| row.get(0))
}

/// All values of a node, by the keys of their properties.
pub fn properties_of(conn: &mut Conn<'_>, node: NodeId) -> db::Result<BTreeMap<String, PropertyValue>> {
    let sql = "SELECT p.property_key, v.number_value, v.text_value
               FROM nodes_value v JOIN nodes_property p ON p.property_id = v.property_id
               WHERE v.node_id = $1";
    let values = conn.rows(sql, params![node], |row| {
        let (number, text) = (row.get::<Option<i64>>(1)?, row.get::<Option<String>>(2)?);
        let value = number.map(PropertyValue::Number).or(text.map(PropertyValue::Text));
        Ok(value.map(|value| Ok::<_, db::Error>((row.get::<String>(0)?, value))))
    })?;
    values.into_iter().flatten().collect()
}

pub(crate) fn forget(tx: &mut Tx<'_>, nodes: &[NodeId]) -> db::Result<()> {
    let (list, values) = in_list(1, nodes);
    tx.run(&format!("DELETE FROM nodes_value WHERE node_id IN ({list})"), &values).map(drop)
}
