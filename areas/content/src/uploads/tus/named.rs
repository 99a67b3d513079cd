//! What the headers of a creation name.

use axum::http::HeaderMap;
use primitives::{EntryName, NodeId, whole_number};

use super::protocol::metadata;
use crate::uploads::stage::Wanted;
use crate::{Error, Result, names};

/// The target of a file, from `Upload-Metadata`.
pub(super) struct Named {
    pub folder: NodeId,
    pub name: EntryName,
    pub group: Option<String>,
}

impl Named {
    pub fn read(headers: &HeaderMap) -> Result<Self> {
        let folder = metadata(headers, &["folder_parent_id"])?.and_then(|text| whole_number(text.trim()));
        let name = metadata(headers, &["filename", "name"])?.ok_or(Error::Field("filename"))?;
        Ok(Self {
            folder: NodeId(folder.ok_or(Error::Field("folder_parent_id"))?),
            name: names::sent(&name)?,
            group: metadata(headers, &["bg_group_id"])?,
        })
    }

    pub fn wanted(self) -> Wanted {
        Wanted { group: self.group, ..Wanted::new(self.folder, self.name) }
    }
}
