//! Every operation of the document, called by everybody who must not see a marked folder and the file in it.
//!
//! Each room says beside its tests what is expected of its operations (`expectations`); one without an expectation
//! fails the test. Missing and invisible get the same answer: status, headers and body are compared here, database
//! statements in `roads`. Other aspects are tested beside it: `lists` (counts, order, pages), `bytes` (ranges,
//! conditions, links, pictures), `ids` (of what is no entry) and `rooms` of the live socket.

mod bytes;
mod ids;
mod lists;
mod roads;
mod rooms;

use primitives::{NodeId, NodeRole};
use security::Principal;
use serde_json::Value;

use crate::administration;
use crate::expectations::{Described, Expect, Filled, MISSING, Values, described};
use crate::harness::{TestServer, on_both};
use crate::test_users::{Answer, TestUser};

/// Everybody of the marked entry's tenant who is not cleared, and two of other tenants.
const UNCLEARED: [&str; 7] = ["ada", "mia", "wim", "rea", "rita", "eva", "root"];
/// The marked entry of a story, and the values of calls that are about it.
struct Marked {
    folder: i64,
    file: i64,
    values: Values,
}

impl Marked {
    async fn of(server: &TestServer, folder: i64, file: i64) -> Self {
        let values = Values::of(server).await.with("marked_folder", folder).with("marked_file", file);
        Self { folder, file, values: values.with("marked_grant", grant_on(server, file).await) }
    }

    async fn missing(server: &TestServer) -> Self {
        Self::of(server, MISSING, MISSING).await
    }

    fn call(&self, described: &Described) -> Filled {
        described.expectation.call.filled(&described.operation, &self.values)
    }
}

async fn call(who: &TestUser<'_>, marked: &Marked, described: &Described) -> Answer {
    marked.call(described).send(who).await
}

/// A grant that was given on the node.
async fn grant_on(server: &TestServer, node: i64) -> i64 {
    let sql = "SELECT COALESCE(MIN(grant_id), 999999) FROM security_grant WHERE node_id = $1";
    server.app.db.read(move |c| c.get(sql, db::params![node], |row| row.get(0))).await.unwrap()
}

/// The whole tree, to check that refused callers have written nothing.
async fn tree(server: &TestServer) -> Vec<(i64, String, i64)> {
    let sql = "SELECT node_id, name, state FROM nodes_node ORDER BY node_id";
    let rows =
        server.app.db.read(move |c| c.rows(sql, &[], |row| Ok((row.get::<NodeId>(0)?.0, row.get(1)?, row.get(2)?))));
    rows.await.unwrap()
}

#[test]
fn every_operation_keeps_what_is_marked_from_everybody_who_is_not_cleared() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "sealed folder").await.id();
        let file = wim.upload(folder, "sealed.txt", "words").await.id();
        server.drain().await;
        server.grant(file, Principal::Group(server.groups["readers"]), NodeRole::Reader).await;
        server.classify(folder).await;
        let (marked, missing) = (Marked::of(server, folder, file).await, Marked::missing(server).await);
        let before = tree(server).await;
        for described in described(server) {
            Swept { server, described: &described, marked: &marked, missing: &missing }.check().await;
        }
        assert_eq!(tree(server).await, before, "whoever was refused wrote nothing");
    });
}

/// An operation that is swept.
struct Swept<'s> {
    server: &'s TestServer,
    described: &'s Described,
    marked: &'s Marked,
    missing: &'s Marked,
}

