//! Where the repository of a test server has its bytes: in a folder, or with `PROVE_STORE=s3` in a bucket. Stories ask
//! both the same, by paths of the tree.
//!
//! A bucket has objects that are named by their nodes, so a path leads to one through the rows. What it has without a
//! row is told as if it lay in the top folder and in the bin.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use blobs::testing::TestBucket;
use db::{Conn, Row};
use primitives::{DiskName, NodeId, NodeKind};
use vitrine::settings::Settings;

use crate::harness::{TestServer, names_in};

const STAGING: i64 = 0;
const BINNED: i64 = 2;

/// Whether the repositories of test servers lie in buckets.
pub fn are_buckets() -> bool {
    match std::env::var("PROVE_STORE").as_deref() {
        Ok("s3") => true,
        Ok("posix") | Err(_) => false,
        Ok(other) => panic!("PROVE_STORE is posix or s3, not {other}"),
    }
}

/// The settings of an installation that may have its bytes where a test server has them: buckets of tests are on this
/// machine.
pub fn settings_in(data: &Path) -> Settings {
    let trusted_hosts = if are_buckets() { vec!["127.0.0.1".to_owned()] } else { Vec::new() };
    Settings { data: data.to_owned(), trusted_hosts, ..Settings::default() }
}

/// As `settings_in`, for the program.
pub fn trusting() -> Option<(&'static str, &'static str)> {
    are_buckets().then_some(("VITRINE_TRUSTED_HOSTS", "127.0.0.1"))
}

struct Entry {
    parent: Option<i64>,
    is_file: bool,
    state: i64,
    disk_name: String,
}

/// A bucket as the rows say what it has.
struct Told<'b> {
    bucket: &'b TestBucket,
    entries: BTreeMap<i64, Entry>,
    /// The objects of the repository, without its own.
    objects: BTreeSet<String>,
    is_there: bool,
}

fn key(node: i64) -> String {
    format!("library/{node}")
}

fn entry(row: &Row<'_>) -> db::Result<(i64, Entry)> {
    let (node, name): (i64, String) = (row.get(0)?, row.get(4)?);
    let disk_name = DiskName::of(&name, NodeId(node), row.get(5)?);
    let is_file = row.get::<NodeKind>(2)? == NodeKind::File;
    Ok((node, Entry { parent: row.get(1)?, is_file, state: row.get(3)?, disk_name }))
}

impl<'b> Told<'b> {
    async fn of(server: &TestServer, bucket: &'b TestBucket) -> Self {
        let top = server.top;
        let read = move |c: &mut Conn<'_>| {
            let sql = "SELECT n.node_id, n.parent_id, n.kind, n.state, n.name, n.duplicate FROM nodes_node n
                       JOIN nodes_node t ON t.repository_id = n.repository_id AND t.node_id = $1";
            c.rows(sql, db::params![NodeId(top)], entry)
        };
        let entries = server.app.db.read(read).await.unwrap().into_iter().collect();
        let keys: BTreeSet<_> =
            bucket.keys().iter().filter_map(|key| key.strip_prefix("library/").map(str::to_owned)).collect();
        let is_there = keys.contains(".vitrine/repository");
        let objects = keys.into_iter().filter(|name| !name.starts_with(".vitrine/")).collect();
        Self { bucket, entries, objects, is_there }
    }

    fn has(&self, node: i64) -> bool {
        !self.entries[&node].is_file || self.objects.contains(&node.to_string())
    }

    /// What is in a folder of the tree.
    fn within(&self, folder: i64) -> impl Iterator<Item = (i64, &Entry)> {
        let there = self.entries.iter().map(|(node, entry)| (*node, entry));
        there.filter(move |(_, entry)| {
            entry.parent == Some(folder) && entry.state != BINNED && (entry.is_file || entry.state != STAGING)
        })
    }

    /// The node at a path of the tree or of the bin.
    fn at(&self, server: &TestServer, path: &Path) -> Option<i64> {
        let (mut at, rest) = match path.strip_prefix(".vitrine/bin") {
            Ok(in_bin) => {
                let mut steps = in_bin.components();
                (steps.next()?.as_os_str().to_str()?.parse().ok()?, steps.as_path())
            }
            Err(_) => (server.top, path),
        };
        for step in rest.components() {
            let Component::Normal(name) = step else { panic!("{step:?} in a path of the tree") };
            at = self.within(at).find(|(_, entry)| name == entry.disk_name.as_str())?.0;
        }
        self.entries.contains_key(&at).then_some(at)
    }

    fn names(&self, server: &TestServer, path: &Path) -> Vec<String> {
        let folder = self.at(server, path).unwrap_or_else(|| panic!("there is no {}", path.display()));
        let there = self.within(folder).filter(|(node, _)| self.has(*node));
        let mut names: Vec<_> = there.map(|(_, entry)| entry.disk_name.clone()).collect();
        if folder == server.top {
            names.extend(self.without_row().cloned());
            names.extend(self.is_there.then(|| ".vitrine".to_owned()));
        }
        names.sort();
        names
    }

    fn without_row(&self) -> impl Iterator<Item = &String> {
        self.objects.iter().filter(|name| name.parse().map_or(true, |node: i64| !self.entries.contains_key(&node)))
    }

    /// What a folder for the bin would have: each entry that was removed by itself, with all that lies in it.
    fn binned(&self) -> Vec<String> {
        let mut found: BTreeSet<String> = self.without_row().cloned().collect();
        for node in self.objects.iter().filter_map(|name| name.parse().ok()) {
            found.extend(self.in_bin_with(node).map(|item| item.to_string()));
        }
        // Of a folder a bucket knows nothing.
        let folders = self.entries.iter().filter(|(_, entry)| !entry.is_file && entry.state == BINNED);
        found.extend(folders.map(|(node, _)| node.to_string()));
        found.into_iter().collect()
    }

    fn in_bin_with(&self, node: i64) -> Option<i64> {
        let entry = self.entries.get(&node)?;
        if entry.state == BINNED { Some(node) } else { self.in_bin_with(entry.parent?) }
    }
}

