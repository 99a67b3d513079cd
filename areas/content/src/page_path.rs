//! Where the page shows an entry.

use authz::Facts;
use db::Conn;
use primitives::{AppInstanceId, NodeKind};
use security::{Access, See};

/// The path below the address of the page: a file over its folder if the asker sees that, else alone; what has entries
/// of its own, with these.
pub fn page_path(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    instance: AppInstanceId,
    entry: &Facts,
) -> security::Result<String> {
    let node = entry.node;
    if entry.kind != NodeKind::File {
        return Ok(format!("/content/{instance}/navigation/{node}"));
    }
    let folder = entry.parent.map(|folder| access.authorize::<See>(conn, folder).map(|_| folder)).transpose();
    match folder {
        Ok(Some(folder)) => Ok(format!("/content/{instance}/navigation/{folder}?show={node}")),
        Ok(None) | Err(security::Error::Denied(_)) => Ok(info_path(instance, entry)),
        Err(error) => Err(error),
    }
}

/// The path of the page that an entry has for itself.
pub fn info_path(instance: AppInstanceId, entry: &Facts) -> String {
    format!("/content/{instance}/actions/entry/info/{}", entry.node)
}
