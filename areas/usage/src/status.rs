//! What entries say of their terms of use: in lists until when a file may be used, and whether the asker has to ask before
//! they download; of one entry alone also whether its readers ask first.

use std::collections::{BTreeSet, HashMap};

use authz::Withheld;
use content::{EntryAddition, OpenEntry};
use db::Conn;
use nodes::Listed;
use primitives::{NodeId, NodeKind, NodeRole, Seconds};
use security::{Access, Terms};
use serde::Serialize;
use utoipa::ToSchema;

use crate::folders::{UsageFolder, open_folder};
use crate::requests::{managers, store};
use crate::terms;

/// In one list, so many folders are told with their name, and with the name of who is asked there.
const NAMED: usize = 4;

pub(crate) fn addition() -> EntryAddition {
    EntryAddition::for_asker(in_lists, in_detail)
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InLists {
    /// Of a file: from then on its readers do not get it; absent if it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    usable_until: Option<Seconds>,
    /// The asker has to ask before they download it; absent if not, or if asking would not help.
    #[serde(skip_serializing_if = "Option::is_none")]
    download_request: Option<DownloadRequest>,
}

/// What has become of asking to download an entry whose readers ask first.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
struct DownloadRequest {
    /// The folder that is asked, which an answer is for, or this entry itself; null if it is closed to the asker, or in a
    /// list with many such folders.
    #[schema(required)]
    of: Option<UsageFolder>,
    /// The asker has asked, and waits for an answer.
    waits: bool,
    /// The name of somebody who may answer; null if the asker does not wait.
    #[schema(required)]
    asked: Option<String>,
    /// Others may answer, too.
    others: bool,
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct InDetail {
    /// Its readers ask before they download it.
    asks_first: bool,
}

fn in_lists(conn: &mut Conn<'_>, access: &mut Access<'_>, entries: &[OpenEntry<'_>]) -> security::Result<Vec<InLists>> {
    let nodes: Vec<_> = entries.iter().map(|(entry, _)| (entry.id, entry.parent)).collect();
    let terms = terms::of_nodes(conn, &nodes)?;
    let mut asked_at = Vec::with_capacity(entries.len());
    for ((_, role), terms) in entries.iter().zip(&terms) {
        asked_at.push(asks_at(conn, access, *role, *terms)?);
    }
    let requests = requests(conn, access, asked_at.iter().copied().flatten().collect())?;
    let itself = |entry: &Listed| Some(UsageFolder { node_id: entry.id, name: entry.name.clone() });
    let above = entries.iter().zip(&asked_at).filter_map(|((entry, _), asked)| asked.filter(|at| *at != entry.id));
    let folders = folders(conn, access, above.collect())?;
    let told = |((&(entry, _), terms), asked_at): ((&OpenEntry<'_>, Terms), Option<NodeId>)| InLists {
        usable_until: terms.usable_until.filter(|_| entry.kind == NodeKind::File),
        download_request: asked_at.and_then(|at| {
            let of = if at == entry.id { itself(entry) } else { folders.get(&at).cloned() };
            Some(DownloadRequest { of, ..requests.get(&at)?.clone() })
        }),
    };
    Ok(entries.iter().zip(terms).zip(asked_at).map(told).collect())
}

/// Those of these folders that are open to the asker; of many, not all.
fn folders(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    asked: BTreeSet<NodeId>,
) -> security::Result<HashMap<NodeId, UsageFolder>> {
    let mut open = HashMap::new();
    for folder in asked.into_iter().take(NAMED) {
        open.extend(open_folder(conn, access, Some(folder))?.map(|named| (folder, named)));
    }
    Ok(open)
}

/// The folder that somebody with this role has to ask.
fn asks_at(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    role: NodeRole,
    terms: Terms,
) -> security::Result<Option<NodeId>> {
    if role != NodeRole::Reader || terms.asks_at.is_none() {
        return Ok(None);
    }
    let why = access.withheld(conn, terms)?;
    Ok(terms.asks_at.filter(|_| why == Some(Withheld::AsksFirst)))
}

/// What has become of asking at these folders.
fn requests(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folders: BTreeSet<NodeId>,
) -> security::Result<HashMap<NodeId, DownloadRequest>> {
    let mut told: HashMap<_, _> = folders.iter().map(|folder| (*folder, DownloadRequest::default())).collect();
    if told.is_empty() {
        return Ok(told);
    }
    let folders: Vec<NodeId> = folders.into_iter().collect();
    let waiting = store::waits_at(conn, access.actor().user, &folders)?;
    for (index, folder) in waiting.into_iter().enumerate() {
        let (asked, others) = if index < NAMED { names(conn, access, folder)? } else { (None, false) };
        told.insert(folder, DownloadRequest { waits: true, asked, others, of: None });
    }
    Ok(told)
}

/// Who may answer at a folder: a name, and whether there are others.
fn names(conn: &mut Conn<'_>, access: &mut Access<'_>, folder: NodeId) -> security::Result<(Option<String>, bool)> {
    let Some(node) = nodes::find(conn, folder)? else { return Ok((None, false)) };
    let acl = access.acl_of(conn, &node)?;
    let managers = managers::of(conn, (node.tenant, folder, acl), 2)?;
    let name = managers.first().map(|first| accounts::name_of(conn, *first)).transpose()?.flatten();
    Ok((name, managers.len() > 1))
}

fn in_detail(conn: &mut Conn<'_>, _: &mut Access<'_>, (entry, _): OpenEntry<'_>) -> security::Result<InDetail> {
    Ok(InDetail { asks_first: terms::nearest(conn, entry.id)?.asks_at.is_some() })
}
