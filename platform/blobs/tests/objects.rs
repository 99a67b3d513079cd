//! A store of objects as a repository's store: what a folder tree does, it does too. With `PROVE_S3_URL` a real store is
//! asked, where nothing has to fail on purpose.

#![expect(clippy::unwrap_used, reason = "a builder that fails is a failed test")]

use std::io::{ErrorKind, Read, Write};

use outbound::{Outbound, Url};
use primitives::NodeId;
use vitrine_blobs::TestBucket;
use vitrine_blobs::testing::object_server::{ACCESS_KEY, ObjectServer, SECRET_KEY};
use vitrine_blobs::{Area, Change, Error, Found, S3, S3Address, Store, TreePath, Trouble, Within};

/// A store of the server, with a folder for what is staged.
struct Bucket {
    server: TestBucket,
    folder: tempfile::TempDir,
}

impl Bucket {
    fn new() -> Self {
        let bucket = Self { server: TestBucket::below("vitrine/main"), folder: tempfile::tempdir().unwrap() };
        bucket.store().prepare().unwrap();
        bucket
    }

    /// A store that can fail and tells what it is asked; None where a real one is.
    fn of_own() -> Option<Self> {
        let bucket = (!TestBucket::is_real()).then(Self::new)?;
        bucket.own().asked();
        Some(bucket)
    }

    fn own(&self) -> &ObjectServer {
        self.server.own().unwrap()
    }

    fn address(&self) -> S3Address {
        self.server.address().clone()
    }

    fn at(&self, address: &S3Address) -> S3 {
        let outbound = Outbound::streaming(&[self.server.host().to_owned()], None).unwrap();
        S3::at(address, outbound, "films", self.folder.path().join("staged"))
    }

    fn store(&self) -> S3 {
        self.at(&self.address())
    }

    /// A file that was received and put into place.
    fn stored(&self, node: i64, bytes: &[u8]) -> S3 {
        let store = self.store();
        store.stage(NodeId(node)).unwrap().write_all(bytes).unwrap();
        store.commit(NodeId(node), &put(node)).unwrap();
        store
    }
}

fn place(node: i64) -> TreePath {
    TreePath::of(&["Summer", "a.txt"]).unwrap().of_node(NodeId(node))
}

fn put(node: i64) -> Change {
    Change::MoveIn { area: Area::Staging, to: place(node) }
}

fn take_out(node: i64, area: Area) -> Change {
    Change::MoveOut { from: place(node), area }
}

fn key(node: i64) -> String {
    format!("films/{node}")
}

fn bytes_of(store: &S3, node: i64) -> Vec<u8> {
    let mut all = Vec::new();
    store.open(&place(node)).unwrap().bytes().read_to_end(&mut all).unwrap();
    all
}

fn nodes_in(store: &S3, within: Within<'_>) -> Vec<NodeId> {
    let mut nodes: Vec<_> = store.walk(within).unwrap().iter().filter_map(Found::node).collect();
    nodes.sort_unstable();
    nodes
}

#[test]
fn a_file_goes_from_staging_to_an_object_with_the_name_of_its_node() {
    let bucket = Bucket::new();
    let staged = bucket.store();
    let mut file = staged.stage(NodeId(7)).unwrap();
    file.write_all(b"by").unwrap();
    staged.stage(NodeId(7)).unwrap().write_all(b"tes").unwrap();
    let written = vitrine_blobs::Written::of(&file).unwrap();
    assert_eq!(nodes_in(&staged, Within::Area(Area::Staging)), [NodeId(7)]);
    staged.commit(NodeId(7), &put(7)).unwrap();
    assert_eq!(bucket.server.bytes(&key(7)).unwrap(), b"bytes");
    assert_eq!(nodes_in(&staged, Within::Area(Area::Staging)), []);
    let opened = staged.open(&place(7)).unwrap();
    assert_eq!(opened.written().unwrap(), written, "the time that its row has stays right");
    assert_eq!(opened.hash().unwrap(), blake3::hash(b"bytes").to_hex().as_str());
    assert_eq!(staged.stat(&place(7)).unwrap().map(|found| found.size), Some(5));
    assert_eq!(staged.stat(&place(8)).unwrap(), None);
    assert!(matches!(staged.open(&place(8)), Err(Error::Missing)));
}

