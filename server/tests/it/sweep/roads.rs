//! The duration of an error reveals nothing: for something invisible the database is asked the same statements, by kind
//! and number, as for something that never existed. Statements are compared, not times.

use std::collections::{BTreeMap, BTreeSet};

use primitives::NodeRole;
use security::Principal;
use serde_json::json;

use super::{Marked, UNCLEARED, call};
use crate::expectations::{Expect, MISSING, described};
use crate::harness::{TestServer, on_both};

/// Statements and how often each was asked, without those of the live socket, which follows the event log and sometimes
/// deletes old actions.
fn road(heard: Vec<String>) -> BTreeMap<String, usize> {
    let mut road = BTreeMap::new();
    for sql in
        heard.into_iter().filter(|sql| !sql.contains("jobs_event") && !sql.contains("activity_action WHERE created_at"))
    {
        *road.entry(sql).or_default() += 1;
    }
    road
}

fn differences(missing: &BTreeMap<String, usize>, invisible: &BTreeMap<String, usize>) -> Vec<String> {
    let statements: BTreeSet<_> = missing.keys().chain(invisible.keys()).collect();
    let counts = |sql: &String| (missing.get(sql).copied().unwrap_or(0), invisible.get(sql).copied().unwrap_or(0));
    let differs = statements.into_iter().filter(|sql| counts(sql).0 != counts(sql).1);
    differs.map(|sql| format!("{:?} times: {sql}", counts(sql))).collect()
}

async fn compare(server: &TestServer, marked: &Marked, when: &str, people: &[&str]) {
    let missing = Marked::missing(server).await;
    let query_log = server.test.query_log();
    for described in described(server) {
        if !matches!(described.expectation.sweep, Expect::Closed { .. }) {
            continue;
        }
        let id = &described.operation.id;
        for name in people {
            let who = server.user(name);
            let ask = async |about| {
                query_log.take();
                let status = call(&who, about, &described).await.status;
                (status, road(query_log.take()))
            };
            // The first question brings the asker's set up to date in the background.
            ask(&missing).await;
            server.app.db.background_ended().await;
            let (of_missing, of_invisible) = (ask(&missing).await, ask(marked).await);
            assert_eq!((of_missing.0, of_invisible.0), (404, 404), "{id} as {name}, {when}");
            assert_eq!(differences(&of_missing.1, &of_invisible.1), [""; 0], "{id} as {name}, {when}");
            assert!(!of_missing.1.is_empty(), "{id} asks something");
        }
    }
}

#[test]
fn missing_and_invisible_nodes_cause_the_same_statements() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "sealed folder").await.id();
        let file = wim.upload(folder, "sealed.txt", "words").await.id();
        wim.folder(folder, "within").await.id();
        server.drain().await;
        server.grant(file, Principal::Group(server.groups["readers"]), NodeRole::Reader).await;
        server.classify(folder).await;
        let marked = Marked::of(server, folder, file).await;
        compare(server, &marked, "while a propagation is pending", &UNCLEARED).await;
        server.drain().await;
        compare(server, &marked, "with nothing going on", &UNCLEARED).await;
        let zoe = server.user("zoe");
        let binned = zoe.folder(server.top, "sealed and binned").await.id();
        server.classify(binned).await;
        zoe.delete(&format!("entry/{binned}")).await.ok();
        server.drain().await;
        compare(server, &marked, "with a folder in the bin", &UNCLEARED).await;
        compare(server, &Marked::of(server, binned, binned).await, "what lies in the bin", &UNCLEARED).await;
        let theirs = Marked::of(server, server.other_top, server.other_top).await;
        compare(server, &theirs, "another tenant's", &["ada", "zoe", "mia", "wim", "rea", "clea", "rita"]).await;
    });
}

#[test]
fn a_refusal_of_several_nodes_says_nothing_of_the_one_that_caused_it() {
    on_both(async |server| {
        let (mia, rea) = (server.user("mia"), server.user("rea"));
        let own = mia.folder(server.top, "own").await.id();
        server.grant(own, Principal::User(server.users["rea"]), NodeRole::Manager).await;
        let sealed = mia.folder(server.top, "sealed").await.id();
        server.classify(sealed).await;
        server.drain().await;
        let query_log = server.test.query_log();
        let ask = async |other: i64| {
            query_log.take();
            // The asker's own roles change with the first node.
            let body = json!({ "node_ids": [own, other], "users_id": server.users["rea"], "role": "manager" });
            let status = rea.post("/api/node/grant/collection", body).await.status;
            (status, road(query_log.take()))
        };
        ask(MISSING).await;
        server.app.db.background_ended().await;
        let (of_missing, of_invisible) = (ask(MISSING).await, ask(sealed).await);
        assert_eq!((of_missing.0, of_invisible.0), (404, 404));
        assert_eq!(differences(&of_missing.1, &of_invisible.1), [""; 0]);
    });
}