impl Swept<'_> {
    async fn check(&self) {
        let id = &self.described.operation.id;
        let nobody = call(&self.server.anonymous(), self.marked, self.described).await.status;
        let expected = &self.described.expectation.sweep;
        let wanted = if let Expect::Open(status) = expected { *status } else { 401 };
        assert_eq!(nobody, wanted, "{id} as nobody");
        match expected {
            Expect::Closed { cleared_reader } => self.closed(*cleared_reader).await,
            Expect::Filtered => self.filtered().await,
            Expect::Own | Expect::Elsewhere | Expect::Open(_) => (),
            Expect::Administration => assert!(administration::calls::is_covered(id), "{id} is not in administration"),
            Expect::Foreign => self.answers(["ada", "rea", "eva", "root"], 404).await,
            Expect::Administered => {
                self.answers(["mia", "wim", "rea", "clea", "rita"], 403).await;
                let answer = self.call_as("eva").await;
                assert!([404, 422].contains(&answer.status), "{id} as eva: {} {}", answer.status, answer.body);
            }
            Expect::Office { refused, strangers } => {
                self.answers(refused.iter().map(String::as_str), 403).await;
                self.answers(strangers.iter().map(String::as_str), 404).await;
            }
            Expect::Roles(allowed) => self.roles(allowed).await,
        }
    }

    async fn call_as(&self, name: &str) -> Answer {
        call(&self.server.user(name), self.marked, self.described).await
    }

    async fn answers(&self, people: impl IntoIterator<Item = &str>, status: u16) {
        for name in people {
            let answer = self.call_as(name).await;
            assert_eq!(answer.status, status, "{} as {name}: {}", self.described.operation.id, answer.body);
        }
    }

    async fn closed(&self, cleared_reader: u16) {
        let id = &self.described.operation.id;
        let (of_marked, of_missing) = (self.marked.call(self.described), self.missing.call(self.described));
        assert_ne!(of_marked, of_missing, "{id} is not called for the marked entry");
        for name in UNCLEARED {
            let answer = self.call_as(name).await;
            assert_eq!(answer.status, 404, "{id} as {name}: {}", answer.body);
            let gone = call(&self.server.user(name), self.missing, self.described).await;
            assert_eq!(look_of(gone), look_of(answer), "{id} as {name}: missing and invisible");
        }
        self.answers(["clea"], cleared_reader).await;
    }

    async fn filtered(&self) {
        let id = &self.described.operation.id;
        for name in ["ada", "mia", "wim", "rea", "rita", "eva"] {
            let answer = self.call_as(name).await;
            assert_eq!(answer.status, 200, "{id} as {name}");
            assert!(!mentions(&answer.body, self.marked), "{id} tells {name} of it: {}", answer.body);
        }
        self.answers(["root"], 404).await;
    }

    async fn roles(&self, allowed: &[String]) {
        let id = &self.described.operation.id;
        for name in crate::harness::PEOPLE {
            let answer = self.call_as(name).await;
            let wanted = if allowed.iter().any(|role| role == name) { 200 } else { 403 };
            assert_eq!(answer.status, wanted, "{id} as {name}: {}", answer.body);
            let told = String::from_utf8_lossy(&answer.bytes).contains("sealed");
            assert!(!told || name == "zoe", "{id} tells {name} of what is marked");
        }
    }
}

/// Everything that distinguishes two answers, except for the time and the request's id.
pub fn look_of(answer: Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let named = |name: &str| !["date", "x-request-id"].contains(&name);
    let headers = answer.headers.iter().filter(|(name, _)| named(name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    (answer.status, headers, answer.bytes)
}

fn mentions(body: &Value, marked: &Marked) -> bool {
    let ids = [marked.folder, marked.file];
    let items = body["items"].as_array().into_iter().flatten();
    items.into_iter().any(|item| ids.iter().any(|id| item["node_id"] == *id))
}

#[test]
fn a_repository_of_another_tenant_is_not_found() {
    on_both(async |server| {
        let theirs = server.other_top;
        for name in ["ada", "zoe", "mia", "wim"] {
            let who = server.user(name);
            assert_eq!(who.get(&format!("entry/{theirs}")).await.status, 404, "{name}");
            assert_eq!(who.folder(theirs, "planted").await.refusal(), (404, "not_found"), "{name}");
        }
        assert_eq!(server.user("eva").get(&format!("entry/{theirs}")).await.status, 200);
    });
}
