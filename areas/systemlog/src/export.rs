//! `GET /api/core/system_log/export`: all entries of a filter as a file, written while it is sent.

use std::sync::Arc;

use authz::Actor;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use db::Db;
use futures_util::stream;
use rest::{CurrentUser, Problem, Query};
use serde::{Deserialize, Serialize};

use crate::entry::LogEntry;
use crate::filter::{LogFilter, Scope};
use crate::{csv, redact, store};

/// Entries read at once.
const STEP: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// RFC 4180, UTF-8, with a header line; values that a spreadsheet would take for formulas are quoted.
    Csv,
    /// One JSON object per line, as in the list.
    Jsonl,
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct ExportQuery {
    #[param(inline)]
    format: Format,
}

/// Exports the system log as a file, newest first, of any length.
#[utoipa::path(
    get,
    path = "/api/core/system_log/export",
    operation_id = "export_system_log",
    tag = "core",
    params(LogFilter, ExportQuery),
    responses((status = 200, description = "The file", content((String = "text/csv"), (String = "application/x-ndjson"))))
)]
pub(crate) async fn export(
    State(db): State<Db>,
    CurrentUser(actor): CurrentUser,
    Query(filter): Query<LogFilter>,
    Query(ExportQuery { format }): Query<ExportQuery>,
) -> Result<(HeaderMap, Body), Problem> {
    let scope = filter.scope(&actor)?;
    let (kind, name) = match format {
        Format::Csv => ("text/csv; charset=utf-8", "attachment; filename=\"system_log.csv\""),
        Format::Jsonl => ("application/x-ndjson", "attachment; filename=\"system_log.jsonl\""),
    };
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name), (CACHE_CONTROL, "no-store")];
    let headers = headers.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect();
    let reading = Reading { db, actor, filter, scope, format, before: Some(i64::MAX), begun: false };
    Ok((headers, Body::from_stream(stream::try_unfold(reading, Reading::step))))
}

/// The progress of an export.
struct Reading {
    db: Db,
    actor: Arc<Actor>,
    filter: LogFilter,
    scope: Scope,
    format: Format,
    /// Where the next step begins; none at the end.
    before: Option<i64>,
    begun: bool,
}

impl Reading {
    /// The next lines. A failure aborts the body, so that half a file is not taken for a whole one.
    async fn step(mut self) -> std::io::Result<Option<(Bytes, Self)>> {
        let Some(before) = self.before else { return Ok(None) };
        let (filter, scope) = (self.filter.clone(), self.scope.clone());
        let read = security::read(&self.db, &self.actor, move |c, access| {
            let mut entries = store::newest(c, &filter, &scope, before, STEP)?;
            redact::redact(c, access, &mut redact::Seen::new(), &mut entries)?;
            Ok::<_, security::Error>(entries)
        });
        let entries = read.await.map_err(std::io::Error::other)?;
        let mut text = String::new();
        if !self.begun && self.format == Format::Csv {
            text += &csv::head();
        }
        for entry in &entries {
            match self.format {
                Format::Csv => csv::line(entry, &mut text),
                Format::Jsonl => {
                    text += &serde_json::to_string(entry)?;
                    text.push('\n');
                }
            }
        }
        self.begun = true;
        self.before = entries.last().filter(|_| entries.len() == STEP).map(|last: &LogEntry| last.audit_id);
        Ok(Some((text.into(), self)))
    }
}