#[test]
fn what_moves_in_the_tree_or_to_the_bin_asks_the_store_nothing() {
    let Some(bucket) = Bucket::of_own() else { return };
    let store = bucket.stored(7, b"bytes");
    bucket.own().asked();
    let folder = TreePath::of(&["Summer"]).unwrap();
    for change in [
        Change::Rename { from: place(7), to: place(7) },
        take_out(7, Area::Bin),
        Change::MoveIn { area: Area::Bin, to: place(7) },
        Change::MakeFolder(folder.clone()),
        Change::RemoveFolder(folder),
        Change::Nothing,
    ] {
        store.commit(NodeId(7), &change).unwrap().undo().unwrap();
    }
    assert_eq!(bucket.own().asked(), Vec::<String>::new());
    assert_eq!(bytes_of(&store, 7), b"bytes");
    store.discard(Area::Bin, NodeId(7)).unwrap();
    store.discard(Area::Bin, NodeId(7)).unwrap();
    assert!(matches!(store.open(&place(7)), Err(Error::Missing)));
}

#[test]
fn what_was_sent_goes_back_to_staging_if_it_is_undone() {
    let bucket = Bucket::new();
    let store = bucket.store();
    store.stage(NodeId(7)).unwrap().write_all(b"bytes").unwrap();
    store.commit(NodeId(7), &put(7)).unwrap().undo().unwrap();
    assert_eq!(bucket.server.bytes(&key(7)), None);
    store.stage(NodeId(7)).unwrap().write_all(b" and more").unwrap();
    store.commit(NodeId(7), &put(7)).unwrap();
    assert_eq!(bucket.server.bytes(&key(7)).unwrap(), b"bytes and more");
    assert!(matches!(store.commit(NodeId(8), &put(8)), Err(Error::Missing)));
}

#[test]
fn after_a_crash_an_object_without_its_row_goes_back_to_staging() {
    let bucket = Bucket::new();
    let store = bucket.stored(7, b"bytes");
    let taken = store.commit(NodeId(7), &take_out(7, Area::Staging)).unwrap();
    assert_eq!((bucket.server.bytes(&key(7)), nodes_in(&store, Within::Area(Area::Staging))), (None, vec![NodeId(7)]));
    assert!(matches!(store.commit(NodeId(7), &take_out(7, Area::Staging)), Err(Error::Exists)));
    assert!(matches!(store.commit(NodeId(8), &take_out(8, Area::Staging)), Err(Error::Missing)));
    taken.undo().unwrap();
    assert_eq!(bytes_of(&store, 7), b"bytes");
    store.stage(NodeId(9)).unwrap();
    store.discard(Area::Staging, NodeId(9)).unwrap();
    assert_eq!(nodes_in(&store, Within::Area(Area::Staging)), []);
}

