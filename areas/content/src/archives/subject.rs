//! What an archive is about, as its name and the log say it: one entry, or the folder that all of its entries are in, or
//! else the tenant.

use audit::Object;
use authz::Denied;
use db::Conn;
use nodes::Node;
use primitives::{Language, NodeId, TenantId};
use rest::text;
use security::Access;

use crate::Result;

pub(super) struct Subject {
    first: Node,
    /// Of several entries.
    folder: Option<Node>,
    is_one: bool,
}

impl Subject {
    /// Of what is at the top of an archive, as far as the asker sees it.
    pub fn of(conn: &mut Conn<'_>, access: &mut Access<'_>, roots: &[NodeId]) -> Result<Self> {
        for root in roots {
            match access.find_visible(conn, *root) {
                Ok(seen) => {
                    let (first, is_one) = (seen.node, roots.len() == 1);
                    let folder = if is_one { None } else { common_folder(conn, access, &first, roots)? };
                    return Ok(Self { first, folder, is_one });
                }
                Err(security::Error::Denied(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Denied::Invisible.into())
    }

    pub fn tenant(&self) -> TenantId {
        self.first.tenant
    }

    pub fn object(&self) -> Object {
        match (self.is_one, &self.folder) {
            (true, _) => Object::new("node", self.first.id.0, self.first.name.clone()),
            (false, Some(folder)) => Object::new("node", folder.id.0, folder.name.clone()),
            (false, None) => Object::new("tenant", self.first.tenant.0, ""),
        }
    }

    /// The name of an archive with so many files.
    pub fn title(&self, files: usize, language: Language) -> String {
        if self.is_one {
            return self.first.name.clone();
        }
        let count = ("count", files.to_string());
        let number = text(language, if files == 1 { "archive.file" } else { "archive.files" }, &[count]);
        self.folder.as_ref().map_or(number.clone(), |folder| format!("{} – {number}", folder.name))
    }
}

/// The folder that all of these are in, if the asker sees it.
fn common_folder(conn: &mut Conn<'_>, access: &mut Access<'_>, first: &Node, roots: &[NodeId]) -> Result<Option<Node>> {
    let parents = nodes::names_and_parents(conn, roots)?;
    let Some(parent) = first.parent else { return Ok(None) };
    if roots.iter().any(|root| parents.get(root).and_then(|known| known.parent) != Some(parent)) {
        return Ok(None);
    }
    Ok(access.find_visible(conn, parent).ok().map(|seen| seen.node))
}