/// Where `content::synthesise_file` writes: for a bucket beside it, until `send_synthesised`.
#[derive(Clone)]
pub struct Synthesised(Option<PathBuf>);

impl Synthesised {
    pub fn folder(&self, conn: &mut Conn<'_>, folder: NodeId) -> content::Result<PathBuf> {
        let Some(beside) = &self.0 else { return content::folder_on_disk(conn, folder) };
        let place = beside.join(folder.to_string());
        std::fs::create_dir_all(&place)?;
        Ok(place)
    }
}

impl TestServer {
    pub fn synthesised(&self) -> Synthesised {
        Synthesised(self.bucket.as_ref().map(|_| self.test.folder().join("synthesised")))
    }

    /// The bytes of the files that were synthesised in a folder come to where they belong.
    pub async fn send_synthesised(&self, folder: i64) {
        let Some(bucket) = &self.bucket else { return };
        let read = move |c: &mut Conn<'_>| {
            let sql = "SELECT node_id, name FROM nodes_node WHERE parent_id = $1 AND kind = 2";
            c.rows(sql, db::params![NodeId(folder)], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))
        };
        let place = self.test.folder().join("synthesised").join(folder.to_string());
        for (node, name) in self.app.db.read(read).await.unwrap() {
            bucket.overwrite(&key(node), &std::fs::read(place.join(name)).unwrap());
        }
    }

    async fn told(&self) -> Option<Told<'_>> {
        Some(Told::of(self, self.bucket.as_ref()?).await)
    }

    /// The bytes of a file; `path` is one of the tree.
    pub async fn bytes_at(&self, path: impl AsRef<Path>) -> Vec<u8> {
        let path = path.as_ref();
        let read = match self.told().await {
            Some(told) => told.at(self, path).and_then(|node| told.bucket.bytes(&key(node))),
            None => std::fs::read(self.disk.join(path)).ok(),
        };
        read.unwrap_or_else(|| panic!("{} has no bytes", path.display()))
    }

    pub async fn text_at(&self, path: impl AsRef<Path>) -> String {
        String::from_utf8(self.bytes_at(path).await).unwrap()
    }

    pub async fn is_at(&self, path: impl AsRef<Path>) -> bool {
        match self.told().await {
            Some(told) => told.at(self, path.as_ref()).is_some_and(|node| told.has(node)),
            None => self.disk.join(path).exists(),
        }
    }

    /// What is in a folder of the tree; in its top, the repository's own folder, too.
    pub async fn names_at(&self, folder: impl AsRef<Path>) -> Vec<String> {
        match self.told().await {
            Some(told) => told.names(self, folder.as_ref()),
            None => names_in(&self.disk.join(folder)),
        }
    }

    /// Gives a file other bytes, as another program does.
    pub async fn overwrite(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        match self.told().await {
            Some(told) => told.bucket.overwrite(&key(told.at(self, path.as_ref()).unwrap()), bytes.as_ref()),
            None => std::fs::write(self.disk.join(path), bytes).unwrap(),
        }
    }

    /// Takes the bytes of a file away, as another program does.
    pub async fn lose(&self, path: impl AsRef<Path>) {
        match self.told().await {
            Some(told) => told.bucket.remove(&key(told.at(self, path.as_ref()).unwrap())),
            None => std::fs::remove_file(self.disk.join(path)).unwrap(),
        }
    }

    /// Changes a file like a store that loses data: its size and time stay the same.
    pub async fn rot(&self, path: impl AsRef<Path>) {
        match self.told().await {
            Some(told) => {
                let rotten = |bytes: &mut Vec<u8>, _: &mut i64| *bytes.last_mut().unwrap() ^= 1;
                told.bucket.change(&key(told.at(self, path.as_ref()).unwrap()), rotten);
            }
            None => crate::integrity::rot(&self.disk.join(path)),
        }
    }

    /// Lets a file's time be so much later, and its bytes as they are.
    pub async fn touch(&self, path: impl AsRef<Path>, later: Duration) {
        match self.told().await {
            Some(told) => {
                let later = i64::try_from(later.as_nanos()).unwrap();
                told.bucket.change(&key(told.at(self, path.as_ref()).unwrap()), |_, modified_ns| *modified_ns += later);
            }
            None => {
                let file = File::options().write(true).open(self.disk.join(path)).unwrap();
                file.set_modified(file.metadata().unwrap().modified().unwrap() + later).unwrap();
            }
        }
    }

    /// The folder of what is received.
    pub async fn staging(&self) -> PathBuf {
        if self.bucket.is_none() {
            return self.disk.join(".vitrine/staging");
        }
        let top = self.top;
        let sql = "SELECT repository_id FROM nodes_node WHERE node_id = $1";
        let asked = self.app.db.read(move |c| c.get(sql, db::params![NodeId(top)], |row| row.get::<i64>(0)));
        self.test.folder().join("staged").join(asked.await.unwrap().to_string())
    }

    pub async fn staged(&self) -> Vec<String> {
        let folder = self.staging().await;
        // A bucket's is made when the first bytes come.
        if self.bucket.is_some() && !folder.exists() { Vec::new() } else { names_in(&folder) }
    }

    /// What the bin has.
    pub async fn binned(&self) -> Vec<String> {
        match self.told().await {
            Some(told) => told.binned(),
            None => names_in(&self.disk.join(".vitrine/bin")),
        }
    }
}