/// More than goes in one part.
fn large() -> Vec<u8> {
    (0..(33_u32 << 20)).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

#[test]
fn a_large_file_goes_in_parts_and_is_read_by_ranges() {
    let (bucket, bytes) = (Bucket::new(), large());
    let store = bucket.stored(7, &bytes);
    let asked = || bucket.server.own().map(ObjectServer::asked);
    if let Some(asked) = asked() {
        assert_eq!(asked.iter().filter(|asked| *asked == "PUT vitrine/main/films/7").count(), 3, "{asked:?}");
    }
    assert!(bucket.server.bytes(&key(7)).unwrap() == bytes);
    let opened = store.open(&place(7)).unwrap();
    let mut some = [0; 1000];
    for at in [0, 20_000_000, 5, 1005, (33 << 20) - 400] {
        let read = opened.read_at(&mut some, at).unwrap();
        let at = usize::try_from(at).unwrap();
        assert_eq!(some[..read], bytes[at..(at + 1000).min(bytes.len())]);
    }
    assert_eq!(opened.read_at(&mut some, 33 << 20).unwrap(), 0);
    asked();
    assert_eq!(opened.hash().unwrap(), blake3::hash(&bytes).to_hex().as_str());
    assert!(asked().is_none_or(|asked| asked.len() < 10), "what is read on comes with few requests");
    let mut local = Vec::new();
    vitrine_blobs::from_start(opened.local(blake3::hash(&bytes).to_hex().as_str()).unwrap().unwrap())
        .read_to_end(&mut local)
        .unwrap();
    assert!(local == bytes);
}

#[test]
fn of_an_object_that_is_replaced_while_it_is_read_nothing_else_is_read() {
    let bucket = Bucket::new();
    let store = bucket.stored(7, b"the first bytes");
    let opened = store.open(&place(7)).unwrap();
    bucket.server.overwrite(&key(7), b"other bytes....");
    assert_eq!(opened.read_at(&mut [0; 4], 0).unwrap_err().kind(), ErrorKind::NotFound);
    let opened = store.open(&place(7)).unwrap();
    bucket.server.remove(&key(7));
    assert_eq!(opened.read_at(&mut [0; 4], 0).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn parts_that_a_crash_or_a_refusal_leaves_are_ended() {
    let Some(bucket) = Bucket::of_own() else { return };
    let store = bucket.store();
    store.stage(NodeId(7)).unwrap().write_all(&large()).unwrap();
    bucket.own().fail("POST vitrine/main/films/7", 403, "AccessDenied");
    assert!(matches!(store.commit(NodeId(7), &put(7)), Err(Error::NotMounted)));
    bucket.own().fail("PUT vitrine/main/films/7", 400, "InvalidRequest");
    assert!(matches!(store.commit(NodeId(7), &put(7)), Err(Error::Io(_))));
    assert_eq!(bucket.own().unfinished(), 0);
    // A program that is killed while it sends leaves the note of it, and the parts.
    bucket.own().fail("PUT vitrine/main/films/7", 400, "InvalidRequest");
    bucket.own().fail("DELETE vitrine/main/films/7", 400, "InvalidRequest");
    assert!(store.commit(NodeId(7), &put(7)).is_err());
    assert_eq!(bucket.own().unfinished(), 1);
    store.discard(Area::Staging, NodeId(7)).unwrap();
    assert_eq!((bucket.own().unfinished(), nodes_in(&store, Within::Area(Area::Staging))), (0, Vec::new()));
}

#[test]
fn a_store_that_fails_for_a_moment_is_asked_again() {
    let Some(bucket) = Bucket::of_own() else { return };
    let store = bucket.stored(7, b"bytes");
    for _ in 0..2 {
        bucket.own().fail("GET vitrine/main/films/7", 503, "SlowDown");
    }
    assert_eq!(bytes_of(&store, 7), b"bytes");
    for _ in 0..3 {
        bucket.own().fail("HEAD vitrine/main/films/7", 503, "SlowDown");
    }
    assert!(matches!(store.open(&place(7)), Err(Error::Slow)));
    store.stage(NodeId(8)).unwrap().write_all(b"more").unwrap();
    bucket.own().fail("PUT vitrine/main/films/8", 507, "InsufficientStorage");
    assert!(matches!(store.commit(NodeId(8), &put(8)), Err(Error::Full)));
    assert_eq!(nodes_in(&store, Within::Area(Area::Staging)), [NodeId(8)], "nothing is lost");
}

#[test]
fn everything_there_is_listed_page_by_page_and_can_be_set_aside() {
    let bucket = Bucket::new();
    for node in 1..=8 {
        bucket.stored(node, b"bytes");
    }
    let store = bucket.store();
    assert_eq!(nodes_in(&store, Within::Top), (1..=8).map(NodeId).collect::<Vec<_>>());
    let aside = store.set_aside(None, "5".as_ref()).unwrap();
    let aside = aside.strip_prefix(&bucket.address().prefix).unwrap();
    assert_eq!(bucket.server.bytes(aside.to_str().unwrap()).unwrap(), b"bytes");
    assert_eq!(store.stat(&place(5)).unwrap(), None);
    assert_eq!(nodes_in(&store, Within::Top).len(), 7);
    assert!(store.walk(Within::Area(Area::Bin)).unwrap().is_empty());
}

#[test]
fn a_store_that_cannot_be_used_makes_no_file_missing() {
    let Some(bucket) = Bucket::of_own() else { return };
    bucket.stored(7, b"bytes");
    let address = bucket.address();
    let gone = S3Address { bucket: "gone".to_owned(), ..address.clone() };
    let elsewhere = S3Address { prefix: "elsewhere".to_owned(), ..address.clone() };
    let wrong = S3Address { secret_key: Some("wrong".to_owned()), ..address.clone() };
    let unread = S3Address { secret_key: None, ..address };
    for address in [gone, elsewhere, wrong, unread] {
        let store = bucket.at(&address);
        assert!(!store.is_there(), "{address:?}");
        assert!(matches!(store.open(&place(7)), Err(Error::NotMounted)), "{address:?}");
        assert!(matches!(store.walk(Within::Top), Err(Error::NotMounted)), "{address:?}");
        assert!(store.missing_areas().is_err(), "{address:?}");
    }
    assert!(bucket.store().is_there() && bucket.store().is_used().unwrap());
}

#[test]
fn a_probe_says_what_is_wrong() {
    let Some(bucket) = Bucket::of_own() else { return };
    let address = bucket.address();
    assert_eq!(bucket.store().probe(), Ok(()));
    assert_eq!(bucket.own().keys(), ["vitrine/main/films/.vitrine/repository"], "it leaves nothing");
    let of = |change: fn(&mut S3Address)| {
        let mut address = address.clone();
        change(&mut address);
        bucket.at(&address).probe()
    };
    assert_eq!(of(|address| address.bucket = "gone".to_owned()), Err(Trouble::Bucket));
    assert_eq!(of(|address| address.region = "us-east-1".to_owned()), Err(Trouble::Region));
    assert_eq!(of(|address| address.access_key = "other".to_owned()), Err(Trouble::AccessKey));
    assert_eq!(of(|address| address.secret_key = Some("other".to_owned())), Err(Trouble::SecretKey));
    for (what, trouble) in
        [("PUT", Trouble::MayNotWrite), ("GET vitrine", Trouble::MayNotRead), ("DELETE", Trouble::MayNotDelete)]
    {
        bucket.own().fail(what, 403, "AccessDenied");
        assert_eq!(bucket.store().probe(), Err(trouble), "{what}");
    }
    let closed = S3Address { endpoint: Url::parse("http://127.0.0.1:9").unwrap(), ..address.clone() };
    let trusting = Outbound::streaming(&["127.0.0.1".to_owned()], None).unwrap();
    assert_eq!(S3::at(&closed, trusting, "films", bucket.folder.path().into()).probe(), Err(Trouble::Silent));
    let trusting_nobody = Outbound::streaming(&[], None).unwrap();
    let private = S3::at(&address, trusting_nobody, "films", bucket.folder.path().into());
    assert_eq!(private.probe(), Err(Trouble::Address), "only the operator may name a private address");
}

#[test]
fn neither_key_is_ever_shown() {
    let Some(bucket) = Bucket::of_own() else { return };
    let shown = format!("{:?} {} {:?} {}", bucket.address(), bucket.address(), bucket.store(), bucket.store().name());
    assert!(!shown.contains(SECRET_KEY) && !shown.contains(ACCESS_KEY), "{shown}");
    bucket.stored(7, b"bytes");
    bucket.server.overwrite(&key(7), b"other");
    let opened = bucket.store().open(&place(7)).unwrap();
    bucket.own().fail("GET", 400, "InvalidRequest");
    let told = opened.read_at(&mut [0; 4], 0).unwrap_err().to_string();
    assert!(!told.contains(ACCESS_KEY) && !told.contains("Signature"), "{told}");
}
