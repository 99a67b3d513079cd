//! Finds what belongs into an archive, as the asker sees it.

use std::time::Duration;

use authz::Action as _;
use axum::body::Bytes;
use db::{Conn, Row, Value};
use nodes::Listed;
use primitives::{Language, NodeId, NodeKind, NodeRole, Seconds, UserId, sort_key};
use rest::text;
use security::{Access, PrincipalScope, VisibleNode};

use super::names::Names;
use super::plan::{Entry, EntryContent, Plan};
use crate::entries::list::folder_of;
use crate::entries::store::{Folder, InFolder};
use crate::selections::is_invisible;
use crate::uppermost::outermost;
use crate::{Download, Error, Result};

/// So many entries one archive has.
const MOST: usize = 100_000;
/// The paths of all of them have so many bytes: folders within folders make them long, and they are in memory until the
/// archive is sent.
const LONGEST_PATHS: usize = 32 << 20;
/// Looking for them takes no longer.
const LONGEST: Duration = Duration::from_secs(10);
/// The rights inside so many folders are asked for at once.
const FOLDERS_AT_ONCE: usize = 256;

/// The archive of `roots` and of everything in those that are folders, each entry once. What the asker does not see is not mentioned;
/// what they see and cannot have is named in a text at its end.
pub(super) fn gather(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[NodeId],
    told: (Language, Seconds),
) -> Result<Plan> {
    conn.within(LONGEST, |conn| gather_all(conn, access, roots, told))
}

pub(super) fn gather_all(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[NodeId],
    (language, now): (Language, Seconds),
) -> Result<Plan> {
    let mut found = Found::default();
    let mut seen: Vec<VisibleNode> = Vec::with_capacity(roots.len());
    for root in roots {
        match access.find_visible(conn, *root).map_err(Error::from) {
            Ok(root) => seen.push(root),
            Err(error) if is_invisible(&error) => {}
            Err(error) => return Err(error),
        }
    }
    let ids: Vec<NodeId> = seen.iter().map(|root| root.node.id).collect();
    let mut outermost = outermost(conn, &ids)?;
    seen.retain(|root| outermost.remove(&root.node.id));
    let key = |root: &VisibleNode| (root.node.kind.code(), sort_key(&root.node.name), root.node.id);
    seen.sort_by_cached_key(key);
    let mut names = Names::default();
    for root in seen {
        found.add_root(conn, access, root, &mut names)?;
    }
    found.end(&mut names, language, now);
    Ok(Plan::of(found.entries))
}

/// Why a file that the asker sees is not in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Locked,
    /// Its bytes are not those that were stored, or not there.
    Damaged,
}

impl Reason {
    fn key(self) -> &'static str {
        match self {
            Self::Locked => "archive.locked",
            Self::Damaged => "archive.damaged",
        }
    }
}

/// A child of a folder.
struct Child {
    node: Listed,
    role: Option<NodeRole>,
    has_flaw: bool,
}

/// A folder to look into.
struct Inside {
    folder: Folder,
    scope: PrincipalScope,
    /// With a slash at its end.
    path: String,
}

#[derive(Default)]
struct Found {
    entries: Vec<Entry>,
    left_out: Vec<(String, Reason)>,
    /// Of the paths of all.
    path_bytes: usize,
}

impl Found {
    fn add_root(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        root: VisibleNode,
        names: &mut Names,
    ) -> Result<()> {
        let actor = access.actor().user;
        let (scope, role) = (root.scope, root.facts.role);
        if root.permit::<Download>().is_err() {
            // A closed folder is no more than a way, and a locked entry is not given away.
            if role.is_some() {
                self.leave_out(names.take(&root.node.name), Reason::Locked)?;
            }
            return Ok(());
        }
        let name = names.take(&root.node.name);
        if root.node.kind == NodeKind::File {
            let has_flaw = has_flaw(conn, root.node.id)?;
            return self.add_file(Child { node: root.node.into(), role, has_flaw }, name, actor);
        }
        let folder = folder_of(conn, access, &root)?;
        let path = format!("{name}/");
        self.add_folder(&path, root.node.modified_at)?;
        let mut open = vec![Inside { folder, scope, path }];
        while let Some(inside) = open.pop() {
            let below = self.add_content(conn, access, &inside)?;
            open.extend(below.into_iter().rev());
        }
        Ok(())
    }

    /// The files of a folder, and the folders in it.
    fn add_content(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>, inside: &Inside) -> Result<Vec<Inside>> {
        let actor = access.actor().user;
        let children = children(conn, inside, MOST + 1 - self.count())?;
        let mut names = Names::default();
        let mut folders = Vec::new();
        for child in children {
            let path = format!("{}{}", inside.path, names.take(&child.node.name));
            if child.node.kind == NodeKind::File {
                self.add_file(child, path, actor)?;
                continue;
            }
            let path = format!("{path}/");
            // Of a closed folder that only leads to something open, nothing but that is in the archive.
            if child.role.is_some() {
                self.add_folder(&path, child.node.modified_at)?;
            }
            folders.push((child.node.id, path));
        }
        let mut below = Vec::with_capacity(folders.len());
        for some in folders.chunks_mut(FOLDERS_AT_ONCE) {
            let ids: Vec<NodeId> = some.iter().map(|(id, _)| *id).collect();
            for (id, flow, role) in access.within_folders(conn, inside.scope, &ids)? {
                let Some((_, path)) = some.iter_mut().find(|(folder, _)| *folder == id) else { continue };
                let folder = Folder { id, flow, role };
                below.push(Inside { folder, scope: inside.scope, path: std::mem::take(path) });
            }
        }
        below.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(below)
    }

