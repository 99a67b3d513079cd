//! The description of each metric. Rooms record by name; a name that nobody describes has no description.

use metrics::Recorder as _;
use room::{Metric, MetricKind, Room};

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

/// What the platform and the program measure; rooms say what they do.
const OWN: [Metric; 19] = [
    Metric::histogram(
        REQUEST,
        "How long requests took, from their headers to the answer's, by operation of the API document and status.",
    ),
    Metric::histogram("db_write_wait_seconds", "How long a write waited for its turn."),
    Metric::histogram(
        "db_write_seconds",
        "How long a write took once it had its turn, without the commit it shares with others.",
    ),
    Metric::histogram("db_read_seconds", "How long a read took, with its wait for a connection."),
    Metric::histogram("job_seconds", "How long runs of jobs took, by kind."),
    Metric::counter("jobs_ended_total", "Runs of jobs that ended, by kind and result."),
    Metric::counter("otlp_spans_dropped_total", "Spans that the collector of traces did not take."),
    Metric::counter(CPU, "Processor time of this process, of user and system together."),
    Metric::gauge(QUEUED, "Jobs that wait, by kind, in all processes."),
    Metric::gauge(RUNNING, "Jobs that run, by kind, in all processes."),
    Metric::gauge(FAILED, "Jobs that failed for good within a day, by kind."),
    Metric::gauge(OLDEST, "How long the job has waited that waits longest after its time, by kind."),
    Metric::gauge(UNDER_WAY, "Requests that are being answered."),
    Metric::gauge("db_writes_waiting", "Writes that wait for their turn."),
    Metric::gauge(MEMORY, "Memory of this process that is in use."),
    Metric::gauge(HANDLES, "Files and sockets that this process has open."),
    Metric::gauge(MOST_HANDLES, "Files and sockets that this process may have open."),
    Metric::gauge(THREADS, "Threads of this process."),
    Metric::gauge(STARTED, "When this process began, in seconds since 1970."),
];

/// All that the program and these rooms measure.
fn measured_by(rooms: &[Room]) -> impl Iterator<Item = Metric> {
    OWN.into_iter().chain(rooms.iter().flat_map(|room| room.metrics.clone()))
}

pub fn describe(recorder: &Recorder, rooms: &[Room]) {
    for Metric { name, kind, told } in measured_by(rooms) {
        match kind {
            MetricKind::Histogram => recorder.describe_histogram(name.into(), None, told.into()),
            MetricKind::Counter => recorder.describe_counter(name.into(), None, told.into()),
            MetricKind::Gauge => recorder.describe_gauge(name.into(), None, told.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::measured_by;
    use crate::rooms::rooms;

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
    fn every_recorded_metric_has_a_description() {
        let mut found = BTreeSet::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for folder in ["areas", "platform", "server/src"] {
            recorded(&root.join(folder), &mut found);
        }
        assert!(found.contains("upload_bytes_total"), "{found:?}");
        let rooms = rooms();
        let all: Vec<_> = measured_by(&rooms).map(|metric| metric.name.to_owned()).collect();
        let described: BTreeSet<_> = all.iter().cloned().collect();
        assert_eq!(found.difference(&described).collect::<Vec<_>>(), [&""; 0]);
        assert_eq!(described.len(), all.len(), "each is described once: {all:?}");
    }
}
