//! What the tests over all operations expect of each of them. A room says it beside its own tests, in
//! `areas/<room>/tests/expectations.json`, by operation id; docs/guides/add-an-endpoint.md describes the file.

mod call;
mod files;
mod values;

use std::collections::BTreeMap;

use reqwest::Method;
use serde::Deserialize;

use crate::harness::TestServer;
use crate::test_users::{Answer, TestUser};

pub use call::{Call, Filled};
pub use values::{MISSING, Values};

/// An operation as the document has it.
#[derive(Clone, Debug)]
pub struct Operation {
    pub id: String,
    pub method: Method,
    pub path: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// For the reader of the file.
    #[serde(default, rename = "why")]
    _why: String,
    pub sweep: Expect,
    /// How the sweep calls it.
    #[serde(default)]
    pub call: Call,
    /// Of every operation other than GET, and of no other.
    pub log: Option<Log>,
}

/// The required answer of an operation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Expect {
    /// It names the marked folder or file: 401 without a session, 404 for all who do not see it, this for the cleared
    /// reader.
    Closed { cleared_reader: u16 },
    /// It lists what the asker sees, without the marked ones.
    Filtered,
    /// It concerns the asker alone: 401 without a session; it names no node.
    Own,
    /// It concerns another user or their action: 401 without a session, 404 for everybody.
    Foreign,
    /// It is for some roles: 401 without a session, 403 for the first, 404 for the second.
    Office { refused: Vec<String>, strangers: Vec<String> },
    /// Only people with these roles may call it: 401 without a session, 403 for others; its answers name no marked
    /// node.
    Roles(Vec<String>),
    /// It concerns objects of administration: 401 without a session, 403 for people who administer nothing, 404 or 422
    /// for those of another tenant.
    Administered,
    /// It names no node, and has tests of its own: 401 without a session.
    Elsewhere,
    /// The same; its tests are `administration`, which calls it with all roles.
    Administration,
    /// Anybody may call it; without credentials, this is the answer.
    Open(u16),
}

/// What the log has of an operation that succeeds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Log {
    /// Nothing, for this reason.
    NotRecorded(String),
    /// An entry, after these calls; the last one is of the operation itself.
    Calls(Vec<Step>),
    /// An entry, after what `audit.rs` does, because it takes more than calls.
    InCode,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A user of the harness, `nobody`, or a kept token.
    #[serde(rename = "as")]
    who: String,
    /// None: the operation that is described.
    operation: Option<String>,
    #[serde(default)]
    call: Call,
    /// What later calls need: names, and where the values stand in the answer.
    #[serde(default)]
    keep: BTreeMap<String, String>,
    /// Another call may have done it already.
    #[serde(default)]
    may_be_refused: bool,
}

pub struct Described {
    pub operation: Operation,
    pub expectation: Expectation,
}

/// Every operation of the document, in its order, with what its room expects of it.
pub fn described(server: &TestServer) -> Vec<Described> {
    let operations = operations(server);
    let mut expectations = files::gather(&files::all(), &operations, &files::handlers())
        .unwrap_or_else(|faults| panic!("{}", faults.join("\n")));
    let described = operations.into_iter().map(|operation| {
        let expectation = expectations.remove(&operation.id).expect("none is missing");
        Described { operation, expectation }
    });
    described.collect()
}

fn operations(server: &TestServer) -> Vec<Operation> {
    let (_, document, _) = vitrine::app::split(server.app.routes());
    let document = serde_json::to_value(document.written()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if let Some(id) = operation["operationId"].as_str() {
                let method = method.to_uppercase().parse().unwrap();
                found.push(Operation { id: id.to_owned(), method, path: path.clone() });
            }
        }
    }
    found
}

/// Takes these steps for `operation`; the last answer.
pub async fn take(server: &TestServer, all: &[Described], operation: &Operation, steps: &[Step]) -> Answer {
    let mut values = Values::of(server).await;
    let (last, before) = steps.split_last().expect("a call of the operation");
    for step in before {
        let answer = step.take(server, all, operation, &values).await;
        if !step.may_be_refused {
            let body = answer.ok();
            for (name, place) in &step.keep {
                let value = body.pointer(place).unwrap_or_else(|| panic!("{}: no {place} in {body}", operation.id));
                values = values.with(name, value.clone());
            }
        }
    }
    assert_eq!(last.operation, None, "the last call of {} is of itself", operation.id);
    last.take(server, all, operation, &values).await
}

impl Step {
    async fn take(&self, server: &TestServer, all: &[Described], operation: &Operation, values: &Values) -> Answer {
        let operation = self.operation.as_ref().map_or(operation, |id| {
            let found = all.iter().find(|described| described.operation.id == *id);
            &found.unwrap_or_else(|| panic!("{} calls {id}, which is no operation", operation.id)).operation
        });
        let who = match self.who.as_str() {
            "nobody" => server.anonymous(),
            kept if kept.starts_with('{') => TestUser { token: Some(values.text(kept)), ..server.anonymous() },
            name => server.user(name),
        };
        self.call.filled(operation, values).send(&who).await
    }
}