    fn add_file(&mut self, Child { node, role, has_flaw }: Child, path: String, actor: UserId) -> Result<()> {
        if role.is_none_or(|role| role < Download::RULE.role) {
            return Ok(());
        }
        let is_locked = node.locked_by.is_some_and(|holder| holder != actor);
        if is_locked || has_flaw {
            return self.leave_out(path, if is_locked { Reason::Locked } else { Reason::Damaged });
        }
        let content = EntryContent::File { node: node.id, hash: node.hash };
        self.add(path, u64::try_from(node.size).unwrap_or(0), node.modified_at, content)
    }

    fn add_folder(&mut self, path: &str, modified: Seconds) -> Result<()> {
        self.add(path.to_owned(), 0, modified, EntryContent::Folder)
    }

    fn add(&mut self, path: String, size: u64, modified: Seconds, content: EntryContent) -> Result<()> {
        self.note(&path)?;
        self.entries.push(Entry { path, size, modified, content });
        Ok(())
    }

    fn leave_out(&mut self, path: String, reason: Reason) -> Result<()> {
        self.note(&path)?;
        self.left_out.push((path, reason));
        Ok(())
    }

    fn count(&self) -> usize {
        self.entries.len() + self.left_out.len()
    }

    /// Counts one more, if there is room for it.
    fn note(&mut self, path: &str) -> Result<()> {
        self.path_bytes += path.len();
        if self.count() >= MOST {
            return Err(Error::ArchiveTooLarge(MOST));
        }
        if self.path_bytes > LONGEST_PATHS { Err(Error::ArchivePathsTooLong) } else { Ok(()) }
    }

    /// Names what is left out, if something is.
    fn end(&mut self, names: &mut Names, language: Language, now: Seconds) {
        if self.left_out.is_empty() {
            return;
        }
        let mut lines = vec![text(language, "archive.left_out", &[]), String::new()];
        lines.extend(
            self.left_out.iter().map(|(path, reason)| format!("{path}: {}", text(language, reason.key(), &[]))),
        );
        let told = Bytes::from(lines.join("\r\n") + "\r\n");
        let path = names.take(&text(language, "archive.left_out_file", &[]));
        let size = told.len() as u64;
        self.entries.push(Entry { path, size, modified: now, content: EntryContent::Text(told) });
    }
}

/// What a folder's list shows to the asker, in its order.
fn children(conn: &mut Conn<'_>, inside: &Inside, most: usize) -> Result<Vec<Child>> {
    let InFolder { from, seen, role } = InFolder::of(conn.engine(), inside.scope, inside.folder);
    let sql = format!(
        "SELECT {}, {role}, k.flaw IS NOT NULL
         FROM {from}
         LEFT JOIN content_check k ON k.node_id = n.node_id
         WHERE {seen}
         ORDER BY n.kind, n.sort_key, n.node_id
         LIMIT $3",
        Listed::COLUMNS
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let values = [Value::from(inside.folder.id), Value::from(inside.scope.set), Value::from(most)];
    let child = |row: &Row<'_>| {
        let role = row.get::<Option<i64>>(Listed::END)?.and_then(NodeRole::from_code);
        Ok(Child { node: Listed::from_row(row)?, role, has_flaw: row.get(Listed::END + 1)? })
    };
    Ok(conn.rows(&sql, &values, child)?)
}

fn has_flaw(conn: &mut Conn<'_>, node: NodeId) -> Result<bool> {
    let sql = "SELECT 1 FROM content_check WHERE node_id = $1 AND flaw IS NOT NULL";
    Ok(conn.exists(sql, &[Value::from(node)])?)
}

#[cfg(test)]
mod tests {
    use super::{Error, Found, LONGEST_PATHS, MOST, Reason};

    /// Folders within folders: each path is as long as all names above it.
    #[test]
    fn long_paths_are_refused_before_they_fill_the_memory() {
        let deep = "a/".repeat(30_000);
        let mut found = Found::default();
        let refused = (0..MOST).find_map(|_| found.add_folder(&deep, 0).err());
        assert!(matches!(refused, Some(Error::ArchivePathsTooLong)));
        assert!(found.entries.len() * deep.len() <= LONGEST_PATHS);
    }

    #[test]
    fn what_is_left_out_counts_too() {
        let mut found = Found::default();
        let refused = (0..=MOST).find_map(|_| found.leave_out("a".to_owned(), Reason::Locked).err());
        assert!(matches!(refused, Some(Error::ArchiveTooLarge(MOST))));
    }
}
