//! Traces by OTLP over HTTP, as JSON: each request and its duration, sent to a collector.
//!
//! A thread of its own sends the spans. If the collector is slow or away they are dropped: no request waits.

use std::fmt;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use primitives::random_hex;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// Spans that may wait for the collector.
const WAITING: usize = 4096;
const BATCH: usize = 512;
const EVERY: Duration = Duration::from_secs(1);
const TIMEOUT: Duration = Duration::from_secs(5);
/// Kinds of spans, as the protocol numbers them.
const INTERNAL: u8 = 1;
const SERVER: u8 = 2;

#[derive(Debug)]
pub struct Spans {
    spans: SyncSender<Value>,
    began: Instant,
    /// Nanoseconds of the clock when it began.
    began_ns: u64,
}

/// A span that has not ended.
#[derive(Debug)]
struct Open {
    trace: String,
    span: String,
    parent: Option<String>,
    since: Instant,
    /// The operation of the request, as the API document names it.
    operation: Option<String>,
    attributes: Vec<Value>,
}

impl<S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut said = Said::default();
        attributes.record(&mut said);
        let above = span
            .parent()
            .and_then(|parent| parent.extensions().get::<Open>().map(|open| (open.trace.clone(), open.span.clone())));
        let (trace, parent) = match above.or(said.traceparent) {
            Some((trace, parent)) => (trace, Some(parent)),
            None => (random_hex(16), None),
        };
        let open = Open {
            trace,
            span: random_hex(8),
            parent,
            since: Instant::now(),
            operation: said.operation,
            attributes: said.attributes,
        };
        span.extensions_mut().insert(open);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut said = Said::default();
        values.record(&mut said);
        if let Some(open) = span.extensions_mut().get_mut::<Open>() {
            open.attributes.append(&mut said.attributes);
            open.operation = said.operation.or(open.operation.take());
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(open) = span.extensions_mut().remove::<Open>() else { return };
        let told = json!({
            "traceId": open.trace,
            "spanId": open.span,
            "parentSpanId": open.parent.unwrap_or_default(),
            "name": open.operation.as_deref().unwrap_or(span.name()),
            "kind": if open.operation.is_some() { SERVER } else { INTERNAL },
            "startTimeUnixNano": self.nanoseconds(open.since).to_string(),
            "endTimeUnixNano": self.nanoseconds(Instant::now()).to_string(),
            "attributes": open.attributes,
        });
        match self.spans.try_send(told) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                metrics::counter!("otlp_spans_dropped_total").increment(1);
            }
        }
    }
}

impl Spans {
    /// A layer that sends spans to `endpoint`, the collector's base address, like `http://127.0.0.1:4318`. `authority` is a
    /// file of certificates (PEM) that are trusted besides the usual ones.
    #[expect(clippy::disallowed_methods, reason = "a collector is told the time of day, also by a test")]
    pub fn to(endpoint: &str, authority: Option<&Path>) -> anyhow::Result<Self> {
        let (spans, waiting) = sync_channel(WAITING);
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let client = outbound::unchecked(authority)?.timeout(TIMEOUT).build()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let tell = move || export(&runtime, &client, &address, &waiting);
        std::thread::Builder::new().name("otlp".into()).spawn(tell)?;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH)?;
        Ok(Self { spans, began: Instant::now(), began_ns: u64::try_from(since_1970.as_nanos())? })
    }

    fn nanoseconds(&self, at: Instant) -> u64 {
        self.began_ns + u64::try_from(at.duration_since(self.began).as_nanos()).unwrap_or(0)
    }
}

/// The fields of a span.
#[derive(Default)]
struct Said {
    attributes: Vec<Value>,
    /// The trace and the span that the caller is in (W3C Trace Context).
    traceparent: Option<(String, String)>,
    operation: Option<String>,
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "traceparent" {
            self.traceparent = traceparent(value);
        } else if field.name() == "operation" {
            self.operation = Some(value.to_owned());
        } else {
            self.attributes.push(json!({ "key": field.name(), "value": { "stringValue": value } }));
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.attributes.push(json!({ "key": field.name(), "value": { "intValue": value.to_string() } }));
    }
}

/// `00-<trace>-<span>-<flags>`.
fn traceparent(header: &str) -> Option<(String, String)> {
    let mut parts = header.split('-');
    let (version, trace, span) = (parts.next()?, parts.next()?, parts.next()?);
    let is_id = |text: &str, length: usize| {
        text.len() == length
            && text.bytes().all(|byte| byte.is_ascii_hexdigit())
            && text.bytes().any(|byte| byte != b'0')
    };
    let well_formed = version == "00" && is_id(trace, 32) && is_id(span, 16);
    well_formed.then(|| (trace.to_ascii_lowercase(), span.to_ascii_lowercase()))
}

/// Collects waiting spans and sends them, until the program ends.
fn export(runtime: &Runtime, client: &reqwest::Client, address: &str, waiting: &Receiver<Value>) {
    loop {
        let mut spans = Vec::new();
        let until = Instant::now() + EVERY;
        while spans.len() < BATCH {
            match waiting.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(span) => spans.push(span),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        if spans.is_empty() {
            continue;
        }
        let service = json!([{ "key": "service.name", "value": { "stringValue": "vitrine" } }]);
        let body = json!({ "resourceSpans": [{
            "resource": { "attributes": service },
            "scopeSpans": [{ "scope": { "name": "vitrine" }, "spans": spans }],
        }] });
        // A log line would become a span again; the counter is enough.
        let sent = runtime.block_on(async { client.post(address).json(&body).send().await });
        if !sent.is_ok_and(|answer| answer.status().is_success()) {
            metrics::counter!("otlp_spans_dropped_total").increment(spans_in(&body));
        }
    }
}

fn spans_in(body: &Value) -> u64 {
    body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().map_or(0, |spans| spans.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::traceparent;

    #[test]
    fn a_caller_s_trace_goes_on() {
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        let known = Some((trace.to_owned(), span.to_owned()));
        assert_eq!(traceparent(&format!("00-{trace}-{span}-01")), known);
        for wrong in ["", "00", &format!("01-{trace}-{span}-01"), &format!("00-{}-{span}-01", "0".repeat(32))] {
            assert_eq!(traceparent(wrong), None, "{wrong}");
        }
    }
}
