//! The newest files in folders and below them, for rooms that show what a folder holds.
//!
//! A folder is walked down level by level, and only a few folders far. Access is decided as lists decide it: of each
//! folder on the way, the query returns the children that the asker sees or may traverse, and no others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::Conn;
use nodes::Listed;
use primitives::{NodeId, NodeKind, NodeRole, Seconds};
use security::{Access, PrincipalScope};

use crate::Result;
use crate::entries::store::{self, Child, Folder};

/// How many folders below a folder are looked into.
const LOOKED_INTO: usize = 8;
/// How many files of one folder are considered.
const CONSIDERED: usize = 12;

/// A file, and what the room that asked knows of it.
#[derive(Clone, Debug)]
pub struct Newest<K> {
    pub file: Listed,
    pub known: K,
}

/// What the room that asks knows of files, in their order; None: this file is not wanted.
pub type Knows<'k, K> = &'k dyn Fn(&mut Conn<'_>, &[&Listed]) -> db::Result<Vec<Option<K>>>;

/// How far a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Until there are enough files: those of an upper level come first.
    Enough,
    /// As far as it may: the newest of all that it comes by.
    Far,
}

/// Up to `wanted` files of each of `folders`: those in the folder itself, then those of the level below, and so on, the
/// newest of each level first. Only files that the asker may open now. Folders that they do not see are left out.
pub fn newest_files<K: Clone>(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folders: &BTreeSet<NodeId>,
    (wanted, reach): (usize, Reach),
    knows: Knows<'_, K>,
) -> Result<Vec<(NodeId, Vec<Newest<K>>)>> {
    let mut walks = begin(conn, access, folders)?;
    let until = if reach == Reach::Far { usize::MAX } else { wanted };
    while let Some(scope) = walks.iter().find(|walk| walk.goes_on(until)).map(|walk| walk.scope) {
        let going = |walk: &&mut Walk<K>| walk.scope == scope && walk.goes_on(until);
        let mut level = Level { scope, wanted, until, walks: walks.iter_mut().filter(going).collect() };
        level.gather(conn, access, knows)?;
        level.descend(conn, access)?;
    }
    let found = walks.into_iter().map(|mut walk| {
        if reach == Reach::Far {
            walk.found.sort_by_key(age);
        }
        walk.found.truncate(wanted);
        (walk.top, walk.found)
    });
    Ok(found.collect())
}

/// The newest first.
fn age<K>(newest: &Newest<K>) -> Reverse<(Seconds, NodeId)> {
    Reverse((newest.file.modified_at, newest.file.id))
}

/// The tops of all libraries of the asker's tenants, also of those that they do not see.
pub fn tops(conn: &mut Conn<'_>, access: &Access<'_>) -> Result<Vec<NodeId>> {
    let mut tops = Vec::new();
    for tenant in access.actor().tenants() {
        tops.extend(storage::repository_roots(conn, tenant)?);
    }
    Ok(tops)
}

/// The files in a folder itself that came or changed after `since`, the newest first, at most `most`. Only files that the
/// asker may open; none of a folder that they do not see.
pub fn files_since(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    folder: NodeId,
    since: Seconds,
    most: usize,
) -> Result<Vec<NodeId>> {
    let Some(walk) = begin::<()>(conn, access, &BTreeSet::from([folder]))?.pop() else { return Ok(Vec::new()) };
    let files = store::newest(conn, walk.scope, &walk.level, NodeKind::File, most)?;
    let files = files.into_iter().filter(|file| file.role.is_some() && file.node.modified_at > since);
    Ok(files.map(|file| file.node.id).collect())
}

/// The newest files that lie in each of `folders` itself, at most `most` of each, with the asker's role at each. `folders`
/// were listed for the asker, who has this scope there; what lies in them is asked for in a few statements.
pub fn newest_in_each(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    scope: PrincipalScope,
    folders: &[NodeId],
    most: usize,
) -> Result<Vec<(Listed, NodeRole)>> {
    if folders.is_empty() {
        return Ok(Vec::new());
    }
    let within = access.within_folders(conn, scope, folders)?;
    let folders: Vec<Folder> = within.into_iter().map(|(id, flow, role)| Folder { id, flow, role }).collect();
    let files = store::newest(conn, scope, &folders, NodeKind::File, most)?;
    Ok(files.into_iter().filter_map(|file| file.role.map(|role| (file.node, role))).collect())
}

