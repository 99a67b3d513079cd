//! A store of objects that speaks S3. An object is named by its node, so renames, moves, and the bin touch none.
//!
//! What is received lies in a folder of this host until it is complete; a commit sends it. The calls wait for the network
//! on the thread that calls them; a bounded time, and none has a transaction open.

mod copying;
mod replace;

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use outbound::Outbound;
use primitives::{NodeId, random_hex};

use crate::layout::{LOST, OURS, SENTINEL};
use crate::s3::client::Client;
use crate::s3::head::{self, Head};
use crate::s3::remote::Remote;
use crate::s3::staged::Staged;
use crate::s3::waiting::wait;
use crate::s3::{S3Address, Trouble, listing, probe, sending};
use crate::{
    Applied, Area, Change, CopiedInside, Error, Found, FoundKind, Obstacle, Opened, Result, Store, TreePath, Within,
};

/// The objects of one repository. Two with the same name are the same.
#[derive(Clone)]
pub struct S3 {
    client: Arc<Client>,
    /// What the keys begin with, with a slash at its end.
    folder: String,
    staged: Staged,
    name: String,
}

impl PartialEq for S3 {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for S3 {}

impl Hash for S3 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for S3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("S3").field(&self.name).finish()
    }
}

impl S3 {
    /// The objects below `folder` of the address. `staging` is a folder of this host, of this repository alone.
    pub fn at(address: &S3Address, outbound: Outbound, folder: &str, staging: PathBuf) -> Self {
        let inside = [address.prefix.as_str(), folder];
        let folder: String = inside.iter().filter(|part| !part.is_empty()).map(|part| format!("{part}/")).collect();
        let name = format!("{address}/{}", folder.trim_end_matches('/'));
        Self { client: Arc::new(Client::new(address, outbound)), folder, staged: Staged::at(staging), name }
    }

    /// Whether the store does all that is asked of it: an object is written, read, listed and deleted.
    pub fn probe(&self) -> Result<(), Trouble> {
        let key = format!("{}{OURS}/probe-{}", self.folder, random_hex(8));
        let client = self.client.clone();
        wait(async move { probe::probe(&client, &key).await })
    }

    /// Whether there is any object of a repository.
    pub fn is_used(&self) -> Result<bool> {
        let (client, folder) = (self.client.clone(), self.folder.clone());
        Ok(wait(async move { listing::is_any(&client, &folder).await })?)
    }

    fn key(&self, node: NodeId) -> String {
        format!("{}{node}", self.folder)
    }

    fn sentinel(&self) -> String {
        format!("{}{OURS}/{SENTINEL}", self.folder)
    }

    fn head(&self, node: NodeId) -> Result<Option<Head>> {
        let (client, key) = (self.client.clone(), self.key(node));
        match wait(async move { head::head(&client, &key).await })? {
            // A bucket that is not there has no objects, either.
            None if !self.is_there() => Err(Error::NotMounted),
            found => Ok(found),
        }
    }

    fn remote(&self, node: NodeId, head: Head) -> Remote {
        Remote::new(self.client.clone(), self.key(node), head, self.staged.clone())
    }

    fn delete(&self, key: String) -> Result<()> {
        let client = self.client.clone();
        Ok(wait(async move { client.delete(&key).await })?)
    }

    /// Sends what was staged. The file has no name any more then; it is held until nobody can undo this.
    fn put(&self, node: NodeId) -> Result<Applied> {
        let file = Arc::new(self.staged.open(node)?);
        self.send(node, file.clone())?;
        self.staged.remove(node)?;
        let store = self.clone();
        Ok(Applied::undone_by(move || {
            store.staged.give(node, &mut crate::from_start(&file))?;
            store.delete(store.key(node))
        }))
    }

    fn send(&self, node: NodeId, file: Arc<File>) -> Result<()> {
        self.abort_parts(node)?;
        let (client, key, note) = (self.client.clone(), self.key(node), self.staged.parts(node));
        Ok(wait(async move { sending::send(&client, &key, file, &note).await })?)
    }

    /// Ends what a crash left of sending the file in parts: the store would keep them.
    fn abort_parts(&self, node: NodeId) -> Result<()> {
        let Some(upload) = self.staged.noted_parts(node)? else { return Ok(()) };
        let (client, key) = (self.client.clone(), self.key(node));
        wait(async move { sending::abort(&client, &key, &upload).await })?;
        self.staged.forget_parts(node)
    }

    /// Takes an object back to staging.
    fn take_back(&self, node: NodeId) -> Result<Applied> {
        if self.staged.has(node) {
            return Err(Error::Exists);
        }
        let head = self.head(node)?.ok_or(Error::Missing)?;
        self.staged.give(node, &mut Opened::from(self.remote(node, head)).bytes())?;
        self.delete(self.key(node))?;
        let store = self.clone();
        Ok(Applied::undone_by(move || store.put(node).map(drop)))
    }
}

