//! What the log says of a link.

use audit::Object;
use db::{Conn, params};
use primitives::NodeId;
use serde_json::{Map, Value, json};

use crate::LinkId;
use crate::store::LinkRow;
use crate::terms::Terms;

/// The entry that the log names: the first of the link. Its tenant, if no entry is left.
pub(super) fn object(conn: &mut Conn<'_>, link: &LinkRow) -> db::Result<Object> {
    let first = first_entry(conn, link.id)?;
    Ok(first.map_or(Object::new("tenant", link.tenant.0, ""), |(node, name)| Object::new("node", node.0, name)))
}

fn first_entry(conn: &mut Conn<'_>, link: LinkId) -> db::Result<Option<(NodeId, String)>> {
    let sql = "SELECT n.node_id, n.name
               FROM links_entry e
               JOIN nodes_node n ON n.node_id = e.node_id
               WHERE e.link_id = $1
               ORDER BY e.place, e.node_id
               LIMIT 1";
    conn.find(sql, params![link], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The fields of a link to these entries; its password is not told.
pub(super) fn fields(terms: &Terms, entries: &[NodeId]) -> Map<String, Value> {
    let mut fields = json!({
        "label": terms.label,
        "node_ids": entries,
        "expires_at": terms.expires_at,
        "has_password": terms.password.is_some(),
        "download_limit": terms.download_limit,
        "allowed_addresses": terms.allowed.to_texts(),
        "may_download": terms.may_download,
        "originals": terms.offer.originals,
        "sizes": terms.offer.sizes,
        "watermark": terms.watermark.as_ref().map(|mark| mark.text.clone().unwrap_or_default()),
    });
    if let Some(request) = &terms.request {
        fields["message"] = json!(request.message);
        fields["file_limit"] = json!(request.file_limit);
        fields["byte_limit"] = json!(request.byte_limit);
        fields["extensions"] = json!(request.extensions.to_texts());
    }
    if let Value::Object(fields) = fields { fields } else { Map::new() }
}

/// Those of `fields` that differ from `others`.
pub(super) fn differing(fields: &Map<String, Value>, others: &Map<String, Value>) -> Map<String, Value> {
    let differs = |(name, value): &(&String, &Value)| others.get(*name) != Some(*value);
    fields.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect()
}
