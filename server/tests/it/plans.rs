//! SQLite's query plans for the most frequent requests: they use indexes, and filter no whole table.

use std::collections::BTreeSet;

use db::Engine;
use primitives::NodeRole;
use security::Principal;

use crate::harness::{TestServer, on_both};

/// A tenant that has grown since the last ANALYZE: a million entries, and a handful of effective roles.
const GROWN: &str = "ANALYZE;
    UPDATE sqlite_stat1 SET stat = '1000000 20 20 13 1 1 1' WHERE idx = 'nodes_node_by_name';
    UPDATE sqlite_stat1 SET stat = '1000000 20 13 1 1'
    WHERE idx IN ('nodes_node_by_size', 'nodes_node_by_time');
    UPDATE sqlite_stat1 SET stat = '1000000 20 1 1'
    WHERE idx IN ('nodes_node_by_taken', 'nodes_node_by_taken_descending');
    UPDATE sqlite_stat1 SET stat = '1 1 1' WHERE tbl IN ('security_effective_role', 'security_traversable');
    UPDATE sqlite_stat1 SET stat = '50000 1' WHERE tbl = 'security_node_acl';";

#[test]
fn no_query_scans_a_whole_table() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let (zoe, rea) = (server.user("zoe"), server.user("rea"));
        let folder = zoe.folder(server.top, "photos").await.id();
        let file = zoe.upload(folder, "pier.txt", "words").await.id();
        server.grant(file, Principal::Group(server.groups["readers"]), NodeRole::Reader).await;
        server.drain().await;
        let asked = [
            "repository".to_owned(),
            format!("entry/{file}"),
            "search?term=pier".to_owned(),
            "search?term=pi".to_owned(),
            format!("entry/list/{}", server.top),
            format!("entry/folders/{}", server.top),
            format!("entry/buckets/{folder}"),
            format!("entry/buckets/{folder}?order=-modified_at"),
            format!("entry/buckets/{folder}?order=taken_at&at={file}"),
            format!("entry/list/{folder}?types=text&people=1"),
            format!("rendition/covers?node_ids={},{folder}", server.top),
        ];
        let orders = ["name", "-name", "modified_at", "-modified_at", "taken_at", "-taken_at", "size", "-size"];
        let lists = orders.map(|order| format!("entry/list/{folder}?order={order}"));
        let query_log = server.test.query_log();
        for who in [&zoe, &rea] {
            for path in asked.iter().chain(&lists) {
                who.get(path).await.ok();
            }
        }
        let heard: BTreeSet<String> = query_log.take().into_iter().collect();
        assert!(heard.iter().any(|sql| sql.contains("security_effective_role")), "access is checked");
        assert_no_step(server, &heard, reads_whole_folder).await;
        server.test.run(GROWN.to_owned()).await;
        let reads_through = |step: &str| step.starts_with("BLOOM FILTER") || step.contains("AUTOMATIC");
        assert_no_step(server, &heard, |step| reads_whole_folder(step) || reads_through(step)).await;
    });
}

#[test]
fn a_page_begins_in_the_index_where_the_one_before_ended() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "photos").await.id();
        for name in ["a.txt", "b.txt", "c.txt"] {
            wim.upload(folder, name, name).await.ok();
        }
        for (order, begins) in [
            ("name", "nodes_node_by_name (parent_id=? AND state=? AND kind=? AND "),
            ("-name", "nodes_node_by_name (parent_id=? AND state=? AND kind=? AND "),
            ("taken_at", "nodes_node_by_taken (parent_id=? AND <expr>>?)"),
            ("-taken_at", "nodes_node_by_taken_descending (parent_id=? AND <expr><?)"),
        ] {
            let list = format!("entry/list/{folder}?order={order}&limit=1");
            let next = wim.get(&list).await.ok()["next"].as_str().unwrap().to_owned();
            let query_log = server.test.query_log();
            wim.get(&format!("{list}&after={next}")).await.ok();
            let is_list = |sql: &String| sql.contains("ORDER BY") && sql.contains("n.mime");
            let heard: BTreeSet<String> = query_log.take().into_iter().filter(is_list).collect();
            assert!(!heard.is_empty(), "{order}");
            for (sql, plan) in plans(server, &heard).await {
                assert!(plan.iter().any(|step| step.contains(begins)), "{order}: {sql}\n{plan:#?}");
                assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{order}: {sql}\n{plan:#?}");
            }
        }
    });
}

