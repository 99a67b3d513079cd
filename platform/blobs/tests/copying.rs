//! Copies that a store of objects makes itself: no bytes are read here, and what is there in the end is right. With
//! `PROVE_S3_URL` a real store is asked, where nothing has to fail on purpose.

#![expect(clippy::unwrap_used, reason = "a builder that fails is a failed test")]

use std::io::{Read, Write};

use outbound::Outbound;
use primitives::NodeId;
use vitrine_blobs::testing::TestBucket;
use vitrine_blobs::testing::object_server::ObjectServer;
use vitrine_blobs::{Area, Change, Error, Opened, S3, Store, TreePath};

struct Bucket {
    server: TestBucket,
    folder: tempfile::TempDir,
}

impl Bucket {
    fn new() -> Self {
        let bucket = Self { server: TestBucket::below(""), folder: tempfile::tempdir().unwrap() };
        bucket.store("films").prepare().unwrap();
        bucket.store("other").prepare().unwrap();
        bucket
    }

    /// A store that can fail and tells what it is asked; None where a real one is.
    fn of_own() -> Option<Self> {
        (!TestBucket::is_real()).then(Self::new)
    }

    fn own(&self) -> &ObjectServer {
        self.server.own().unwrap()
    }

    /// What was asked since the last question; nothing is known of a real store.
    fn asked(&self) -> Vec<String> {
        self.server.own().map_or_else(Vec::new, ObjectServer::asked)
    }

    /// The objects of a repository.
    fn store(&self, repository: &str) -> S3 {
        let outbound = Outbound::streaming(&[self.server.host().to_owned()], None).unwrap();
        S3::at(self.server.address(), outbound, repository, self.folder.path().join(repository))
    }

    /// A file of `films`, opened.
    fn stored(&self, node: i64, bytes: &[u8]) -> Opened {
        let store = self.store("films");
        store.stage(NodeId(node)).unwrap().write_all(bytes).unwrap();
        store.commit(NodeId(node), &Change::MoveIn { area: Area::Staging, to: place(node) }).unwrap();
        let opened = store.open(&place(node)).unwrap();
        self.asked();
        opened
    }

    /// Whether bytes were read since the last question.
    fn was_read(&self) -> bool {
        self.asked().iter().any(|asked| asked.starts_with("GET"))
    }
}

