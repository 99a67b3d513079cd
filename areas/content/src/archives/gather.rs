//! Finds what belongs into an archive, as the asker sees it.

use std::time::Duration;

use authz::{Action as _, Withheld};
use db::Conn;
use primitives::{Language, NodeId, NodeKind, NodeRole, Seconds, sort_key};
use rest::text;
use security::{Access, Terms, VisibleNode, have_ended};

use super::inside::{Child, Inside, children, has_flaw};
use super::left_out::{FILE, Reason, told};
use super::names::Names;
use super::plan::{Entry, EntryContent, Plan};
use super::substitutes::{Substitute, Substitutes};
use crate::entries::list::folder_of;
use crate::entries::store::Folder;
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

/// What an archive is made of, apart from its entries.
#[derive(Clone, Copy)]
pub(super) struct Manner<'m> {
    /// Of the text at its end, and when that is said to be made.
    pub told: (Language, Seconds),
    pub substitutes: &'m dyn Substitutes,
    /// It is for people without a role, in the name of the actor: terms that have ended bind them.
    pub for_others: bool,
}

/// The archive of `roots` and of everything in those that are folders, each entry once. What the asker does not see is not mentioned;
/// what they see and cannot have is named in a text at its end.
pub(super) fn gather(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[NodeId],
    manner: Manner<'_>,
) -> Result<Plan> {
    conn.within(LONGEST, |conn| gather_all(conn, access, roots, manner))
}

