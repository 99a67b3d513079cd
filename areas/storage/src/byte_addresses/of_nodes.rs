//! Where the bytes of nodes are, besides at this server.

use std::collections::HashMap;

use db::{Conn, Row, Value, placeholders};
use primitives::NodeId;

use super::allowed::ByteAddresses;
use crate::file_server::FileServerType;

/// The nodes of one statement.
const AT_ONCE: usize = 256;

/// What addresses of the bytes of a node begin with at other hosts, without a slash at the end. None of one: those bytes
/// are asked of this server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// Files are sent from there.
    pub access: Option<String>,
    /// Uploads are received there.
    pub api: Option<String>,
    /// Small pictures may be kept there for everybody.
    pub cdn: Option<String>,
    /// The access address is that of the bucket: files to be kept are fetched from the store itself.
    pub from_store: bool,
}

/// Of a row of the type `s3`, where its objects are addressed.
fn store(row: &Row<'_>) -> db::Result<Option<String>> {
    if row.get::<String>(4)? != FileServerType::S3.word() {
        return Ok(None);
    }
    let (url, bucket, path_style): (String, Option<String>, Option<bool>) = (row.get(5)?, row.get(6)?, row.get(7)?);
    Ok(match (url.split_once("://"), bucket) {
        (Some((scheme, host)), Some(bucket)) if path_style == Some(false) => {
            Some(format!("{scheme}://{bucket}.{host}"))
        }
        _ => Some(url),
    })
}

/// What the file servers of these nodes say, if they are neither in the bin nor on their way, as far as the operator allows it. Without allowed hosts nothing is asked of
/// the database.
pub fn elsewhere_of(conn: &mut Conn<'_>, nodes: &[NodeId]) -> db::Result<HashMap<NodeId, Elsewhere>> {
    let Some(allowed) = ByteAddresses::of(conn) else { return Ok(HashMap::new()) };
    let mut found = HashMap::new();
    for some in nodes.chunks(AT_ONCE) {
        let sql = format!(
            "SELECT n.node_id, s.external_access_address, s.external_api_address, s.cdn_domain, s.type, s.url,
               a.bucket, a.path_style
             FROM nodes_node n
             JOIN content_repository r ON r.repository_id = n.repository_id AND r.active
             JOIN tenancy_tenant t ON t.tenant_id = r.tenant_id AND t.active
             JOIN content_file_server s ON s.file_server_id = r.file_server_id
             LEFT JOIN storage_bucket a ON a.file_server_id = s.file_server_id
             WHERE n.node_id IN ({}) AND n.state IN ({})",
            placeholders(1, some.len()),
            nodes::state!(Ready)
        );
        let values: Vec<Value<'_>> = some.iter().copied().map(Value::from).collect();
        found.extend(conn.rows(&sql, &values, |row| {
            let address = |column: usize| {
                let written = row.get::<Option<String>>(column)?;
                Ok::<_, db::Error>(written.and_then(|address| allowed.at_address(&address)))
            };
            let cdn = row.get::<Option<String>>(3)?.and_then(|host| allowed.at_host(&host));
            let from_store = match (row.get::<Option<String>>(1)?, store(row)?) {
                (Some(access), Some(store)) => allowed.is_of_store(&access, &store),
                _ => false,
            };
            // There, nothing but objects opens.
            let access = address(1)?.filter(|_| !from_store);
            Ok((row.get::<NodeId>(0)?, Elsewhere { access, api: address(2)?, cdn, from_store }))
        })?);
    }
    Ok(found)
}