fn place(node: i64) -> TreePath {
    TreePath::of(&["a.txt"]).unwrap().of_node(NodeId(node))
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn bytes_of(store: &S3, node: i64) -> Vec<u8> {
    let mut all = Vec::new();
    store.open(&place(node)).unwrap().bytes().read_to_end(&mut all).unwrap();
    all
}

/// More than goes in one part.
fn large() -> Vec<u8> {
    (0..(33_u32 << 20)).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

#[test]
fn an_object_is_copied_by_its_store_and_nothing_of_it_is_read() {
    let bucket = Bucket::new();
    let from = bucket.stored(7, b"bytes");
    for (repository, node) in [("films", 8), ("other", 9)] {
        let store = bucket.store(repository);
        bucket.asked();
        let copied = store.copy_inside(NodeId(node), &from, &hash(b"bytes"), &|| true).unwrap().unwrap();
        assert!(!bucket.was_read());
        assert_eq!(copied.written, from.written().unwrap(), "what is known of the bytes is known of the copy");
        assert_eq!(copied.written, store.open(&place(node)).unwrap().written().unwrap());
        assert_eq!(bytes_of(&store, node), b"bytes");
        copied.applied.undo().unwrap();
        assert!(matches!(store.open(&place(node)), Err(Error::Missing)));
    }
    assert_eq!(bytes_of(&bucket.store("films"), 7), b"bytes");
}

#[test]
fn what_was_sent_in_parts_is_copied_in_the_same_ones() {
    let (bucket, bytes) = (Bucket::new(), large());
    let (from, store) = (bucket.stored(7, &bytes), bucket.store("films"));
    store.copy_inside(NodeId(8), &from, &hash(&bytes), &|| true).unwrap().unwrap();
    let asked = bucket.asked();
    let parts = asked.iter().filter(|asked| *asked == "PUT films/8").count();
    assert!(bucket.server.own().is_none() || parts == 3, "{asked:?}");
    assert!(!asked.iter().any(|asked| asked.starts_with("GET")), "{asked:?}");
    assert!(bucket.server.bytes("films/8").unwrap() == bytes);
    assert!(bucket.server.own().is_none_or(|own| own.unfinished() == 0));

    // It is cancelled between two of them.
    let stopped = store.copy_inside(NodeId(9), &from, &hash(&bytes), &|| false);
    assert!(matches!(stopped, Err(Error::Io(_))), "{stopped:?}");
    assert_eq!(bucket.server.bytes("films/9"), None);
}

#[test]
fn parts_of_a_copy_that_is_cancelled_or_killed_are_ended() {
    let Some(bucket) = Bucket::of_own() else { return };
    let (from, store, bytes) = (bucket.stored(7, &large()), bucket.store("films"), large());
    assert!(store.copy_inside(NodeId(9), &from, &hash(&bytes), &|| false).is_err());
    assert_eq!(bucket.own().unfinished(), 0);
    bucket.own().fail("DELETE films/9", 400, "InvalidRequest");
    assert!(store.copy_inside(NodeId(9), &from, &hash(&bytes), &|| false).is_err());
    assert_eq!(bucket.own().unfinished(), 1);
    store.discard(Area::Staging, NodeId(9)).unwrap();
    assert_eq!(bucket.own().unfinished(), 0);
}

#[test]
fn a_store_that_does_not_copy_or_copies_something_else_leaves_nothing() {
    let Some(bucket) = Bucket::of_own() else { return };
    let bytes = large();
    let (small, large, store) = (bucket.stored(6, b"bytes"), bucket.stored(7, &bytes), bucket.store("films"));
    let nothing = |copied: Result<Option<vitrine_blobs::CopiedInside>, Error>| {
        assert!(copied.unwrap().is_none());
        assert_eq!((bucket.own().bytes("films/8"), bucket.own().unfinished()), (None, 0));
    };
    for (status, code) in [(501, "NotImplemented"), (403, "AccessDenied"), (400, "InvalidRequest")] {
        for (from, hash) in [(&small, hash(b"bytes")), (&large, hash(&bytes))] {
            bucket.own().fail("PUT films/8", status, code);
            nothing(store.copy_inside(NodeId(8), from, &hash, &|| true));
        }
    }
    // What was opened has other bytes by now.
    bucket.own().damage("films/6", b"other");
    nothing(store.copy_inside(NodeId(8), &small, &hash(b"bytes"), &|| true));
    // Another store, and a file of a disk.
    let elsewhere = Bucket::new();
    nothing(store.copy_inside(NodeId(8), &elsewhere.stored(7, b"bytes"), &hash(b"bytes"), &|| true));
    nothing(store.copy_inside(NodeId(8), &Opened::from(tempfile::tempfile().unwrap()), &hash(b""), &|| true));
    let again = bucket.stored(5, b"bytes");
    for _ in 0..3 {
        bucket.own().fail("PUT films/8", 503, "SlowDown");
    }
    assert!(matches!(store.copy_inside(NodeId(8), &again, &hash(b"bytes"), &|| true), Err(Error::Slow)));
}

#[test]
fn where_tags_say_nothing_of_the_bytes_these_are_read() {
    let Some(bucket) = Bucket::of_own() else { return };
    let bytes = large();
    let (from, store) = (bucket.stored(7, &bytes), bucket.store("films"));
    bucket.own().give_tags_of_their_own();
    store.copy_inside(NodeId(8), &from, &hash(&bytes), &|| true).unwrap().unwrap();
    assert!(bucket.was_read());
    let wrong = store.copy_inside(NodeId(9), &from, &hash(b"something else"), &|| true).unwrap();
    assert!(wrong.is_none() && bucket.own().bytes("films/9").is_none());
}
