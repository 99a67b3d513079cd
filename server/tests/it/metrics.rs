//! `/metrics` of the built server, as Prometheus reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use crate::eventually::eventually;
use crate::harness::on_both;
use crate::spawned::ServerProcess;
use crate::test_users::{TestUser, http};

async fn page(process: &ServerProcess) -> String {
    let address = process.metrics.as_ref().unwrap();
    http().build().unwrap().get(address).send().await.unwrap().text().await.unwrap()
}

/// The value of a line, by its name and labels.
fn value(page: &str, series: &str) -> f64 {
    let line = page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{series} is not in\n{page}")).parse().unwrap()
}

#[test]
fn metrics_tell_what_the_server_did_and_promtool_takes_them() {
    on_both(async |server| {
        let process = ServerProcess::start_measured(server).await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        wim.upload(server.top, "note.txt", "a note").await.id();
        wim.get("entry/999999").await;
        let wrong = serde_json::json!({ "email": "wim@lume.example", "password": "wrong" });
        assert_eq!(wim.post("/api/core/auth/login", wrong).await.status, 401);
        // A worker of that process draws the preview in its own time.
        let drawn = "previews_total{result=\"ready\"}";
        eventually("the preview is drawn", async || {
            let page = page(&process).await;
            // The picture exists a moment before its job has ended.
            page.contains(drawn) && page.contains("job_seconds_count{kind=")
        })
        .await;
        let page = page(&process).await;
        for (series, least) in [
            ("http_request_duration_seconds_count{operation=\"file_create\",status=\"201\"}", 1.0),
            ("http_request_duration_seconds_count{operation=\"entry_show\",status=\"404\"}", 1.0),
            ("http_request_duration_seconds_bucket{operation=\"file_create\",status=\"201\",le=\"+Inf\"}", 1.0),
            ("http_requests_under_way", 0.0),
            ("upload_bytes_total", 6.0),
            ("uploads_ended_total{result=\"placed\"}", 1.0),
            (drawn, 1.0),
            ("sign_ins_refused_total{reason=\"credentials\"}", 1.0),
            ("db_write_wait_seconds_count", 1.0),
            ("db_writes_waiting", 0.0),
            ("db_read_seconds_count", 1.0),
            ("process_resident_memory_bytes", 1e6),
            ("process_open_fds", 5.0),
            ("process_threads", 2.0),
        ] {
            assert!(value(&page, series) >= least, "{series}");
        }
        keeps_the_rules(&page);
        ask_promtool(&page);
    });
}

/// The checks of `promtool check metrics`, for machines without it.
fn keeps_the_rules(page: &str) {
    let mut kinds = BTreeMap::new();
    let mut helped = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for line in page.lines() {
        if let Some((name, help)) = line.strip_prefix("# HELP ").and_then(|rest| rest.split_once(' ')) {
            assert!(!help.is_empty() && helped.insert(name.to_owned()), "{line}");
        } else if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' ')) {
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(kinds.insert(name.to_owned(), kind.to_owned()).is_none(), "{line}");
        } else {
            let (series, value) = line.rsplit_once(' ').unwrap();
            assert!(value.parse::<f64>().is_ok() && seen.insert(series.to_owned()), "{line}");
            let name = series.split('{').next().unwrap();
            let base = ["_bucket", "_sum", "_count"].iter().find_map(|suffix| name.strip_suffix(suffix));
            let family = base.filter(|base| kinds.get(*base).is_some_and(|kind| kind == "histogram")).unwrap_or(name);
            assert!(kinds.contains_key(family) && helped.contains(family), "{line}");
        }
    }
}

fn ask_promtool(page: &str) {
    let asked = Command::new("promtool").args(["check", "metrics"]).stdin(Stdio::piped()).spawn();
    // Debian's package `prometheus` has it; without it only the rules above are checked.
    let Ok(mut promtool) = asked else { return };
    std::io::Write::write_all(&mut promtool.stdin.take().unwrap(), page.as_bytes()).unwrap();
    assert!(promtool.wait().unwrap().success(), "{page}");
}