pub(super) fn gather_all(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    roots: &[NodeId],
    manner: Manner<'_>,
) -> Result<Plan> {
    let mut found = Found::new(manner);
    let mut seen: Vec<VisibleNode> = Vec::with_capacity(roots.len());
    for root in roots {
        match access.find_visible_with_terms(conn, *root).map_err(Error::from) {
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
    found.end(&mut names);
    Ok(Plan::of(found.entries))
}

struct Found<'m> {
    manner: Manner<'m>,
    entries: Vec<Entry>,
    left_out: Vec<(String, Reason)>,
    /// Of the paths of all.
    path_bytes: usize,
}

impl<'m> Found<'m> {
    fn new(manner: Manner<'m>) -> Self {
        Self { manner, entries: Vec::new(), left_out: Vec::new(), path_bytes: 0 }
    }

    fn add_root(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        root: VisibleNode,
        names: &mut Names,
    ) -> Result<()> {
        let (scope, role) = (root.scope, root.facts.role);
        if let Err(refused) = root.permit::<Download>() {
            // A closed folder is no more than a way, and a locked entry is not given away.
            if role.is_some() {
                self.leave_out(names.take(&root.node.name), Reason::of(&refused))?;
            }
            return Ok(());
        }
        let terms = access.terms_at(conn, &root.node)?;
        if root.node.kind == NodeKind::File {
            let has_flaw = has_flaw(conn, root.node.id)?;
            return self.add_file(conn, access, Child { node: root.node.into(), role, has_flaw, terms }, ("", names));
        }
        let name = names.take(&root.node.name);
        let folder = folder_of(conn, access, &root)?;
        let path = format!("{name}/");
        self.add_folder(&path, root.node.modified_at)?;
        let mut open = vec![Inside { folder, scope, path, terms }];
        while let Some(inside) = open.pop() {
            let below = self.add_content(conn, access, &inside)?;
            open.extend(below.into_iter().rev());
        }
        Ok(())
    }

    /// The files of a folder, and the folders in it.
    fn add_content(&mut self, conn: &mut Conn<'_>, access: &mut Access<'_>, inside: &Inside) -> Result<Vec<Inside>> {
        let children = children(conn, access, inside, MOST + 1 - self.count())?;
        let mut names = Names::default();
        let mut folders = Vec::new();
        for child in children {
            if child.node.kind == NodeKind::File {
                self.add_file(conn, access, child, (&inside.path, &mut names))?;
                continue;
            }
            let path = format!("{}{}/", inside.path, names.take(&child.node.name));
            // Of a closed folder that only leads to something open, nothing but that is in the archive.
            if child.role.is_some() {
                self.add_folder(&path, child.node.modified_at)?;
            }
            folders.push((child.node.id, (path, child.terms)));
        }
        let mut below = Vec::with_capacity(folders.len());
        for some in folders.chunks_mut(FOLDERS_AT_ONCE) {
            let ids: Vec<NodeId> = some.iter().map(|(id, _)| *id).collect();
            for (id, flow, role) in access.within_folders(conn, inside.scope, &ids)? {
                let Some((_, (path, terms))) = some.iter_mut().find(|(folder, _)| *folder == id) else { continue };
                let folder = Folder { id, flow, role };
                below.push(Inside { folder, scope: inside.scope, path: std::mem::take(path), terms: *terms });
            }
        }
        below.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(below)
    }

    fn add_file(
        &mut self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        Child { node, role, has_flaw, terms }: Child,
        (above, names): (&str, &mut Names),
    ) -> Result<()> {
        let substitute = self.manner.substitutes.of(&node);
        if substitute == Substitute::Omitted {
            return Ok(());
        }
        let path = format!("{above}{}", names.take(&substitute.name(&node.name)));
        if role.is_none_or(|role| role < Download::RULE.role) {
            return Ok(());
        }
        if node.locked_by.is_some_and(|holder| holder != access.actor().user) {
            return self.leave_out(path, Reason::Locked);
        }
        if let Some(why) = self.withheld(conn, access, (terms, role))? {
            return self.leave_out(path, Reason::Withheld(why));
        }
        if has_flaw {
            return self.leave_out(path, Reason::Damaged);
        }
        let own = u64::try_from(node.size).unwrap_or(0);
        let (size, made) = match substitute {
            Substitute::Made(made) => (made.size, Some(made.key)),
            Substitute::LeftOut(key) => return self.leave_out(path, Reason::Said(key)),
            Substitute::Original | Substitute::Omitted => (own, None),
        };
        self.add(path, size, node.modified_at, EntryContent::File { node: node.id, hash: node.hash, made })
    }

    /// Why the bytes of an entry with these terms and this role are not in the archive.
    fn withheld(
        &self,
        conn: &mut Conn<'_>,
        access: &mut Access<'_>,
        (terms, role): (Terms, Option<NodeRole>),
    ) -> Result<Option<Withheld>> {
        if self.manner.for_others {
            return Ok(have_ended(conn, terms).then_some(Withheld::Ended));
        }
        if role >= Some(NodeRole::Writer) { Ok(None) } else { Ok(access.withheld(conn, terms)?) }
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
    fn end(&mut self, names: &mut Names) {
        if self.left_out.is_empty() {
            return;
        }
        let (language, now) = self.manner.told;
        let told = told(&self.left_out, language);
        let path = names.take(&text(language, FILE, &[]));
        let size = told.len() as u64;
        self.entries.push(Entry { path, size, modified: now, content: EntryContent::Text(told) });
    }
}

#[cfg(test)]
mod tests {
    use super::super::substitutes::Originals;
    use super::{Error, Found, LONGEST_PATHS, Language, MOST, Manner, Reason};

    fn found() -> Found<'static> {
        Found::new(Manner { told: (Language::En, 0), substitutes: &Originals, for_others: false })
    }

    /// Folders within folders: each path is as long as all names above it.
    #[test]
    fn long_paths_are_refused_before_they_fill_the_memory() {
        let deep = "a/".repeat(30_000);
        let mut found = found();
        let refused = (0..MOST).find_map(|_| found.add_folder(&deep, 0).err());
        assert!(matches!(refused, Some(Error::ArchivePathsTooLong)));
        assert!(found.entries.len() * deep.len() <= LONGEST_PATHS);
    }

    #[test]
    fn what_is_left_out_counts_too() {
        let mut found = found();
        let refused = (0..=MOST).find_map(|_| found.leave_out("a".to_owned(), Reason::Locked).err());
        assert!(matches!(refused, Some(Error::ArchiveTooLarge(MOST))));
    }
}
