//! Counters, gauges and histograms that rooms record through the crate `metrics`, and the text that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::{Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, SharedString, Unit};

/// Seconds: from answers of a cache to the longest acceptable ones.
const BOUNDS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// A clone records into the same.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<BTreeMap<String, Family>>>);

#[derive(Debug)]
struct Family {
    kind: &'static str,
    help: String,
    /// By labels, as they are written.
    series: BTreeMap<String, Series>,
}

#[derive(Clone, Debug)]
enum Series {
    Counter(Arc<AtomicU64>),
    /// A counter whose value is read elsewhere; a gauge too.
    Value(Arc<AtomicU64>),
    Histogram(Arc<Spread>),
}

/// The distribution of observations over the bounds.
#[derive(Debug, Default)]
struct Spread {
    /// The last one counts values beyond all bounds.
    counts: [AtomicU64; BOUNDS.len() + 1],
    /// Microseconds, because integers add up exactly.
    sum_us: AtomicU64,
}

impl HistogramFn for Spread {
    fn record(&self, value: f64) {
        let at = BOUNDS.iter().position(|bound| value <= *bound).unwrap_or(BOUNDS.len());
        self.counts[at].fetch_add(1, Ordering::Relaxed);
        self.sum_us.fetch_add((value.max(0.0) * 1e6) as u64, Ordering::Relaxed);
    }
}

impl Recorder {
    fn families(&self) -> MutexGuard<'_, BTreeMap<String, Family>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn describe(&self, name: &KeyName, kind: &'static str, help: String) {
        let mut families = self.families();
        let family = families.entry(name.as_str().to_owned());
        family.or_insert_with(|| Family::new(name.as_str(), kind)).help = help;
    }

    fn series(&self, name: &str, labels: String, kind: &'static str, new: fn() -> Series) -> Series {
        let mut families = self.families();
        if !families.contains_key(name) {
            families.insert(name.to_owned(), Family::new(name, kind));
        }
        let Some(family) = families.get_mut(name) else { return new() };
        family.series.entry(labels).or_insert_with(new).clone()
    }

    /// A value that is read when the metrics are requested.
    pub fn set(&self, name: &str, labels: &[(&str, &str)], value: f64) {
        let labels = written(labels.iter().copied());
        if let Series::Value(cell) = self.series(name, labels, "gauge", || Series::Value(Arc::default())) {
            cell.store(value.to_bits(), Ordering::Relaxed);
        }
    }

    /// Removes all values of a name.
    pub fn clear(&self, name: &str) {
        if let Some(family) = self.families().get_mut(name) {
            family.series.clear();
        }
    }

    /// The text format of Prometheus, 0.0.4.
    pub fn render(&self) -> String {
        let mut page = String::new();
        for (name, family) in self.families().iter().filter(|(_, family)| !family.series.is_empty()) {
            let help = family.help.replace('\\', "\\\\").replace('\n', "\\n");
            let _ = write!(page, "# HELP {name} {help}\n# TYPE {name} {}\n", family.kind);
            for (labels, series) in &family.series {
                series.render(&mut page, name, labels);
            }
        }
        page
    }
}

impl Family {
    fn new(name: &str, kind: &'static str) -> Self {
        let help = format!("{}.", name.replace('_', " "));
        Self { kind, help, series: BTreeMap::new() }
    }
}

impl Series {
    fn render(&self, page: &mut String, name: &str, labels: &str) {
        let braced = |more: &str| match (labels.is_empty(), more.is_empty()) {
            (true, true) => String::new(),
            (false, true) => format!("{{{labels}}}"),
            (true, false) => format!("{{{more}}}"),
            (false, false) => format!("{{{labels},{more}}}"),
        };
        let mut line = |suffix: &str, more: &str, value: String| {
            let _ = writeln!(page, "{name}{suffix}{} {value}", braced(more));
        };
        match self {
            Self::Counter(cell) => line("", "", cell.load(Ordering::Relaxed).to_string()),
            Self::Value(cell) => line("", "", f64::from_bits(cell.load(Ordering::Relaxed)).to_string()),
            Self::Histogram(spread) => {
                let mut total = 0;
                for (at, count) in spread.counts.iter().enumerate() {
                    total += count.load(Ordering::Relaxed);
                    let bound = BOUNDS.get(at).map_or_else(|| "+Inf".to_owned(), f64::to_string);
                    line("_bucket", &format!("le=\"{bound}\""), total.to_string());
                }
                let seconds = spread.sum_us.load(Ordering::Relaxed) as f64 / 1e6;
                line("_sum", "", seconds.to_string());
                line("_count", "", total.to_string());
            }
        }
    }
}

/// `name="value"`, with commas.
fn written<'l>(labels: impl Iterator<Item = (&'l str, &'l str)>) -> String {
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    labels.map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect::<Vec<_>>().join(",")
}

fn labels(key: &Key) -> String {
    written(key.labels().map(|label| (label.key(), label.value())))
}

impl metrics::Recorder for Recorder {
    fn describe_counter(&self, name: KeyName, _: Option<Unit>, help: SharedString) {
        self.describe(&name, "counter", help.into_owned());
    }

    fn describe_gauge(&self, name: KeyName, _: Option<Unit>, help: SharedString) {
        self.describe(&name, "gauge", help.into_owned());
    }

    fn describe_histogram(&self, name: KeyName, _: Option<Unit>, help: SharedString) {
        self.describe(&name, "histogram", help.into_owned());
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        match self.series(key.name(), labels(key), "counter", || Series::Counter(Arc::default())) {
            Series::Counter(cell) => Counter::from_arc(cell),
            Series::Value(_) | Series::Histogram(_) => Counter::noop(),
        }
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        match self.series(key.name(), labels(key), "gauge", || Series::Value(Arc::default())) {
            Series::Value(cell) => Gauge::from_arc(cell),
            Series::Counter(_) | Series::Histogram(_) => Gauge::noop(),
        }
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        match self.series(key.name(), labels(key), "histogram", || Series::Histogram(Arc::default())) {
            Series::Histogram(spread) => Histogram::from_arc(spread),
            Series::Counter(_) | Series::Value(_) => Histogram::noop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use metrics::with_local_recorder;

    use super::Recorder;

    #[test]
    fn metrics_are_written_in_the_format_of_prometheus() {
        let recorder = Recorder::default();
        with_local_recorder(&recorder, || {
            metrics::describe_counter!("files_total", "Files.");
            metrics::counter!("files_total", "kind" => "a \"b\"").increment(2);
            metrics::gauge!("open").increment(3.0);
            metrics::gauge!("open").decrement(1.0);
            metrics::histogram!("wait_seconds").record(0.002);
            metrics::histogram!("wait_seconds").record(99.0);
        });
        recorder.set("jobs", &[("kind", "x")], 1.5);
        let page = recorder.render();
        for line in [
            "# HELP files_total Files.",
            "# TYPE files_total counter",
            "files_total{kind=\"a \\\"b\\\"\"} 2",
            "# HELP open open.",
            "open 2",
            "jobs{kind=\"x\"} 1.5",
            "# TYPE wait_seconds histogram",
            "wait_seconds_bucket{le=\"0.001\"} 0",
            "wait_seconds_bucket{le=\"0.0025\"} 1",
            "wait_seconds_bucket{le=\"30\"} 1",
            "wait_seconds_bucket{le=\"+Inf\"} 2",
            "wait_seconds_sum 99.002",
            "wait_seconds_count 2",
        ] {
            assert!(page.lines().any(|one| one == line), "{line} is not in\n{page}");
        }
        recorder.clear("jobs");
        assert!(!recorder.render().contains("jobs"));
    }
}