/// The way down from one of the asked folders.
struct Walk<K> {
    top: NodeId,
    scope: PrincipalScope,
    /// The folders to look into next; none: the walk has ended.
    level: Vec<Folder>,
    /// How many more folders may be looked into.
    left: usize,
    found: Vec<Newest<K>>,
}

impl<K> Walk<K> {
    fn goes_on(&self, wanted: usize) -> bool {
        !self.level.is_empty() && self.found.len() < wanted
    }
}

/// A walk for each of `folders` that is one, and that the asker sees or may traverse.
fn begin<K>(conn: &mut Conn<'_>, access: &mut Access<'_>, folders: &BTreeSet<NodeId>) -> Result<Vec<Walk<K>>> {
    let mut walks = Vec::with_capacity(folders.len());
    for top in folders {
        match access.find_visible(conn, *top) {
            Ok(seen) if seen.node.kind.is_container() => {
                let (flow, role) = access.within_seen(conn, &seen)?;
                let level = vec![Folder { id: *top, flow, role }];
                walks.push(Walk { top: *top, scope: seen.scope, level, left: LOOKED_INTO, found: Vec::new() });
            }
            Ok(_) | Err(security::Error::Denied(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(walks)
}

/// The walks of one set that are equally far.
struct Level<'w, K> {
    scope: PrincipalScope,
    wanted: usize,
    /// A walk with so many files has ended.
    until: usize,
    walks: Vec<&'w mut Walk<K>>,
}

impl<K: Clone> Level<'_, K> {
    /// The folders of this level, each once: a walk may come by where another one began.
    fn folders(&self) -> Vec<Folder> {
        let all = self.walks.iter().flat_map(|walk| &walk.level).map(|folder| (folder.id, *folder));
        all.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    /// Adds the files of this level.
    fn gather(&mut self, conn: &mut Conn<'_>, access: &Access<'_>, knows: Knows<'_, K>) -> Result<()> {
        let (asker, most) = (access.actor().user, self.wanted.max(CONSIDERED));
        let files = store::newest(conn, self.scope, &self.folders(), NodeKind::File, most)?;
        // Nobody opens what somebody else has locked.
        let opens = |file: &Child| file.role.is_some() && file.node.locked_by.is_none_or(|holder| holder == asker);
        let files: Vec<Listed> = files.into_iter().filter(opens).map(|file| file.node).collect();
        let known = knows(conn, &files.iter().collect::<Vec<_>>())?;
        let mut in_folder: HashMap<NodeId, Vec<Newest<K>>> = HashMap::new();
        for (file, known) in files.into_iter().zip(known) {
            if let (Some(folder), Some(known)) = (file.parent, known) {
                in_folder.entry(folder).or_default().push(Newest { file, known });
            }
        }
        for walk in &mut self.walks {
            let mut found: Vec<_> =
                walk.level.iter().filter_map(|folder| in_folder.get(&folder.id)).flatten().cloned().collect();
            found.sort_by_key(age);
            walk.found.extend(found);
        }
        Ok(())
    }

    /// Goes on to the folders below, where there is not enough yet.
    fn descend(mut self, conn: &mut Conn<'_>, access: &mut Access<'_>) -> Result<()> {
        let until = self.until;
        for walk in &mut self.walks {
            if walk.left == 0 {
                walk.level.clear();
            }
        }
        self.walks.retain(|walk| walk.goes_on(until));
        let mut below = store::newest(conn, self.scope, &self.folders(), NodeKind::Folder, LOOKED_INTO)?;
        below.sort_by_key(|child| Reverse((child.node.modified_at, child.node.id)));
        let ids: Vec<NodeId> = below.iter().map(|child| child.node.id).collect();
        let within = if ids.is_empty() { Vec::new() } else { access.within_folders(conn, self.scope, &ids)? };
        let within: HashMap<_, _> =
            within.into_iter().map(|(id, flow, role)| (id, Folder { id, flow, role })).collect();
        for walk in self.walks {
            let is_next = |child: &&Child| walk.level.iter().any(|folder| Some(folder.id) == child.node.parent);
            let next = below.iter().filter(is_next).filter_map(|child| within.get(&child.node.id).copied());
            let next: Vec<Folder> = next.take(walk.left).collect();
            walk.left -= next.len();
            walk.level = next;
        }
        Ok(())
    }
}