#[test]
fn of_the_bin_only_what_the_asker_removed_is_read_for_them() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        for (who, name) in [(&wim, "of wim.txt"), (&mia, "of mia.txt")] {
            let file = wim.upload(server.top, name, "words").await.id();
            who.delete(&format!("entry/{file}")).await.ok();
        }
        let own = "nodes_node_binned_by (tenant_id=? AND binned_by=?";
        for (path, wanted) in [("entry/bin?mine=true", own), ("entry/bin", "nodes_node_binned (tenant_id=?")] {
            let query_log = server.test.query_log();
            wim.get(path).await.ok();
            let is_list = |sql: &String| sql.contains("ORDER BY n.binned_at DESC");
            let heard: BTreeSet<String> = query_log.take().into_iter().filter(is_list).collect();
            assert!(!heard.is_empty(), "{path}");
            for (sql, plan) in plans(server, &heard).await {
                assert!(plan.iter().any(|step| step.contains(wanted)), "{path}: {sql}\n{plan:#?}");
                assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{path}: {sql}\n{plan:#?}");
            }
        }
    });
}

#[test]
fn what_is_done_at_a_start_and_from_time_to_time_reads_not_all_nodes() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Postgres {
            return;
        }
        server.user("wim").upload(server.top, "pier.txt", "words").await.ok();
        let query_log = server.test.query_log();
        for recovery in server.app.recoveries() {
            recovery.run().await.unwrap();
        }
        for schedule in server.app.file_schedules().into_iter().chain(server.app.schedules()) {
            schedule.run().await;
        }
        let heard: BTreeSet<String> = query_log.take().into_iter().filter(|sql| sql.contains("nodes_node")).collect();
        assert!(heard.iter().any(|sql| sql.contains("content_upload")), "uploads are looked through");
        assert_no_step(server, &heard, reads_all_nodes).await;
        // SQLite reads all nodes for this one: the check finds it.
        let joined = "SELECT u.node_id FROM content_upload u JOIN nodes_node n ON n.node_id = u.node_id
                      WHERE u.one_call AND n.repository_id = 1";
        let plans = plans(server, &BTreeSet::from([joined.to_owned()])).await;
        assert!(plans[0].1.iter().any(|step| reads_all_nodes(step)));
    });
}

/// Whether the step reads all nodes, which statements call `n`. The other indexes hold only what is being made or was
/// removed.
fn reads_all_nodes(step: &str) -> bool {
    let few = ["nodes_node_staging", "nodes_node_binned", "nodes_node_hidden"];
    let of_nodes = step == "SCAN n" || step.starts_with("SCAN n ") || step.starts_with("SCAN nodes_node");
    of_nodes && !few.iter().any(|index| step.contains(index))
}

/// Whether the step reads every entry of a folder.
fn reads_whole_folder(step: &str) -> bool {
    step.contains("nodes_node_by_name (parent_id=? AND state=?)")
}

async fn assert_no_step(server: &TestServer, statements: &BTreeSet<String>, is_wrong: impl Fn(&str) -> bool) {
    for (sql, plan) in plans(server, statements).await {
        assert_eq!(plan.iter().find(|step| is_wrong(step)), None, "{sql}\n{plan:#?}");
    }
}

/// The statements with the steps of their plans. A statement may ask the notes of the connection that it ran on.
pub(crate) async fn plans(server: &TestServer, statements: &BTreeSet<String>) -> Vec<(String, Vec<String>)> {
    let statements = statements.clone();
    let plans = server.app.db.read(move |c| {
        c.open_notes()?;
        c.exists("ANALYZE sqlite_schema", &[])?;
        let plan = |sql: String| {
            let steps = c.rows(&format!("EXPLAIN QUERY PLAN {sql}"), &[], |row| row.get::<String>(3))?;
            Ok::<_, db::Error>((sql, steps))
        };
        statements.into_iter().map(plan).collect::<Result<Vec<_>, _>>()
    });
    plans.await.unwrap()
}
