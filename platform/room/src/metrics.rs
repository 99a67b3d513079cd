//! What rooms measure, as operators read it.

/// What is recorded under a name by `metrics::counter!`, `gauge!` or `histogram!`, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    pub name: &'static str,
    pub kind: MetricKind,
    pub told: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    Counter,
    Gauge,
    Histogram,
}

impl Metric {
    pub const fn counter(name: &'static str, told: &'static str) -> Self {
        Self { name, kind: MetricKind::Counter, told }
    }

    pub const fn gauge(name: &'static str, told: &'static str) -> Self {
        Self { name, kind: MetricKind::Gauge, told }
    }

    pub const fn histogram(name: &'static str, told: &'static str) -> Self {
        Self { name, kind: MetricKind::Histogram, told }
    }
}