fn place_node(place: &TreePath) -> Result<NodeId> {
    place.node().ok_or(Error::Missing)
}

impl Store for S3 {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn names_by_node(&self) -> bool {
        true
    }

    fn is_there(&self) -> bool {
        let (client, key) = (self.client.clone(), self.sentinel());
        wait(async move { head::head(&client, &key).await }).is_ok_and(|found| found.is_some())
    }

    fn prepare(&self) -> Result<()> {
        let (client, key) = (self.client.clone(), self.sentinel());
        Ok(wait(async move { client.put_text(&key, "This is a Vitrine repository.\n").await })?)
    }

    fn missing_areas(&self) -> Result<Vec<Area>, Obstacle> {
        let not_there = || Obstacle { path: self.name.clone().into(), error: Error::NotMounted };
        if self.is_there() { Ok(Vec::new()) } else { Err(not_there()) }
    }

    fn make_areas(&self) -> Result<Vec<Area>, Obstacle> {
        self.missing_areas()
    }

    fn stage(&self, node: NodeId) -> Result<File> {
        self.staged.append_to(node)
    }

    fn copy_inside(
        &self,
        node: NodeId,
        from: &Opened,
        hash: &str,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<CopiedInside>> {
        self.copied_inside(node, from, hash, goes_on)
    }

    fn commit(&self, node: NodeId, change: &Change) -> Result<Applied> {
        match change {
            Change::MoveIn { area: Area::Staging, .. } => self.put(node),
            Change::MoveOut { area: Area::Staging, .. } => self.take_back(node),
            Change::Replace(how) => self.replace(place_node(&how.at)?, how),
            Change::TakeBack(how) => self.take_back_replaced(place_node(&how.at)?, how),
            // The object keeps its key, and there are no folders.
            Change::MoveIn { area: Area::Bin, .. }
            | Change::MoveOut { area: Area::Bin, .. }
            | Change::Rename { .. }
            | Change::MakeFolder(_)
            | Change::RemoveFolder(_)
            | Change::Nothing => Ok(Applied::as_it_was()),
        }
    }

    fn open(&self, place: &TreePath) -> Result<Opened> {
        let node = place_node(place)?;
        let head = self.head(node)?.ok_or(Error::Missing)?;
        Ok(Opened::from(self.remote(node, head)))
    }

    fn open_cached(&self, _: &TreePath) -> Option<Opened> {
        None
    }

    fn stat(&self, place: &TreePath) -> Result<Option<Found>> {
        let Some(node) = place.node() else { return Ok(None) };
        let found = self.head(node)?;
        Ok(found.map(|head| Found { name: node.to_string().into(), kind: FoundKind::File, size: head.written.size }))
    }

    fn discard(&self, area: Area, node: NodeId) -> Result<()> {
        match area {
            Area::Staging => {
                self.abort_parts(node)?;
                self.staged.remove(node)
            }
            Area::Bin => self.delete(self.key(node)),
        }
    }

    /// All objects are in the top folder.
    fn walk(&self, within: Within<'_>) -> Result<Vec<Found>> {
        match within {
            Within::Top => {
                if !self.is_there() {
                    return Err(Error::NotMounted);
                }
                let (client, folder) = (self.client.clone(), self.folder.clone());
                Ok(wait(async move { listing::all(&client, &folder).await })?)
            }
            Within::Area(Area::Staging) => self.staged.all(),
            Within::Folder(_) | Within::Area(Area::Bin) => Ok(Vec::new()),
        }
    }

    fn set_aside(&self, _: Option<&TreePath>, name: &OsStr) -> Result<PathBuf> {
        let name = name.to_str().ok_or(Error::Missing)?;
        let (from, to) = (format!("{}{name}", self.folder), format!("{}{OURS}/{LOST}/{}", self.folder, random_hex(8)));
        let (client, key) = (self.client.clone(), from.clone());
        let head = wait(async move { head::head(&client, &key).await })?.ok_or(Error::Missing)?;
        self.copy_object(&self.source(from.clone(), head)?, &to, None, &|| true)?;
        self.delete(from)?;
        Ok(PathBuf::from(to))
    }

    fn erase(&self, place: &TreePath) -> Result<()> {
        self.delete(self.key(place_node(place)?))
    }

    fn remove_empty_folders(&self) -> Result<()> {
        Ok(())
    }

    fn dissolve(&self) -> Result<()> {
        self.staged.remove_all()?;
        self.delete(self.sentinel())
    }

    fn free_bytes(&self) -> Result<Option<u64>> {
        Ok(None)
    }
}
