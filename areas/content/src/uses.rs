//! What people do with entries without changing them, for rooms that count it: told when it has begun, and outside any
//! transaction, so that a download writes nothing to the database.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Response, StatusCode};
use db::Db;
use primitives::{NodeId, Seconds, UserId};
use room::Contributions;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UseKind {
    /// Somebody opened it.
    Viewed,
    /// Somebody fetched it, alone or as what is selected for an archive.
    Downloaded,
    /// Somebody made a link to it.
    Shared,
}

/// Who uses entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsedBy {
    Person(UserId),
    /// A visitor of the share link with this number, who is new: the room of links tells each only once.
    Visitor(i64),
}

/// Something that was done with entries.
#[derive(Clone, Copy, Debug)]
pub struct Use<'u> {
    pub kind: UseKind,
    /// None of a visit to a link that shows several entries.
    pub nodes: &'u [NodeId],
    pub by: UsedBy,
    pub at: Seconds,
}

type Hear = Arc<dyn Fn(&Db, &Use<'_>) + Send + Sync>;

/// What a room does when entries are used. It is quick and asks no database: an answer waits for it.
#[derive(Clone)]
pub struct UseListener(Hear);

impl UseListener {
    pub fn new(hear: impl Fn(&Db, &Use<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hear))
    }
}

/// Tells the rooms that listen.
pub fn tell_use(db: &Db, used: &Use<'_>) {
    let Some(contributions) = db.carried::<Arc<Contributions>>() else { return };
    contributions.all::<UseListener>().for_each(|listener| (listener.0)(db, used));
}

/// Tells that a person downloads these entries, if the answer has bytes of them.
pub fn tell_download(
    db: &Db,
    (person, nodes): (UserId, &[NodeId]),
    method: &Method,
    answer: &Response<Body>,
    at: Seconds,
) {
    if gives_bytes(method, answer) {
        tell_use(db, &Use { kind: UseKind::Downloaded, nodes, by: UsedBy::Person(person), at });
    }
}

/// Whether the answer to a request has bytes of what was asked for.
pub fn gives_bytes(method: &Method, answer: &Response<Body>) -> bool {
    *method != Method::HEAD && [StatusCode::OK, StatusCode::PARTIAL_CONTENT].contains(&answer.status())
}
