//! The description of each metric. Rooms record by name; a name that is not here has no description.

use metrics::Recorder as _;

use super::recorder::Recorder;

pub const QUEUED: &str = "jobs_queued";
pub const RUNNING: &str = "jobs_running";
pub const FAILED: &str = "jobs_failed_lately";
pub const OLDEST: &str = "jobs_oldest_wait_seconds";
pub const REQUEST: &str = "http_request_duration_seconds";
pub const UNDER_WAY: &str = "http_requests_under_way";
pub const MEMORY: &str = "process_resident_memory_bytes";
pub const CPU: &str = "process_cpu_seconds_total";
pub const HANDLES: &str = "process_open_fds";
pub const MOST_HANDLES: &str = "process_max_fds";
pub const THREADS: &str = "process_threads";
pub const STARTED: &str = "process_start_time_seconds";

const HISTOGRAMS: [(&str, &str); 6] = [
    (
        REQUEST,
        "How long requests took, from their headers to the answer's, by operation of the API document and status.",
    ),
    ("db_write_wait_seconds", "How long a write waited for its turn."),
    ("db_write_seconds", "How long a write took once it had its turn, without the commit it shares with others."),
    ("db_read_seconds", "How long a read took, with its wait for a connection."),
    ("job_seconds", "How long runs of jobs took, by kind."),
    ("preview_seconds", "How long drawing a preview took."),
];

const COUNTERS: [(&str, &str); 8] = [
    ("jobs_ended_total", "Runs of jobs that ended, by kind and result."),
    ("previews_total", "Previews that were drawn or given up, by result."),
    ("upload_bytes_total", "Bytes of files that arrived."),
    ("uploads_ended_total", "Uploads whose file was placed, or was not, by result."),
    ("sign_ins_refused_total", "Sign-ins that were refused, by reason."),
    ("files_found_wrong_total", "Files whose bytes were found to be missing or others than were stored, by flaw."),
    ("otlp_spans_dropped_total", "Spans that the collector of traces did not take."),
    (CPU, "Processor time of this process, of user and system together."),
];

const GAUGES: [(&str, &str); 13] = [
    (QUEUED, "Jobs that wait, by kind, in all processes."),
    (RUNNING, "Jobs that run, by kind, in all processes."),
    (FAILED, "Jobs that failed for good within a day, by kind."),
    (OLDEST, "How long the job has waited that waits longest after its time, by kind."),
    (UNDER_WAY, "Requests that are being answered."),
    ("db_writes_waiting", "Writes that wait for their turn."),
    ("sockets_open", "Live sockets that are open."),
    ("uploads_receiving", "Uploads that bytes are coming for right now."),
    (MEMORY, "Memory of this process that is in use."),
    (HANDLES, "Files and sockets that this process has open."),
    (MOST_HANDLES, "Files and sockets that this process may have open."),
    (THREADS, "Threads of this process."),
    (STARTED, "When this process began, in seconds since 1970."),
];

pub fn describe(recorder: &Recorder) {
    for (name, help) in HISTOGRAMS {
        recorder.describe_histogram(name.into(), None, help.into());
    }
    for (name, help) in COUNTERS {
        recorder.describe_counter(name.into(), None, help.into());
    }
    for (name, help) in GAUGES {
        recorder.describe_gauge(name.into(), None, help.into());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{COUNTERS, GAUGES, HISTOGRAMS};

    /// The names that the sources below `folder` record by.
    fn recorded(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                recorded(&path, found);
            } else if path.extension().is_some_and(|suffix| suffix == "rs") {
                let source = std::fs::read_to_string(&path).unwrap();
                // Tests record under names of their own.
                let source = source.split("#[cfg(test)]").next().unwrap();
                for kind in ["counter", "gauge", "histogram"] {
                    let begins = format!("metrics::{kind}!(");
                    let named = source.split(&begins).skip(1).filter_map(|call| call.trim_start().strip_prefix('"'));
                    found.extend(named.filter_map(|named| Some(named.split_once('"')?.0.to_owned())));
                }
            }
        }
    }

    #[test]
    fn whatever_is_recorded_is_described() {
        let mut found = BTreeSet::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for folder in ["areas", "platform", "server/src"] {
            recorded(&root.join(folder), &mut found);
        }
        assert!(found.contains("upload_bytes_total"), "{found:?}");
        let described: BTreeSet<_> =
            HISTOGRAMS.iter().chain(&COUNTERS).chain(&GAUGES).map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(found.difference(&described).collect::<Vec<_>>(), [&""; 0]);
    }
}
